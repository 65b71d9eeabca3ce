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

/** No data that we accept or publish nests deeper, and deeper data could crash recursive code. */
export const DEPTH_MAX = 32;

export function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}

/** Whether the text is the canonical form of its value. */
export function isCanonicalText(text: string, value: unknown): boolean {
	return isInOrder(value) && JSON.stringify(value) === text;
}

/** False also for integer-like names, which objects reorder. */
function isInOrder(value: unknown): boolean {
	if (typeof value === "string") return value.isWellFormed();
	if (typeof value === "number") return Number.isFinite(value);
	if (Array.isArray(value)) return value.every(isInOrder);
	if (!isJsonObject(value)) return true;
	let last = "";
	return Object.keys(value).every((name) => {
		const isNext = last <= name && name.isWellFormed() && isInOrder(value[name]);
		last = name;
		return isNext;
	});
}

/** Ignores member order; undefined members count as absent. */
export function isSameJson(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (Array.isArray(a) && Array.isArray(b))
		return a.length === b.length && a.every((each, at) => isSameJson(each, b[at]));
	if (!isJsonObject(a) || !isJsonObject(b)) return false;
	const namesOf = (each: JsonObject) => Object.keys(each).filter((name) => each[name] !== undefined);
	const names = namesOf(a);
	return names.length === namesOf(b).length && names.every((name) => isSameJson(a[name], b[name]));
}

/** RFC 8785; omits undefined members. @throws Error for lone surrogates, NaN or infinities: they have no such form */
export function canonicalJson(value: unknown): string {
	// What is in order already costs a fifth so.
	const text = isInOrder(value) ? JSON.stringify(value) : canonicalize(value);
	if (text === undefined) throw new TypeError("Only JSON values have a canonical form.");
	return text;
}
