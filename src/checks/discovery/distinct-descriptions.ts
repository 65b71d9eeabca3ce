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
	weightReason: "A description that is repeated is passed over, and the engine writes the snippet.",
	tableStakes: true,
	title: "Each page has its own description",
	fault: "Several pages have the same description",
	consequence: "Search engines pass these descriptions over and choose the text under your results themselves.",
	effort: "small",
	doneBy: "editor",
	why: "A description that stands on many pages says nothing about any of them.",
	howToFix: "Write a description that is true of the page alone, or leave it out.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/appearance/snippet",
	reviewed: "2026-11-28",
	note: "Compared as at distinct-titles.",
	yieldsTo: ["head-in-raw-html", "text-without-js"],
	evaluate(row, pages) {
		const { description, url } = row;
		if (description === null)
			return { outcome: "not-applicable", says: `${url} has no description, which is judged at meta-description.` };
		const exhibits = [{ url, at: description.at, excerpt: description.excerpt }];
		const words = clip(description.text, 80);
		const [first, ...others] = twinsOf(row, pages, "description", (each) => each.description?.text);
		if (!first) return { outcome: "pass", says: `No other page describes itself as "${words}".`, exhibits };
		const more = others.length > 0 ? ` and ${plainCount(others.length, "other page")}` : "";
		return {
			outcome: "fail",
			says: `${url} describes itself in the same words as ${clip(first.url, 120)}${more}: "${words}"`,
			fix: `Write a description of ${url} that is true of this page only, or leave it out.`,
			exhibits,
		};
	},
});
