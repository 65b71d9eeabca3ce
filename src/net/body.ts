import { pipeline, Readable, type Transform } from "node:stream";
import {
	constants,
	createBrotliDecompress,
	createGunzip,
	createInflate,
	createInflateRaw,
	createZstdDecompress,
} from "node:zlib";
import { isFailure } from "#core/failure.ts";
import type { HttpLimits, HttpResponse } from "./http-client.ts";
import { networkFailure } from "./network-failure.ts";

/** A coding makes a body longer by a few bytes only; what brings this much more than it decodes to wastes our time. */
const MAX_CODING_LOSS = 1024 * 1024;

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
 * @throws Failure `body-too-large`, `body-undecodable`; an error of the source as it is.
 */
export async function readBody(
	source: Readable,
	codings: string | undefined,
	limits: Pick<HttpLimits, "maxBytes" | "overflow" | "readFor">,
	where: string,
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
		const { chunks, length } = await collect(decodeCodings(coded, names), limits.maxBytes, wire);
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

/** Value of the Accept-Encoding field that goes with every request. */
export const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

/** More than these stacked on each other serve nobody but the sender of a bomb. */
const MAX_CODINGS = 2;

type Bytes = AsyncIterable<Uint8Array>;
/** Makes the decoder once the first byte of the coded body is known. */
type DecoderFor = (firstByte: number) => Transform;

const DECODERS: Readonly<Record<string, DecoderFor>> = {
	gzip: () => createGunzip(),
	"x-gzip": () => createGunzip(),
	// RFC 9110 means zlib by it, some servers send raw deflate; only zlib starts with method 8 (RFC 1950 section 2.2).
	deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
	br: () => createBrotliDecompress(),
	// RFC 9659: a content coding needs no window beyond 8 MiB.
	zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
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

/** Takes the codings off again, chunk by chunk and no faster than it is read. An empty body stays empty. */
function decodeCodings(source: Bytes, codings: readonly string[]): Bytes {
	return codings.toReversed().reduce((bytes, coding) => decodeOne(bytes, DECODERS[coding]), source);
}

async function* decodeOne(source: Bytes, decoderFor: DecoderFor | undefined): Bytes {
	if (decoderFor === undefined) throw new RangeError("a content coding without a decoder");
	const chunks = source[Symbol.asyncIterator]();
	const first = await nextNonEmpty(chunks);
	const firstByte = first?.[0];
	if (first === undefined || firstByte === undefined) return;
	const coded = Readable.from(startingWith(first, chunks), { objectMode: false });
	// The callback is for errors, which the loop over the decoder throws as well.
	yield* pipeline(coded, decoderFor(firstByte), () => {});
}

async function nextNonEmpty(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
	for (;;) {
		const next = await chunks.next();
		if (next.done) return undefined;
		if (next.value.length > 0) return next.value;
	}
}

async function* startingWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): Bytes {
	yield first;
	yield* { [Symbol.asyncIterator]: () => rest };
}
