import type { SignalRow } from "./unscored-signal.ts";

const GOOGLE_AI = "https://developers.google.com/search/docs/fundamentals/ai-optimization-guide";
const RFC_9309 = "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2";
const GOOGLE_ROBOTS = "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt";

/** Files, robots.txt lines and headers. */
export const FILE_ROWS: readonly SignalRow[] = [
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
		"Vendors have renamed their crawlers, and nobody answers to these names today. The lines do no harm, but where the present name has no rule the wish behind them is not heard.",
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
];
