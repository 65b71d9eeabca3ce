import type { Readable } from "node:stream";
import { isFailure } from "#core/failure.ts";
import { contentCodings, decodeCodings } from "./content-decoding.ts";
import type { HttpLimits, HttpResponse } from "./http-client.ts";
import { networkFailure } from "./network-failure.ts";

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
