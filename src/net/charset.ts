import { encodingOf, prescanHtml, prescanXml } from "./charset-prescan.ts";

export interface DecodedText {
	readonly text: string;
	/** Canonical name of the encoding that was used: `utf-8`, `windows-1252`. */
	readonly label: string;
	/** What decided: byte order mark, Content-Type, a declaration in the document, or nothing. */
	readonly from: "bom" | "header" | "meta" | "default";
}

const CHARSET_PARAMETER = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/**
 * Decodes a body as browsers do: byte order mark, then the charset of Content-Type, then what the document declares
 * in its first 1,024 bytes (`<meta>` in HTML, the declaration in XML), then UTF-8. An unknown label counts as none.
 * Bytes that do not fit become U+FFFD; it never throws.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): DecodedText {
	const { label, from } = encodingFor(body, contentType ?? "");
	return { text: new TextDecoder(label).decode(body), label, from };
}

function encodingFor(body: Uint8Array, contentType: string): Omit<DecodedText, "text"> {
	const mark = byteOrderMark(body);
	if (mark !== undefined) return { label: mark, from: "bom" };
	const parameter = CHARSET_PARAMETER.exec(contentType);
	const header = encodingOf(parameter?.[1] ?? parameter?.[2]);
	if (header !== undefined) return { label: header, from: "header" };
	const declared = declaredEncoding(body, contentType);
	return declared === undefined ? { label: "utf-8", from: "default" } : { label: declared, from: "meta" };
}

function byteOrderMark(body: Uint8Array): string | undefined {
	const [first, second, third] = body;
	if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
	if (first === 0xff && second === 0xfe) return "utf-16le";
	return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** A text file or JSON that quotes a `<meta>` tag declares nothing. */
function declaredEncoding(body: Uint8Array, contentType: string): string | undefined {
	const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
	if (mediaType === "" || mediaType.includes("html")) return prescanHtml(body);
	return mediaType.includes("xml") ? prescanXml(body) : undefined;
}
