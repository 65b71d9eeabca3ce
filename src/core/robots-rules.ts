/** robots.txt as data, and the decision it is for (RFC 9309). `evidence/` parses the text. */

import { oncePer } from "./once-per.ts";

export interface RobotsRule {
	readonly allow: boolean;
	/** Path pattern with normalized percent-encoding; may contain `*` and end with `$`. Never empty. */
	readonly pattern: string;
	/** 1-based line in the file. */
	readonly line: number;
	readonly text: string;
}

export interface RobotsGroup {
	/** Product tokens in lower case; `*` for the default group. */
	readonly agents: readonly string[];
	readonly rules: readonly RobotsRule[];
	readonly line: number;
}

export interface RobotsDecision {
	readonly allowed: boolean;
	/** The rule that decided; absent if none matched. */
	readonly rule?: RobotsRule | undefined;
	/** The group that applied: its token, `*`, or `none`. */
	readonly group: string;
}

/**
 * RFC 9309 section 2.2.2: merges the token's groups, else the `*` groups; the longest pattern wins, then Allow; the
 * default is to allow. Like Google's parser, lets `Allow: /dir/index.html` allow `/dir/` too.
 * @param path path with query, percent-encoded: `/search?q=1`; empty means `/`
 */
export function decide(groups: readonly RobotsGroup[], token: string, path: string): RobotsDecision {
	const { named, all } = indexOf(groups);
	const wanted = named.get(token.toLowerCase());
	const chosen = wanted ?? all;
	const group = wanted ? token : chosen ? "*" : "none";
	const rule = chosen?.ruleFor(upperCaseEscapes(path === "" ? "/" : path));
	return { allowed: rule?.allow ?? true, rule, group };
}

/** Characters. Decisions on longer paths are not cached, so that a hostile file cannot fill the memory. */
const KEPT_PATH = 1_000;

/** Merged rules of groups. Caches decisions: many checks ask for the same paths, and a file may have 25,000 rules. */
class Ruleset {
	readonly #groups: readonly RobotsGroup[];
	readonly #decided = new Map<string, RobotsRule | undefined>();
	#ranked: readonly RankedPattern[] | undefined;

	constructor(groups: readonly RobotsGroup[]) {
		this.#groups = groups;
	}

	ruleFor(path: string): RobotsRule | undefined {
		if (path.length > KEPT_PATH) return this.#find(path);
		if (!this.#decided.has(path)) this.#decided.set(path, this.#find(path));
		return this.#decided.get(path);
	}

	#find(path: string): RobotsRule | undefined {
		this.#ranked ??= rank(this.#groups.flatMap(({ rules }) => rules));
		return this.#ranked.find((each) => matches(each, path))?.rule;
	}
}

interface RankedPattern {
	/** The text between the `*`, without a final `$`. */
	readonly parts: readonly string[];
	readonly anchored: boolean;
	readonly length: number;
	readonly rule: RobotsRule;
}

/** Longest pattern first, then Allow, then file order. */
function rank(rules: readonly RobotsRule[]): readonly RankedPattern[] {
	const ranked = rules.flatMap((rule) => {
		const directory = rule.allow ? directoryOfIndex(rule.pattern) : undefined;
		return [rule.pattern, ...(directory === undefined ? [] : [directory])].map((pattern) => asRanked(pattern, rule));
	});
	return ranked.sort((a, b) => b.length - a.length || Number(b.rule.allow) - Number(a.rule.allow));
}

function asRanked(pattern: string, rule: RobotsRule): RankedPattern {
	const anchored = pattern.endsWith("$");
	return { parts: (anchored ? pattern.slice(0, -1) : pattern).split("*"), anchored, length: pattern.length, rule };
}

interface GroupIndex {
	/** By product token in lower case. */
	readonly named: ReadonlyMap<string, Ruleset>;
	readonly all: Ruleset | undefined;
}

const indexOf = oncePer(makeIndex);

/** Crawlers named by the same groups share one rule set. */
function makeIndex(groups: readonly RobotsGroup[]): GroupIndex {
	const numbers = new Map<string, number[]>();
	for (const [number, { agents }] of groups.entries()) {
		for (const agent of new Set(agents)) {
			const list = numbers.get(agent);
			if (list) list.push(number);
			else numbers.set(agent, [number]);
		}
	}
	const rulesets = new Map<string, Ruleset>();
	const named = new Map<string, Ruleset>();
	for (const [agent, list] of numbers) {
		const key = list.join();
		const ruleset = rulesets.get(key) ?? new Ruleset(list.flatMap((number) => groups[number] ?? []));
		rulesets.set(key, ruleset);
		named.set(agent, ruleset);
	}
	return { named, all: named.get("*") };
}

/** Whether a group names this token; `*` does not count. */
export function namesAgent(groups: readonly RobotsGroup[], token: string): boolean {
	return indexOf(groups).named.has(token.toLowerCase());
}

/** `%c3%a4` → `%C3%A4` (RFC 3986 section 6.2.2.1). Does not decode: Google's matcher distinguishes `%62` from `b`. */
export function upperCaseEscapes(path: string): string {
	return path.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

/** `/dir/index.html` → `/dir/$` */
function directoryOfIndex(pattern: string): string | undefined {
	const slash = pattern.lastIndexOf("/");
	return pattern.startsWith("/index.htm", slash) ? `${pattern.slice(0, slash + 1)}$` : undefined;
}

/** Linear in pattern plus path length, because the file may be hostile: no regular expression, no backtracking. */
function matches({ parts, anchored }: RankedPattern, path: string): boolean {
	const first = parts[0] ?? "";
	if (!path.startsWith(first)) return false;
	let at = first.length;
	for (let index = 1; index < parts.length; index++) {
		const part = parts[index] ?? "";
		if (anchored && index === parts.length - 1) return path.length - part.length >= at && path.endsWith(part);
		const found = find(path, part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return !anchored || at === path.length;
}

/** Parts up to this length are cheap to find by any algorithm. */
const SHORT_PART = 32;

/** `indexOf` by Knuth, Morris and Pratt: V8's takes quadratic time for long, nearly uniform parts. */
function find(text: string, part: string, from: number): number {
	if (part.length <= SHORT_PART || part.length > text.length - from) return text.indexOf(part, from);
	const borders = bordersOf(part);
	let matched = 0;
	for (let at = from; at < text.length; at++) {
		while (matched > 0 && text[at] !== part[matched]) matched = borders[matched - 1] ?? 0;
		if (text[at] === part[matched]) matched++;
		if (matched === part.length) return at - part.length + 1;
	}
	return -1;
}

/** For every prefix of `part`: the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): Uint32Array {
	const borders = new Uint32Array(part.length);
	let length = 0;
	for (let at = 1; at < part.length; at++) {
		while (length > 0 && part[at] !== part[length]) length = borders[length - 1] ?? 0;
		if (part[at] === part[length]) length++;
		borders[at] = length;
	}
	return borders;
}
