import { listing } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { closesIndex, onePerPlace, placedDirectives, type RobotsDirective } from "../shared/robots.ts";
import { sitemapAddresses } from "../shared/site-addresses.ts";

const EVERYONE = "all search engines";
const READERS: Readonly<Record<string, string>> = {
	robots: EVERYONE,
	googlebot: "Google",
	bingbot: "Bing",
};

export const noindex = definePageCheck({
	id: "noindex",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "page",
	weightReason: "This one word removes the page from the index, even if everything else is right.",
	tableStakes: true,
	title: "Search engines may list the page",
	fault: "The page tells search engines not to list it",
	problem: "your page tells search engines not to list it",
	consequence: "Search engines leave the page out of their results, so people who search cannot find it.",
	hours: 0.25,
	doneBy: "developer",
	why: "Search engines remove a page that says noindex from their results, and from the AI answers built on them. The setting is often left over from a test site.",
	howToFix: "Remove noindex and none from the robots meta tags and from the X-Robots-Tag header of the page.",
	consumer: "Google Search, AI Overviews, AI Mode, Bing, Microsoft Copilot",
	reference: "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",
	reviewed: "2026-11-21",
	note: "We check the home page and the pages in the sitemap. Other pages may say noindex on purpose: a form, a thank-you page, a search result.",
	wants: ["home", "sitemap"],
	evaluate(page, { home, sitemap }, { auditedAt }) {
		const placed = placedDirectives(page, Object.keys(READERS));
		const orders = onePerPlace(placed.filter(({ directive }) => closesIndex(directive, auditedAt)));
		const [first] = orders;
		if (!first) return { outcome: "pass", says: "No robots tag or header keeps the page out of search indexes." };
		if (home.state === "found" && home.url !== page.url && !sitemapAddresses(sitemap).includes(page.url)) {
			return {
				outcome: "not-applicable",
				says: `${page.url} says ${wordOf(first.directive)} and is not in the sitemap, so this may be intended.`,
			};
		}
		const readers = new Set(orders.map(({ directive }) => READERS[directive.agent] ?? directive.agent));
		return {
			outcome: "fail",
			fault: `The page tells ${readers.has(EVERYONE) ? "search engines" : listing([...readers])} not to list it`,
			says: `${first.where} says ${wordOf(first.directive)} to ${listing([...readers])}, so the page is removed from the index.`,
			fix: `${orders.map(({ removal }) => removal).join(". ")}, or change the value to "index".`,
			exhibits: orders.flatMap(({ exhibits }) => exhibits),
		};
	},
});

function wordOf({ name, value }: RobotsDirective): string {
	return value === "" ? name : `${name}: ${value}, a date in the past,`;
}
