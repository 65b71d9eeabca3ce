import type { Readable, Transform } from "node:stream";
import { setImmediate } from "node:timers/promises";
import {
	constants,
	createBrotliDecompress,
	createGunzip,
	createInflate,
	createInflateRaw,
	createZstdDecompress,
} from "node:zlib";
import PQueue, { type QueueAddOptions } from "p-queue";
import type { Dispatcher } from "undici";
import { isFailure } from "#core/failure.ts";
import { FairQueue, type FairQueueOptions } from "#core/fair-queue.ts";
import { type DialNotes, dialNotes } from "./connect.ts";
import type { HttpLimits, HttpResponse } from "./http-client.ts";
import { isLostConnection, networkFailure } from "./network-failure.ts";
import { redirectOf } from "./redirects.ts";

/** The header fields that sign one request; none where it is not signed. */
export type SignRequest = (method: "GET" | "POST", url: URL) => Readonly<Record<string, string>>;

export interface Ask {
	readonly headers: Readonly<Record<string, string>>;
	readonly sign: SignRequest | undefined;
	readonly body?: string | undefined;
	readonly signal: AbortSignal;
	/** Times that a lost request may still be sent once more; shared by all requests of one client, and counted down. */
	readonly resends: { left: number };
}

/** One request whose response head has arrived; its body must be read or discarded. */
export interface Opened {
	readonly url: URL;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Where a redirect points, absolute; absent when it is none, or Location is missing, repeated, too long or unreadable. */
	readonly location: URL | undefined;
	readonly body: Readable;
	/** Ends the body; the connection is kept when little of it was left. */
	discard(): Promise<void>;
	/** `performance.now()` when the request was handed in, and when the response's head had arrived. */
	readonly startedAt: number;
	readonly headAt: number;
	readonly dial: Readonly<DialNotes>;
}

/** Early hints come one or two at a time; undici lets any number pass, and its header timer starts anew with each. */
const MAX_INFORMATIONAL = 20;
const DISCARD_BYTES = 16 * 1024;
const DISCARD_MS = 300;

/**
 * Sends a request. A GET that met a kept connection just as the server closed it is sent once more (RFC 9110, 9.2.2), as
 * long as there are resends: nobody counts them as requests, so a server must not be able to ask for many.
 */
export async function openExchange(agent: Dispatcher, url: URL, ask: Ask): Promise<Opened> {
	ask.signal.throwIfAborted();
	const startedAt = performance.now();
	const dial: DialNotes = {};
	const send = () => dialNotes.run(dial, () => sendRequest(agent, url, ask));
	const response = await send().catch((error: unknown) => {
		const lost = ask.body === undefined && dial.resolvedAt === undefined && isLostConnection(error);
		if (!lost || ask.signal.aborted || ask.resends.left === 0) throw error;
		ask.resends.left--;
		return send();
	});
	const { statusCode, headers, body } = response;
	return {
		url,
		status: statusCode,
		headers: joinedFields(headers),
		location: redirectOf(statusCode, headers.location, url),
		body,
		discard: () => discard(body, ask.signal),
		startedAt,
		headAt: performance.now(),
		dial: { ...dial },
	};
}

/** undici gives a connection free one turn of the event loop after the body's end; before it, it opens another one. */
export async function connectionFreed(): Promise<void> {
	await setImmediate();
}

async function sendRequest(agent: Dispatcher, url: URL, ask: Ask): Promise<Dispatcher.ResponseData> {
	const flood = new AbortController();
	let informational = 0;
	const onInfo = () => {
		if (++informational > MAX_INFORMATIONAL) flood.abort(networkFailure("http-malformed", url.href));
	};
	const signal = AbortSignal.any([ask.signal, flood.signal]);
	const method = ask.body === undefined ? "GET" : "POST";
	return untilAborted(
		signal,
		agent.request({
			origin: url.origin,
			path: `${url.pathname}${url.search}`,
			method,
			headers: { ...ask.headers, ...ask.sign?.(method, url) },
			body: ask.body ?? null,
			signal,
			onInfo,
		}),
	);
}

/** undici hears a signal once a request is on the wire; one that waits for DNS or a free connection must end as well. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const stop = () => reject(signal.reason);
	signal.addEventListener("abort", stop, { once: true });
	return Promise.race([promise, work]).finally(() => signal.removeEventListener("abort", stop));
}

function joinedFields(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			Array.isArray(value) ? value.join(", ") : (value ?? ""),
		]),
	);
}

async function discard(body: Dispatcher.ResponseData["body"], signal: AbortSignal): Promise<void> {
	const patience = AbortSignal.any([signal, AbortSignal.timeout(DISCARD_MS)]);
	try {
		await body.dump({ limit: DISCARD_BYTES, signal: patience });
		await connectionFreed();
	} catch (error) {
		// A slow body is cut off by its own deadline, and nobody asked for it.
		if (signal.aborted || !patience.aborted) throw error;
	}
}

/** A coding makes a body longer by a few bytes only; what brings this much more than it decodes to wastes our time. */
const MAX_CODING_LOSS = 1024 * 1024;

/** More than these stacked on each other serve nobody but the sender of a bomb. */
const MAX_CODINGS = 2;

interface Wire {
	bytes: number;
	/** What the connection failed with, to tell it from what a decoder failed with. */
	fault?: unknown;
	/** True once the time for reading was over. */
	over?: true;
}

/**
 * Reads and decodes a body. Decoded bytes are counted as they come out, so that a bomb costs no more memory than
 * `maxBytes` and a few chunks; beyond the cap the source is destroyed, which closes its connection.
 * @param codings Content-Encoding field.
 * @param caller Whom it is read for.
 * @throws Failure `body-too-large`, `body-undecodable`; an error of the source as it is.
 */
export async function readBody(
	source: Readable,
	codings: string | undefined,
	limits: Pick<HttpLimits, "maxBytes" | "overflow" | "readFor">,
	where: string,
	caller?: string,
): Promise<Pick<HttpResponse, "body" | "truncated" | "encodedBytes">> {
	const names = contentCodings(codings);
	const wire: Wire = { bytes: 0 };
	// Destroying undici's body before its end emits an error; by then the reason is known and thrown below.
	source.on("error", (error) => {
		wire.fault ??= error;
	});
	const patience = untilOver(source, wire, limits.readFor);
	try {
		if (names.length > MAX_CODINGS) throw networkFailure("body-undecodable", where);
		const coded = counted(source, wire, limits.maxBytes + MAX_CODING_LOSS, where);
		const { chunks, length } = await collect(decodeCodings(coded, names, caller), limits.maxBytes, wire);
		const truncated = wire.over === true || length > limits.maxBytes;
		if (truncated && limits.overflow === "fail") throw networkFailure("body-too-large", where);
		return { body: joined(chunks, Math.min(length, limits.maxBytes)), truncated, encodedBytes: wire.bytes };
	} catch (error) {
		if (isFailure(error) || error === wire.fault) throw error;
		throw networkFailure("body-undecodable", where, error);
	} finally {
		clearTimeout(patience);
		source.destroy();
	}
}

/** Ends a stream that stays open; what has come until then is its body. */
function untilOver(source: Readable, wire: Wire, readFor: number | undefined): NodeJS.Timeout | undefined {
	if (readFor === undefined) return undefined;
	return setTimeout(() => {
		wire.over = true;
		source.destroy();
	}, readFor);
}

async function* counted(source: Readable, wire: Wire, cap: number, where: string): AsyncIterable<Uint8Array> {
	try {
		for await (const chunk of source) {
			wire.bytes += chunk.length;
			if (wire.bytes > cap) throw networkFailure("body-too-large", where);
			yield chunk;
		}
	} catch (error) {
		wire.fault = error;
		throw error;
	}
}

/** Chunks until the end, until they are longer than the cap together, or until the time for them is over. */
async function collect(bytes: AsyncIterable<Uint8Array>, cap: number, wire: Wire) {
	const chunks: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const chunk of bytes) {
			chunks.push(chunk);
			length += chunk.length;
			if (length > cap) break;
		}
	} catch (error) {
		if (!wire.over) throw error;
	}
	return { chunks, length };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
	const body = new Uint8Array(length);
	let at = 0;
	for (const chunk of chunks) {
		body.set(chunk.subarray(0, length - at), at);
		at += chunk.length;
		if (at >= length) break;
	}
	return body;
}

export const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

/**
 * Decoders at work at once in a process. They run on libuv's four threads, which files are read on too: two stay free for
 * those, whatever is decoded.
 */
const AT_ONCE = 2;
/** Bytes that a decoder gives in one turn; more than most bodies may have, so that few lie about half decoded. 15 to 50 ms. */
const TURN_BYTES = 8 * 1024 * 1024;
/** Bytes that zlib decodes at once. Its default of 16 KiB makes four times as many trips to the main thread. */
const CHUNK_BYTES = 64 * 1024;

const turns = new PQueue<FairQueue, QueueAddOptions & FairQueueOptions>({
	concurrency: AT_ONCE,
	queueClass: FairQueue,
});

export type Bytes = AsyncIterable<Uint8Array>;
/** Makes the decoder once the first byte of the coded body is known. */
type DecoderFor = (firstByte: number) => Transform;

const chunkSize = CHUNK_BYTES;
const DECODERS: Readonly<Record<string, DecoderFor>> = {
	gzip: () => createGunzip({ chunkSize }),
	"x-gzip": () => createGunzip({ chunkSize }),
	// RFC 9110 means zlib by it, some servers send raw deflate; only zlib starts with method 8 (RFC 1950 section 2.2).
	deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })),
	// Windows of 16 MiB at most: larger ones (RFC 9841) need a parameter that is not given.
	br: () => createBrotliDecompress({ chunkSize }),
	// RFC 9659: a content coding needs no window beyond 8 MiB.
	zstd: () => createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

/**
 * Codings of a Content-Encoding field, in the order in which they were applied. Empty when one of them is unknown:
 * browsers then show the bytes as they are (Fetch Standard, "handle content codings").
 */
export function contentCodings(field: string | undefined): readonly string[] {
	const names = (field ?? "")
		.split(",")
		.map((name) => name.trim().toLowerCase())
		.filter((name) => name !== "" && name !== "identity");
	return names.every((name) => Object.hasOwn(DECODERS, name)) ? names : [];
}

/**
 * Takes the codings off again, chunk by chunk and no faster than it is read. An empty body stays empty.
 * @param caller whom it is decoded for: callers take turns
 */
function decodeCodings(source: Bytes, codings: readonly string[], caller: string | undefined): Bytes {
	return codings.toReversed().reduce((bytes, coding) => decodeOne(bytes, DECODERS[coding], caller), source);
}

async function* decodeOne(source: Bytes, decoderFor: DecoderFor | undefined, caller: string | undefined): Bytes {
	if (decoderFor === undefined) throw new RangeError("a content coding without a decoder");
	let decoding: Decoding | undefined;
	try {
		for await (const chunk of source) {
			const [firstByte] = chunk;
			if (firstByte === undefined) continue;
			decoding ??= new Decoding(decoderFor(firstByte), caller);
			yield* decoding.decode((decoder, done) => decoder.write(chunk, done));
			if (decoding.ended) return;
		}
		if (decoding) yield* decoding.decode((decoder) => decoder.end());
	} finally {
		decoding?.close();
	}
}

/** One decoder, which works in its turns only. Between them it may wait for the network as long as it likes. */
class Decoding {
	readonly #decoder: Transform;
	readonly #caller: string | undefined;
	#out: Uint8Array[] = [];
	#bytes = 0;
	#fault: unknown;
	/** Whether all that was handed in is decoded. */
	#idle = true;
	#yield = () => {};

	constructor(decoder: Transform, caller: string | undefined) {
		this.#decoder = decoder;
		this.#caller = caller;
		decoder.pause();
		decoder.on("data", (chunk: Uint8Array) => {
			this.#out.push(chunk);
			this.#bytes += chunk.length;
			if (this.#bytes >= TURN_BYTES) this.#yield();
		});
		decoder.on("error", (error) => {
			this.#fault = error;
			this.#done();
		});
		decoder.on("end", () => this.#done());
	}

	/** Whether the coded data has come to its own end; what lies behind it is left alone. */
	get ended(): boolean {
		return this.#decoder.readableEnded;
	}

	async *decode(handIn: (decoder: Transform, done: () => void) => void): Bytes {
		this.#idle = false;
		let begin: (() => void) | undefined = () => handIn(this.#decoder, () => this.#done());
		while (!this.#idle) {
			yield* await turns.add(() => this.#turn(begin), { caller: this.#caller });
			begin = undefined;
			if (this.#fault !== undefined) throw this.#fault;
		}
	}

	close(): void {
		this.#decoder.destroy();
	}

	async #turn(begin: (() => void) | undefined): Promise<readonly Uint8Array[]> {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#yield = resolve;
		this.#decoder.resume();
		begin?.();
		await promise;
		this.#decoder.pause();
		const out = this.#out;
		this.#out = [];
		this.#bytes = 0;
		return out;
	}

	#done(): void {
		this.#idle = true;
		this.#yield();
	}
}
