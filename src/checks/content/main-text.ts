import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

/** Words of a page's own text below which there is next to nothing to read. */
const NEXT_TO_NOTHING = 20;

export const mainText = definePageCheck({
	id: "main-text",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "page",
	weightReason: "Without text of its own a page has nothing that can be found, quoted or acted on.",
	tableStakes: true,
	title: "The page has text of its own",
	fault: "The page has next to no text of its own",
	consequence: "Search engines and AI answers have next to nothing to find the page by, or to quote from it.",
	effort: "medium",
	doneBy: "editor",
	consumer: "Google Search, Bing, ChatGPT, Claude, Perplexity",
	why: "Menus, headers and footers are the same on every page and answer no question. What a page is about stands in its own text, and machines that find none have nothing to work with.",
	howToFix: "Say on the page, in words, what is offered, to whom, where and how: a few short paragraphs are enough.",
	reference: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	reviewed: "2026-11-22",
	note: "No source names a measure. Ours: under 20 words outside menus, header and footer there is next to nothing. A character of a script without spaces counts as a word. Text in pictures is not read, nor is text that no reader sees; letters drawn at random are no text.",
	yieldsTo: ["placeholder-text", "text-without-js", "auth-gate"],
	evaluate({ url, digest: { text } }) {
		const words = text.contentWords;
		if (words === undefined) return { outcome: "not-applicable", says: "This evidence does not tell menus from text." };
		const says = `${url} has ${plainCount(words, "word")} of its own, outside menus, header and footer.`;
		if (words >= NEXT_TO_NOTHING) return { outcome: "pass", says };
		const start = text.contentStart ?? "";
		return {
			outcome: "fail",
			says,
			fix: `Write on ${url} what visitors come for: what is offered, to whom, where, and how to get it.`,
			exhibits: start === "" ? [] : [{ url, at: "own text", excerpt: clip(start) }],
		};
	},
});
