import { definePagesCheck } from "../define-check.ts";
import { standsForItself } from "../shared/page-rows.ts";
import { addressKey, isHome } from "../shared/site-addresses.ts";

export const internalReach = definePagesCheck({
	id: "internal-reach",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "Engines find most pages and judge their importance by links; a sitemap alone is a weak sign.",
	title: "Pages are linked from other pages",
	fault: "No other page links to these pages",
	consequence: "People who browse the site never come to these pages, and search engines find them late.",
	effort: "medium",
	doneBy: "editor",
	why: "A page that no other page links to is found late, seems unimportant to search engines, and is out of reach for an agent that walks the site.",
	howToFix: "Link to every page that matters from a menu, a listing or the text of a related page.",
	consumer: "Google Search, Bing, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
	reviewed: "2026-11-28",
	note: "Asked only where every page was read, since a page that was left might hold the link. With a sitemap it is asked of the pages that the sitemap lists, else of all that may be indexed. A link that readers do not see, or that says nofollow, does not count.",
	yieldsTo: ["text-without-js", "crawlable-links"],
	evaluate(row, pages) {
		if (!pages.isWhole)
			return {
				outcome: "not-applicable",
				says: "Not every page was read, so a page without a link here may be linked elsewhere.",
			};
		if (isHome(row)) return { outcome: "not-applicable", says: "Nothing needs to link to the home page." };
		if (pages.listed ? !pages.listed.has(addressKey(row.url)) : !standsForItself(row))
			return {
				outcome: "not-applicable",
				says: `${row.url} is not meant to be found: it is not in the sitemap or not to be indexed.`,
			};
		if (pages.isLinked(row)) return { outcome: "pass", says: `Another page links to ${row.url}.` };
		return {
			outcome: "fail",
			says: `No other page of the site links to ${row.url}.`,
			fix: `Link to ${row.url} from the home page or from a list that it leads to.`,
		};
	},
});
