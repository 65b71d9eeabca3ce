/**
 * Search engines and assistants by the names that people know, each with the crawlers that it reads a site by and the
 * robots directives that its vendor says it obeys. Crawlers stand in `crawlers.ts`, with their vendors' pages.
 */

/** Directives of a robots tag or header that a vendor may obey. */
export type ObeyedDirective = "noindex" | "nosnippet" | "noarchive";

export interface NamedEngine {
	readonly name: string;
	/** `search` lists pages; `answers` quotes them, or opens them for a person. */
	readonly kind: "search" | "answers";
	/** Tokens of robots.txt that must all be let in for the page to be listed or cited. */
	readonly index: readonly string[];
	/** Token by which a page is opened for the person who asked for it; absent where the vendor names none. */
	readonly fetcher?: string;
	/** Names of robots tags, beside `robots`, that are addressed to it. */
	readonly tags: readonly string[];
	/** Of other directives its vendor says nothing. */
	readonly obeys: readonly ObeyedDirective[];
	/** True where its crawlers run no scripts, by the source of the check `text-without-js`. */
	readonly readsHtmlAlone?: true;
}

/**
 * In the order in which they are shown. The directives are documented:
 * - Google: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag; Gemini's answers rest on the
 *   search index, where Google-Extended is let in: https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers
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
