import { percentAtLeast } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { closesSnippet, onePerPlace, placedDirectives, withheldShare } from "../shared/robots.ts";

const READERS = ["robots", "googlebot", "bingbot"];
/** A legal notice or a price may be excluded from snippets; a fifth of the text is more than that. */
const WITHHELD = 0.2;

export const snippetEligible = definePageCheck({
	id: "snippet-eligible",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	listedOnly: true,
	atStake: "feature",
	weightReason:
		"Without a snippet (the quoted text in a search result) the page cannot appear in AI answers, and its search result is a bare title.",
	tableStakes: true,
	title: "Search results and AI answers may quote the page",
	fault: "Search results and AI answers may not quote the page",
	problem: "your page may not be quoted in search results and AI answers",
	consequence: "Google does not show this text in search descriptions or AI answers.",
	hours: 0.25,
	doneBy: "developer",
	why: "Google uses a page in AI Overviews and AI Mode only if it may show a snippet of it. A page that says nosnippet is still listed, but no AI answer quotes or cites it.",
	howToFix:
		"Remove nosnippet and max-snippet:0, and keep data-nosnippet for the few words that should not be quoted. A limit such as max-snippet:160 is fine.",
	consumer: "Google Search, AI Overviews, AI Mode, Bing",
	reference: "https://developers.google.com/search/docs/appearance/ai-features",
	reviewed: "2026-11-21",
	note: "Some publishers turn snippets off on purpose, to keep text out of AI answers. Google documents the effect, so we score it: the page is not eligible. If you withhold only part of the page, we deduct its share of the main text.",
	yieldsTo: ["noindex"],
	evaluate(page) {
		const closing = onePerPlace(placedDirectives(page, READERS).filter(({ directive }) => closesSnippet(directive)));
		const [first] = closing;
		if (first) {
			const { name, value } = first.directive;
			const word = value === "" ? name : `${name}:${value}`;
			return {
				outcome: "fail",
				says: `${first.where} of ${page.url} says ${word}, so no search result or AI answer may quote the page.`,
				fix: `${closing.map(({ removal }) => removal).join(". ")}, or remove ${word} from it.`,
				exhibits: closing.flatMap(({ exhibits }) => exhibits),
			};
		}
		const share = withheldShare(page);
		if (share > WITHHELD) {
			const details = {
				says: `${percentAtLeast(share)} of the main text of ${page.url} is inside data-nosnippet, so no search result or AI answer may quote it.`,
				fix: `Remove data-nosnippet from the parts of ${page.url} that people should find. Keep it on text that must not be quoted.`,
			};
			return share >= 1
				? { outcome: "fail", ...details }
				: {
						outcome: "partial",
						ratio: 1 - share,
						fault: "Search results may not quote large parts of the page",
						...details,
					};
		}
		return { outcome: "pass", says: "Search results and AI answers may quote the page." };
	},
});
