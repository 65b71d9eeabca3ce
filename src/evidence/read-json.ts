import { findJsonFault } from "#core/json-faults.ts";

export interface JsonReading {
	/** null when the text is broken, too long or too deep; also when it says `null`. */
	readonly json: unknown;
	/** What is wrong, with line and column; null when it is valid. */
	readonly jsonError: string | null;
}

/** Longer values are not kept. Bytes. */
const JSON_MAX_BYTES = 64 * 1024;
/** Deeper values are refused: what handles them later walks them by recursion. */
const DEPTH_MAX = 64;

/** Reads foreign JSON into a value that has a canonical form (RFC 8785). Never throws. */
export function readJson(body: Uint8Array): JsonReading {
	const text = new TextDecoder().decode(body);
	const fault = findJsonFault(text);
	if (fault) {
		const says = fault.says.replace(/\.$/, "");
		return { json: null, jsonError: `${says} (line ${fault.line}, column ${fault.column}).` };
	}
	if (body.length > JSON_MAX_BYTES) return { json: null, jsonError: null };
	try {
		return { json: tame(JSON.parse(text), 0), jsonError: null };
	} catch (error) {
		if (!(error instanceof TooDeep)) throw error;
		return { json: null, jsonError: `It is nested more than ${DEPTH_MAX} levels deep.` };
	}
}

class TooDeep extends Error {}

/** Lone surrogates and numbers beyond all bounds are valid JSON and have no canonical form; neither is kept. */
function tame(value: unknown, depth: number): unknown {
	if (depth > DEPTH_MAX) throw new TooDeep();
	if (typeof value === "string") return value.toWellFormed();
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	if (Array.isArray(value)) return value.map((each) => tame(each, depth + 1));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed(), tame(each, depth + 1)]));
}
