import htmlEncodingSniffer from "html-encoding-sniffer";
import { type DefaultTreeAdapterTypes, serializeOuter } from "parse5";
import { isElement, offsetOf, parsePage } from "./html/tree/page-tree.ts";

export interface DecodedText {
	readonly text: string;
	readonly label: string;
	readonly from: "bom" | "header" | "meta" | "late-meta" | "default";
	readonly line?: number;
}

const CHARSET_PARAMETER = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/**
 * In browsers' order: byte order mark, Content-Type, a declaration in the first 1,024 bytes, a later `<meta>`, UTF-8.
 * Ignores unknown labels. Invalid bytes become U+FFFD; never throws.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): DecodedText {
	const encoding = encodingFor(body, contentType ?? "");
	return { text: new TextDecoder(encoding.label).decode(body), ...encoding };
}

function encodingFor(body: Uint8Array, contentType: string): Omit<DecodedText, "text"> {
	const mark = declaredIn(body.subarray(0, 3));
	if (mark !== undefined) return { label: mark, from: "bom" };
	const parameter = CHARSET_PARAMETER.exec(contentType);
	const header = encodingOf(parameter?.[1] ?? parameter?.[2] ?? "");
	if (header !== undefined) return { label: header, from: "header" };
	const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
	const isHtml = mediaType === "" || mediaType.includes("html");
	// Ignore a `<meta>` quoted in a text or JSON file.
	const declared = isHtml || mediaType.includes("xml") ? declaredIn(body, !isHtml) : undefined;
	if (declared !== undefined) return { label: declared, from: "meta" };
	return (isHtml && lateMeta(body)) || { label: "utf-8", from: "default" };
}

/** The encoding declared by a byte order mark or in the first 1,024 bytes of HTML. */
export function declaredIn(bytes: Uint8Array, xml = false): string | undefined {
	return encodingOf(htmlEncodingSniffer(bytes, { xml, defaultEncoding: "" }));
}

/** Encoding Standard section 4.2. */
function encodingOf(label: string): string | undefined {
	if (label === "") return undefined;
	try {
		return new TextDecoder(label).encoding;
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

const HEAD_BYTES = 65_536;

/**
 * HTML 13.2.3.5: browsers switch the encoding when the parser meets a `<meta>` that declares one, even after stray
 * text, which ends the head. A declaration after `<body>` does not count.
 */
function lateMeta(body: Uint8Array): Omit<DecodedText, "text"> | undefined {
	const text = Buffer.from(body.subarray(0, HEAD_BYTES)).toString("latin1");
	if (!/<meta[^<]*charset/i.test(text)) return undefined;
	const open: DefaultTreeAdapterTypes.Node[] = [parsePage(text).root];
	// In document order, without recursion on deep nesting.
	for (let node = open.pop(); node; node = open.pop()) {
		const offset = offsetOf(node);
		if (node.nodeName === "body" && offset !== undefined) return undefined;
		if (node.nodeName === "meta" && isElement(node)) {
			const label = declaredIn(Buffer.from(serializeOuter(node), "latin1"));
			if (label !== undefined) return { label, from: "late-meta", line: text.slice(0, offset).split("\n").length };
		}
		if ("childNodes" in node) open.push(...node.childNodes.toReversed());
	}
	return undefined;
}
