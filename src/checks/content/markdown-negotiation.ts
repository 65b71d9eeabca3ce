import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { isMarkdown } from "../shared/machine-file.ts";

export const markdownNegotiation = defineSiteCheck({
	id: "markdown-negotiation",
	pillar: "content",
	engines: ["answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Few agents request Markdown and hardly any site offers it. Every agent also reads HTML.",
	title: "The site sends Markdown on request",
	fault: "The site labels other content as Markdown",
	problem: "coding assistants cannot use the light version of your page",
	consequence: "Coding assistants that request the light version of your page get something they cannot use.",
	hours: 1,
	doneBy: "developer",
	why: "Agents such as Claude Code request Markdown (plain text with simple formatting) first, because it is a fraction of the HTML. If your site labels other content as Markdown, they get pages they cannot read.",
	howToFix:
		"When a request says Accept: text/markdown, send the page's text as Markdown with the type text/markdown. Or ignore that header and send HTML as HTML.",
	consumer: "Claude Code; agents that use Cloudflare's Markdown for Agents",
	counterEvidence: {
		says: "Google says that its search, including its AI features, does not use Markdown or text files made for AI.",
		source: "https://developers.google.com/search/docs/fundamentals/ai-optimization-guide",
	},
	reference: "https://developers.cloudflare.com/fundamentals/reference/markdown-for-agents/",
	reviewed: "2026-11-22",
	note: "No standard requires Markdown and few agents request it, so we do not judge sites that do not offer it.",
	needs: ["markdown"],
	evaluate({ markdown }) {
		if (markdown.state === "absent") {
			return {
				outcome: "not-applicable",
				says: `When we requested Markdown or HTML, ${markdown.url} returned ${markdown.status}. The site offers no Markdown there.`,
			};
		}
		const { url, value } = markdown;
		const exhibits = [
			{ url, at: "header content-type", excerpt: clip(value.contentType || "(none)") },
			{ url, at: "beginning", excerpt: clip(value.excerpt) },
		];
		if (isMarkdown(value)) {
			if (value.contentType === "text/markdown") {
				return { outcome: "pass", says: `${url} returns ${value.words} words of Markdown.`, exhibits };
			}
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "The Markdown version has the wrong content type",
				says: `${url} returns Markdown, but ${value.contentType ? `labels it ${value.contentType}` : "without a content type"}.`,
				fix: `Send "Content-Type: text/markdown; charset=utf-8" with the Markdown of ${url}.`,
				exhibits,
			};
		}
		const what = value.sniffed === "empty" ? "nothing" : value.sniffed === "html" ? "HTML" : value.sniffed;
		return {
			outcome: "fail",
			says: `${url} labels its response text/markdown, but sends ${what}.`,
			fix: `Convert the page to Markdown before you send it as text/markdown, or send "Content-Type: text/html" with the HTML of ${url}.`,
			exhibits,
		};
	},
});
