import type { MachineFile } from "./evidence-map.ts";

export type Sniffed = MachineFile["sniffed"];

/** Enough to tell one kind from another. */
const WINDOW = 4096;

/** Beginnings of a web page, after white space and comments (WHATWG MIME Sniffing section 7.1, and `<meta>`, `<link>`). */
const HTML =
	/^<(?:!doctype html|html|head|body|title|meta|link|script|style|iframe|div|p|h[1-6]|a|b|br|font|table|main|header|section)(?=[\s>/])/i;
const COMMENTS = /^(?:\s|<!--.*?-->)+/s;
const XML = /^<(?:\?[a-z_]|[a-z_][\w.:-]*[\s>/]|!doctype)/i;
/** Starts like an object or array, so that a broken file still counts as JSON; `[text](link)` does not. */
const JSON_START = /^(?:\{\s*["}]|\[\s*["[{\]\d-])/;
/** A heading, or a list of links, at the beginning of a line. */
const MARKDOWN = /^(?:#{1,6} \S|[-*+] +\[[^\]\n]*\]\([^)\n]*\)|\[[^\]\n]*\]\([^)\n]*\))/m;

/** What bytes are, whatever their Content-Type says. */
export function sniffBody(body: Uint8Array): Sniffed {
	const window = body.subarray(0, WINDOW);
	const text = Buffer.from(window)
		.toString("latin1")
		.replace(/^\xef\xbb\xbf/, "")
		.trimStart();
	if (text === "") return "empty";
	if (window.some(isBinary)) return "binary";
	const behindComments = text.replace(/^<\?xml[^>]*>/i, "").replace(COMMENTS, "");
	if (HTML.test(behindComments)) return "html";
	if (XML.test(text) || XML.test(behindComments)) return "xml";
	if (text.startsWith("<!--")) return "html";
	if (JSON_START.test(text)) return "json";
	return MARKDOWN.test(text) ? "markdown" : "text";
}

/** A byte that no text has (WHATWG MIME Sniffing, "binary data byte"). */
function isBinary(byte: number): boolean {
	return byte < 0x20 && byte !== 0x1b && !(byte >= 0x09 && byte <= 0x0d && byte !== 0x0b);
}
