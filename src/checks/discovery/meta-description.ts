import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../exhibits.ts";

export const metaDescription = definePageCheck({
	id: "meta-description",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	mode: "light",
	weight: 1,
	weightReason: "Search engines may use it as the snippet, and write one themselves where it is missing.",
	title: "The page describes itself in a sentence",
	why: "The description is the text you offer for the lines under your search result. Without it, an engine picks some words from the page.",
	howToFix: "Add a meta description of one or two sentences that is true of this page only.",
	reference: "https://developers.google.com/search/docs/appearance/snippet",
	reviewed: "2026-11-21",
	needs: [],
	evaluate(page) {
		const own = page.digest.metas.filter((meta) => meta.by === "name" && meta.key === "description");
		const [told] = own.filter((meta) => meta.content.trim() !== "");
		if (told) {
			const says = `The page describes itself: "${clip(told.content, 80)}"`;
			return { outcome: "pass", says, exhibits: exhibitsOf(page, [told]) };
		}
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${page.url} has ${own.length > 0 ? "an empty" : "no"} meta description.`,
			fix: `Add to the <head> of ${page.url}: <meta name="description" content="One or two sentences on what this page offers.">`,
			exhibits: exhibitsOf(page, own),
		};
	},
});
