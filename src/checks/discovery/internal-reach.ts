import { definePagesCheck } from "../define-check.ts";
import { isIndexable } from "../shared/page-rows.ts";
import { addressKey, isHome } from "../shared/site-addresses.ts";

export const internalReach = definePagesCheck({
	id: "internal-reach",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "Engines use links to find most pages and to judge their importance. A sitemap alone is a weak signal.",
	title: "Pages are linked from other pages",
	fault: "No other page links to these pages",
	problem: "no other page links to some of your pages",
	consequence: "People who browse your site never reach these pages, and search engines find them late.",
	hours: 2,
	hoursPerPage: 0.25,
	doneBy: "editor",
	why: "Search engines find a page without links late and treat it as unimportant. An agent that browses your site cannot reach it.",
	howToFix: "Link to every page that matters from a menu, a listing or the text of a related page.",
	consumer: "Google Search, Bing, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
	reviewed: "2026-11-28",
	note: "We check this only if we read every page, because an unread page might contain the link. With a sitemap we check the pages in it, otherwise all pages that may be indexed. Hidden links and nofollow links do not count.",
	yieldsTo: ["text-without-js", "crawlable-links"],
	evaluate(row, pages) {
		if (!pages.isWhole)
			return {
				outcome: "not-applicable",
				says: "We did not read every page, so unread pages may contain the link.",
			};
		if (isHome(row)) return { outcome: "not-applicable", says: "Nothing needs to link to the home page." };
		if (pages.listed ? !pages.listed.has(addressKey(row.url)) : !isIndexable(row))
			return {
				outcome: "not-applicable",
				says: `${row.url} is not meant for search: it is not in the sitemap or must not be indexed.`,
			};
		if (pages.isLinked(row)) return { outcome: "pass", says: `Another page links to ${row.url}.` };
		return {
			outcome: "fail",
			says: `No other page of the site links to ${row.url}.`,
			fix: `Link to ${row.url} from the home page or from a list page that the home page links to.`,
		};
	},
});
