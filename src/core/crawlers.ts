/** Only tokens whose purpose their vendor documents. */

/** `ads`: checks landing pages of ads only, not for an index, answer or model. */
export type CrawlerRole = "search" | "answer-index" | "user-fetch" | "training" | "ads";

/** Day of the last review of every row against its vendor's page. */
export const CRAWLERS_REVIEWED = "2026-11-28";

export interface Crawler {
	readonly token: string;
	readonly vendor: string;
	readonly role: CrawlerRole;
	/** `major`: the vendor's answers cite it to many readers, so blocking it fails a check; others cost a part. */
	readonly reach: "major" | "minor";
	readonly documentedAt: `https://${string}`;
	/** The vendor says that it may ignore robots.txt, because a person asked for the page. */
	readonly mayIgnoreRobots?: true;
}

/** A token found in many robots.txt files that no vendor documents. */
export interface DeadToken {
	readonly token: string;
	readonly vendor: string;
	/** Replacement tokens on the vendor's current page; may be empty. */
	readonly now: readonly string[];
	readonly documentedAt: `https://${string}`;
}

const GOOGLE = "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers";
const GOOGLE_FETCHERS = "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers";
const BING = "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0";
const OPENAI = "https://developers.openai.com/api/docs/bots";
const ANTHROPIC = "https://support.claude.com/en/articles/8896518";
const PERPLEXITY = "https://docs.perplexity.ai/docs/resources/perplexity-crawlers";
const APPLE = "https://support.apple.com/en-us/119829";
const AMAZON = "https://developer.amazon.com/amazonbot";
const DUCKDUCKGO = "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot/";
const MISTRAL = "https://docs.mistral.ai/robots/";
const META = "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/";
const COMMON_CRAWL = "https://commoncrawl.org/ccbot";
const YOU = "https://docs.you.com/youbot";
const COHERE = "https://docs.cohere.com/";

type Row = readonly [token: string, vendor: string, reach: Crawler["reach"], documentedAt: Crawler["documentedAt"]];

const ROWS: Readonly<Record<CrawlerRole, readonly Row[]>> = {
	search: [
		["Googlebot", "Google", "major", GOOGLE],
		["Bingbot", "Microsoft", "major", BING],
	],
	"answer-index": [
		["OAI-SearchBot", "OpenAI", "major", OPENAI],
		["Claude-SearchBot", "Anthropic", "major", ANTHROPIC],
		["PerplexityBot", "Perplexity", "major", PERPLEXITY],
		["Applebot", "Apple", "minor", APPLE],
		["Amzn-SearchBot", "Amazon", "minor", AMAZON],
		["DuckAssistBot", "DuckDuckGo", "minor", DUCKDUCKGO],
		["MistralAI-Index", "Mistral AI", "minor", MISTRAL],
		["meta-webindexer", "Meta", "minor", META],
		["YouBot", "You.com", "minor", YOU],
	],
	"user-fetch": [
		["ChatGPT-User", "OpenAI", "major", OPENAI],
		["Claude-User", "Anthropic", "major", ANTHROPIC],
		["Perplexity-User", "Perplexity", "major", PERPLEXITY],
		["MistralAI-User", "Mistral AI", "minor", MISTRAL],
		["meta-externalfetcher", "Meta", "minor", META],
		["Amzn-User", "Amazon", "minor", AMAZON],
		["Google-Agent", "Google", "major", GOOGLE_FETCHERS],
		["Google-GeminiNotebook", "Google", "minor", GOOGLE_FETCHERS],
	],
	training: [
		["GPTBot", "OpenAI", "major", OPENAI],
		["ClaudeBot", "Anthropic", "major", ANTHROPIC],
		["Google-Extended", "Google", "major", GOOGLE],
		["Applebot-Extended", "Apple", "minor", APPLE],
		["CCBot", "Common Crawl", "major", COMMON_CRAWL],
		["meta-externalagent", "Meta", "major", META],
		["Amazonbot", "Amazon", "minor", AMAZON],
		["MistralAI-Training", "Mistral AI", "minor", MISTRAL],
	],
	ads: [["OAI-AdsBot", "OpenAI", "minor", OPENAI]],
};

/** Each vendor says so on the page named in the row. */
const MAY_IGNORE_ROBOTS: ReadonlySet<string> = new Set([
	"ChatGPT-User",
	"Perplexity-User",
	"meta-externalfetcher",
	"Google-Agent",
	"Google-GeminiNotebook",
]);

const CRAWLERS: readonly Crawler[] = (Object.keys(ROWS) as CrawlerRole[]).flatMap((role) =>
	ROWS[role].map(([token, vendor, reach, documentedAt]) => ({
		token,
		vendor,
		role,
		reach,
		documentedAt,
		...(MAY_IGNORE_ROBOTS.has(token) ? { mayIgnoreRobots: true as const } : {}),
	})),
);

export const DEAD_TOKENS: readonly DeadToken[] = [
	{ token: "anthropic-ai", vendor: "Anthropic", now: ["ClaudeBot"], documentedAt: ANTHROPIC },
	{ token: "Claude-Web", vendor: "Anthropic", now: ["Claude-User", "Claude-SearchBot"], documentedAt: ANTHROPIC },
	{ token: "cohere-ai", vendor: "Cohere", now: [], documentedAt: COHERE },
];

/** False if the vendor says that robots.txt may be ignored: rules then have no effect. */
export function isBound({ mayIgnoreRobots }: Crawler): boolean {
	return mayIgnoreRobots !== true;
}

export function crawlersOf(...roles: readonly CrawlerRole[]): readonly Crawler[] {
	return CRAWLERS.filter((crawler) => roles.includes(crawler.role));
}
