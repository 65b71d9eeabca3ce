import { Readable } from "node:stream";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { isFailure } from "#core/failure.ts";
import { readBody } from "#net/decoded-body.ts";

/** 10 MiB decoded. The remaining 40 MB that the protocol allows would not tell more about a site. */
export const SITEMAP_MAX_BYTES = 10 * 1024 * 1024;

export interface SitemapText {
	readonly text: string;
	readonly bytes: number;
	readonly truncated: boolean;
	readonly faults: readonly string[];
}

/** Detects gzip by its magic number, ignoring headers; decodes as declared, by default as UTF-8. */
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

/** Byte order mark, XML declaration, UTF-8 (XML 1.0 appendix F). */
function encodingOf(body: Uint8Array): { label: string; faults: string[] } {
	const mark =
		body[0] === 0xff && body[1] === 0xfe ? "utf-16le" : body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : "";
	const start = Buffer.from(body.subarray(0, 200)).toString("latin1");
	const declared = mark || (/^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? "utf-8");
	const label = knownEncoding(declared);
	if (label === "utf-8" && /^utf-?8$/i.test(declared)) return { label, faults: [] };
	const faults = [`It is encoded as ${declared}; the sitemap protocol requires UTF-8.`];
	// Bytes in which the declaration is readable as ASCII are not UTF-16.
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

/** Characters; the parser can stop between two chunks. */
const PIECE = 64 * 1024;
/** Feeds with whole pages nest about 40 elements. The parser needs 300 bytes per level. */
const DEPTH_MAX = 256;
/** Characters of a tag, text, comment or document type; feeds with whole articles have about 100,000. */
const CONSTRUCT_MAX = 1024 * 1024;

export interface XmlListener {
	start(tag: SaxesTagPlain): void;
	end(): void;
	text(text: string): void;
	readonly done: boolean;
}

/** Linear; expands no DTD entities. @param truncated a missing end is not an error @returns why it stopped early */
export function readXml(text: string, truncated: boolean, listener: XmlListener): string | undefined {
	const parser = new SaxesParser();
	let depth = 0;
	/** End of the chunk of the parser's last event. */
	let reported = 0;
	let end = 0;
	const tell = () => {
		reported = end;
	};
	parser.on("error", ({ message }) => {
		throw new Unreadable(message.replace(/^(\d+):(\d+): (.*?)\.?$/s, "$3 (line $1, column $2)."));
	});
	parser.on("opentag", (tag) => {
		tell();
		if (++depth > DEPTH_MAX) throw new Unreadable(`Its elements are nested more than ${DEPTH_MAX} deep.`, "beyond");
		listener.start(tag);
	});
	parser.on("closetag", () => {
		tell();
		depth--;
		listener.end();
	});
	for (const name of ["text", "cdata"] as const) {
		parser.on(name, (piece) => {
			tell();
			listener.text(piece);
		});
	}
	for (const name of ["comment", "processinginstruction", "doctype"] as const) parser.on(name, tell);
	try {
		for (let at = 0; at < text.length && !listener.done; at = end) {
			end = at + PIECE;
			parser.write(text.slice(at, end));
			if (end - reported > CONSTRUCT_MAX) throw new Unreadable("One piece of it is longer than 1 MiB.", "beyond");
		}
		if (!truncated && !listener.done) parser.close();
		return undefined;
	} catch (error) {
		if (!(error instanceof Unreadable)) throw error;
		return error.beyond
			? `${error.message} We stopped reading there.`
			: `It is not well-formed XML: ${why(error, text)}`;
	}
}

class Unreadable extends Error {
	readonly beyond: boolean;
	constructor(message: string, beyond?: "beyond") {
		super(message);
		this.beyond = beyond !== undefined;
	}
}

function why({ message }: Unreadable, text: string): string {
	const stray = strayAmpersand(text);
	return stray ? `an "&" that should be "&amp;" (line ${stray.line}, column ${stray.column}).` : message;
}

const REFERENCE = /&(?:#[0-9]+|#x[0-9a-f]+|[a-z_:][\w:.-]{0,80});/iy;
const NEXT = /&|<!\[CDATA\[|<!--/g;

/** First `&` without a reference (XML 1.0 section 2.4); the parser reports it much later. Linear time. */
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
