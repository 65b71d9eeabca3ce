import { percentAtLeast } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { closesSnippet, onePerPlace, placedDirectives, withheldShare } from "../shared/robots.ts";

const READERS = ["robots", "googlebot", "bingbot"];
/** A legal notice or a price may be kept out of snippets; a fifth of the text is more than that. */
const WITHHELD = 0.2;

export const snippetEligible = definePageCheck({
	id: "snippet-eligible",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "Without a snippet the page may not stand in AI answers at all, and its search result is a bare title.",
	tableStakes: true,
	title: "The page may be quoted in search results and AI answers",
	fault: "The page may not be quoted in search results and AI answers",
	consequence: "What may not be quoted appears in no search description and in no AI answer of Google.",
	effort: "small",
	doneBy: "developer",
	why: "Google shows a page in AI Overviews and AI Mode only if it may be shown with a snippet. A page that says nosnippet is still listed, but no answer quotes or cites it.",
	howToFix:
		"Remove nosnippet and max-snippet:0, and keep data-nosnippet for the few words that should not be quoted. A limit such as max-snippet:160 is fine.",
	consumer: "Google Search, AI Overviews, AI Mode, Bing",
	reference: "https://developers.google.com/search/docs/appearance/ai-features",
	reviewed: "2026-11-21",
	note: "Some publishers close snippets on purpose, to keep text out of AI answers. The vendor documents what that costs, so it is scored as what it is: the page is not eligible. Where only a part is withheld, its share of the main text is deducted.",
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
				fix: `${closing.map(({ removal }) => removal).join(". ")}, or take ${word} out of it.`,
				exhibits: closing.flatMap(({ exhibits }) => exhibits),
			};
		}
		const share = withheldShare(page);
		if (share > WITHHELD) {
			const details = {
				says: `${percentAtLeast(share)} of the main text of ${page.url} stands inside data-nosnippet, where no search result or AI answer may quote it.`,
				fix: `Take the attribute data-nosnippet off the parts of ${page.url} that people should find; keep it on what must not be quoted.`,
			};
			return share >= 1
				? { outcome: "fail", ...details }
				: {
						outcome: "partial",
						ratio: 1 - share,
						fault: "Much of the page may not be quoted in search results",
						...details,
					};
		}
		return { outcome: "pass", says: "Search results and AI answers may quote the page." };
	},
});
