import { definePagesCheck } from "../define-check.ts";
import { isIndexable } from "../shared/page-rows.ts";
import { addressKey, isUtility } from "../shared/site-addresses.ts";

export const sitemapCoverage = definePagesCheck({
	id: "sitemap-coverage",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	scored: false,
	atStake: "advice",
	weightReason: "We only show it: search engines find a linked page without the sitemap.",
	title: "The sitemap lists all pages that search engines may list",
	fault: "The sitemap leaves out pages that search engines may list",
	consequence: "Search engines learn about these pages and their changes later.",
	hours: 1,
	doneBy: "developer",
	why: "Bing and Google use the sitemap to plan their visits. They find missing pages only when they follow a link.",
	howToFix: "Generate the sitemap from the same list of pages as the site.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview",
	reviewed: "2026-11-28",
	note: "We check this if we could read the whole sitemap. Google asks for the important pages, not for all, so we deduct nothing.",
	yieldsTo: ["text-without-js", "crawlable-links", "sitemap"],
	evaluate(row, pages) {
		if (!pages.listed)
			return { outcome: "not-applicable", says: "There is no sitemap, or we could not read all of it." };
		if (!isIndexable(row))
			return { outcome: "not-applicable", says: `${row.url} says noindex or names another page as canonical.` };
		if (isUtility(row.url))
			return { outcome: "not-applicable", says: `${row.url} is a page for a single visitor, such as a basket.` };
		if (pages.listed.has(addressKey(row.url))) return { outcome: "pass", says: `The sitemap lists ${row.url}.` };
		return {
			outcome: "fail",
			says: `The sitemap does not list ${row.url}, which may be indexed.`,
			fix: `Add ${row.url} to the sitemap, or set it to noindex if people should not find it.`,
		};
	},
});
