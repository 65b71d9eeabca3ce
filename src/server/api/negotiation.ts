import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

interface AcceptedRange {
	/** A type or a wildcard, in lower case. */
	readonly range: string;
	readonly weight: number;
	readonly at: number;
}

const RANGE = /^\s*(?<range>[\w!#$&^.+-]+\/(?:[\w!#$&^.+-]+|\*)|\*\/\*)\s*(?:;.*?\bq=(?<weight>[01](?:\.\d{0,3})?))?/i;

/** RFC 9110 section 12.5.1; ties: named before wildcard, then the client's order, then ours (`types`, lower case). */
export function preferredType<const T extends string>(
	accept: string | null | undefined,
	types: readonly [T, ...T[]],
): T {
	if (!accept) return types[0];
	const ranges = accept.split(",").flatMap((member, at): readonly AcceptedRange[] => {
		const { range, weight = "1" } = RANGE.exec(member)?.groups ?? {};
		return range === undefined ? [] : [{ range: range.toLowerCase(), weight: Number(weight), at }];
	});
	const ranked = types.map((type) => ({ type, ...rankOf(type, ranges) }));
	const [best] = ranked.toSorted((a, b) => b.weight - a.weight || b.named - a.named || (a.named ? a.at - b.at : 0));
	return best && best.weight > 0 ? best.type : types[0];
}

function rankOf(type: string, ranges: readonly AcceptedRange[]) {
	const [room] = type.split("/");
	const exact = ranges.find(({ range }) => range === type);
	const found =
		exact ?? ranges.find(({ range }) => range === `${room}/*`) ?? ranges.find(({ range }) => range === "*/*");
	return { weight: found?.weight ?? 0, named: exact ? 1 : 0, at: found?.at ?? 0 };
}

/** The first is preferred. */
export const CODINGS = ["br", "gzip"] as const;
export type ContentCoding = (typeof CODINGS)[number];

/** Shorter bodies fit one packet: compressing them costs more than it saves. */
export const COMPRESSION_FLOOR_BYTES = 1_024;

/** Up to here compression takes under 3 ms, less than a round trip to another, maybe busy, thread. */
const SYNC_MAX_BYTES = 65_536;

/** As fast as gzip and smaller; for bodies compressed during a request. */
const BROTLI_QUALITY = 4;

/** RFC 9110 section 12.5.3. Undefined for identity, even if the field excludes it. Skips malformed members. */
export function acceptedCoding(field: string | null): ContentCoding | undefined {
	if (!field) return undefined;
	const weights = new Map<string, number>();
	for (const member of field.toLowerCase().split(",")) {
		const { name, weight = "1" } = MEMBER.exec(member)?.groups ?? {};
		if (name !== undefined) weights.set(name === "x-gzip" ? "gzip" : name, Number(weight));
	}
	const rest = weights.get("*") ?? 0;
	const plain = weights.get("identity") ?? 0;
	const weightOf = (coding: ContentCoding) => weights.get(coding) ?? rest;
	const [best] = CODINGS.toSorted((a, b) => weightOf(b) - weightOf(a));
	return best && weightOf(best) > 0 && weightOf(best) >= plain ? best : undefined;
}

const MEMBER =
	/^[ \t]*(?<name>[!#$%&'*+.^_`|~\w-]+)[ \t]*(?:;[ \t]*q=(?<weight>0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/;

/** A body for repeated use: each coding is computed once, on first use. */
export class CodedBytes {
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly #coded = new Map<ContentCoding, Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>>();

	constructor(bytes: Uint8Array<ArrayBuffer>) {
		this.bytes = bytes;
	}

	get isCompressible(): boolean {
		return this.bytes.byteLength >= COMPRESSION_FLOOR_BYTES;
	}

	/** Concurrent callers share the same work. */
	in(coding: ContentCoding): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
		const known = this.#coded.get(coding);
		if (known) return known;
		const coded = compress(this.bytes, coding);
		this.#coded.set(coding, coded);
		if (coded instanceof Promise)
			coded.then(
				(bytes) => this.#coded.set(coding, bytes),
				() => this.#coded.delete(coding),
			);
		return coded;
	}
}

const gzipAside = promisify(gzip);
const brotliAside = promisify<Uint8Array, object, Buffer<ArrayBuffer>>(brotliCompress);

function compress(
	bytes: Uint8Array,
	coding: ContentCoding,
): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
	if (bytes.byteLength > SYNC_MAX_BYTES) return compressAside(bytes, coding, BROTLI_QUALITY);
	return coding === "gzip" ? gzipSync(bytes) : brotliCompressSync(bytes, brotliOptions(bytes, BROTLI_QUALITY));
}

/** Runs on another thread. @param quality Brotli quality, 0 to 11 */
export function compressAside(
	bytes: Uint8Array,
	coding: ContentCoding,
	quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
	return coding === "gzip" ? gzipAside(bytes) : brotliAside(bytes, brotliOptions(bytes, quality));
}

function brotliOptions({ byteLength }: Uint8Array, quality: number) {
	const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
	return { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: byteLength } };
}

interface CodedBody {
	readonly body: Uint8Array<ArrayBuffer>;
	readonly headers: Readonly<Record<string, string>>;
}

/** Uncompressed responses also vary by Accept-Encoding, so that caches learn it. */
export async function codeBody(whole: CodedBytes, accepts: string | null, cacheControl = ""): Promise<CodedBody> {
	const { bytes } = whole;
	if (!whole.isCompressible || /\bno-transform\b/i.test(cacheControl))
		return { body: bytes, headers: { "content-length": String(bytes.byteLength) } };
	const coding = acceptedCoding(accepts);
	if (!coding) return { body: bytes, headers: { "content-length": String(bytes.byteLength), vary: "Accept-Encoding" } };
	const body = await whole.in(coding);
	const length = String(body.byteLength);
	return { body, headers: { "content-length": length, "content-encoding": coding, vary: "Accept-Encoding" } };
}
