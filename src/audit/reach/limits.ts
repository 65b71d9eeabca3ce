import { type BlockedCrawler, blockedCrawlers, ruleExhibits } from "#checks/shared/robots-access.ts";
import { closesIndex, closesSnippet, type PlacedDirective } from "#checks/shared/robots-directives.ts";
import { type Crawler, crawlersOf, isBound } from "#core/crawlers.ts";
import type { ReachRow } from "#core/report.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import type { NamedEngine, ObeyedDirective } from "./named-engines.ts";

/** What keeps an engine from a page, or from a part of it. */
export type Limit = Pick<ReachRow, "says" | "because" | "check"> & {
	readonly state: Exclude<ReachRow["state"], "allowed">;
};

const CRAWLERS: ReadonlyMap<string, Crawler> = new Map(
	crawlersOf("search", "answer-index", "user-fetch", "training").map((crawler) => [crawler.token, crawler]),
);
/** Governs whether answers rest on what the search index holds, and is no crawler of its own. */
const GROUNDING = "Google-Extended";

/**
 * What robots.txt, or its answer, keeps an engine from.
 * @param faulty whether the check `robots-fetch` finds that the file's address is out of order
 */
export function robotsLimits(engine: NamedEngine, robots: Evidence["robots"], faulty: boolean): Limit[] {
	if (robots.state === "failed") {
		if (faulty) return [staysAway(engine, "robots.txt does not answer", { check: "robots-fetch" })];
		return [{ state: "unknown", says: `robots.txt could not be read, so its rules are not known: ${robots.reason}` }];
	}
	const { url } = robots;
	if (robots.state === "absent") return withoutFile(engine, url, robots.status);
	const { groups } = robots.value;
	const index = blockedCrawlers(groups, rowsOf(engine.index));
	const fetcher = engine.fetcher === undefined ? undefined : CRAWLERS.get(engine.fetcher);
	// A rule against a fetcher that need not follow it closes nothing.
	const kept = fetcher && isBound(fetcher) ? blockedCrawlers(groups, [fetcher]) : [];
	if (index.length > 0) return [indexLimit(engine, url, index, kept.length === 0)];
	return kept.map((block) => fetcherLimit(url, block));
}

function rowsOf(tokens: readonly string[]): readonly Crawler[] {
	return tokens.flatMap((token) => CRAWLERS.get(token) ?? []);
}

function withoutFile(engine: NamedEngine, url: string, status: number): Limit[] {
	if (status < 500 && status !== 429) return [];
	const limit = { because: { url, at: "status", excerpt: String(status) }, check: "robots-fetch" };
	const answer = `robots.txt answers ${status}`;
	if (status >= 500) return [staysAway(engine, answer, limit)];
	return [{ state: "unknown", says: `${answer}, so its rules are not known.`, ...limit }];
}

/** A file that the server fails to give counts as closed, by RFC 9309 section 2.3.1.4; who need not follow it may come. */
function staysAway({ fetcher }: NamedEngine, why: string, limit: Pick<Limit, "because" | "check">): Limit {
	const crawler = fetcher === undefined ? undefined : CRAWLERS.get(fetcher);
	if (!crawler || isBound(crawler)) {
		return { state: "blocked", says: `${why}, so it stays away until that is repaired.`, ...limit };
	}
	const says = `${why}, so its index stays away until that is repaired; it may open the page when a person asks.`;
	return { state: "partly", says, ...limit };
}

/** Its crawlers are not named: engines that one line closes get the same words, which keeps receipts short. */
function indexLimit(
	{ kind, fetcher }: NamedEngine,
	url: string,
	blocks: readonly BlockedCrawler[],
	fetches: boolean,
): Limit {
	const tokens = blocks.map(({ crawler }) => crawler.token);
	const line = `Line ${blocks[0]?.rule.line} of robots.txt`;
	const because = ruleExhibits(url, blocks)[0];
	const limit = { ...(because ? { because } : {}), check: checkOf(tokens) };
	if (fetcher === undefined || !fetches) {
		const cost = kind === "search" ? "it cannot list what the page says" : "it cannot answer from the page";
		return { state: "blocked", says: `${line} shuts it out, so ${cost}.`, ...limit };
	}
	const closed = tokens.every((token) => token === GROUNDING)
		? `${line} keeps its answers from what Google's index holds of the page`
		: `${line} shuts its index out, so it does not find and cite the page`;
	return { state: "partly", says: `${closed}; it may open the page when a person asks.`, ...limit };
}

function checkOf(tokens: readonly string[]): string {
	if (tokens.some((token) => CRAWLERS.get(token)?.role === "search")) return "search-bots";
	return tokens.includes(GROUNDING) ? "training-stance" : "answer-indexers";
}

function fetcherLimit(url: string, block: BlockedCrawler): Limit {
	const because = ruleExhibits(url, [block])[0];
	return {
		state: "partly",
		says: `May find and cite the page; line ${block.rule.line} of robots.txt keeps it from opening the page when a person asks.`,
		...(because ? { because } : {}),
		check: "user-fetchers",
	};
}

/** What the home page's robots tags and header keep an engine from. @param placed those that are addressed to it */
export function directiveLimits(engine: NamedEngine, placed: readonly PlacedDirective[], auditedAt: string): Limit[] {
	const obeys = (name: ObeyedDirective) => engine.obeys.includes(name);
	const index = placed.find(({ directive }) => closesIndex(directive, auditedAt));
	const snippet = placed.find(({ directive }) => closesSnippet(directive));
	const limits: Limit[] = [];
	if (index) limits.push(obeys("noindex") ? outOfIndex(engine, index) : unspoken(index));
	if (snippet && obeys("nosnippet")) limits.push(withoutQuotes(engine, snippet));
	if (obeys("noarchive")) limits.push(...outOfAnswers(placed));
	return limits;
}

function outOfIndex({ kind, fetcher }: NamedEngine, placed: PlacedDirective): Limit {
	const says = `${sourceOf(placed)} says ${wordOf(placed)}, so it ${kind === "search" ? "may not list the page" : "leaves the page out of its answers"}`;
	const limit = { because: placed.exhibits[0], ...askedBy(placed, "noindex") };
	if (fetcher === undefined) return { state: "blocked", says: `${says}.`, ...limit };
	return { state: "partly", says: `${says}; it may open the page when a person asks.`, ...limit };
}

/** Its vendor does not say whether it obeys the word. */
function unspoken(placed: PlacedDirective): Limit {
	const says = `May read the home page; what it makes of its ${wordOf(placed)}, its vendor does not say.`;
	return { state: "unknown", says, because: placed.exhibits[0], check: "noindex" };
}

function withoutQuotes({ kind }: NamedEngine, placed: PlacedDirective): Limit {
	const may = kind === "search" ? "list the page, and quote nothing of it" : "name the page, and quote nothing of it";
	const says = `${sourceOf(placed)} says ${wordOf(placed)}, so it may ${may}.`;
	return { state: "partly", says, because: placed.exhibits[0], ...askedBy(placed, "snippet-eligible") };
}

/** With nocache Bing's answers keep title and snippet, also beside noarchive. */
function outOfAnswers(placed: readonly PlacedDirective[]): Limit[] {
	const nocache = placed.find(({ directive }) => directive.name === "nocache");
	const noarchive = placed.find(({ directive }) => directive.name === "noarchive");
	const found = nocache ?? noarchive;
	if (!found) return [];
	const limit = { because: found.exhibits[0], check: "bing-ai-controls" };
	const source = `${sourceOf(found)} says ${wordOf(found)}`;
	if (nocache) return [{ state: "partly", says: `${source}, so it shows title and snippet, no more.`, ...limit }];
	return [{ state: "blocked", says: `${source}, so it neither uses nor links the page.`, ...limit }];
}

/** The checks ask about what is said to all, to Google or to Bing. */
const ASKED: ReadonlySet<string> = new Set(["robots", "googlebot", "bingbot"]);

function askedBy({ directive }: PlacedDirective, check: string): Pick<Limit, "check"> {
	return ASKED.has(directive.agent) ? { check } : {};
}

function sourceOf({ where }: PlacedDirective): string {
	return where.startsWith("The header") ? where : "A robots tag";
}

function wordOf({ directive: { name, value } }: PlacedDirective): string {
	return value === "" ? name : `${name}:${value}`;
}
