/**
 * Crawlers and agents by what they do, each with the page on which its vendor documents the token.
 * Reviewed on 2026-11-21.
 */

export type CrawlerRole = "search" | "answer-index" | "user-fetch" | "training";

export interface Crawler {
	/** Product token, as robots.txt names it. */
	readonly token: string;
	readonly vendor: string;
	readonly role: CrawlerRole;
	/** `major`: the vendor's answers cite it to many readers; blocking it fails a check, the others cost a part. */
	readonly reach: "major" | "minor";
	readonly documentedAt: `https://${string}`;
}

const GOOGLE = "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers";
const BING = "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0";
const OPENAI = "https://developers.openai.com/api/docs/bots";
const ANTHROPIC = "https://support.claude.com/en/articles/8896518";
const PERPLEXITY = "https://docs.perplexity.ai/docs/resources/perplexity-crawlers";

const CRAWLERS: readonly Crawler[] = [
	{ token: "Googlebot", vendor: "Google", role: "search", reach: "major", documentedAt: GOOGLE },
	{ token: "Bingbot", vendor: "Microsoft", role: "search", reach: "major", documentedAt: BING },
	{ token: "OAI-SearchBot", vendor: "OpenAI", role: "answer-index", reach: "major", documentedAt: OPENAI },
	{ token: "Claude-SearchBot", vendor: "Anthropic", role: "answer-index", reach: "major", documentedAt: ANTHROPIC },
	{ token: "PerplexityBot", vendor: "Perplexity", role: "answer-index", reach: "major", documentedAt: PERPLEXITY },
	{
		token: "Applebot",
		vendor: "Apple",
		role: "answer-index",
		reach: "minor",
		documentedAt: "https://support.apple.com/en-us/119829",
	},
	{
		token: "Amzn-SearchBot",
		vendor: "Amazon",
		role: "answer-index",
		reach: "minor",
		documentedAt: "https://developer.amazon.com/amazonbot",
	},
	{
		token: "DuckAssistBot",
		vendor: "DuckDuckGo",
		role: "answer-index",
		reach: "minor",
		documentedAt: "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot/",
	},
	{
		token: "MistralAI-Index",
		vendor: "Mistral AI",
		role: "answer-index",
		reach: "minor",
		documentedAt: "https://docs.mistral.ai/robots/",
	},
];

export function crawlersOf(role: CrawlerRole): readonly Crawler[] {
	return CRAWLERS.filter((crawler) => crawler.role === role);
}
