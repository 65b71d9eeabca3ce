import { definePagesCheck } from "../define-check.ts";
import { standsForItself } from "../shared/page-rows.ts";
import { addressKey, isUtility } from "../shared/site-addresses.ts";

export const sitemapCoverage = definePagesCheck({
	id: "sitemap-coverage",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	scored: false,
	atStake: "advice",
	weightReason: "It is shown only: a page that is linked is found without the sitemap.",
	title: "The sitemap lists every page that may be indexed",
	fault: "The sitemap leaves out pages that may be indexed",
	consequence: "Search engines learn of these pages and of their changes later.",
	effort: "small",
	doneBy: "developer",
	why: "Bing and Google plan their visits by the sitemap. Pages that it leaves out wait until a link is followed.",
	howToFix: "Have the sitemap made from the same list of pages as the site.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview",
	reviewed: "2026-11-28",
	note: "Asked where the whole sitemap could be read. Google asks for the pages that matter, not for all, so nothing is deducted.",
	yieldsTo: ["text-without-js", "crawlable-links", "sitemap"],
	evaluate(row, pages) {
		if (!pages.listed)
			return { outcome: "not-applicable", says: "There is no sitemap, or not all of it could be read." };
		if (!standsForItself(row))
			return { outcome: "not-applicable", says: `${row.url} says noindex or names another page as canonical.` };
		if (isUtility(row.url))
			return { outcome: "not-applicable", says: `${row.url} is a page for one visitor at a time, such as a basket.` };
		if (pages.listed.has(addressKey(row.url))) return { outcome: "pass", says: `The sitemap lists ${row.url}.` };
		return {
			outcome: "fail",
			says: `The sitemap does not list ${row.url}, which may be indexed.`,
			fix: `Add ${row.url} to the sitemap, or keep it out of the index if people should not find it.`,
		};
	},
});
