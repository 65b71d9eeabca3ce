import { type BareItem, type InnerList, type Item, ParseError, parseDictionary, Token } from "structured-headers";
import type { UsageStatement } from "../digest/usage-statement.ts";

export type UsageField = UsageStatement["field"];
/** What a value says, without where it was found. */
export type UsageText = Pick<UsageStatement, "path" | "preferences" | "error">;

export const USAGE_FIELDS: readonly UsageField[] = ["content-signal", "content-usage"];
/** More preferences than these tell a reader nothing new; the vocabularies have three words each. */
const PREFERENCES_MAX = 20;
const WORD_MAX = 64;

/**
 * Reads the value of a Content-Signal or Content-Usage line or header. Never throws.
 * @param inRobots a path may come first, as draft-ietf-aipref-attach section 3 has it
 */
export function readUsage(field: UsageField, value: string, inRobots: boolean): UsageText {
	const words = inRobots ? /^(\/[^ \t]*)[ \t]+(.*)$/s.exec(value) : null;
	const path = words?.[1] ?? null;
	const said = words?.[2] ?? value;
	const read = field === "content-usage" ? readDictionary(said) : readSignals(said);
	return { path, ...read };
}

type Preferences = Pick<UsageText, "preferences" | "error">;

/** Structured field dictionary (RFC 9651 section 3.2): one mistake, and none of it counts. */
function readDictionary(text: string): Preferences {
	try {
		const members = [...parseDictionary(text)].slice(0, PREFERENCES_MAX);
		return {
			preferences: members.map(([key, member]) => ({ key: short(key), value: short(wordOf(member)) })),
			error: null,
		};
	} catch (error) {
		if (!(error instanceof ParseError)) throw error;
		return { preferences: [], error: error.message };
	}
}

/** `search=yes, ai-train=no`, as the policy text of contentsignals.org has it. */
function readSignals(text: string): Preferences {
	const pieces = text
		.split(",", PREFERENCES_MAX)
		.map((piece) => piece.trim().toLowerCase())
		.filter((piece) => piece !== "");
	const preferences = pieces.map((piece) => {
		const [key = "", ...rest] = piece.split("=");
		return { key: short(key.trim()), value: short(rest.join("=").trim()) };
	});
	return { preferences, error: pieces.length === 0 ? "it is empty" : null };
}

function short(word: string): string {
	return word.slice(0, WORD_MAX).toWellFormed();
}

function wordOf([value]: Item | InnerList): string {
	return Array.isArray(value) ? "(list)" : bareWord(value);
}

function bareWord(value: BareItem): string {
	if (value instanceof Token) return value.toString().toLowerCase();
	if (typeof value === "string") return JSON.stringify(value);
	if (typeof value === "boolean") return value ? "?1" : "?0";
	return typeof value === "number" ? String(value) : "(other)";
}
