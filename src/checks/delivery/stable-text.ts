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
	weightReason: "Pages may change at any time, so we show this but do not score it.",
	title: "The page shows the same text on two visits",
	fault: "The page shows different text on two visits",
	consequence: "Text that a search engine or assistant quotes may be gone when the next visitor comes.",
	hours: 4,
	doneBy: "developer",
	why: "If a page changes on every visit, quotes from it are soon wrong, and so is an engine's copy of it. Lists in random order are the usual cause.",
	howToFix: "Keep the same order in the main part on every visit, and use scripts for parts that should be random.",
	consumer: "Google Search, Bing, AI assistants",
	reference: "https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget",
	reviewed: "2026-11-21",
	note: "No engine documents a limit. We compare the main part in runs of 5 words, within one audit.",
	needs: ["home", "homeAgain"],
	evaluate({ home, homeAgain }) {
		if (home.state === "absent" || homeAgain.state === "absent") {
			return { outcome: "not-applicable", says: "We could not load the home page twice." };
		}
		const page = home.value;
		const share = similarityOf(page.digest.text.fingerprint, homeAgain.value.digest.text.fingerprint);
		if (share === null) return { outcome: "not-applicable", says: "The page has too little text to compare." };
		const says = `On two visits, the main text of ${page.url} was about ${Math.round(share * 100)} % the same.`;
		if (share >= MOSTLY_SAME) return { outcome: "pass", says };
		return {
			outcome: "partial",
			ratio: 0.5,
			says,
			fix: `Load ${page.url} twice, compare the source code, and give the changing parts a fixed order.`,
			exhibits: exhibitsOf(page, [
				{ at: "first visit", excerpt: page.digest.text.start },
				{ at: "second visit", excerpt: homeAgain.value.digest.text.start },
			]),
		};
	},
});
