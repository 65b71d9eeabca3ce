import canonicalize from "canonicalize";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** No data that people send to us or publish for us is deeper, and deeper data could end programs that walk it. */
export const DEPTH_MAX = 32;

export function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}

/** RFC 8785; undefined members are left out. @throws Error for a lone surrogate, NaN or an infinity, which have none */
export function canonicalJson(value: unknown): string {
	const text = canonicalize(value);
	if (text === undefined) throw new TypeError("Only JSON values have a canonical form.");
	return text;
}
