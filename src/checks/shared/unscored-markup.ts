import type { SignalRow } from "./unscored-signal.ts";

const SPECIAL_TAGS = "https://developers.google.com/search/docs/crawling-indexing/special-tags";
const AI_FEATURES = "https://developers.google.com/search/docs/appearance/ai-features";

/** Meta tags, links and structured data. */
export const MARKUP_ROWS: readonly SignalRow[] = [
	[
		"noai-meta",
		"noai or noimageai among the robots directives",
		["GEO Optimizer", "squirrelscan"],
		"Neither word is among the directives that Google or Bing support, and no AI vendor documents that it obeys them. Who wants to opt out of training is heard in robots.txt.",
		["Directives that Google supports", "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag"],
	],
	[
		"ai-metas",
		"meta tags such as ai-content-declaration or ai:summary",
		["Agent Lighthouse", "ax-audit"],
		"Search engines pass over meta tags that they do not know, and no AI vendor documents any of these.",
		["Meta tags that Google supports", SPECIAL_TAGS],
	],
	[
		"meta-keywords",
		"a keywords meta tag",
		["older SEO audits"],
		"Google said in 2009 that it does not use it for ranking, and nothing has changed since.",
		[
			"Google does not use the keywords meta tag",
			"https://developers.google.com/search/blog/2009/09/google-does-not-use-keywords-meta-tag",
		],
	],
	[
		"meta-author",
		"an author meta tag",
		["several GEO audits"],
		"It is not among the tags that search engines document. A byline that people can see, and the author of an article's structured data, are what they read.",
		["Meta tags that Google supports", SPECIAL_TAGS],
	],
	[
		"rel-prev-next",
		"links with rel=prev or rel=next",
		["older SEO audits"],
		"Google no longer uses them to understand pagination. Ordinary links from page to page are what crawlers follow; for browsers and people these do no harm.",
		[
			"Google no longer uses these tags",
			"https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading",
		],
	],
	[
		"faqpage-markup",
		"FAQPage markup",
		["GEO Optimizer", "Agent Lighthouse", "AEORank"],
		"Google took the rich result away in 2026, and no answer engine documents that it reads the markup. Questions and answers that stand on the page are read as any other text.",
		["Google's log of changes to its documentation", "https://developers.google.com/search/updates"],
	],
	[
		"howto-markup",
		"HowTo markup",
		["AEORank", "older SEO audits"],
		"Google took the rich result away in September 2023. The steps on the page are read as text.",
		["HowTo rich results are gone", "https://developers.google.com/search/blog/2023/08/howto-faq-changes"],
	],
	[
		"search-action",
		"SearchAction markup of the site's own search",
		["older SEO audits"],
		"Google took the sitelinks search box away in November 2024. The markup does no harm and need not be removed.",
		["The sitelinks search box is gone", "https://developers.google.com/search/blog/2024/10/sitelinks-search-box"],
	],
	[
		"speakable-markup",
		"Speakable markup",
		["Agent Lighthouse", "AEORank"],
		"It is a beta for news in English on Google's loudspeakers in the United States. No answer engine documents that it reads it.",
		["What it does, and where", "https://developers.google.com/search/docs/appearance/structured-data/speakable"],
	],
	[
		"json-ld-for-chatbots",
		"structured data as food for chatbots",
		["many GEO guides"],
		"Google says that its AI features need no special schema, and in a published test none of five assistants read a price that stood in JSON-LD only. We check structured data for what is documented: rich results and identity.",
		["No special schema is needed", AI_FEATURES],
		["Test of five assistants", "https://www.searchviu.com/"],
	],
	[
		"developer-marks",
		"data-testid attributes, preconnect hints or a certain framework",
		["Agent Lighthouse"],
		"No agent documents that it looks for any of them. Agents read text, the accessibility tree or a picture of the page.",
		["How agents see a page", "https://web.dev/articles/ai-agent-site-ux"],
	],
];
