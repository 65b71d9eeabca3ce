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
	weightReason: "Google writes a title of its own where pages share one; the pages are found all the same.",
	tableStakes: true,
	title: "Each page has its own title",
	fault: "Several pages have the same title",
	consequence: "People cannot tell these pages apart in search results, and search engines replace the title.",
	effort: "small",
	doneBy: "editor",
	why: "A title that stands on several pages says of none of them what it offers. Search engines then write one of their own.",
	howToFix: "Say in each title what that page is about, and after it whose it is.",
	consumer: "Google Search, Bing, AI assistants that cite pages, screen readers",
	reference: "https://developers.google.com/search/docs/appearance/title-link",
	reviewed: "2026-11-28",
	note: "Compared are pages in one language. Pages that say noindex or name another page as canonical are left out, and so are versions of a page for other languages and countries, by lang, hreflang or address.",
	yieldsTo: ["head-in-raw-html", "text-without-js"],
	evaluate(row, pages) {
		const { title, url } = row;
		if (title === null || title.text.trim() === "")
			return { outcome: "not-applicable", says: `${url} has no title, which is judged at title.` };
		const exhibits = [{ url, at: title.at, excerpt: title.excerpt }];
		const words = clip(title.text, 80);
		const [first, ...others] = twinsOf(row, pages, "title", (each) => each.title?.text);
		if (!first) return { outcome: "pass", says: `No other page has the title "${words}".`, exhibits };
		const more = others.length > 0 ? ` and ${plainCount(others.length, "other page")}` : "";
		return {
			outcome: "fail",
			says: `${url} has the same title, "${words}", as ${clip(first.url, 120)}${more}.`,
			fix: `Say in the <title> of ${url} what that page is about.`,
			exhibits,
		};
	},
});
