import { pipeline, Readable, type Transform } from "node:stream";
import {
	constants,
	createBrotliDecompress,
	createGunzip,
	createInflate,
	createInflateRaw,
	createZstdDecompress,
} from "node:zlib";

/** Value of the Accept-Encoding field that goes with every request. */
export const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

/** More than these stacked on each other serve nobody but the sender of a bomb. */
export const MAX_CODINGS = 2;

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
export function decodeCodings(source: Bytes, codings: readonly string[]): Bytes {
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
