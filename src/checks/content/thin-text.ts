import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

/** Words of a page's own text: below the first there is too little, from the second on there is enough. */
const TOO_LITTLE = 40;
const ENOUGH = 120;

export const thinText = definePageCheck({
	id: "thin-text",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	listedOnly: true,
	atStake: "quality",
	weightReason: "People can find a few sentences, but these answer hardly any of their questions.",
	title: "The page has enough text to be found",
	fault: "The page has little text of its own",
	problem: "your page says too little about what you offer",
	consequence: "People who search for what you offer may find others who say more about it.",
	hours: 3,
	hoursPerPage: 2,
	doneBy: "editor",
	needsWriting: true,
	consumer: "Google Search, Bing, ChatGPT, Claude, Perplexity",
	why: "Search engines match people's questions with the text of your page, and assistants quote it. Two sentences match and answer almost nothing.",
	howToFix: "Say what you offer, to whom, where and how to get it. A few short paragraphs are enough.",
	reference: "https://developers.google.com/search/docs/fundamentals/creating-helpful-content",
	reviewed: "2026-11-22",
	note: "No source sets a number, so we ask only for a minimum. With fewer than 40 words outside menus, header and footer, the page fails. Up to 120 words it earns its share. In scripts without spaces, each character counts as a word. Hidden text and random letters do not count. We check only the home page, because a page with an address and opening hours may be short.",
	yieldsTo: ["main-text", "placeholder-text", "text-without-js", "auth-gate"],
	wants: ["home"],
	evaluate({ url, digest: { text, parts } }, { home }) {
		if (home.state === "found" && home.value.url !== url) {
			return {
				outcome: "not-applicable",
				says: "Pages other than the home page may be short, for example a contact page.",
			};
		}
		const words = text.contentWords;
		if (words === undefined)
			return { outcome: "not-applicable", says: "The stored evidence does not separate menus from text." };
		const has = `${url} has ${plainCount(words, "word")} of its own, outside menus, header and footer`;
		if (words >= ENOUGH) return { outcome: "pass", says: `${has}.` };
		const details = {
			says: `${has}, which is very little.`,
			fix: `Write at least ${ENOUGH} words on ${url}: what you offer, to whom, where, and how to get it.`,
			exhibits: [{ url, at: parts.body.at, excerpt: clip(text.contentStart ?? "") }],
		};
		if (words < TOO_LITTLE) return { outcome: "fail", ...details };
		return { outcome: "partial", ratio: words / ENOUGH, ...details };
	},
});
