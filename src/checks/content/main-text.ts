import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

/** Words of a page's own text; with fewer there is almost nothing to read. */
const NEXT_TO_NOTHING = 20;

export const mainText = definePageCheck({
	id: "main-text",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	listedOnly: true,
	atStake: "page",
	weightReason: "Without text of its own, a page has nothing to find, quote or act on.",
	tableStakes: true,
	title: "The page has text of its own",
	fault: "The page has almost no text of its own",
	problem: "search engines and AI answers find little text to quote",
	consequence: "Search engines and AI answers find almost nothing on the page to match or quote.",
	hours: 6,
	hoursPerPage: 3,
	doneBy: "editor",
	needsWriting: true,
	consumer: "Google Search, Bing, ChatGPT, Claude, Perplexity",
	why: "Menus, headers and footers are the same on every page and answer no questions. A page's own text says what it is about. Without it, machines have nothing to work with.",
	howToFix: "Write on the page what you offer, to whom, where and how to get it. A few short paragraphs are enough.",
	reference: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	reviewed: "2026-11-22",
	note: "No source sets a number. Ours is at least 20 words outside menus, header and footer. In scripts without spaces, each character counts as a word. We do not count text in images, hidden text or random letters.",
	yieldsTo: ["placeholder-text", "text-without-js", "auth-gate"],
	evaluate({ url, digest: { text, parts } }) {
		const words = text.contentWords;
		if (words === undefined)
			return { outcome: "not-applicable", says: "The stored evidence does not separate menus from text." };
		const says = `${url} has ${plainCount(words, "word")} of its own, outside menus, header and footer.`;
		if (words >= NEXT_TO_NOTHING) return { outcome: "pass", says };
		const start = text.contentStart ?? "";
		return {
			outcome: "fail",
			says,
			fix: `Write on ${url} what visitors are looking for: what you offer, to whom, where, and how to get it.`,
			exhibits: start === "" ? [] : [{ url, at: parts.body.at, excerpt: clip(start) }],
		};
	},
});
