import { definePageCheck } from "../define-check.ts";
import { lettersOf, NEXT_TO_NOTHING } from "../shared/text-language.ts";

/** Characters of source that a language model reads as one token, on average over HTML. */
const PER_TOKEN = 4;
const FAR = 2_000;
const TOO_FAR = 10_000;

export const contentStart = definePageCheck({
	id: "content-start",
	pillar: "content",
	engines: ["answers"],
	grade: "convention",
	atStake: "advice",
	weightReason: "No engine documents where it cuts a page, so that this is shown and never scored.",
	title: "The main text begins early in the page source",
	fault: "Much code stands before the main text",
	consequence: "Tools that cut long pages may stop before they reach what your page has to say.",
	effort: "medium",
	doneBy: "developer",
	why: "Language models heed the beginning of what they read most, and tools cut long pages. Styles, menus and scripts before the text push it back.",
	howToFix:
		"Move inline styles and scripts into files of their own, and put the main part before what repeats on every page.",
	consumer: "Page fetchers of AI assistants that cut long pages, such as Claude Code's",
	reference: "https://arxiv.org/abs/2307.03172",
	reviewed: "2026-11-21",
	note: "The paper measures where in its input a model finds a fact, not how crawlers cut pages. The limits of 2,000 and 10,000 tokens are a convention; a token is counted as four characters of source.",
	yieldsTo: ["text-without-js", "auth-gate"],
	evaluate(page) {
		const { text } = page.digest;
		if (lettersOf(page) < NEXT_TO_NOTHING) {
			return { outcome: "not-applicable", says: "The page has next to no text of its own." };
		}
		const tokens = Math.round(text.mainOffset / PER_TOKEN);
		const part = text.main > 0 ? "main part" : "text";
		const says = `The ${part} of ${page.url} begins behind ${text.mainOffset} characters of source, about ${tokens} tokens.`;
		if (tokens <= FAR) return { outcome: "pass", says };
		const fix = `Move what stands before the ${part} of ${page.url}, such as inline <style> and <script>, into files of its own.`;
		return tokens <= TOO_FAR ? { outcome: "partial", ratio: 0.5, says, fix } : { outcome: "fail", says, fix };
	},
});
