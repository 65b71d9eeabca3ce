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

const REFERENCE = /&(?:#[0-9]+|#x[0-9a-f]+|[a-z_:][\w:.-]{0,80});/iy;
const NEXT = /&|<!\[CDATA\[|<!--/g;

/**
 * The place of the first `&` that begins no reference (XML 1.0 section 2.4), the usual fault of addresses written into
 * XML by hand; undefined when there is none. A parser reads on for the missing `;` and complains far behind it.
 * Linear: a literal section that does not end is skipped once.
 */
export function strayAmpersand(xml: string): { readonly line: number; readonly column: number } | undefined {
	NEXT.lastIndex = 0;
	for (let found = NEXT.exec(xml); found; found = NEXT.exec(xml)) {
		const { index } = found;
		if (found[0] === "&") {
			REFERENCE.lastIndex = index;
			if (!REFERENCE.test(xml)) return placeOf(xml, index);
			NEXT.lastIndex = REFERENCE.lastIndex;
		} else {
			const end = xml.indexOf(found[0] === "<!--" ? "-->" : "]]>", index);
			if (end < 0) return undefined;
			NEXT.lastIndex = end + 3;
		}
	}
	return undefined;
}

function placeOf(xml: string, index: number) {
	const before = xml.slice(0, index);
	return { line: before.split("\n").length, column: index - before.lastIndexOf("\n") };
}
