import { type Judged, shown } from "#audit/evaluate.ts";
import {
	type BlockedCrawler,
	blockedCrawlers,
	closesIndex,
	closesSnippet,
	type PlacedDirective,
	placedDirectives,
	ruleExhibits,
	withheldShare,
} from "#checks/shared/robots.ts";
import { type Crawler, crawlersOf, isBound } from "#core/crawlers.ts";
import { REPORT_LIMITS, type ReachRow, type Report } from "#core/report.ts";
import { clipped } from "#core/wording.ts";
import type { Evidence, Page } from "#evidence/evidence-map.ts";

/** `crawlers.ts` lists the crawlers of each engine, with their vendors' pages. */

type ObeyedDirective = "noindex" | "nosnippet" | "noarchive";

interface NamedEngine {
	readonly name: string;
	/** `search` lists pages; `answers` quotes them, or opens them for a person. */
	readonly kind: "search" | "answers";
	/** robots.txt tokens that must all be allowed for the page to be listed or cited. */
	readonly index: readonly string[];
	/** Token of the fetcher that opens a page for the person who asked; absent if the vendor names none. */
	readonly fetcher?: string;
	/** Names of robots meta tags, besides `robots`, that address this engine. */
	readonly tags: readonly string[];
	/** Directives that its vendor documents. */
	readonly obeys: readonly ObeyedDirective[];
	/** Its crawlers run no scripts; source: the check `text-without-js`. */
	readonly readsHtmlAlone?: true;
}

/**
 * In display order. Sources of the directives:
 * - Google: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag; Gemini's answers use the
 *   search index if Google-Extended is allowed: https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers
 * - Bing and Copilot: https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat
 * - ChatGPT: https://help.openai.com/en/articles/12627856-publishers-and-developers-faq
 * - Apple: https://support.apple.com/en-us/119829
 */
export const NAMED_ENGINES: readonly NamedEngine[] = [
	{ name: "Google", kind: "search", index: ["Googlebot"], tags: ["googlebot"], obeys: ["noindex", "nosnippet"] },
	{ name: "Bing", kind: "search", index: ["Bingbot"], tags: ["bingbot"], obeys: ["noindex", "nosnippet"] },
	{
		name: "ChatGPT",
		kind: "answers",
		index: ["OAI-SearchBot"],
		fetcher: "ChatGPT-User",
		tags: [],
		obeys: ["noindex"],
		readsHtmlAlone: true,
	},
	{
		name: "Gemini",
		kind: "answers",
		index: ["Googlebot", "Google-Extended"],
		fetcher: "Google-Agent",
		tags: ["googlebot"],
		obeys: ["noindex"],
	},
	{
		name: "Copilot",
		kind: "answers",
		index: ["Bingbot"],
		tags: ["bingbot"],
		obeys: ["noindex", "nosnippet", "noarchive"],
	},
	{
		name: "Perplexity",
		kind: "answers",
		index: ["PerplexityBot"],
		fetcher: "Perplexity-User",
		tags: [],
		obeys: [],
		readsHtmlAlone: true,
	},
	{
		name: "Claude",
		kind: "answers",
		index: ["Claude-SearchBot"],
		fetcher: "Claude-User",
		tags: [],
		obeys: [],
		readsHtmlAlone: true,
	},
	{ name: "Apple", kind: "answers", index: ["Applebot"], tags: ["applebot"], obeys: ["noindex", "nosnippet"] },
	{
		name: "Meta",
		kind: "answers",
		index: ["meta-webindexer"],
		fetcher: "meta-externalfetcher",
		tags: [],
		obeys: [],
	},
	{ name: "Mistral", kind: "answers", index: ["MistralAI-Index"], fetcher: "MistralAI-User", tags: [], obeys: [] },
	{ name: "Amazon", kind: "answers", index: ["Amzn-SearchBot"], fetcher: "Amzn-User", tags: [], obeys: [] },
	{ name: "DuckDuckGo", kind: "answers", index: ["DuckAssistBot"], tags: [], obeys: [] },
];

type Limit = Pick<ReachRow, "says" | "because" | "check"> & {
	readonly state: Exclude<ReachRow["state"], "allowed">;
};

const CRAWLERS: ReadonlyMap<string, Crawler> = new Map(
	crawlersOf("search", "answer-index", "user-fetch", "training").map((crawler) => [crawler.token, crawler]),
);
/** Controls whether answers may use the search index; not a crawler itself. */
const GROUNDING = "Google-Extended";

function robotsLimits(engine: NamedEngine, { evidence: { robots }, judged }: Sighted): Limit[] {
	if (robots.state !== "found") return withoutFile(engine, robots, outcomeAtHome(judged, "robots-fetch"));
	const { url } = robots;
	const { groups } = robots.value;
	const index = blockedCrawlers(groups, rowsOf(engine.index));
	const fetcher = engine.fetcher === undefined ? undefined : CRAWLERS.get(engine.fetcher);
	// A rule has no effect on a fetcher that need not obey it.
	const kept = fetcher && isBound(fetcher) ? blockedCrawlers(groups, [fetcher]) : [];
	if (index.length > 0) return [indexLimit(engine, url, index, kept.length === 0)];
	return kept.map((block) => fetcherLimit(url, block));
}

/** Reach of one crawler, such as one that trains models, by robots.txt alone. */
export function reachByRobots(crawler: Crawler, robots: Evidence["robots"]): Pick<ReachRow, "state" | "because"> {
	if (robots.state !== "found") {
		const isMissing = robots.state === "absent" && (robots.status === 404 || robots.status === 410);
		return { state: isMissing ? "allowed" : "unknown" };
	}
	const blocks = isBound(crawler) ? blockedCrawlers(robots.value.groups, [crawler]) : [];
	const because = ruleExhibits(robots.url, blocks)[0];
	return because ? { state: "blocked", because } : { state: "allowed" };
}

function rowsOf(tokens: readonly string[]): readonly Crawler[] {
	return tokens.flatMap((token) => CRAWLERS.get(token) ?? []);
}

function withoutFile(
	engine: NamedEngine,
	robots: Exclude<Evidence["robots"], { state: "found" }>,
	outcome: Judged["outcome"] | undefined,
): Limit[] {
	const check = "robots-fetch";
	if (robots.state === "failed") {
		if (outcome === "fail") return [staysAway(engine, "robots.txt does not answer", { check })];
		const says =
			robots.code === "not-in-folder"
				? "robots.txt is not in this folder, so its rules are not known."
				: `robots.txt could not be read, so its rules are not known: ${robots.reason}`;
		return [{ state: "unknown", says }];
	}
	const limit = { because: { url: robots.url, at: "status", excerpt: String(robots.status) }, check };
	const answer = `robots.txt answers ${robots.status}`;
	if (outcome === "fail") return [staysAway(engine, answer, limit)];
	// robots.txt was answered with a request to wait. A missing file blocks nothing.
	const isKnown = outcome !== "unknown";
	return isKnown ? [] : [{ state: "unknown", says: `${answer}, so its rules are not known.`, ...limit }];
}

/** RFC 9309 section 2.3.1.4: a server error blocks the site; fetchers that need not obey robots.txt may still come. */
function staysAway({ fetcher }: NamedEngine, why: string, limit: Pick<Limit, "because" | "check">): Limit {
	const crawler = fetcher === undefined ? undefined : CRAWLERS.get(fetcher);
	if (!crawler || isBound(crawler)) {
		return { state: "blocked", says: `${why}, so it stays away until that is repaired.`, ...limit };
	}
	const says = `${why}, so its index stays away until that is repaired; it may open the page when a person asks.`;
	return { state: "partly", says, ...limit };
}

/** Names no crawlers: engines blocked by the same line share one text, which keeps receipts short. */
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
		? `${line} keeps Google's index of the page out of its answers`
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

/** @param placed directives addressed to this engine */
function directiveLimits(engine: NamedEngine, placed: readonly PlacedDirective[], auditedAt: string): Limit[] {
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

/** Its vendor does not document whether it obeys the directive. */
function unspoken(placed: PlacedDirective): Limit {
	const says = `May read the home page. Its vendor does not say what it does about ${wordOf(placed)}.`;
	return { state: "unknown", says, because: placed.exhibits[0], check: "noindex" };
}

function withoutQuotes({ kind }: NamedEngine, placed: PlacedDirective): Limit {
	const may = kind === "search" ? "list the page, and quote nothing of it" : "name the page, and quote nothing of it";
	const says = `${sourceOf(placed)} says ${wordOf(placed)}, so it may ${may}.`;
	return { state: "partly", says, because: placed.exhibits[0], ...askedBy(placed, "snippet-eligible") };
}

/** With nocache, Bing's answers keep title and snippet, even beside noarchive. */
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

/** Directives for all, Google or Bing are what the checks judge. */
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

export interface Sighted {
	readonly evidence: Evidence;
	readonly judged: readonly Judged[];
	/** ISO 8601. */
	readonly auditedAt: string;
	readonly access?: Report["access"];
}

function closedLimits(sighted: Sighted): Limit[] {
	const { home } = sighted.evidence;
	return home.state === "absent" ? [closedHome(home, sighted.evidence)] : closedByLogin(sighted);
}

/** Statuses that block everyone: a login, a payment, a missing page. Other refusals may concern our bot only. */
const BLOCKS_EVERYONE: Readonly<Record<number, string>> = {
	401: "asks everyone for a login",
	402: "asks everyone for a payment",
	404: "says that there is no such page",
	410: "says that the page is gone for good",
};

function closedHome({ url, status }: { url: string; status: number }, { homeAsBrowser }: Evidence): Limit {
	const because = { url, at: "status", excerpt: String(status) };
	const all = BLOCKS_EVERYONE[status];
	const row = { because, check: "home-status" };
	if (all !== undefined) return { state: "blocked", says: `The home page answers ${status}: it ${all}.`, ...row };
	const open = homeAsBrowser?.state === "found" ? ` and ${homeAsBrowser.status} to a browser` : "";
	const says = `The home page answers ${status} to our agent${open}; how it answers others cannot be seen from outside.`;
	return { state: "unknown", says, ...row };
}

function closedByLogin({ judged }: Sighted): Limit[] {
	if (outcomeAtHome(judged, "auth-gate") !== "fail") return [];
	return [{ state: "blocked", says: "The home page sends visitors to a login.", check: "auth-gate" }];
}

function pageLimits(engine: NamedEngine, { evidence: { home }, judged, auditedAt }: Sighted): Limit[] {
	if (home.state !== "found") return [];
	const page = home.value;
	const placed = placedDirectives(page, ["robots", ...engine.tags]);
	const limits = [
		...canonicalElsewhere(engine, judged),
		...directiveLimits(engine, placed, auditedAt),
		...withheldText(engine, page),
	];
	if (engine.readsHtmlAlone && outcomeAtHome(judged, "text-without-js") === "fail") {
		const says = "May read the page, but finds hardly any text: it does not run scripts.";
		limits.push({ state: "partly", says, check: "text-without-js" });
	}
	return [...limits, ...untrusted(page, judged)];
}

/** Crawlers whose vendors document canonical addresses and data-nosnippet; answers use their indexes too. */
const DOCUMENTED: ReadonlySet<string> = new Set(["Googlebot", "Bingbot"]);

function isDocumented({ index }: NamedEngine): boolean {
	return index.some((each) => DOCUMENTED.has(each));
}

function canonicalElsewhere(engine: NamedEngine, judged: Sighted["judged"]): Limit[] {
	if (outcomeAtHome(judged, "canonical-foreign") !== "fail" || !isDocumented(engine)) return [];
	const verb = engine.kind === "search" ? "lists" : "cites";
	const says = `May read the page, and in most cases ${verb} the other site that it names as its own address.`;
	return [{ state: "partly", says, ...shownBy(judged, "canonical-foreign") }];
}

/** https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#data-nosnippet-attr */
function withheldText(engine: NamedEngine, page: Page): Limit[] {
	const { kind, obeys } = engine;
	if (!obeys.includes("nosnippet") || !isDocumented(engine) || withheldShare(page) < 1) return [];
	const may = kind === "search" ? "list the page" : "name the page";
	const says = `All of the text stands inside data-nosnippet, so it may ${may}, and quote nothing of it.`;
	return [{ state: "partly", says, check: "snippet-eligible" }];
}

/** We read past the certificate warning; plain http shows no warning. */
function untrusted({ url }: Page, judged: Sighted["judged"]): Limit[] {
	if (outcomeAtHome(judged, "https") !== "fail" || !url.startsWith("https:")) return [];
	const says = "The certificate is not trusted; whether it reads the page all the same cannot be seen from outside.";
	return [{ state: "unknown", says, ...shownBy(judged, "https") }];
}

function shownBy(judged: Sighted["judged"], check: string): Pick<Limit, "because" | "check"> {
	const because = judged.find(({ id }) => id === check)?.evidence[0];
	return { check, ...(because && { because }) };
}

function outcomeAtHome(
	findings: readonly Pick<Judged, "id" | "outcome" | "home" | "own">[],
	id: string,
): Judged["outcome"] | undefined {
	const finding = findings.find((each) => each.id === id);
	return finding && (finding.home ?? finding.own?.outcome ?? finding.outcome);
}

/** Worst first: a row shows the gravest of several limits, and the first of equals. */
const GRAVITY: readonly Limit["state"][] = ["blocked", "partly", "unknown"];

/** Undefined if the site did not respond, or with credentials: then we do not know what others get. */
export function reachOf(sighted: Sighted): ReachRow[] | undefined {
	const { evidence, access } = sighted;
	if (evidence.home.state === "failed" || access !== undefined) return undefined;
	const closed = closedLimits(sighted);
	return NAMED_ENGINES.map((engine) =>
		rowOf(engine, [...closed, ...robotsLimits(engine, sighted), ...pageLimits(engine, sighted)]),
	);
}

function rowOf({ name, kind, fetcher }: NamedEngine, limits: readonly Limit[]): ReachRow {
	const gravest = GRAVITY.flatMap((state) => limits.filter((limit) => limit.state === state))[0];
	if (!gravest) return { name, kind, state: "allowed", says: openWords(kind, fetcher) };
	const { state, says, because, check } = gravest;
	return {
		name,
		kind,
		state,
		says: clipped(says, REPORT_LIMITS.reachSays),
		...(because ? { because: shown(because) } : {}),
		...(check === undefined ? {} : { check }),
	};
}

function openWords(kind: NamedEngine["kind"], fetcher: string | undefined): string {
	if (kind === "search") return "May read and list the home page.";
	return `May use the home page in answers${fetcher === undefined ? "" : ", and open it when a person asks"}.`;
}

/**
 * Checks whose failure on the home page blocks an engine's row or makes it unknown: `alone` always, `among` for at
 * least one of the engines that the check covers.
 */
function blockersOf(engine: NamedEngine): { readonly alone: readonly string[]; readonly among: readonly string[] } {
	const { index, kind, fetcher = "", readsHtmlAlone } = engine;
	const crawlers = rowsOf(index).filter(({ role, reach }) => role === "answer-index" && reach === "major");
	return {
		alone: [
			...["home-status", "auth-gate"],
			...(readsHtmlAlone ? ["text-without-js"] : []),
			...(isDocumented(engine) ? ["canonical-foreign"] : []),
		],
		among: [
			...(kind === "search" ? ["search-bots", "noindex", "snippet-eligible"] : []),
			...(crawlers.length > 0 ? ["answer-indexers"] : []),
			...(rowsOf([fetcher]).some(isBound) ? ["user-fetchers"] : []),
		],
	};
}

const BLOCKERS = new Map(NAMED_ENGINES.map((engine) => [engine.name, blockersOf(engine)]));
/** These always have a finding on the home page if they block a row. */
const FAULTY: ReadonlySet<string> = new Set(
	[...BLOCKERS.values()].flatMap(({ alone, among }) => [...alone, ...among, "https"]),
);

/** Describes rows that contradict the findings. Needs no evidence, so it also validates a receipt alone. */
export function contradictoryReach({ reach = [], findings }: Pick<Report, "reach" | "findings">): string[] {
	const failed = (id: string) => outcomeAtHome(findings, id) === "fail";
	const open = new Set(reach.filter(({ state }) => state === "allowed").map(({ name }) => name));
	const allOpen = (id: string) => [...BLOCKERS].every(([name, { among }]) => !among.includes(id) || open.has(name));
	const stray = reach.filter(({ name, state, check, because }) => {
		if (state === "allowed") {
			const { alone, among } = BLOCKERS.get(name) ?? { alone: [], among: [] };
			return alone.some(failed) || among.some((id) => failed(id) && allOpen(id));
		}
		// A limited row names a robots.txt line or a check as its cause; an unknown row may name neither.
		if (check === undefined) return because === undefined && state !== "unknown";
		const outcome = outcomeAtHome(findings, check);
		return FAULTY.has(check) && (outcome === "pass" || outcome === undefined);
	});
	return stray.map(({ name }) => `reach of ${name}`);
}
