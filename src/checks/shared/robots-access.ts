import type { Crawler } from "#core/crawlers.ts";
import { decide, namesAgent, type RobotsDecision, type RobotsGroup, type RobotsRule } from "#core/robots-rules.ts";
import type { Exhibit, OwnCause, PartialPass, Verdict } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import { clip } from "./exhibits.ts";
import { pathOf } from "./site-addresses.ts";

/** A crawler that robots.txt keeps from the home page, and the line that does it. */
export interface BlockedCrawler {
	readonly crawler: Crawler;
	readonly rule: RobotsRule;
	/** Token of the group that holds the rule; `*` for the default group. */
	readonly group: string;
}

/** Those of the crawlers that may not fetch a path. Silence is permission (RFC 9309 section 2.2.2). */
export function blockedCrawlers(
	groups: readonly RobotsGroup[],
	crawlers: readonly Crawler[],
	path = "/",
): readonly BlockedCrawler[] {
	return blockedListeners(groups, listenersOf(groups, crawlers), path);
}

/** A crawler, and the token whose rules it obeys. */
export type Listener = { readonly crawler: Crawler; readonly token: string };

/** For many paths: which group a crawler listens to is the same for all of them. */
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

/**
 * The verdict where robots.txt was not served: 4xx allows everything (section 2.3.1). A server error closes the site for
 * as long as it lasts, which one visit cannot tell: it counts at `robots-fetch` alone.
 */
export function judgeWithoutRules(robotsUrl: string, status: number): Verdict {
	if (status === 429) {
		return {
			outcome: "not-applicable",
			says: `${robotsUrl} answers 429: it asked us to wait, so its rules were not seen.`,
		};
	}
	if (status < 500)
		return { outcome: "pass", says: `There is no robots.txt (${status}), so every crawler may read everything.` };
	return {
		outcome: "not-applicable",
		says: `${robotsUrl} answers ${status}, so there are no rules to judge; crawlers stay away until it is repaired.`,
	};
}

/**
 * All that no group names obey the same rules. Apple documents that Applebot, where no group names it, follows the group
 * of Googlebot. https://support.apple.com/en-us/119829
 */
function obeyed(groups: readonly RobotsGroup[], token: string): string {
	if (namesAgent(groups, token)) return token;
	return token === "Applebot" && namesAgent(groups, "Googlebot") ? "Googlebot" : "*";
}

/** Says of blocks that they would stand without those of the root cause: one of them is by a line that blocks none there. */
export function ownLines(blocks: readonly BlockedCrawler[], root: readonly BlockedCrawler[]): { ownCause?: OwnCause } {
	const lines = new Set(root.map(({ rule }) => rule.line));
	return blocks.every(({ rule }) => lines.has(rule.line)) ? {} : { ownCause: true };
}

/** `Googlebot and Bingbot: line 2, "Disallow: /", in the group for all crawlers`; one clause for each rule. */
export function nameBlocks(blocks: readonly BlockedCrawler[]): string {
	const clauses = byRule(blocks).map(([{ rule, group }, tokens]) => {
		const whose = group === "*" ? "all crawlers" : group;
		return `${listing(tokens, 7)} (line ${rule.line}, "${clip(rule.text, 60)}", in the group for ${whose})`;
	});
	return listing(clauses, 7);
}

/** A heading: `robots.txt closes the site to Googlebot`. */
export function closedFault(what: string, blocks: readonly BlockedCrawler[]): string {
	const tokens = [...new Set(blocks.map(({ crawler }) => crawler.token))];
	return `robots.txt closes ${what} to ${tokens.length > 3 ? plainCount(tokens.length, "crawler") : listing(tokens)}`;
}

/** Both ways out: take the line away, or open the door by name. */
export function openingLines(robotsUrl: string, blocks: readonly BlockedCrawler[]): string {
	const group = [...blocks.map(({ crawler }) => `"User-agent: ${crawler.token}"`), '"Allow: /"'];
	return `Take ${nameRules(blocks)} out of ${robotsUrl}, or open the site by name with the lines ${group.join(", ")}.`;
}

/** `line 2 ("Disallow: /")`, each line once. */
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
	return [...lines.values()];
}

/** Up to this share is a slip of the sitemap, not a closed site. */
const SLIP = 0.05;

export interface ClosedAddresses {
	/** How many addresses were asked about, and how many of them one of the crawlers may not read. */
	readonly of: number;
	readonly closed: readonly string[];
	/** Who may not read, and by which line; each crawler and line once. */
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
		of === 0 ? "" : ` and ${of - closed.length} of ${plainCount(of, "address", "addresses")} that the site names`;
	return `robots.txt lets ${readers} read the home page${others}`;
}

/** The verdict where the home page is open and a good share of the other addresses is not; undefined for a slip. */
export function judgeAddresses(robotsUrl: string, { of, closed, blocks }: ClosedAddresses): PartialPass | undefined {
	const share = closed.length / Math.max(of, 1);
	if (share <= SLIP) return undefined;
	const major = blocks.some(({ crawler }) => crawler.reach === "major");
	return {
		outcome: "partial",
		ratio: Math.max(SLIP, 1 - (major ? share : share / 2)),
		fault: closedFault("some pages", blocks),
		says: `robots.txt leaves the home page open but closes ${closed.length} of ${plainCount(of, "address", "addresses")} that the site itself names to ${nameBlocks(blocks)}; for example ${listing(
			closed.slice(0, 2).map((url) => clip(url, 100)),
		)}.`,
		fix: `Take ${nameRules(blocks)} out of ${robotsUrl}, or narrow the path; where these pages are to stay closed, take their addresses out of the sitemap.`,
		exhibits: ruleExhibits(robotsUrl, blocks),
	};
}
