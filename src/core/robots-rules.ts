/** robots.txt as data, and the one decision it is for (RFC 9309). The text is read in `evidence/`. */

import { oncePer } from "./once-per.ts";

export interface RobotsRule {
	readonly allow: boolean;
	/** Path pattern, percent-encoding normalised; may hold `*` and a final `$`. Never empty. */
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
	/** The rule that decided; absent when silence did. */
	readonly rule?: RobotsRule | undefined;
	/** The group that was consulted: its token, `*`, or `none`. */
	readonly group: string;
}

/**
 * RFC 9309 section 2.2.2: merges the token's groups, else the `*` groups; longest pattern wins, then Allow; silence
 * permits. As Google's parser does, `Allow: /dir/index.html` opens `/dir/` too.
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

/** Longer paths are judged anew each time, so that a file of long patterns fills no memory. Characters. */
const KEPT_PATH = 1_000;

/** All rules of some groups. Dozens of checks and crawlers ask for the same few paths, and a file may have 25,000 rules. */
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
	/** What stands between the `*`, without a final `$`. */
	readonly parts: readonly string[];
	readonly anchored: boolean;
	readonly length: number;
	readonly rule: RobotsRule;
}

/** The longest pattern first, and Allow in a tie; then those that come first in the file. */
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

/** Crawlers that are named by the same groups share one set of rules. */
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

/** True when a group names this token itself; `*` does not count. */
export function namesAgent(groups: readonly RobotsGroup[], token: string): boolean {
	return indexOf(groups).named.has(token.toLowerCase());
}

/** `%c3%a4` is `%C3%A4` (RFC 3986 section 6.2.2.1). Escapes stay: Google's matcher keeps `%62` apart from `b`. */
export function upperCaseEscapes(path: string): string {
	return path.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

/** `/dir/index.html` → `/dir/$` */
function directoryOfIndex(pattern: string): string | undefined {
	const slash = pattern.lastIndexOf("/");
	return pattern.startsWith("/index.htm", slash) ? `${pattern.slice(0, slash + 1)}$` : undefined;
}

/** Linear in pattern and path together, as a hostile file must not cost more: no regular expression, no backtracking. */
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

/** Parts up to this length are cheap to look for in any way. */
const SHORT_PART = 32;

/** `indexOf` by Knuth, Morris and Pratt: V8's own takes quadratic time on a long part of nearly equal characters. */
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

/** For every prefix of `part`, the length of the longest proper prefix that also ends it. */
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
