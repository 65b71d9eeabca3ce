import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

/** Words of a page's own text: below the first there is too little to go by, from the second on there is enough. */
const TOO_LITTLE = 40;
const ENOUGH = 120;

export const thinText = definePageCheck({
	id: "thin-text",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "A few sentences can be found, but answer hardly any question that somebody would ask.",
	title: "The page says enough to be found by",
	fault: "The page has little text of its own",
	consequence: "People who search for what you offer find others, who say more about it.",
	effort: "medium",
	doneBy: "editor",
	consumer: "Google Search, Bing, ChatGPT, Claude, Perplexity",
	why: "Search engines match what people ask with what a page says, and assistants quote what it says. Two sentences match and answer next to nothing.",
	howToFix: "Say what is offered, to whom, where and how to get it: a few short paragraphs are enough.",
	reference: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	reviewed: "2026-11-22",
	note: "No source names a measure, and none is asked for beyond the least: under 40 words outside menus, header and footer the page fails; up to 120 it earns its share. A character of a script without spaces counts as a word; text that no reader sees and letters drawn at random count nowhere. Only the home page is asked: a page for an address and opening hours needs no more than it says.",
	yieldsTo: ["main-text", "placeholder-text", "text-without-js", "auth-gate"],
	wants: ["home"],
	evaluate({ url, digest: { text } }, { home }) {
		if (home.state === "found" && home.value.url !== url) {
			return { outcome: "not-applicable", says: "A page beside the home page may be short, as a contact page is." };
		}
		const words = text.contentWords;
		if (words === undefined) return { outcome: "not-applicable", says: "This evidence does not tell menus from text." };
		const has = `${url} has ${plainCount(words, "word")} of its own, outside menus, header and footer`;
		if (words >= ENOUGH) return { outcome: "pass", says: `${has}.` };
		const details = {
			says: `${has}, which is little to go by.`,
			fix: `Write on ${url} what visitors come for, in ${ENOUGH} words or more: what is offered, to whom, where, and how to get it.`,
			exhibits: [{ url, at: "own text", excerpt: clip(text.contentStart ?? "") }],
		};
		if (words < TOO_LITTLE) return { outcome: "fail", ...details };
		return { outcome: "partial", ratio: words / ENOUGH, ...details };
	},
});
