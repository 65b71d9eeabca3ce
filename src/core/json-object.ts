/** A JSON object of a foreign document: nothing is known of its members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for what JSON.parse makes of `{…}`: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a text is as JSON; undefined for what is none. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
