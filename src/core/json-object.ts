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

/** More than this nobody needs who sends or publishes data for us; what is deeper could end programs that walk it. */
export const DEPTH_MAX = 32;

/** Whether a value read from JSON has arrays or objects within each other on more levels than that. */
export function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}
