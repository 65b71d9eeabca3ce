import { MAX_REPEATED_NAMES } from "../page-caps.ts";

/** A name that stands a second time in one object; `offset` is that of its second string. */
export interface RepeatedJsonName {
	readonly name: string;
	readonly offset: number;
}

/** Brackets, commas and whole strings; what else valid JSON holds is no matter here. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

const OPENS = new Set(["{", "["]);
const CLOSES = new Set(["}", "]"]);
const BEFORE_NAME = new Set(["{", ","]);

/**
 * Names that an object has twice, in text that JSON.parse has taken. It keeps the last value and says nothing, though
 * names must be unique in JSON-LD (section 1.4) and should be in JSON (RFC 8259, section 4).
 */
export function findRepeatedNames(text: string): RepeatedJsonName[] {
	const repeated: RepeatedJsonName[] = [];
	/** Names so far of each open object; null for an open list. */
	const open: (Set<string> | null)[] = [];
	let before = "";
	for (const { 0: token, index } of text.matchAll(TOKEN)) {
		if (OPENS.has(token)) open.push(token === "{" ? new Set() : null);
		else if (CLOSES.has(token)) open.pop();
		// A string that follows neither a brace nor a comma is a value.
		else if (token !== "," && BEFORE_NAME.has(before)) {
			const name = repeats(token, open.at(-1));
			if (name !== null && repeated.push({ name, offset: index }) === MAX_REPEATED_NAMES) break;
		}
		before = token;
	}
	return repeated;
}

/** Notes a name; the name itself where it was there already. */
function repeats(token: string, names: Set<string> | null | undefined): string | null {
	if (!names) return null;
	const name: string = JSON.parse(token);
	if (names.has(name)) return name;
	names.add(name);
	return null;
}
