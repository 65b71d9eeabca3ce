import { findJsonFault } from "#core/json-faults.ts";
import type { HttpResponse } from "#net/http-client.ts";
import type { MachineFile } from "./evidence-map.ts";

export type Sniffed = MachineFile["sniffed"];

const WINDOW = 4096;

/** Skips white space and comments (WHATWG MIME Sniffing section 7.1, plus `<meta>`, `<link>`). */
const HTML =
	/^<(?:!doctype html|html|head|body|title|meta|link|script|style|iframe|div|p|h[1-6]|a|b|br|font|table|main|header|section)(?=[\s>/])/i;
const COMMENTS = /^(?:\s|<!--.*?-->)+/s;
const XML = /^<(?:\?[a-z_]|[a-z_][\w.:-]*[\s>/]|!doctype)/i;
/** Broken JSON still counts; `[text](link)` does not. */
const JSON_START = /^(?:\{\s*["}]|\[\s*["[{\]\d-])/;
const MARKDOWN = /^(?:#{1,6} \S|[-*+] +\[[^\]\n]*\]\([^)\n]*\)|\[[^\]\n]*\]\([^)\n]*\))/m;

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
	if (text.startsWith("<!--") && !MARKDOWN.test(behindComments)) return "html";
	if (JSON_START.test(text)) return "json";
	return MARKDOWN.test(text) ? "markdown" : "text";
}

function isBinary(byte: number): boolean {
	return byte < 0x20 && byte !== 0x1b && !(byte >= 0x09 && byte <= 0x0d && byte !== 0x0b);
}

export function mediaTypeOf({ headers }: Pick<HttpResponse, "headers">): string {
	return (headers["content-type"] ?? "").split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? "";
}

export interface JsonReading {
	/** Also null for text that is invalid, too long or too deep. */
	readonly json: unknown;
	readonly jsonError: string | null;
}

/** Bytes; longer values are not kept. */
const JSON_MAX_BYTES = 64 * 1024;
/** Later code walks values recursively. */
const DEPTH_MAX = 64;

/** Returns only values that have a canonical form (RFC 8785). Never throws. */
export function readJson({ body }: { readonly url: string; readonly body: Uint8Array }): JsonReading {
	const text = new TextDecoder().decode(body);
	const fault = findJsonFault(text);
	if (fault) {
		const says = fault.says.replace(/\.$/, "");
		return { json: null, jsonError: `${says} (line ${fault.line}, column ${fault.column}).` };
	}
	if (body.length > JSON_MAX_BYTES) return { json: null, jsonError: null };
	try {
		return { json: withoutUncanonical(JSON.parse(text), 0), jsonError: null };
	} catch (error) {
		if (!(error instanceof TooDeep)) throw error;
		return { json: null, jsonError: `It is nested more than ${DEPTH_MAX} levels deep.` };
	}
}

class TooDeep extends Error {}

/** Lone surrogates and infinite numbers have no canonical form; replaces both. */
function withoutUncanonical(value: unknown, depth: number): unknown {
	if (depth > DEPTH_MAX) throw new TooDeep();
	if (typeof value === "string") return value.toWellFormed();
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	if (Array.isArray(value)) return value.map((each) => withoutUncanonical(each, depth + 1));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, each]) => [key.toWellFormed(), withoutUncanonical(each, depth + 1)]),
	);
}
