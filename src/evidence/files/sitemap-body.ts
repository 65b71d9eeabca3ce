import { Readable } from "node:stream";
import { isFailure } from "#core/failure.ts";
import { readBody } from "#net/body.ts";

/** What is read of one sitemap, decoded: 10 MiB. The protocol allows 50 MB, which says nothing more about a site. */
export const SITEMAP_MAX_BYTES = 10 * 1024 * 1024;

export interface SitemapText {
	readonly text: string;
	/** Length behind gzip. */
	readonly bytes: number;
	/** True when it goes on beyond SITEMAP_MAX_BYTES. */
	readonly truncated: boolean;
	readonly faults: readonly string[];
}

/** Unpacks and decodes a sitemap: gzip by its magic number, whatever the header says, then UTF-8 or what is declared. */
export async function openSitemap(body: Uint8Array, truncated: boolean): Promise<SitemapText> {
	const plain = isGzip(body) ? await gunzip(body) : { body, truncated };
	if (plain === undefined) return { text: "", bytes: body.length, truncated, faults: ["Its gzip data is damaged."] };
	const { label, faults } = encodingOf(plain.body);
	const text = new TextDecoder(label).decode(plain.body);
	return { text, bytes: plain.body.length, truncated: truncated || plain.truncated, faults };
}

function isGzip(body: Uint8Array): boolean {
	return body[0] === 0x1f && body[1] === 0x8b;
}

async function gunzip(body: Uint8Array) {
	try {
		return await readBody(Readable.from([body]), "gzip", { maxBytes: SITEMAP_MAX_BYTES, overflow: "cut" }, "sitemap");
	} catch (error) {
		if (isFailure(error) && error.code === "body-undecodable") return undefined;
		throw error;
	}
}

/** Byte order mark, else the XML declaration, else UTF-8 (XML 1.0 appendix F). */
function encodingOf(body: Uint8Array): { label: string; faults: string[] } {
	const mark =
		body[0] === 0xff && body[1] === 0xfe ? "utf-16le" : body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : "";
	const start = Buffer.from(body.subarray(0, 200)).toString("latin1");
	const declared = mark || (/^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? "utf-8");
	const label = knownEncoding(declared);
	if (label === "utf-8" && /^utf-?8$/i.test(declared)) return { label, faults: [] };
	const faults = [`It is encoded as ${declared}; the sitemap protocol asks for UTF-8.`];
	// Bytes that could be read as far as the declaration are no UTF-16, whatever it says.
	return { label: label.startsWith("utf-16") && mark === "" ? "utf-8" : label, faults };
}

function knownEncoding(label: string): string {
	try {
		return new TextDecoder(label).encoding;
	} catch (error) {
		if (error instanceof RangeError) return "utf-8";
		throw error;
	}
}
