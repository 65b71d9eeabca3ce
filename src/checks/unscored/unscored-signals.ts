/** Something that tools of this kind look for, and that costs nothing here: no consumer documents that it reads it. */
export interface UnscoredSignal {
	/** Kebab-case; also the id of a check where the evidence shows the signal anyway. */
	readonly id: string;
	/** A noun phrase: `FAQPage markup`. */
	readonly what: string;
	/** Tools that give or take points for it. */
	readonly scoredBy: readonly string[];
	/** Why we do not, in whole sentences. */
	readonly why: string;
	/** Who reads it all the same, by name; absent where no search engine or assistant is known to. */
	readonly consumer?: string;
	readonly sources: readonly [SignalSource, ...SignalSource[]];
	/** Day on which the sources were last read, `YYYY-MM-DD`. */
	readonly reviewed: `${number}-${number}-${number}`;
}

interface SignalSource {
	/** What it says, in a few words. */
	readonly says: string;
	readonly url: `https://${string}`;
}

type SignalRow = readonly [
	id: string,
	what: string,
	scoredBy: readonly string[],
	why: string,
	...sources: readonly [
		readonly [says: string, url: SignalSource["url"]],
		...(readonly (readonly [string, SignalSource["url"]])[]),
	],
];

const GOOGLE_AI = "https://developers.google.com/search/docs/fundamentals/ai-optimization-guide";
const RFC_9309 = "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2";
const GOOGLE_ROBOTS = "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt";
const SPECIAL_TAGS = "https://developers.google.com/search/docs/crawling-indexing/special-tags";
const AI_FEATURES = "https://developers.google.com/search/docs/appearance/ai-features";

const ROWS: readonly SignalRow[] = [
	// Files, robots.txt lines and headers.
	[
		"llms-txt",
		"a file /llms.txt",
		["GEO Optimizer", "afdocs", "agent-readiness", "ax-audit"],
		"Google says that it neither helps nor harms and is not needed, Lighthouse takes its absence as not applicable, and logs show next to no crawler that asks for it. Where there is one, we look whether it is sound; where there is none, nothing is lost.",
		["Not needed for Google's AI features", GOOGLE_AI],
		["The proposal itself", "https://llmstxt.org/"],
		["Who asks for it, in 461,000 requests of bots: 0.30 %", "https://rozz.site/insights/who-reads-your-llms-txt.html"],
	],
	[
		"llms-full-txt",
		"a file /llms-full.txt",
		["GEO Optimizer", "Agent Lighthouse", "ax-audit"],
		"Neither version of the proposal knows this file, and those that vendors publish reach tens of megabytes, far beyond what any model reads.",
		["The proposal, which has no such file", "https://llmstxt.org/"],
	],
	[
		"ai-txt",
		"files such as /ai.txt, /.well-known/ai.txt, /genai.txt, /ai/summary.json or /ai/faq.json",
		["GEO Optimizer", "ax-audit"],
		"No vendor documents that any of its crawlers asks for them, and none of the names is registered.",
		["Registered well-known names", "https://www.iana.org/assignments/well-known-uris/well-known-uris.xhtml"],
	],
	[
		"ai-plugin-json",
		"a file /.well-known/ai-plugin.json",
		["ax-audit", "older checklists"],
		"It belonged to ChatGPT's plugins, which were closed in March and April 2024. Nothing reads it any more.",
		["Plugins have been wound down", "https://help.openai.com/en/articles/8988022"],
	],
	[
		"agents-json",
		"a file /agents.json",
		["Agent Lighthouse", "ax-audit"],
		"We found no agent whose vendor documents that it reads this file. What agents do read, such as an MCP server that you advertise, is looked at where you declare it.",
		["Registered well-known names", "https://www.iana.org/assignments/well-known-uris/well-known-uris.xhtml"],
	],
	[
		"agent-interface-absence",
		"the absence of WebMCP, an MCP server card or an A2A card",
		["Is Your Site Agent-Ready", "agent-readiness", "ax-audit"],
		"These are drafts or trials, and a site without an application behind it has nothing to offer through them. What is declared is checked; what is not declared is not missing.",
		["WebMCP, a draft of a community group", "https://webmachinelearning.github.io/webmcp/"],
	],
	[
		"explicit-allow-lines",
		"robots.txt lines that let in by name who is let in already",
		["Is Your Site Agent-Ready", "Agent Lighthouse"],
		"Silence is permission: a crawler that no rule closes out may read everything, so a line of its own adds nothing. It does take the crawler out of the group for all, with whatever that closes.",
		["What no rule matches is allowed", RFC_9309],
	],
	[
		"dead-bot-tokens",
		"robots.txt groups for crawlers that no vendor documents any more",
		["lists of AI crawlers that are copied whole"],
		"Vendors have renamed their crawlers, and none of them documents these names today. The lines do no harm, but where the present name has no rule they have no effect.",
		["Anthropic's present tokens", "https://support.claude.com/en/articles/8896518"],
	],
	[
		"crawl-delay",
		"a Crawl-delay line in robots.txt",
		["several SEO audits"],
		"It is no part of the standard: Google and Amazon do not follow it, Anthropic and Bing do. Up to ten seconds it does no harm; a longer one lets a crawler read only a few thousand pages a day.",
		["Google does not support it", GOOGLE_ROBOTS],
		["Anthropic supports it", "https://support.claude.com/en/articles/8896518"],
		["Amazon does not support it", "https://developer.amazon.com/amazonbot"],
	],
	[
		"content-security-policy",
		"a Content-Security-Policy header",
		["Agent Lighthouse", "ax-audit"],
		"It protects visitors against injected scripts and is good hygiene. No search engine or answer engine documents that it reads it, so it says nothing about how well a site is read.",
		["What it is for", "https://www.w3.org/TR/CSP3/"],
	],
	[
		"referrer-policy",
		"a Referrer-Policy header",
		["Agent Lighthouse", "ax-audit"],
		"It decides what other sites learn about where a visitor came from, which is good hygiene. No search engine or answer engine documents that it reads it.",
		["What it is for", "https://www.w3.org/TR/referrer-policy/"],
	],
	[
		"permissions-policy",
		"a Permissions-Policy header",
		["Agent Lighthouse", "ax-audit"],
		"It switches off features of the browser that a page does not need, which is good hygiene. No search engine or answer engine documents that it reads it.",
		["What it is for", "https://www.w3.org/TR/permissions-policy/"],
	],
	[
		"security-txt",
		"a file /.well-known/security.txt",
		["Agent Lighthouse", "ax-audit"],
		"It tells people where to report a weakness, and every site may well have one. It has nothing to do with reading the site.",
		["The standard, RFC 9116", "https://www.rfc-editor.org/rfc/rfc9116"],
	],
	// Meta tags, links and structured data.
	[
		"noai-meta",
		"noai or noimageai among the robots directives",
		["GEO Optimizer", "squirrelscan"],
		"Neither word is among the directives that Google or Bing support, and no AI vendor documents that it obeys them. A training opt-out works in robots.txt.",
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
	// Rules of writing, and choices of the owner.
	[
		"geo-writing",
		"quotations, statistics, keyword density, sections of a certain length, readability figures",
		["aiseo-audit", "GEO Optimizer", "AEORank"],
		"The gain that is quoted for these was measured for texts that already stood among five handed to a model. Larger studies found them largely without effect, often harmful, and Google knows no ideal length.",
		["The first study: GEO", "https://arxiv.org/abs/2311.09735"],
		["C-SEO Bench: largely ineffective", "https://arxiv.org/abs/2506.11097"],
		["252,000 trials: format alone does next to nothing", "https://arxiv.org/abs/2605.25517"],
		["No ideal length, no chunking", GOOGLE_AI],
	],
	[
		"answer-first",
		"answers in the first paragraph, headings in the form of questions",
		["aiseo-audit", "AEORank"],
		"To say the essential early is good writing, and Bing advises it; Google says that no text needs rewriting for its AI features. It is a matter of style, and style is not scored.",
		["No rewriting is needed", GOOGLE_AI],
	],
	[
		"training-opt-out",
		"rules against crawlers that gather training data",
		["aiseo-audit", "a14y", "Agent Lighthouse"],
		"Whether a text may train models is its owner's choice. The vendors keep training apart from search and citation, so such a rule costs no reader.",
		["OpenAI's crawlers, one for each purpose", "https://developers.openai.com/api/docs/bots"],
		["Anthropic's crawlers", "https://support.claude.com/en/articles/8896518"],
		[
			"Google-Extended has no bearing on Search",
			"https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers",
		],
	],
];

/** Readers other than search engines and assistants, or in part. */
const CONSUMERS: Readonly<Record<string, string>> = {
	"explicit-allow-lines": "every crawler that follows RFC 9309",
	"dead-bot-tokens": "crawlers of Anthropic, under their present names",
	"crawl-delay": "Bingbot, ClaudeBot; not Googlebot or Amazonbot",
	"content-security-policy": "browsers",
	"referrer-policy": "browsers",
	"permissions-policy": "browsers",
	"speakable-markup": "Google Assistant, in a beta for English news",
	"rel-prev-next": "browsers",
};

const REVIEWED = "2026-11-21";

/** Everything that is explained and never scored, in the order in which it is shown. */
export const UNSCORED_SIGNALS: readonly UnscoredSignal[] = ROWS.map((row) => signalOf(row, REVIEWED));

/** @throws RangeError for an id that the table does not have */
export function unscoredSignal(id: string): UnscoredSignal {
	const signal = UNSCORED_SIGNALS.find((each) => each.id === id);
	if (!signal) throw new RangeError(`The table of unscored signals has no ${id}.`);
	return signal;
}

/** A row of a table, all of whose sources were read on one day. */
function signalOf(
	[id, what, scoredBy, why, first, ...more]: SignalRow,
	reviewed: UnscoredSignal["reviewed"],
): UnscoredSignal {
	const toSource = ([says, url]: readonly [string, SignalSource["url"]]): SignalSource => ({ says, url });
	const consumer = CONSUMERS[id];
	const words = { id, what, scoredBy, why, sources: [toSource(first), ...more.map(toSource)], reviewed } as const;
	return consumer === undefined ? words : { ...words, consumer };
}
