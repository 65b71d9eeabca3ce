import { encodingOf, lateMeta, prescanHtml, prescanXml } from "./charset-declaration.ts";

export interface DecodedText {
	readonly text: string;
	/** Canonical name of the encoding that was used: `utf-8`, `windows-1252`. */
	readonly label: string;
	/** What decided: byte order mark, Content-Type, a declaration at the document's beginning or behind it, or nothing. */
	readonly from: "bom" | "header" | "meta" | "late-meta" | "default";
	/** Line of the declaration, where it is a late one. */
	readonly line?: number;
}

const CHARSET_PARAMETER = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/**
 * Decodes a body as browsers do: byte order mark, then the charset of Content-Type, then what the document declares
 * in its first 1,024 bytes (`<meta>` in HTML, the declaration in XML), then a `<meta>` further on in the head, then UTF-8. An unknown label counts as none.
 * Bytes that do not fit become U+FFFD; it never throws.
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

/** A text file or JSON that quotes a `<meta>` tag declares nothing. */
function declaredEncoding(body: Uint8Array, contentType: string): string | undefined {
	if (isHtml(contentType)) return prescanHtml(body);
	return mediaTypeOf(contentType).includes("xml") ? prescanXml(body) : undefined;
}

function isHtml(contentType: string): boolean {
	const mediaType = mediaTypeOf(contentType);
	return mediaType === "" || mediaType.includes("html");
}

function mediaTypeOf(contentType: string): string {
	return contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
