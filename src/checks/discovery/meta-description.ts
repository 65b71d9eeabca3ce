import type { Page } from "#evidence/evidence-map.ts";
import type { PageMeta } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { isEmptyDescription } from "../shared/placeholder-text.ts";

export const metaDescription = definePageCheck({
	id: "meta-description",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	listedOnly: true,
	atStake: "advice",
	weightReason:
		"Search engines may use it as the snippet (the text under a search result). Without it, they write one themselves.",
	title: "The page has a description for search results",
	fault: "The page has no description for search results",
	problem: "search engines choose the text under your search result themselves",
	consequence: "Google and Bing choose the text under your search result themselves.",
	hours: 0.5,
	hoursPerPage: 0.25,
	doneBy: "editor",
	why: "The description is the text that you suggest for the lines under your search result. Without it, search engines pick some words from the page.",
	howToFix: "Add a meta description of 1 or 2 sentences that is true only for this page.",
	consumer: "Google Search, Bing",
	counterEvidence: {
		says: "In a study of 30,000 keywords Google wrote its own text in about 70 % of the results, so it shows the description in only a minority of them.",
		source: "https://www.portent.com/blog/seo/how-often-google-ignores-our-meta-descriptions.htm",
	},
	reference: "https://developers.google.com/search/docs/appearance/snippet",
	reviewed: "2026-11-21",
	note: "Filler text and a site builder's default do not count as a description. The check distinct-descriptions tests whether pages share one.",
	yieldsTo: ["head-in-raw-html", "text-without-js", "auth-gate"],
	evaluate(page) {
		const own = descriptionsOf(page);
		const [stated] = own.filter((meta) => meta.content.trim() !== "");
		if (stated && isEmptyDescription(stated.content)) {
			return {
				outcome: "fail",
				fault: "The page's description is only placeholder text",
				says: `The description of ${page.url} is "${clip(stated.content, 80)}" (${stated.at}), which says nothing about the page.`,
				fix: `Replace it with 1 or 2 sentences about what ${page.url} offers.`,
				exhibits: exhibitsOf(page, [stated]),
			};
		}
		if (stated) {
			const says = `The page's description is "${clip(stated.content, 80)}"`;
			return { outcome: "pass", says, exhibits: exhibitsOf(page, [stated]) };
		}
		return {
			outcome: "fail",
			says: `${page.url} has ${own.length > 0 ? "an empty" : "no"} meta description.`,
			fix: own[0]
				? `Fill the content of ${own[0].excerpt === "" ? "the meta description" : clip(own[0].excerpt, 80)} (${own[0].at} of ${page.url}) with 1 or 2 sentences about what this page offers.`
				: `Add to the <head> of ${page.url}: <meta name="description" content="One or two sentences about what this page offers.">`,
			exhibits: exhibitsOf(page, own),
		};
	},
});

function descriptionsOf({ digest }: Page): readonly PageMeta[] {
	return digest.metas.filter((meta) => meta.by === "name" && meta.key === "description");
}
