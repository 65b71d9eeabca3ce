import { percentAtLeast } from "#core/wording.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

const MISSING = 0.2;

export const markdownParity = defineSiteCheck({
	id: "markdown-parity",
	pillar: "content",
	engines: ["answers"],
	grade: "draft",
	atStake: "advice",
	weightReason: "Only agents on sites that offer Markdown are affected. They read this text instead of the page.",
	title: "The Markdown version matches the page",
	fault: "The Markdown version leaves out parts of the page",
	problem: "the light version of your page leaves out parts of it",
	consequence: "An assistant that reads the light version misses what it leaves out, such as a price or a condition.",
	hours: 3,
	doneBy: "developer",
	why: "An agent that gets Markdown never opens the page. It does not know about anything left out there, such as a price or a condition.",
	howToFix: "Generate the Markdown from the same source as the HTML, with everything in the main part.",
	consumer: "Claude Code; agents that use Cloudflare's Markdown for Agents",
	counterEvidence: {
		says: "Google says that its search, including its AI features, does not use Markdown or text files made for AI.",
		source: "https://developers.google.com/search/docs/fundamentals/ai-optimization-guide",
	},
	reference: "https://llmstxt.org/#proposal",
	reviewed: "2026-11-21",
	note: "The drafts require the same content and set no number. We compare the page's main part in runs of 5 words. Up to 20 % may be missing, because converters write lists and tables differently. Extra text in the Markdown costs nothing.",
	yieldsTo: ["markdown-negotiation"],
	needs: ["home", "markdown"],
	evaluate({ home, markdown }) {
		if (home.state === "absent" || markdown.state === "absent") {
			return { outcome: "not-applicable", says: "The site offers no Markdown of its home page." };
		}
		const { url, value } = markdown;
		if (home.value.digest.text.fingerprint.length === 0) {
			return { outcome: "not-applicable", says: "The page has too little text to compare its Markdown with." };
		}
		const exhibits = [{ url, at: "beginning", excerpt: clip(value.excerpt) }];
		const says = `The Markdown of ${url} (${value.words} words) contains about ${percentAtLeast(value.holds)} of the page's main text.`;
		if (1 - value.holds <= MISSING) return { outcome: "pass", says, exhibits };
		return byShare(value.holds / (1 - MISSING), {
			says,
			fix: `Compare "curl -H 'Accept: text/markdown' ${url}" with the main part of the page, and add what is missing.`,
			exhibits,
		});
	},
});
