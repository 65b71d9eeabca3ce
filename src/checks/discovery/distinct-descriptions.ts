import { plainCount } from "#core/wording.ts";
import { definePagesCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { twinsOf } from "../shared/page-rows.ts";

export const distinctDescriptions = definePagesCheck({
	id: "distinct-descriptions",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "Engines ignore a repeated description and write the snippet themselves.",
	tableStakes: true,
	title: "Each page has its own description",
	fault: "Several pages have the same description",
	problem: "several of your pages have the same description",
	consequence: "Search engines ignore these descriptions and choose the text under your results themselves.",
	hours: 0.5,
	hoursPerPage: 0.25,
	doneBy: "editor",
	why: "A description that many pages share says nothing specific about any of them.",
	howToFix: "Write a description that is true only for this page, or leave it out.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/appearance/snippet",
	reviewed: "2026-11-28",
	note: "We compare pages in the same way as in distinct-titles.",
	yieldsTo: ["head-in-raw-html", "text-without-js"],
	evaluate(row, pages) {
		const { description, url } = row;
		if (description === null)
			return { outcome: "not-applicable", says: `${url} has no description, which the check meta-description covers.` };
		const exhibits = [{ url, at: description.at, excerpt: description.excerpt }];
		const words = clip(description.text, 80);
		const [first, ...others] = twinsOf(row, pages, "description", (each) => each.description?.text);
		if (!first) return { outcome: "pass", says: `No other page has the description "${words}".`, exhibits };
		const more = others.length > 0 ? ` and ${plainCount(others.length, "other page")}` : "";
		return {
			outcome: "fail",
			says: `${url} has the same description as ${clip(first.url, 120)}${more}: "${words}"`,
			fix: `Write a description for ${url} that is true only for this page, or leave it out.`,
			exhibits,
		};
	},
});
