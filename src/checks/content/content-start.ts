import { definePageCheck } from "../define-check.ts";
import { lettersOf, NEXT_TO_NOTHING } from "../shared/text-language.ts";

/** Source characters per token of a language model, on average over HTML. */
const PER_TOKEN = 4;
const FAR = 2_000;
const TOO_FAR = 10_000;

export const contentStart = definePageCheck({
	id: "content-start",
	pillar: "content",
	engines: ["answers"],
	grade: "convention",
	atStake: "advice",
	weightReason: "No engine documents where it cuts off a page, so we show this but do not score it.",
	title: "The main text starts early in the page source",
	fault: "A lot of code comes before the main text",
	consequence: "Tools that cut off long pages may stop before they reach your content.",
	hours: 3,
	doneBy: "developer",
	why: "Language models pay most attention to the start of what they read, and tools cut off long pages. Styles, menus and scripts before the text push it back.",
	howToFix:
		"Move inline styles and scripts into files of their own, and put the main content before the parts that repeat on every page.",
	consumer: "Page fetchers of AI assistants that cut off long pages, such as Claude Code's",
	reference: "https://arxiv.org/abs/2307.03172",
	reviewed: "2026-11-21",
	note: "The paper measures where in its input a model finds a fact, not how crawlers cut off pages. The limits of 2,000 and 10,000 tokens (pieces of words that models count in) are a convention. We count 4 characters of source as 1 token.",
	yieldsTo: ["text-without-js", "auth-gate"],
	evaluate(page) {
		const { text } = page.digest;
		if (lettersOf(page) < NEXT_TO_NOTHING) {
			return { outcome: "not-applicable", says: "The page has almost no text of its own." };
		}
		const tokens = Math.round(text.mainOffset / PER_TOKEN);
		const part = text.main > 0 ? "main part" : "text";
		const says = `The ${part} of ${page.url} starts after ${text.mainOffset} characters of source, about ${tokens} tokens.`;
		if (tokens <= FAR) return { outcome: "pass", says };
		const fix = `Move inline <style> and <script> and other code before the ${part} of ${page.url} into separate files.`;
		return tokens <= TOO_FAR ? { outcome: "partial", ratio: 0.5, says, fix } : { outcome: "fail", says, fix };
	},
});
