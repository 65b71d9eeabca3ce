import type { Crawler } from "#core/crawlers.ts";
import { decide, namesAgent, type RobotsDecision, type RobotsGroup, type RobotsRule } from "#core/robots-rules.ts";
import type { Exhibit, OwnCause, PartialPass, Verdict } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { clip, exhibitsOf, headerExhibit } from "./exhibits.ts";
import { pathOf } from "./site-addresses.ts";

export interface BlockedCrawler {
	readonly crawler: Crawler;
	readonly rule: RobotsRule;
	/** Token of the rule's group; `*` for the default group. */
	readonly group: string;
}

/** The crawlers that must not fetch a path. The default is to allow (RFC 9309 section 2.2.2). */
export function blockedCrawlers(
	groups: readonly RobotsGroup[],
	crawlers: readonly Crawler[],
	path = "/",
): readonly BlockedCrawler[] {
	return blockedListeners(groups, listenersOf(groups, crawlers), path);
}

type Listener = { readonly crawler: Crawler; readonly token: string };

/** Resolved once for many paths, because a crawler's group does not depend on the path. */
function listenersOf(groups: readonly RobotsGroup[], crawlers: readonly Crawler[]): readonly Listener[] {
	return crawlers.map((crawler) => ({ crawler, token: obeyed(groups, crawler.token) }));
}

function blockedListeners(
	groups: readonly RobotsGroup[],
	listeners: readonly Listener[],
	path: string,
): readonly BlockedCrawler[] {
	const decisions = new Map<string, RobotsDecision>();
	return listeners.flatMap(({ crawler, token }) => {
		const decision = decisions.get(token) ?? decide(groups, token, path);
		decisions.set(token, decision);
		const { allowed, rule, group } = decision;
		return allowed || !rule ? [] : [{ crawler, rule, group }];
	});
}

/** 4xx allows all (section 2.3.1). One visit cannot tell how long a 5xx lasts, so it counts only at `robots-fetch`. */
export function judgeWithoutRules(robotsUrl: string, status: number): Verdict {
	if (status === 429) {
		return {
			outcome: "unknown",
			says: `${robotsUrl} returned 429 (too many requests) and asked us to wait, so we could not see its rules.`,
		};
	}
	if (status < 500)
		return { outcome: "pass", says: `There is no robots.txt (${status}), so every crawler may read everything.` };
	return {
		outcome: "unknown",
		says: `${robotsUrl} returns ${status}, so there are no rules to check. Crawlers stop reading your site until it is fixed.`,
	};
}

/** Apple: if no group names Applebot, it follows the group of Googlebot. https://support.apple.com/en-us/119829 */
function obeyed(groups: readonly RobotsGroup[], token: string): string {
	if (namesAgent(groups, token)) return token;
	return token === "Applebot" && namesAgent(groups, "Googlebot") ? "Googlebot" : "*";
}

/** Own cause if one of the blocks is by a line that does not cause the root cause's blocks. */
export function ownLines(blocks: readonly BlockedCrawler[], root: readonly BlockedCrawler[]): { ownCause?: OwnCause } {
	const lines = new Set(root.map(({ rule }) => rule.line));
	return blocks.every(({ rule }) => lines.has(rule.line)) ? {} : { ownCause: true };
}

/** `Googlebot and Bingbot (line 2, "Disallow: /", in the group for all crawlers)`; of several rules only the lines. */
export function nameBlocks(blocks: readonly BlockedCrawler[]): string {
	const rules = byRule(blocks).map(([block]) => block);
	const tokens = [...new Set(blocks.map(({ crawler }) => crawler.token))];
	const [only, ...others] = rules;
	if (!only || others.length > 0) {
		const lines = rules.map(({ rule }) => String(rule.line));
		return `${listing(tokens, 7)} (lines ${listing(lines, 7)})`;
	}
	const whose = only.group === "*" ? "all crawlers" : only.group;
	return `${listing(tokens, 7)} (line ${only.rule.line}, "${clip(only.rule.text, 60)}", in the group for ${whose})`;
}

export function closedFault(what: string, blocks: readonly BlockedCrawler[]): string {
	const tokens = [...new Set(blocks.map(({ crawler }) => crawler.token))];
	return `robots.txt blocks ${tokens.length > 3 ? plainCount(tokens.length, "crawler") : listing(tokens)} from ${what}`;
}

export function openingLines(robotsUrl: string, blocks: readonly BlockedCrawler[]): string {
	const group = [...blocks.map(({ crawler }) => `"User-agent: ${crawler.token}"`), '"Allow: /"'];
	return `Delete ${nameRules(blocks)} from ${robotsUrl}, or allow these crawlers by name with the lines ${group.join(", ")}.`;
}

/** `line 2 ("Disallow: /")`, deduplicated. */
function nameRules(blocks: readonly BlockedCrawler[]): string {
	return listing(
		byRule(blocks).map(([{ rule }]) => `line ${rule.line} ("${clip(rule.text, 60)}")`),
		7,
	);
}

export function ruleExhibits(robotsUrl: string, blocks: readonly BlockedCrawler[]): readonly Exhibit[] {
	return byRule(blocks).map(([{ rule }]) => ({
		url: robotsUrl,
		at: `line ${rule.line}`,
		excerpt: clip(rule.text),
	}));
}

function byRule(blocks: readonly BlockedCrawler[]): readonly (readonly [BlockedCrawler, readonly string[]])[] {
	const lines = new Map<number, [BlockedCrawler, string[]]>();
	for (const block of blocks) {
		const same = lines.get(block.rule.line);
		if (same) same[1].push(block.crawler.token);
		else lines.set(block.rule.line, [block, [block.crawler.token]]);
	}
	return [...lines.values()].toSorted(([a], [b]) => a.rule.line - b.rule.line);
}

/** Up to this share, it is a slip in the sitemap, not a closed site. */
const SLIP = 0.05;

interface ClosedAddresses {
	readonly of: number;
	readonly closed: readonly string[];
	readonly blocks: readonly BlockedCrawler[];
}

export function closedAddresses(
	groups: readonly RobotsGroup[],
	crawlers: readonly Crawler[],
	addresses: readonly string[],
): ClosedAddresses {
	const open = { of: addresses.length, closed: [], blocks: [] };
	if (!groups.some(({ rules }) => rules.some(({ allow }) => !allow))) return open;
	const listeners = listenersOf(groups, crawlers);
	const found = addresses.map((url) => ({ url, blocks: blockedListeners(groups, listeners, pathOf(url)) }));
	const closed = found.filter(({ blocks }) => blocks.length > 0);
	const distinct = new Map(
		closed.flatMap(({ blocks }) => blocks).map((each) => [`${each.crawler.token} ${each.rule.line}`, each]),
	);
	return { of: addresses.length, closed: closed.map(({ url }) => url), blocks: [...distinct.values()] };
}

/** `robots.txt lets Googlebot read the home page and 50 of 50 addresses that the site names` */
export function openTo(readers: string, { of, closed }: ClosedAddresses): string {
	const others =
		of === 0 ? "" : ` and ${of - closed.length} of ${plainCount(of, "address", "addresses")} that your site lists`;
	return `robots.txt lets ${readers} read the home page${others}`;
}

export function judgeAddresses(robotsUrl: string, { of, closed, blocks }: ClosedAddresses): PartialPass | undefined {
	const share = closed.length / Math.max(of, 1);
	if (share <= SLIP) return undefined;
	const major = blocks.some(({ crawler }) => crawler.reach === "major");
	return {
		outcome: "partial",
		ratio: Math.max(SLIP, 1 - (major ? share : share / 2)),
		fault: closedFault("some pages", blocks),
		says: `robots.txt allows the home page but blocks ${nameBlocks(blocks)} from ${closed.length} of ${plainCount(of, "address", "addresses")} that your site lists; for example ${listing(
			closed.slice(0, 2).map((url) => clip(url, 100)),
		)}.`,
		fix: `Delete ${nameRules(blocks)} from ${robotsUrl}, or narrow its path. If these pages should stay blocked, remove them from the sitemap.`,
		exhibits: ruleExhibits(robotsUrl, blocks),
	};
}

export interface RobotsDirective {
	/** Lower-case crawler token; `robots` for all crawlers. */
	readonly agent: string;
	readonly name: string;
	/** The text after the colon: a date, a number; "" if there is none. */
	readonly value: string;
}

/**
 * Words that Google or Bing document. Crawlers ignore others, and so do we.
 * https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
const PLAIN =
	"all follow index indexifembedded noarchive nocache nofollow noimageindex noindex none nosnippet notranslate".split(
		" ",
	);
const WITH_VALUE = ["max-image-preview", "max-snippet", "max-video-preview", "unavailable_after"];
const KNOWN: ReadonlySet<string> = new Set([...PLAIN, ...WITH_VALUE]);

/** Whether the directive excludes the page from an index at that time (ISO 8601). */
export function closesIndex(directive: RobotsDirective, auditedAt: string): boolean {
	if (directive.name === "noindex" || directive.name === "none") return true;
	if (directive.name !== "unavailable_after") return false;
	// Google ignores invalid dates: NaN compares false.
	return readDate(directive.value) < Date.parse(auditedAt);
}

/** Google: with `nosnippet` or `max-snippet:0`, a page cannot appear in AI Overviews or AI Mode. */
export function closesSnippet({ name, value }: RobotsDirective): boolean {
	return name === "nosnippet" || (name === "max-snippet" && /^0+$/.test(value));
}

/** Share of the main text inside data-nosnippet, 0 to 1. */
export function withheldShare({ digest: { text } }: Page): number {
	return text.main === 0 ? 0 : Math.min(text.noSnippet / text.main, 1);
}

/** Real pages have fewer than 10; the limit is for hostile headers. */
const MAX_DIRECTIVES = 500;

/** A crawler's name applies until the next one, as in Google's examples: `googlebot: noindex, nofollow`. */
function readList(text: string, agentAtFirst: string, withAgents: boolean): readonly RobotsDirective[] {
	const read: RobotsDirective[] = [];
	let agent = agentAtFirst;
	for (const piece of text.toLowerCase().split(",", MAX_DIRECTIVES)) {
		const named = withAgents ? splitAgent(piece) : undefined;
		agent = named?.agent ?? agent;
		const { name, value } = splitValue(named?.rest ?? piece);
		const last = read.at(-1);
		if (KNOWN.has(name)) read.push({ agent, name, value });
		// "unavailable_after: Wed, 25 Jun 2025 15:00:00 GMT": the comma is the date's.
		else if (last?.name === "unavailable_after") read[read.length - 1] = { ...last, value: `${last.value},${piece}` };
	}
	return read;
}

function splitAgent(piece: string): { agent: string; rest: string } | undefined {
	const colon = piece.indexOf(":");
	const agent = piece.slice(0, Math.max(colon, 0)).trim();
	return /^[a-z][a-z_-]*$/.test(agent) && !KNOWN.has(agent) ? { agent, rest: piece.slice(colon + 1) } : undefined;
}

function splitValue(piece: string): { name: string; value: string } {
	const colon = piece.indexOf(":");
	if (colon < 0) return { name: piece.trim(), value: "" };
	return { name: piece.slice(0, colon).trim(), value: piece.slice(colon + 1).trim() };
}

/** Milliseconds; NaN if invalid. UTC by default, so that a machine's time zone cannot change a verdict. */
function readDate(text: string): number {
	const date = text.trim();
	if (/\d\s*(z|utc|gmt|[ecmp][sd]t)$|:\d{2}\s*[+-]\d{2}:?\d{2}$/.test(date)) return Date.parse(date);
	if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return Date.parse(date);
	return Date.parse(/\dt\d/.test(date) ? `${date}z` : `${date} utc`);
}

const HEADER = "x-robots-tag";

export interface PlacedDirective {
	readonly directive: RobotsDirective;
	/** `The meta tag "robots" (line 3, column 1)`; shared by all directives of one element. */
	readonly where: string;
	/** Start of a fix: `Delete <meta …> from https://…`. */
	readonly removal: string;
	readonly exhibits: readonly Exhibit[];
}

export function placedDirectives(page: Page, agents: readonly string[]): readonly PlacedDirective[] {
	return [...inMetas(page), ...inHeader(page)].filter(({ directive }) => agents.includes(directive.agent));
}

export function onePerPlace(placed: readonly PlacedDirective[]): readonly PlacedDirective[] {
	return [...new Map(placed.toReversed().map((each) => [each.where, each])).values()].toReversed();
}

function inMetas(page: Page): readonly PlacedDirective[] {
	return page.digest.metas
		.filter(({ by }) => by === "name")
		.flatMap((meta) => {
			const place = {
				where: `The meta tag "${meta.key}" (${meta.at})`,
				removal: `Delete ${meta.excerpt} from ${page.url}`,
				exhibits: exhibitsOf(page, [meta]),
			};
			return readList(meta.content, meta.key, false).map((directive) => ({ directive, ...place }));
		});
}

function inHeader(page: Page): readonly PlacedDirective[] {
	const lines = page.response.headers[HEADER]?.split("\n", MAX_DIRECTIVES) ?? [];
	return lines.flatMap((line) => {
		const field = `"X-Robots-Tag: ${clip(line)}"`;
		const place = {
			where: `The header ${lines.length === 1 ? "X-Robots-Tag" : field}`,
			removal: `Stop sending ${field} with ${page.url}`,
			exhibits: headerExhibit(page, HEADER, line),
		};
		return readList(line, "robots", true).map((directive) => ({ directive, ...place }));
	});
}
