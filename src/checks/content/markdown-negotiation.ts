import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { isMarkdown } from "../shared/machine-file.ts";

export const markdownNegotiation = defineSiteCheck({
	id: "markdown-negotiation",
	pillar: "content",
	engines: ["answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Few agents ask for it and hardly any site offers it; every agent reads HTML as well.",
	title: "Asked for Markdown, the site sends Markdown",
	fault: "The site labels something else as Markdown",
	consequence: "Coding assistants that ask for the light version of your page get something they cannot use.",
	effort: "small",
	doneBy: "developer",
	why: "Agents such as Claude Code ask for Markdown first, since it is a fraction of the HTML. A site that labels something else as Markdown gives them pages they cannot read.",
	howToFix:
		"Answer a request with Accept: text/markdown with the page's text as Markdown, of type text/markdown, or leave the header alone and send HTML as HTML.",
	consumer: "Claude Code; agents that use Cloudflare's Markdown for Agents",
	counterEvidence: {
		says: "Google says that its search, AI features included, uses no Markdown or text files made for AI.",
		source: "https://developers.google.com/search/docs/fundamentals/ai-optimization-guide",
	},
	reference: "https://developers.cloudflare.com/fundamentals/reference/markdown-for-agents/",
	reviewed: "2026-11-22",
	note: "No standard asks a site to offer Markdown and few agents ask for it, so a site of any kind that does not offer it is not judged.",
	needs: ["markdown"],
	evaluate({ markdown }) {
		if (markdown.state === "absent") {
			return {
				outcome: "not-applicable",
				says: `Asked for Markdown or HTML, ${markdown.url} answers ${markdown.status}: the site offers no Markdown there.`,
			};
		}
		const { url, value } = markdown;
		const exhibits = [
			{ url, at: "header content-type", excerpt: clip(value.contentType || "(none)") },
			{ url, at: "beginning", excerpt: clip(value.excerpt) },
		];
		if (isMarkdown(value)) {
			if (value.contentType === "text/markdown") {
				return { outcome: "pass", says: `${url} answers with ${value.words} words of Markdown.`, exhibits };
			}
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "The Markdown version is sent under another content type",
				says: `${url} answers with Markdown, but calls it ${value.contentType || "nothing at all"}.`,
				fix: `Send "Content-Type: text/markdown; charset=utf-8" with the Markdown of ${url}.`,
				exhibits,
			};
		}
		const what = value.sniffed === "empty" ? "nothing" : value.sniffed === "html" ? "HTML" : value.sniffed;
		return {
			outcome: "fail",
			says: `Asked for Markdown, ${url} says that it answers with text/markdown, but what it sends is ${what}.`,
			fix: `Convert the page before it is sent as text/markdown, or send "Content-Type: text/html" with the HTML of ${url}.`,
			exhibits,
		};
	},
});
