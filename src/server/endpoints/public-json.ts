import { type Answer, SerializedJson } from "../api/endpoint.ts";
import { entityTag } from "../api/entity-tag.ts";

/** An answer that is the same for everybody: caches may keep it for a minute, and its tag tells whether it changed. */
export function publicJson(body: unknown): Answer<never> {
	const text = JSON.stringify(body);
	return {
		body: new SerializedJson(text),
		headers: { "Cache-Control": "public, max-age=60", ETag: entityTag(text) },
	};
}
