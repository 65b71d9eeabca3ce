import { listing, plainCount, plural } from "#core/wording.ts";
import type { PageVisit } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { isDead } from "../shared/duplicate-pages.ts";
import { clip } from "../shared/exhibits.ts";

/** Up to so many may be an oversight; more are neglect. */
const OVERSIGHT = 2;
/** A gap for people; no way ends there. */
const ONE_PICTURE = 0.75;

export const brokenLinks = defineSiteCheck({
	id: "broken-links",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "A dead link stops readers and crawlers once; the pages behind other links stay reachable.",
	tableStakes: true,
	title: "Links and pictures of the home page lead to something",
	fault: "Links or pictures of the home page lead nowhere",
	consequence: "Visitors who follow these links come to a dead end, and see a gap in place of these pictures.",
	effort: "small",
	doneBy: "editor",
	why: "Crawlers and agents that follow a link into an error learn nothing and come back less often; people leave.",
	howToFix: "Correct each dead address, redirect its address to the page that took its place, or take the link away.",
	consumer: "visitors, Googlebot, Bingbot, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
	reviewed: "2026-11-21",
	note: "Where further pages are read, the links of the home page are followed, and those of other pages are judged at internal-links; in every audit its first picture is asked for, where it is on the site's own host. Addresses that only the sitemap names are judged by sitemap-hygiene; a challenge or a time-out is no dead link.",
	yieldsTo: ["soft-404"],
	needs: ["home"],
	wants: ["visits", "named"],
	evaluate({ home, visits, named }) {
		const links = visits.state === "found" ? visits.value.filter(({ linkedFrom }) => linkedFrom !== null) : [];
		const pictures = named.state === "found" ? named.value.filter(({ by }) => by === "image") : [];
		const [answeredLinks, answeredPictures] = [links.filter(hasAnswered), pictures.filter(hasAnswered)];
		const answered: readonly Asked[] = [...answeredLinks, ...answeredPictures];
		if (answered.length === 0) {
			return {
				outcome: "not-applicable",
				says: "No link or picture of the home page was asked for, or none answered.",
			};
		}
		const dead = answered.filter(isDead);
		const [first] = dead;
		const kinds = [
			...(answeredLinks.length > 0 ? [plainCount(answeredLinks.length, "link")] : []),
			...(answeredPictures.length > 0 ? [plainCount(answeredPictures.length, "picture")] : []),
		];
		const opening = `${listing(kinds)} of the home page ${plural(answered.length, "was", "were")} asked for`;
		if (!first)
			return { outcome: "pass", says: `${opening}; ${answered.length === 1 ? "it is" : "all of them are"} there.` };
		const says = `${opening}; ${dead.length} of them ${plural(dead.length, "leads", "lead")} nowhere: ${listing(dead.map(words))}.`;
		const isPicture = dead.length === 1 && pictures.some(({ url }) => url === first.url);
		const fix = `Correct or remove the ${isPicture ? "picture" : "link to"} ${clip(first.url, 120)} on ${home.url}, or redirect that address to the page that replaced it.`;
		const exhibits = dead.slice(0, 5).map((visit) => ({ url: visit.url, excerpt: answerOf(visit) }));
		if (isPicture) {
			const fault = "A picture of the home page does not exist";
			return { outcome: "partial", ratio: ONE_PICTURE, fault, says, fix, exhibits };
		}
		return dead.length > OVERSIGHT || dead.length === answered.length
			? { outcome: "fail", says, fix, exhibits }
			: { outcome: "partial", ratio: 1 - dead.length / answered.length, says, fix, exhibits };
	},
});

type Asked = Pick<PageVisit, "url" | "status" | "softNotFound">;

function hasAnswered({ status }: Asked): boolean {
	return status !== null;
}

function words(visit: Asked): string {
	return `${clip(visit.url, 80)} (${answerOf(visit)})`;
}

function answerOf({ status, softNotFound }: Asked): string {
	return softNotFound ? `${status}, the page for addresses that do not exist` : `${status}`;
}
