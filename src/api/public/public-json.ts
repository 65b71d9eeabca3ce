import { createHash } from "node:crypto";
import { type Answer, SerializedJson } from "../endpoint.ts";

/** An answer that is the same for everybody: caches may keep it for a minute, and its tag tells whether it changed. */
export function publicJson(body: unknown): Answer<never> {
	const text = JSON.stringify(body);
	const tag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
	return {
		body: new SerializedJson(text),
		headers: { "Cache-Control": "public, max-age=60", ETag: `"${tag}"` },
	};
}
