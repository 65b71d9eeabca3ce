import type { Exhibit } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import type { Page, PageVisit } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { isDead } from "../shared/duplicate-pages.ts";
import { andMore, clip } from "../shared/exhibits.ts";
import { addressKey } from "../shared/site-addresses.ts";

/** Up to this number it may be an oversight; more is neglect. */
const OVERSIGHT = 2;
/** A broken image harms people, but blocks no crawler. */
const ONE_PICTURE = 0.75;

export const brokenLinks = defineSiteCheck({
	id: "broken-links",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "A dead link stops readers and crawlers once. They can still reach pages through other links.",
	tableStakes: true,
	title: "Links and images on the home page work",
	fault: "Links or images on the home page are broken",
	problem: "some links or images on your home page are broken",
	consequence: "Visitors who follow a broken link hit a dead end, and where an image is broken, they see a gap.",
	hours: 1,
	doneBy: "editor",
	why: "Crawlers and agents that follow a link to an error learn nothing and come back less often. People leave.",
	howToFix: "Correct each broken address, redirect it to the page that replaced it, or remove the link.",
	consumer: "visitors, Googlebot, Bingbot, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
	reviewed: "2026-11-21",
	note: "If the audit reads several pages, we follow the links of the home page, and internal-links covers those of other pages. Every audit requests the first image if it is on your own host. The check sitemap-hygiene covers addresses that are only in the sitemap. A challenge or a timeout does not count as a broken link.",
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
				says: "We requested no link or image of the home page, or none responded.",
			};
		}
		const dead = answered.filter(isDead);
		const [first] = dead;
		const kinds = [
			...(answeredLinks.length > 0 ? [plainCount(answeredLinks.length, "link")] : []),
			...(answeredPictures.length > 0 ? [plainCount(answeredPictures.length, "image")] : []),
		];
		const opening = `We checked ${listing(kinds)} of the home page`;
		if (!first) return { outcome: "pass", says: `${opening}: ${answered.length === 1 ? "it works" : "all work"}.` };
		const says = `${opening}. Broken: ${listing(dead.map(words))}.`;
		const isPicture = dead.length === 1 && pictures.some(({ url }) => url === first.url);
		const address = clip(first.url, 120);
		const fix = isPicture
			? `Put the image ${address} back, or remove it from ${home.url}.`
			: `Correct or remove the link to ${address} on ${home.url}, or redirect that address to the page that replaced it.${andMore(dead.length)}`;
		const exhibits = dead.flatMap((visit) => (home.state === "found" ? placesOf(home.value, visit) : []));
		if (isPicture) {
			const fault = "An image on the home page does not exist";
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

/** Places where the home page refers to an address; a redirect may have changed it. */
function placesOf({ url, digest }: Page, visit: Asked): readonly Exhibit[] {
	const key = addressKey(visit.url);
	const links = digest.anchors.filter((anchor) => anchor.url !== null && addressKey(anchor.url) === key);
	const images = digest.images.filter(({ src }) => src !== null && URL.parse(src, url)?.href === visit.url);
	const places = [...links, ...images].map(({ at, excerpt }) => ({ url, at, excerpt: clip(excerpt) }));
	return places.length > 0 ? places : [{ url: visit.url, excerpt: answerOf(visit) }];
}

function words(visit: Asked): string {
	return `${clip(visit.url, 80)} (${answerOf(visit)})`;
}

function answerOf({ status, softNotFound }: Asked): string {
	return softNotFound ? `${status}, the page for missing addresses` : `${status}`;
}
