/** Decodes bodies and files by content coding. Imports no HTTP client, because folders have compressed files too. */

import type { Readable, Transform } from "node:stream";
import {
	constants,
	createBrotliDecompress,
	createGunzip,
	createInflate,
	createInflateRaw,
	createZstdDecompress,
} from "node:zlib";
import PQueue, { type QueueAddOptions } from "p-queue";
import { isFailure } from "#core/failure.ts";
import { FairQueue, type FairQueueOptions } from "#core/fair-queue.ts";
import type { HttpLimits, HttpResponse } from "./http-client.ts";
import { networkFailure } from "./network-failure.ts";

/** A coding adds a few bytes; one that adds more than this is hostile. */
const MAX_CODING_LOSS = 1024 * 1024;

/** Only decompression bombs stack more. */
const MAX_CODINGS = 2;

interface Wire {
	bytes: number;
	/** The error, if the connection failed and not a decoder. */
	fault?: unknown;
	over?: true;
}

/**
 * Counts decoded bytes: a bomb costs `maxBytes` and a few chunks. Closes the connection beyond the cap.
 * @throws Failure `body-too-large`, `body-undecodable`; errors of the source unchanged
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
	// undici's body emits an error when destroyed early; the reason is then known and thrown below.
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

/** Per process. Decoders run on libuv's 4 threads; 2 stay free for files. */
const AT_ONCE = 2;
/** Bytes per turn, 15 to 50 ms; larger than most bodies, so that few have to wait half decoded. */
const TURN_BYTES = 8 * 1024 * 1024;
/** Bytes; zlib's default of 16 KiB makes 4 times as many round trips to the main thread. */
const CHUNK_BYTES = 64 * 1024;

const turns = new PQueue<FairQueue, QueueAddOptions & FairQueueOptions>({
	concurrency: AT_ONCE,
	queueClass: FairQueue,
});

export type Bytes = AsyncIterable<Uint8Array>;
type DecoderFor = (firstByte: number) => Transform;

const chunkSize = CHUNK_BYTES;
/** Browsers show the beginning of an incomplete stream, so we flush instead of failing. */
const unended = { chunkSize, finishFlush: constants.Z_SYNC_FLUSH };
const DECODERS: Readonly<Record<string, DecoderFor>> = {
	gzip: () => createGunzip(unended),
	"x-gzip": () => createGunzip(unended),
	// RFC 9110 means zlib, but some servers send raw deflate; only zlib starts with method 8 (RFC 1950 section 2.2).
	deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate(unended) : createInflateRaw(unended)),
	// Windows up to 16 MiB: larger ones (RFC 9841) need a parameter.
	br: () => createBrotliDecompress({ chunkSize }),
	// RFC 9659: content codings need no window above 8 MiB.
	zstd: () => createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

/** In order of application. Empty if one is unknown: browsers show the raw bytes (Fetch, "handle content codings"). */
export function contentCodings(field: string | undefined): readonly string[] {
	const names = (field ?? "")
		.split(",")
		.map((name) => name.trim().toLowerCase())
		.filter((name) => name !== "" && name !== "identity");
	return names.every((name) => Object.hasOwn(DECODERS, name)) ? names : [];
}

/** Lazy, with backpressure. An empty body stays empty. @param caller callers take turns */
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

/** Works only in its turns; in between it may wait for the network. */
class Decoding {
	readonly #decoder: Transform;
	readonly #caller: string | undefined;
	#out: Uint8Array[] = [];
	#bytes = 0;
	#fault: unknown;
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

	/** Data after the end of the coded stream is ignored. */
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
