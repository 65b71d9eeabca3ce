import { listing, plainCount, plural } from "#core/wording.ts";
import type { OuterLink, Page } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { andMore, clip } from "../shared/exhibits.ts";
import { addressKey } from "../shared/site-addresses.ts";
import { foldName, organizationOf, personOf } from "../shared/site-identity.ts";
import { graphOf } from "../shared/structured-data.ts";

export const sameasLive = defineSiteCheck({
	id: "sameas-live",
	pillar: "data",
	engines: ["search"],
	grade: "vendor",
	mode: "deep",
	atStake: "advice",
	weightReason: "A dead profile link misleads few people, but shows engines that the data is not maintained.",
	tableStakes: true,
	title: "Profiles named in the structured data exist",
	fault: "Profiles named in the structured data are gone",
	problem: "some of the profiles that your page names are gone",
	consequence:
		"Search engines cannot connect your company with its profiles elsewhere, because some of the links are dead.",
	hours: 0.5,
	doneBy: "developer",
	why: "The sameAs links connect your organization with its profiles elsewhere. A dead link connects it with nothing.",
	howToFix: "Remove profiles that no longer exist from sameAs, and update those that have moved.",
	consumer: "Google Search",
	counterEvidence: {
		says: "Ahrefs compared 1,885 pages that added JSON-LD with pages that did not: citations in AI Overviews, AI Mode and ChatGPT did not rise.",
		source: "https://ahrefs.com/blog/schema-ai-citations/",
	},
	reference: "https://developers.google.com/search/docs/appearance/structured-data/organization",
	reviewed: "2026-11-21",
	note: "Only 404, 410 and a host that does not exist count as gone. Many networks block programs, so a refusal or a challenge says nothing about a profile. Profiles earn points only if the home page links to one of them, or if an address contains the organization's name.",
	needs: ["home", "profiles"],
	evaluate({ home, profiles }) {
		const links = profiles.state === "found" ? profiles.value : [];
		const certain = links.filter((link) => isGone(link) || isThere(link));
		if (certain.length === 0) {
			return {
				outcome: "not-applicable",
				says: `We could not check any of ${plainCount(links.length, "profile")}.`,
			};
		}
		const gone = certain.filter(isGone);
		const [first] = gone;
		if (!first && home.state === "found" && !certain.some((link) => isOwn(home.value, link)))
			return {
				outcome: "not-applicable",
				says: `Nothing connects ${plainCount(certain.length, "profile")} in sameAs with this site: ${home.url} links to none of them, and no address contains its name.`,
			};
		if (!first) return { outcome: "pass", says: `${plainCount(certain.length, "profile")} in sameAs can be reached.` };
		const ratio = (certain.length - gone.length) / certain.length;
		return byShare(ratio, {
			says: `${gone.length} of ${plainCount(certain.length, "profile")} in sameAs no longer ${plural(gone.length, "exists", "exist")}: ${listing(gone.map(words))}.`,
			fix: `Remove "${clip(first.url, 120)}" from sameAs in the structured data of ${home.url}, or replace it with the right address.${andMore(gone.length)}`,
			exhibits: gone.map((link) => ({ url: link.url, excerpt: answerOf(link) })),
		});
	},
});

/** Someone else's profile earns nothing: require that it links to the owner, or that its address contains the name. */
function isOwn(page: Page, { url }: OuterLink): boolean {
	const key = addressKey(url);
	if (page.digest.anchors.some((anchor) => anchor.url !== null && addressKey(anchor.url) === key)) return true;
	const graph = graphOf(page);
	const owner = organizationOf(graph) ?? personOf(graph);
	const names = owner ? ["name", "alternateName"].flatMap((property) => graph.texts(owner, property)) : [];
	return names.some((name) => {
		const plain = lettersOf(name);
		return key.includes(encodeURIComponent(name)) || (plain !== "" && lettersOf(key).includes(plain));
	});
}

function lettersOf(text: string): string {
	return foldName(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

function isGone({ status, failure }: OuterLink): boolean {
	return status === 404 || status === 410 || failure === "name-not-found";
}

function isThere({ status }: OuterLink): boolean {
	return status !== null && status >= 200 && status < 300;
}

function words(link: OuterLink): string {
	return `${clip(link.url, 80)} (${answerOf(link)})`;
}

function answerOf({ status }: OuterLink): string {
	return status === null ? "the host does not exist" : String(status);
}
