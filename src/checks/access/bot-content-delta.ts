import type { Page } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { MOSTLY_SAME, similarityOf } from "../shared/duplicate-pages.ts";
import { exhibitsOf, headerExhibit } from "../shared/exhibits.ts";

export const botContentDelta = defineSiteCheck({
	id: "bot-content-delta",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	mode: "deep",
	atStake: "quality",
	weightReason:
		"Search engines punish another text for crawlers as cloaking, but a difference may have honest reasons.",
	tableStakes: true,
	title: "Crawlers and browsers get the same text",
	fault: "Crawlers get another text than browsers",
	consequence:
		"Search engines list something other than what customers see, and may take the difference for deception.",
	effort: "medium",
	doneBy: "developer",
	why: "A site that tells crawlers something else than people risks being taken for cloaking. More often a filter gives crawlers an emptier page, and that is what is then found.",
	howToFix:
		'Send every visitor the same main text; where a page must differ by device, say so with the header "Vary: User-Agent".',
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/essentials/spam-policies#cloaking",
	reviewed: "2026-11-21",
	note: "Both requests name us; one also has the words of a browser. No crawler of another is imitated. Google names no share; below four fifths in common, what differs is deducted. A page that changes between any two visits, or that declares the difference by Vary, is not judged.",
	yieldsTo: ["text-without-js"],
	needs: ["home", "homeAsBrowser"],
	wants: ["homeAgain"],
	evaluate({ home, homeAsBrowser, homeAgain }) {
		if (home.state === "absent" || homeAsBrowser.state === "absent") {
			return { outcome: "not-applicable", says: "The home page was not to be had both ways." };
		}
		const page = home.value;
		const browser = homeAsBrowser.value;
		const share = inCommon(page, browser);
		if (share === null) return { outcome: "not-applicable", says: "The page has too little text to compare." };
		const says = `What ${page.url} sends to a crawler and to a browser has about ${Math.round(share * 100)} % of the main text in common.`;
		if (share >= MOSTLY_SAME) return { outcome: "pass", says };
		const again = homeAgain.state === "found" ? inCommon(page, homeAgain.value) : null;
		if (again !== null && again < MOSTLY_SAME) {
			return {
				outcome: "not-applicable",
				says: `${page.url} says something else at every visit, so no difference can be attributed to the crawler.`,
			};
		}
		if (declares(page) || declares(browser)) {
			return {
				outcome: "not-applicable",
				says: `${says} The site declares it: its Vary header names User-Agent.`,
				exhibits: headerExhibit(page, "vary"),
			};
		}
		return byShare(share, {
			says,
			fix: `Send the same text of ${page.url} whatever the User-Agent says, or send "Vary: User-Agent" where the difference is meant.`,
			exhibits: exhibitsOf(page, [
				{ at: "text for a crawler", excerpt: page.digest.text.start },
				{ at: "text for a browser", excerpt: browser.digest.text.start },
			]),
		});
	},
});

function inCommon(one: Page, other: Page): number | null {
	return similarityOf(one.digest.text.fingerprint, other.digest.text.fingerprint);
}

function declares({ response }: Page): boolean {
	const names = (response.headers.vary ?? "").toLowerCase().split(",");
	return names.some((name) => name.trim() === "user-agent");
}
