import type { BodyKind, Endpoint } from "./endpoint.ts";
import { BODY_MAX_BYTES, BODY_TIMEOUT_MS } from "./problems.ts";
import { ClientGone, Rejection } from "./rejection.ts";

/** What is read of a request, whichever way it came. A Request of the Fetch standard is one. */
export interface ApiRequest {
	readonly method: string;
	/** From the path on, or absolute. */
	readonly url: string;
	readonly headers: { get(name: string): string | null };
	readonly body: RequestBody | null;
	/** Aborts when the client disconnects. */
	readonly signal: AbortSignal;
}

/** A body as it arrives; a ReadableStream is one. */
interface RequestBody {
	getReader(): BodyReader;
	cancel(): Promise<void>;
}

export interface BodyReader {
	/** The next bytes; rejects where the body breaks off. */
	read(): Promise<{ readonly done: false; readonly value: Uint8Array<ArrayBuffer> } | { readonly done: true }>;
	/** Nothing more is read; ends a read that is waiting. */
	cancel(): Promise<void>;
}

/** What bodies an address takes. */
export interface BodyRule {
	/** What the Content-Type field must be. */
	readonly type: RegExp;
	/** The same as the Accept field of an answer that refuses another one. */
	readonly accept: string;
	/** Bytes. */
	readonly most: number;
}

/** JSON has no parameters; the charset that it always has does no harm (RFC 8259 section 11). */
const JSON_TYPE = typeOf("json");
const TYPES: Readonly<Record<BodyKind, Omit<BodyRule, "most">>> = {
	json: { type: JSON_TYPE, accept: "application/json" },
	text: { type: JSON_TYPE, accept: "application/json" },
	form: { type: typeOf("x-www-form-urlencoded"), accept: "application/x-www-form-urlencoded" },
	event: { type: typeOf("secevent\\+jwt"), accept: "application/secevent+jwt" },
};

function typeOf(subtype: string): RegExp {
	return new RegExp(`^application/${subtype}(?:[ \\t]*;[ \\t]*charset[ \\t]*=[ \\t]*(?:utf-8|"utf-8"))?[ \\t]*$`, "i");
}

/** The bytes of an endpoint's body. @throws as `readBody` */
export function readEndpointBody(
	request: ApiRequest,
	{ body = "json", bodyBytes = BODY_MAX_BYTES }: Pick<Endpoint, "body" | "bodyBytes">,
): Promise<Uint8Array<ArrayBuffer>> {
	return readBody(request, { ...TYPES[body], most: bodyBytes });
}

/**
 * The bytes of a body.
 * @throws Rejection `media-type-unsupported` before anything is read, `request-too-large`, `request-too-slow`
 * @throws ClientGone when the body breaks off
 */
export async function readBody(
	request: ApiRequest,
	{ type, accept, most }: BodyRule,
): Promise<Uint8Array<ArrayBuffer>> {
	const coding = request.headers.get("content-encoding") ?? "identity";
	if (!type.test(request.headers.get("content-type") ?? "") || coding.toLowerCase() !== "identity") {
		drop(request.body);
		throw wrongType(accept);
	}
	if (Number(request.headers.get("content-length")) > most) {
		drop(request.body);
		throw tooLarge(most);
	}
	return request.body ? await readAll(request.body, most) : new Uint8Array();
}

/** The kind of problem names the usual type. */
function wrongType(accept: string): Rejection {
	const headers = { Accept: accept };
	if (accept === TYPES.json.accept) return new Rejection("media-type-unsupported", { headers });
	const detail = `The body is not declared as ${accept} without content coding. Send \`Content-Type: ${accept}\`, and no Content-Encoding.`;
	return new Rejection("media-type-unsupported", { detail, headers });
}

/** The kind of problem names the usual bound. */
function tooLarge(most: number): Rejection {
	if (most === BODY_MAX_BYTES) return new Rejection("request-too-large");
	return new Rejection("request-too-large", {
		detail: `The body of the request is larger than ${most} bytes. Send a smaller body.`,
	});
}

async function readAll(body: RequestBody, most: number): Promise<Uint8Array<ArrayBuffer>> {
	const reader = body.getReader();
	let isLate = false;
	const timer = setTimeout(() => {
		isLate = true;
		// Ends the read that is waiting.
		drop(reader);
	}, BODY_TIMEOUT_MS);
	try {
		const chunks: Uint8Array<ArrayBuffer>[] = [];
		let size = 0;
		for (;;) {
			const next = await reader.read();
			if (isLate) throw new Rejection("request-too-slow");
			if (next.done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
			size += next.value.byteLength;
			if (size > most) {
				drop(reader);
				throw tooLarge(most);
			}
			chunks.push(next.value);
		}
	} catch (error) {
		if (error instanceof Rejection) throw error;
		throw new ClientGone("The body broke off.", { cause: error });
	} finally {
		clearTimeout(timer);
	}
}

/** Cancels the rest of a body that nobody reads. */
export function drop(source: { cancel(): Promise<void> } | null): void {
	source?.cancel().catch(() => {
		// The client gets the answer.
	});
}
