import { defineSiteCheck } from "../define-check.ts";
import { MOSTLY_SAME, similarityOf } from "../shared/duplicate-pages.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

export const stableText = defineSiteCheck({
	id: "stable-text",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "convention",
	mode: "deep",
	atStake: "advice",
	weightReason: "Pages may change whenever they like, so that this is shown and never scored.",
	title: "Asked twice, the page says the same",
	fault: "Asked twice, the page says something different",
	consequence: "What a search engine or assistant quotes may be gone when the next visitor comes.",
	effort: "medium",
	doneBy: "developer",
	why: "A page that says something else at every visit cannot be quoted, and what an engine keeps of it is soon wrong. Lists in random order are the usual reason.",
	howToFix:
		"Keep the order of what the main part shows between two visits, and let scripts fill in what should be random.",
	consumer: "Google Search, Bing, AI assistants",
	reference: "https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget",
	reviewed: "2026-11-21",
	note: "No engine documents a limit. What is compared is the main part, in runs of five words, within one audit.",
	needs: ["home", "homeAgain"],
	evaluate({ home, homeAgain }) {
		if (home.state === "absent" || homeAgain.state === "absent") {
			return { outcome: "not-applicable", says: "The home page was not to be had twice." };
		}
		const page = home.value;
		const share = similarityOf(page.digest.text.fingerprint, homeAgain.value.digest.text.fingerprint);
		if (share === null) return { outcome: "not-applicable", says: "The page has too little text to compare." };
		const says = `Two visits to ${page.url} have about ${Math.round(share * 100)} % of the main text in common.`;
		if (share >= MOSTLY_SAME) return { outcome: "pass", says };
		return {
			outcome: "partial",
			ratio: 0.5,
			says,
			fix: `Load ${page.url} twice, compare the two sources, and give what changes between them a fixed order.`,
			exhibits: exhibitsOf(page, [
				{ at: "first visit", excerpt: page.digest.text.start },
				{ at: "second visit", excerpt: homeAgain.value.digest.text.start },
			]),
		};
	},
});
