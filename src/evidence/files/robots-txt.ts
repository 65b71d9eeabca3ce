import { type BareItem, type InnerList, type Item, ParseError, parseDictionary, Token } from "structured-headers";
import { type RobotsGroup, type RobotsRule, upperCaseEscapes } from "#core/robots-rules.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { CrawlDelay, RobotsFault, RobotsTxt, UsageStatement } from "../evidence-map.ts";
import { linesOf, printable } from "../html/tree/fold-text.ts";
import { sniffBody } from "../response-body.ts";

/** Google reads up to 500 KiB; RFC 9309 section 2.5 requires at least as much. */
export const ROBOTS_MAX_BYTES = 512_000;

const FAULTS_MAX = 100;
const RECORDS_MAX = 100;
/** Agentmap defines one address, RSL a few. */
const ADDRESSES_MAX = 10;
/** The longest real files have some 10,000 rules in 2,000 groups. */
const RULES_MAX = 25_000;
/** 3 per rule. A path is compared with all of them, for every crawler. */
const WILDCARDS_MAX = 75_000;
const GROUPS_MAX = 5_000;
const AGENTS_MAX = 10_000;
/** News archives list about 1,000; engines set no limit. */
const SITEMAPS_MAX = 2_000;
/** 100 records × 200 crawlers. */
const RECORD_AGENTS_MAX = 20_000;

export interface RobotsBody {
	readonly url: string;
	readonly body: Uint8Array;
	readonly contentType: string;
	readonly truncated: boolean;
}

/** RFC 9309 as lenient as Google's parser: tolerated mistakes are obeyed and reported as faults. Never throws. */
export function readRobotsTxt({ body, contentType, truncated }: RobotsBody): RobotsTxt {
	const cut = truncated || body.length > ROBOTS_MAX_BYTES;
	// One character per byte: patterns are compared as octets in any encoding.
	const octets = Buffer.from(body.subarray(0, ROBOTS_MAX_BYTES)).toString("latin1");
	const kind = sniffBody(body) === "html" ? "html" : "text";
	const reader = new RobotsReader();
	const text = octets.replace(/^\xef\xbb\xbf/, "");
	// The last line of a cut file is incomplete.
	const end = cut ? Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"), 0) : text.length;
	let number = 0;
	for (const line of linesOf(text.slice(0, end))) {
		if (reader.full) break;
		reader.read(line, ++number);
	}
	return {
		kind,
		contentType,
		bytes: body.length,
		truncated: cut,
		...(reader.full ? { readLines: number } : {}),
		groups: reader.groups,
		sitemaps: reader.sitemaps,
		usage: reader.usage,
		crawlDelays: reader.crawlDelays,
		...(reader.agentmaps.length > 0 ? { agentmaps: reader.agentmaps } : {}),
		...(reader.licenses.length > 0 ? { licenses: reader.licenses } : {}),
		faults: kind === "html" ? [] : reader.faults,
	};
}

interface OpenGroup extends RobotsGroup {
	readonly agents: string[];
	readonly rules: RobotsRule[];
}

class RobotsReader {
	readonly groups: OpenGroup[] = [];
	readonly sitemaps: { url: string; line: number }[] = [];
	readonly agentmaps: { url: string; line: number }[] = [];
	readonly licenses: { url: string; line: number }[] = [];
	readonly usage: UsageStatement[] = [];
	readonly crawlDelays: CrawlDelay[] = [];
	readonly faults: RobotsFault[] = [];
	readonly #names = new Set<string>();
	#agents = 0;
	#rules = 0;
	#wildcards = 0;
	#recordAgents = 0;

	get full(): boolean {
		if (this.#rules >= RULES_MAX || this.#wildcards >= WILDCARDS_MAX) return true;
		return this.#agents >= AGENTS_MAX || this.groups.length >= GROUPS_MAX;
	}

	/** Consecutive `User-agent` lines share a group until the first rule. */
	#namesAgents = false;

	read(raw: string, line: number): void {
		const field = readField(raw);
		if (field === undefined) return;
		if (field.kind === "unknown") this.#fault("unknown-line", raw, line);
		if (field.forgiven) this.#fault("forgiven-line", raw, line);
		if (field.kind === "user-agent") this.#openGroup(field.value, raw, line);
		if (field.kind === "sitemap") this.#addSitemap(field.value, raw, line);
		if (field.name === "agentmap") addAddress(this.agentmaps, field.value, line);
		if (field.name === "license") addAddress(this.licenses, field.value, line);
		if (field.kind === "allow" || field.kind === "disallow") this.#addRule(field, raw, line);
		if (field.kind === "extension") this.#addRecord(field, raw, line);
	}

	#openGroup(value: string, raw: string, line: number): void {
		const agent = productToken(value);
		if (agent === "") this.#fault("empty-agent", raw, line);
		let group = this.groups.at(-1);
		if (!group || !this.#namesAgents) {
			// A group without a valid name still separates its rules from the group before.
			group = { agents: [], rules: [], line };
			this.groups.push(group);
			this.#namesAgents = true;
			this.#names.clear();
		}
		if (agent === "" || this.#names.has(agent)) return;
		this.#names.add(agent);
		this.#agents++;
		group.agents.push(agent);
	}

	#addRule({ kind, value }: RobotsField, raw: string, line: number): void {
		const group = this.groups.at(-1);
		if (!group) this.#fault("rule-before-group", raw, line);
		this.#namesAgents = false;
		// An empty `Disallow:` disallows nothing (RFC 9309 section 2.2.2).
		if (!group || value === "") return;
		if (!/^[/*]/.test(value)) this.#fault("invalid-path", raw, line);
		this.#rules++;
		this.#wildcards += value.split("*").length - 1;
		group.rules.push({ allow: kind === "allow", pattern: toPattern(value), line, text: shown(raw) });
	}

	#addSitemap(value: string, raw: string, line: number): void {
		const url = utf8(value);
		if (this.sitemaps.length === SITEMAPS_MAX) return;
		if (/^https?:\/\//i.test(url) && URL.canParse(url)) this.sitemaps.push({ url: new URL(url).href, line });
		else this.#fault("relative-sitemap", raw, line);
	}

	/** Does not end the group (RFC 9309 section 2.2.4). */
	#addRecord({ name, value }: RobotsField, raw: string, line: number): void {
		const agents = this.groups.at(-1)?.agents ?? [];
		if (this.#recordAgents + agents.length > RECORD_AGENTS_MAX) return;
		this.#recordAgents += agents.length;
		const place = { at: `line ${line}`, excerpt: shown(raw), agents };
		const field = USAGE_FIELDS.find((each) => each === name);
		if (field && this.usage.length < RECORDS_MAX)
			this.usage.push({ field, ...place, ...readUsage(field, value, true) });
		if (name === "crawl-delay" && this.crawlDelays.length < RECORDS_MAX)
			this.crawlDelays.push({ ...place, seconds: /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : null });
	}

	#fault(kind: RobotsFault["kind"], raw: string, line: number): void {
		if (this.faults.length < FAULTS_MAX) this.faults.push({ kind, at: `line ${line}`, excerpt: shown(raw) });
	}
}

function addAddress(list: { url: string; line: number }[], value: string, line: number): void {
	const url = utf8(value);
	if (list.length === ADDRESSES_MAX || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
	list.push({ url: new URL(url).href, line });
}

/** `*` or letters, `_` and `-` (RFC 9309 section 2.2.1), in lower case. */
function productToken(value: string): string {
	// ASCII only, like C's isspace: a no-break space after the star is part of a name.
	if (/^\*(?:[\t-\r ]|$)/.test(value)) return "*";
	return (/^[a-z_-]*/i.exec(value)?.[0] ?? "").toLowerCase();
}

/** Percent-encodes non-ASCII octets (RFC 9309 section 2.2.2) in upper case. */
function toPattern(value: string): string {
	const escaped = value.replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16)}`);
	return upperCaseEscapes(escaped);
}

function shown(raw: string): string {
	return printable(utf8(raw.slice(0, EXCERPT_LENGTH * 4)), EXCERPT_LENGTH);
}

function utf8(octets: string): string {
	return Buffer.from(octets, "latin1").toString("utf8");
}

type UsageField = UsageStatement["field"];
type UsageText = Pick<UsageStatement, "path" | "preferences" | "error">;

export const USAGE_FIELDS: readonly UsageField[] = ["content-signal", "content-usage"];
/** The vocabularies have 3 words each. */
const PREFERENCES_MAX = 20;
const WORD_MAX = 64;

/** Never throws. @param inRobots whether a path may precede it (draft-ietf-aipref-attach section 3) */
export function readUsage(field: UsageField, value: string, inRobots: boolean): UsageText {
	const words = inRobots ? /^(\/[^ \t]*)[ \t]+(.*)$/s.exec(value) : null;
	const path = words?.[1] ?? null;
	const said = words?.[2] ?? value;
	const read = field === "content-usage" ? readDictionary(said) : readSignals(said);
	return { path, ...read };
}

type Preferences = Pick<UsageText, "preferences" | "error">;

/** Structured field dictionary (RFC 9651 section 3.2): one error invalidates all of it. */
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

/** `search=yes, ai-train=no`, by contentsignals.org. */
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

export function usageInHeaders(headers: Readonly<Record<string, string>>): readonly UsageStatement[] | undefined {
	const said = USAGE_FIELDS.flatMap((field): UsageStatement[] => {
		const value = headers[field];
		if (value === undefined) return [];
		const excerpt = printable(value, EXCERPT_LENGTH);
		return [{ field, agents: [], at: `header ${field}`, excerpt, ...readUsage(field, value, false) }];
	});
	return said.length === 0 ? undefined : said;
}

interface RobotsField {
	readonly kind: "user-agent" | "allow" | "disallow" | "sitemap" | "extension" | "unknown";
	/** For extensions, in lower case; else "". */
	readonly name: string;
	readonly value: string;
	/** Invalid by RFC 9309, but understood. */
	readonly forgiven: boolean;
}

/** Limit of Google's parser: 8 times the longest address that browsers accepted. */
const LINE_MAX = 8 * 2083 - 1;

/** By prefixes that Google's parser accepts. */
const NAMES: readonly (readonly [RobotsField["kind"], readonly string[]])[] = [
	["user-agent", ["user-agent", "useragent", "user agent"]],
	["allow", ["allow"]],
	["disallow", ["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]],
	["sitemap", ["sitemap", "site-map"]],
];
const STANDARD = new Set(["user-agent", "allow", "disallow", "sitemap"]);

/**
 * Extensions allowed by RFC 9309 section 2.2.4. Crawl-delay, Host, Clean-param: Bing, Yandex. Request-rate, Visit-time:
 * draft of 1996. Content-Signal: Cloudflare. Content-Usage: IETF AIPREF. License: RSL. Agentmap: Agentic Resource
 * Discovery. Schemamap: NLWeb.
 */
const EXTENSIONS = new Set(
	"agentmap clean-param content-signal content-usage crawl-delay host license request-rate schemamap visit-time".split(
		" ",
	),
);

function readField(raw: string): RobotsField | undefined {
	const line = trimAscii(raw.slice(0, LINE_MAX).split("#", 1)[0] ?? "");
	if (line === "") return undefined;
	const colon = line.indexOf(":");
	if (colon >= 0) return fieldOf(trimAscii(line.slice(0, colon)), trimAscii(line.slice(colon + 1)), false);
	// `disallow /path`: the colon may be missing between two words.
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

/** `trim()` would remove U+00A0, here the last octet of an "à". */
function trimAscii(octets: string): string {
	let begin = 0;
	let end = octets.length;
	while (begin < end && isAsciiSpace(octets.charCodeAt(begin))) begin++;
	while (end > begin && isAsciiSpace(octets.charCodeAt(end - 1))) end--;
	return octets.slice(begin, end);
}

function isAsciiSpace(code: number): boolean {
	return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
