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
		"Search engines penalise a different text for crawlers as cloaking, but a difference can also be harmless.",
	tableStakes: true,
	title: "Crawlers and browsers get the same text",
	fault: "Crawlers and browsers get different text",
	problem: "crawlers get another text than your visitors",
	consequence:
		"Search engines list something other than what customers see, and may treat the difference as deception.",
	hours: 6,
	doneBy: "developer",
	why: "If your site shows crawlers something different from what people see, search engines may treat it as cloaking (deceiving them on purpose). More often a filter sends crawlers an emptier page, and search engines then index that one.",
	howToFix:
		'Send every visitor the same main text. If a page must differ by device, send the header "Vary: User-Agent".',
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/essentials/spam-policies#cloaking",
	reviewed: "2026-11-21",
	note: "Both requests carry our name, and one also looks like a browser. We never imitate another company's crawler. Google gives no threshold. We deduct the difference when the two texts have less than 80 % in common. We do not judge a page that changes on every visit or that announces the difference with a Vary header.",
	yieldsTo: ["text-without-js"],
	needs: ["home", "homeAsBrowser"],
	wants: ["homeAgain"],
	evaluate({ home, homeAsBrowser, homeAgain }) {
		if (home.state === "absent" || homeAsBrowser.state === "absent") {
			return { outcome: "not-applicable", says: "We could not load the home page both ways." };
		}
		const page = home.value;
		const browser = homeAsBrowser.value;
		const share = inCommon(page, browser);
		if (share === null) return { outcome: "not-applicable", says: "The page has too little text to compare." };
		const says = `The main text that ${page.url} sends to a crawler and to a browser is about ${Math.round(share * 100)} % the same.`;
		if (share >= MOSTLY_SAME) return { outcome: "pass", says };
		const again = homeAgain.state === "found" ? inCommon(page, homeAgain.value) : null;
		if (again !== null && again < MOSTLY_SAME) {
			return {
				outcome: "not-applicable",
				says: `${page.url} changes on every visit, so we cannot tell whether crawlers get a different text.`,
			};
		}
		if (declares(page) || declares(browser)) {
			return {
				outcome: "not-applicable",
				says: `${says} The site announces this: its Vary header names User-Agent.`,
				exhibits: headerExhibit(page, "vary"),
			};
		}
		return byShare(share, {
			says,
			fix: `Send the same text of ${page.url} to every User-Agent, or send "Vary: User-Agent" if the difference is intended.`,
			exhibits: exhibitsOf(page, [
				{ at: "text sent to a crawler", excerpt: page.digest.text.start },
				{ at: "text sent to a browser", excerpt: browser.digest.text.start },
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
