export interface DecodedText {
	readonly text: string;
	readonly label: string;
	readonly from: "bom" | "header" | "meta" | "late-meta" | "default";
	readonly line?: number;
}

const CHARSET_PARAMETER = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/**
 * As browsers do: byte order mark, Content-Type, a declaration in the first 1,024 bytes, a later `<meta>`, UTF-8.
 * Unknown labels do not count. Bytes that do not fit become U+FFFD; never throws.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): DecodedText {
	const encoding = encodingFor(body, contentType ?? "");
	return { text: new TextDecoder(encoding.label).decode(body), ...encoding };
}

function encodingFor(body: Uint8Array, contentType: string): Omit<DecodedText, "text"> {
	const mark = byteOrderMark(body);
	if (mark !== undefined) return { label: mark, from: "bom" };
	const parameter = CHARSET_PARAMETER.exec(contentType);
	const header = encodingOf(parameter?.[1] ?? parameter?.[2]);
	if (header !== undefined) return { label: header, from: "header" };
	const declared = declaredEncoding(body, contentType);
	if (declared !== undefined) return { label: declared, from: "meta" };
	const late = isHtml(contentType) ? lateMeta(body) : undefined;
	return late ? { ...late, from: "late-meta" } : { label: "utf-8", from: "default" };
}

function byteOrderMark(body: Uint8Array): string | undefined {
	const [first, second, third] = body;
	if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
	if (first === 0xff && second === 0xfe) return "utf-16le";
	return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** A `<meta>` that a text file or JSON quotes does not count. */
function declaredEncoding(body: Uint8Array, contentType: string): string | undefined {
	if (isHtml(contentType)) return prescanHtml(body);
	return mediaTypeOf(contentType).includes("xml") ? xmlEncoding(latin1(body)) : undefined;
}

function isHtml(contentType: string): boolean {
	const mediaType = mediaTypeOf(contentType);
	return mediaType === "" || mediaType.includes("html");
}

function mediaTypeOf(contentType: string): string {
	return contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** HTML 13.2.3.2. html-encoding-sniffer stops at 1,024 bytes; this code reads late declarations too. */

const PRESCAN_BYTES = 1024;

const TAG_META = /<meta[\t\n\f\r /]/iy;
const TAG_NAME = /<\/?[a-z][^\t\n\f\r >]*/iy;
const MARKUP = /<[!/?]/y;
const ATTRIBUTE_NAME = /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)?[\t\n\f\r ]*/y;
const ATTRIBUTE_VALUE = /=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'>\t\n\f\r ][^>\t\n\f\r ]*)|(?=>))/y;
const CONTENT_CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|(["'])|([^\t\n\f\r ;]*))/i;
const XML_ENCODING = /\s*=\s*(?:"([^"\s]*)"|'([^'\s]*)')/y;

/** Encoding Standard section 4.2. */
function encodingOf(label: string | undefined): string | undefined {
	if (label === undefined) return undefined;
	try {
		return new TextDecoder(label).encoding;
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

function prescanHtml(bytes: Uint8Array): string | undefined {
	const head = latin1(bytes);
	if (head.startsWith("<\0?\0x\0")) return "utf-16le";
	if (head.startsWith("\0<\0?\0x")) return "utf-16be";
	return findMeta(head, skipOther)?.label ?? xmlEncoding(head);
}

function latin1(bytes: Uint8Array, length = PRESCAN_BYTES): string {
	return Buffer.from(bytes.subarray(0, length)).toString("latin1");
}

type Skip = (head: string, at: number) => number | undefined;

function findMeta(head: string, skip: Skip): { readonly label: string; readonly at: number } | undefined {
	let at: number | undefined = 0;
	while (at !== undefined && at < head.length) {
		if (head.startsWith("<!--", at)) {
			at = after(head, "-->", at + 2);
		} else if (matchAt(TAG_META, head, at)) {
			const tag = readTag(head, at + "<meta".length);
			const declared = tag && declaredIn(tag.attributes);
			if (declared !== undefined) return { label: declared, at };
			at = tag?.end;
		} else {
			at = skip(head, at);
		}
	}
	return undefined;
}

function skipOther(head: string, at: number): number | undefined {
	const name = matchAt(TAG_NAME, head, at);
	if (name) return readTag(head, at + name[0].length)?.end;
	return matchAt(MARKUP, head, at) ? after(head, ">", at) : at + 1;
}

function readTag(head: string, start: number) {
	const attributes = new Map<string, string>();
	let at = start;
	for (;;) {
		const name = matchAt(ATTRIBUTE_NAME, head, at);
		at += name?.[0].length ?? 0;
		if (at >= head.length) return undefined;
		if (name?.[1] === undefined) return { attributes, end: at + 1 };
		const value = head[at] === "=" ? matchAt(ATTRIBUTE_VALUE, head, at) : [""];
		if (value === null) return undefined;
		at += value[0]?.length ?? 0;
		const key = name[1].toLowerCase();
		// The first of two attributes of one name counts.
		if (!attributes.has(key)) attributes.set(key, value[1] ?? value[2] ?? value[3] ?? "");
	}
}

/** `content` counts beside `http-equiv=content-type` only. */
function declaredIn(attributes: ReadonlyMap<string, string>): string | undefined {
	const charset = attributes.get("charset");
	if (charset !== undefined) return asciiCompatible(encodingOf(charset));
	if (attributes.get("http-equiv")?.toLowerCase() !== "content-type") return undefined;
	const found = CONTENT_CHARSET.exec(attributes.get("content") ?? "");
	return found ? asciiCompatible(encodingOf(found[1] ?? found[2] ?? found[4])) : undefined;
}

/** What reads as ASCII is no UTF-16; x-user-defined means windows-1252 here. */
function asciiCompatible(encoding: string | undefined): string | undefined {
	if (encoding?.startsWith("utf-16")) return "utf-8";
	return encoding === "x-user-defined" ? "windows-1252" : encoding;
}

function xmlEncoding(head: string): string | undefined {
	const word = head.indexOf("encoding");
	if (!head.startsWith("<?xml") || !head.includes(">") || word < 0) return undefined;
	const value = matchAt(XML_ENCODING, head, word + "encoding".length);
	return asciiCompatible(encodingOf(value?.[1] ?? value?.[2]));
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
	sticky.lastIndex = at;
	return sticky.exec(text);
}

function after(text: string, mark: string, from: number): number | undefined {
	const found = text.indexOf(mark, from);
	return found < 0 ? undefined : found + mark.length;
}

const HEAD_BYTES = 65_536;

const HEAD_TAG_NAME = /<\/?[a-z][^\t\n\f\r >/]*/iy;
/** No markup to a browser that runs scripts. */
const TEXT_ALONE: ReadonlySet<string> = new Set(["<script", "<style", "<title", "<noscript", "<textarea", "<iframe"]);

/** HTML 13.2.3.5: browsers change the encoding while parsing. Unlike the first look, it takes no text for tags. */
function lateMeta(bytes: Uint8Array): Pick<DecodedText, "label" | "line"> | undefined {
	const head = latin1(bytes, HEAD_BYTES);
	const found = findMeta(head, skipParsed);
	return found && { label: found.label, line: head.slice(0, found.at).split(/\r\n?|\n/).length };
}

function skipParsed(head: string, at: number): number | undefined {
	const name = matchAt(HEAD_TAG_NAME, head, at)?.[0].toLowerCase() ?? "";
	if (name === "</head" || name === "<body") return undefined;
	const end = skipOther(head, at);
	if (end === undefined || !TEXT_ALONE.has(name)) return end;
	const close = new RegExp(`</${name.slice(1)}[\\t\\n\\f\\r />]`, "ig");
	close.lastIndex = end;
	return close.exec(head)?.index;
}
