import { type BlockedCrawler, blockedCrawlers, ruleExhibits } from "#checks/shared/robots-access.ts";
import { type Crawler, crawlersOf, isBound } from "#core/crawlers.ts";
import type { NamedEngine } from "#core/named-engines.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import type { Limit } from "./reach.ts";

const CRAWLERS: ReadonlyMap<string, Crawler> = new Map(
	crawlersOf("search", "answer-index", "user-fetch", "training").map((crawler) => [crawler.token, crawler]),
);
/** Governs whether answers rest on what the search index holds, and is no crawler of its own. */
const GROUNDING = "Google-Extended";

/** What robots.txt, or its answer, keeps an engine from. */
export function robotsLimits(engine: NamedEngine, robots: Evidence["robots"]): Limit[] {
	if (robots.state === "failed") {
		return [{ state: "unknown", says: `robots.txt could not be read, so its rules are not known: ${robots.reason}` }];
	}
	const { url } = robots;
	if (robots.state === "absent") return withoutFile(url, robots.status);
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

function withoutFile(url: string, status: number): Limit[] {
	if (status < 500 && status !== 429) return [];
	const stays = status === 429 ? "so its rules are not known" : "and crawlers stay away until it is repaired";
	const because = { url, at: "status", excerpt: String(status) };
	return [{ state: "unknown", says: `robots.txt answers ${status}, ${stays}.`, because, check: "robots-fetch" }];
}

/** Its crawlers are not named: engines that one line closes are told of in the same words, which keeps receipts short. */
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
