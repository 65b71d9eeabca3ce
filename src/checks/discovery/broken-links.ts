import { listing, plainCount, plural } from "#core/wording.ts";
import type { PageVisit } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

/** Up to so many may be an oversight; more are neglect. */
const OVERSIGHT = 2;

export const brokenLinks = defineSiteCheck({
	id: "broken-links",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	mode: "deep",
	weight: 2,
	weightReason: "A dead link stops readers and crawlers once; the pages behind other links stay reachable.",
	tableStakes: true,
	title: "Links on the home page lead to pages that answer",
	fault: "Links on the home page lead nowhere",
	consequence: "Visitors who follow these links come to a dead end.",
	effort: "small",
	doneBy: "editor",
	why: "Crawlers and agents that follow a link into an error learn nothing and come back less often; people leave.",
	howToFix: "Correct each dead link, redirect its address to the page that took its place, or take the link away.",
	consumer: "visitors, Googlebot, Bingbot, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
	reviewed: "2026-11-21",
	note: "A sample of the links of the home page is followed. Addresses that only the sitemap names are judged by sitemap-hygiene; a challenge or a time-out is no dead link.",
	yieldsTo: ["soft-404"],
	needs: ["home", "visits"],
	evaluate({ home, visits }) {
		const followed = visits.state === "found" ? visits.value.filter(({ linkedFrom }) => linkedFrom !== null) : [];
		const answered = followed.filter(({ status }) => status !== null);
		if (answered.length === 0) {
			return { outcome: "not-applicable", says: "No link of the home page was followed, or none of them answered." };
		}
		const dead = answered.filter(isDead);
		const [first] = dead;
		const opening = `${plainCount(answered.length, "link")} of the home page ${plural(answered.length, "was", "were")} followed`;
		if (!first) return { outcome: "pass", says: `${opening}; all of them lead to a page.` };
		const says = `${opening}; ${dead.length} of them ${plural(dead.length, "leads", "lead")} nowhere: ${listing(dead.map(words))}.`;
		const fix = `Correct or remove the link to ${clip(first.url, 120)} on ${home.url}, or redirect that address to the page that replaced it.`;
		const exhibits = dead.slice(0, 5).map((visit) => ({ url: visit.url, excerpt: answerOf(visit) }));
		return dead.length > OVERSIGHT || dead.length === answered.length
			? { outcome: "fail", says, fix, exhibits }
			: { outcome: "partial", ratio: 1 - dead.length / answered.length, says, fix, exhibits };
	},
});

function isDead({ status, softNotFound }: PageVisit): boolean {
	return softNotFound || status === 404 || status === 410 || (status !== null && status >= 500);
}

function words(visit: PageVisit): string {
	return `${clip(visit.url, 80)} (${answerOf(visit)})`;
}

function answerOf({ status, softNotFound }: PageVisit): string {
	return softNotFound ? `${status}, the page for addresses that do not exist` : `${status}`;
}
