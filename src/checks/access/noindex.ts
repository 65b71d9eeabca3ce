import { listing } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { closesIndex, onePerPlace, placedDirectives, type RobotsDirective } from "../shared/robots.ts";
import { sitemapAddresses } from "../shared/site-addresses.ts";

const EVERYBODY = "all search engines";
const READERS: Readonly<Record<string, string>> = {
	robots: EVERYBODY,
	googlebot: "Google",
	bingbot: "Bing",
};

export const noindex = definePageCheck({
	id: "noindex",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "page",
	weightReason: "One word removes the page from the index, whatever else is right about it.",
	tableStakes: true,
	title: "The page may be listed by search engines",
	fault: "The page tells search engines not to list it",
	consequence: "Search engines leave the page out of their results, so people who search cannot find it.",
	effort: "small",
	doneBy: "developer",
	why: "A page that says noindex is taken out of search results, and out of the AI answers that are built on them. It is often left over from a test site.",
	howToFix: "Remove noindex and none from the robots meta tags and from the X-Robots-Tag header of the page.",
	consumer: "Google Search, AI Overviews, AI Mode, Bing, Microsoft Copilot",
	reference: "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",
	reviewed: "2026-11-21",
	note: "Asked of the home page and of pages that the sitemap lists. A page that is only linked may say noindex on purpose: a form, a page of thanks, a search result.",
	wants: ["home", "sitemap"],
	evaluate(page, { home, sitemap }, { auditedAt }) {
		const placed = placedDirectives(page, Object.keys(READERS));
		const orders = onePerPlace(placed.filter(({ directive }) => closesIndex(directive, auditedAt)));
		const [first] = orders;
		if (!first) return { outcome: "pass", says: "Neither a robots tag nor a header keeps the page out of an index." };
		if (home.state === "found" && home.url !== page.url && !sitemapAddresses(sitemap).includes(page.url)) {
			return {
				outcome: "not-applicable",
				says: `${page.url} says ${wordOf(first.directive)} and no sitemap asks for it to be indexed, so this may be meant.`,
			};
		}
		const readers = new Set(orders.map(({ directive }) => READERS[directive.agent] ?? directive.agent));
		return {
			outcome: "fail",
			fault: `The page tells ${readers.has(EVERYBODY) ? "search engines" : listing([...readers])} not to list it`,
			says: `${first.where} says ${wordOf(first.directive)} to ${listing([...readers])}, so the page leaves the index.`,
			fix: `${orders.map(({ removal }) => removal).join(". ")}, or say "index" in place of what closes it.`,
			exhibits: orders.flatMap(({ exhibits }) => exhibits),
		};
	},
});

function wordOf({ name, value }: RobotsDirective): string {
	return value === "" ? name : `${name}: ${value}, which is past,`;
}
