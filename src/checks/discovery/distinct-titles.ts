import { plainCount } from "#core/wording.ts";
import { definePagesCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { twinsOf } from "../shared/page-rows.ts";

export const distinctTitles = definePagesCheck({
	id: "distinct-titles",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "If pages share a title, Google writes its own. People still find the pages.",
	tableStakes: true,
	title: "Each page has its own title",
	fault: "Several pages have the same title",
	problem: "several of your pages have the same title",
	consequence: "People cannot tell these pages apart in search results, and search engines replace the title.",
	hours: 0.5,
	hoursPerPage: 0.15,
	doneBy: "editor",
	why: "A title that several pages share does not say what each of them offers. Search engines then write their own.",
	howToFix: "In each title, say what that page is about, followed by your name.",
	consumer: "Google Search, Bing, AI assistants that cite pages, screen readers",
	reference: "https://developers.google.com/search/docs/appearance/title-link",
	reviewed: "2026-11-28",
	note: "We compare pages in the same language. We leave out pages that say noindex or name another page as canonical, and versions for other languages and countries (by lang, hreflang or address).",
	yieldsTo: ["head-in-raw-html", "text-without-js"],
	evaluate(row, pages) {
		const { title, url } = row;
		if (title === null || title.text.trim() === "")
			return { outcome: "not-applicable", says: `${url} has no title, which the check title covers.` };
		const exhibits = [{ url, at: title.at, excerpt: title.excerpt }];
		const words = clip(title.text, 80);
		const [first, ...others] = twinsOf(row, pages, "title", (each) => each.title?.text);
		if (!first) return { outcome: "pass", says: `No other page has the title "${words}".`, exhibits };
		const more = others.length > 0 ? ` and ${plainCount(others.length, "other page")}` : "";
		return {
			outcome: "fail",
			says: `${url} has the same title, "${words}", as ${clip(first.url, 120)}${more}.`,
			fix: `In the <title> of ${url}, say what that page is about.`,
			exhibits,
		};
	},
});
