import { type BareItem, type InnerList, type Item, ParseError, parseDictionary, Token } from "structured-headers";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { UsageStatement } from "../evidence-map.ts";
import { printable } from "../html/tree/fold-text.ts";

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

/** What the headers of a page say about its use; undefined where they say nothing. */
export function usageInHeaders(headers: Readonly<Record<string, string>>): readonly UsageStatement[] | undefined {
	const said = USAGE_FIELDS.flatMap((field): UsageStatement[] => {
		const value = headers[field];
		if (value === undefined) return [];
		const excerpt = printable(value, EXCERPT_LENGTH);
		return [{ field, agents: [], at: `header ${field}`, excerpt, ...readUsage(field, value, false) }];
	});
	return said.length === 0 ? undefined : said;
}

/** One line of a robots.txt, recognised by its name. */
export interface RobotsField {
	readonly kind: "user-agent" | "allow" | "disallow" | "sitemap" | "extension" | "unknown";
	/** Before the colon, lower case, for an extension; "" for the others. */
	readonly name: string;
	/** Without comment and surrounding white space. */
	readonly value: string;
	/** True when the line breaks RFC 9309 and is understood all the same. */
	readonly forgiven: boolean;
}

/** Google's parser reads no further in a line: eight times the longest address that a browser took. */
const LINE_MAX = 8 * 2083 - 1;

/** The fields of RFC 9309, by the beginnings of the names that Google's parser takes for them. */
const NAMES: readonly (readonly [RobotsField["kind"], readonly string[]])[] = [
	["user-agent", ["user-agent", "useragent", "user agent"]],
	["allow", ["allow"]],
	["disallow", ["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]],
	["sitemap", ["sitemap", "site-map"]],
];
const STANDARD = new Set(["user-agent", "allow", "disallow", "sitemap"]);

/**
 * Other records that a known consumer documents; RFC 9309 section 2.2.4 lets them stand. Crawl-delay and Host, Clean-param:
 * Bing, Yandex. Request-rate, Visit-time: the extended draft of 1996. Content-Signal: Cloudflare. Content-Usage: IETF
 * AIPREF. License: RSL. Agentmap: Agentic Resource Discovery. Schemamap: NLWeb.
 */
const EXTENSIONS = new Set(
	"agentmap clean-param content-signal content-usage crawl-delay host license request-rate schemamap visit-time".split(
		" ",
	),
);

/** Reads one line, without its end; undefined where there is nothing but white space and comment. */
export function readField(raw: string): RobotsField | undefined {
	const line = trimAscii(raw.slice(0, LINE_MAX).split("#", 1)[0] ?? "");
	if (line === "") return undefined;
	const colon = line.indexOf(":");
	if (colon >= 0) return fieldOf(trimAscii(line.slice(0, colon)), trimAscii(line.slice(colon + 1)), false);
	// `disallow /path`: the colon may be missing between exactly two words.
	const words = line.split(/[ \t\v\f]+/);
	const [name = "", value = ""] = words;
	return words.length === 2 ? fieldOf(name, value, true) : unknown(line);
}

function fieldOf(name: string, value: string, forgiven: boolean): RobotsField {
	const lower = name.toLowerCase();
	if (EXTENSIONS.has(lower)) return forgiven ? unknown(value) : { kind: "extension", name: lower, value, forgiven };
	for (const [kind, beginnings] of NAMES) {
		if (!beginnings.some((beginning) => lower.startsWith(beginning))) continue;
		return { kind, name: "", value, forgiven: forgiven || !STANDARD.has(lower) };
	}
	return unknown(value);
}

function unknown(value: string): RobotsField {
	return { kind: "unknown", name: "", value, forgiven: false };
}

/** `trim()` would take U+00A0, which here is the last octet of an "à". */
function trimAscii(octets: string): string {
	let begin = 0;
	let end = octets.length;
	while (begin < end && isAsciiSpace(octets.charCodeAt(begin))) begin++;
	while (end > begin && isAsciiSpace(octets.charCodeAt(end - 1))) end--;
	return octets.slice(begin, end);
}

/** Space, and tab to carriage return, as C's `isspace` has it. */
function isAsciiSpace(code: number): boolean {
	return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
