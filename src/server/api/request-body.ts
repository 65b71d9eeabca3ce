import { ClientGone, Rejection } from "./rejection.ts";
import { BODY_MAX_BYTES, BODY_PATIENCE_MS } from "./request-limits.ts";

/** JSON has no parameters; a charset that says what is the case anyway does no harm (RFC 8259 section 11). */
const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset[ \t]*=[ \t]*(?:utf-8|"utf-8"))?[ \t]*$/i;

/**
 * The bytes of a JSON body.
 * @throws Rejection `media-type-unsupported` before anything is read, `request-too-large`, `request-too-slow`
 * @throws ClientGone when the body breaks off
 */
export async function readJsonBody(request: Request): Promise<Uint8Array> {
	const coding = request.headers.get("content-encoding") ?? "identity";
	if (!JSON_TYPE.test(request.headers.get("content-type") ?? "") || coding.toLowerCase() !== "identity") {
		drop(request.body);
		throw new Rejection("media-type-unsupported", { headers: { Accept: "application/json" } });
	}
	if (Number(request.headers.get("content-length")) > BODY_MAX_BYTES) {
		drop(request.body);
		throw new Rejection("request-too-large");
	}
	return request.body ? await readAll(request.body) : new Uint8Array();
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
	const reader = body.getReader();
	let isLate = false;
	const timer = setTimeout(() => {
		isLate = true;
		// Ends the read that is waiting.
		drop(reader);
	}, BODY_PATIENCE_MS);
	try {
		const chunks: Uint8Array[] = [];
		let size = 0;
		for (;;) {
			const { done, value } = await reader.read();
			if (isLate) throw new Rejection("request-too-slow");
			if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
			size += value.byteLength;
			if (size > BODY_MAX_BYTES) {
				drop(reader);
				throw new Rejection("request-too-large");
			}
			chunks.push(value);
		}
	} catch (error) {
		if (error instanceof Rejection) throw error;
		throw new ClientGone("The body broke off.", { cause: error });
	} finally {
		clearTimeout(timer);
	}
}

/** Lets go of what is still to come. */
function drop(source: { cancel(): Promise<void> } | null): void {
	source?.cancel().catch(() => {
		// Whoever sends it is told by the answer.
	});
}
