import { listing, percentAtLeast, plainCount, plural } from "#core/wording.ts";
import type { Page, Sitemap, SitemapEntry } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { clip, pasted } from "../shared/exhibits.ts";

/** One orphan among many may be a landing page on purpose. */
const TOLERATED = 0.1;

export const internalReach = defineSiteCheck({
	id: "internal-reach",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	mode: "deep",
	atStake: "quality",
	weightReason: "Engines find most pages and judge their importance by links; a sitemap alone is a weak sign.",
	title: "Pages of the sitemap are linked from other pages",
	fault: "Pages of the sitemap are linked from nowhere",
	consequence: "People who browse the site never come to these pages, and search engines find them late.",
	effort: "medium",
	doneBy: "editor",
	why: "A page that no other page links to is found late, seems unimportant to search engines, and is out of reach for an agent that walks the site.",
	howToFix: "Link to every page that matters from a menu, a listing or the text of a related page.",
	consumer: "Google Search, Bing, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
	reviewed: "2026-11-21",
	note: "Links are read on the home page and the sampled pages only, so pages that only unsampled listings link to are not accused: the check speaks where the sample covers all that the sitemap lists; of an index, all its sitemaps are read, up to twenty-one.",
	yieldsTo: ["text-without-js", "crawlable-links", "sitemap"],
	needs: ["home", "sitemap", "visits", "sample"],
	evaluate({ home, sitemap, sample }) {
		if (home.state === "absent" || sitemap.state === "absent" || sample.state === "absent") {
			return { outcome: "not-applicable", says: "There is no home page or no sitemap to start from." };
		}
		const pages = [home.value, ...sample.value];
		const entries = entriesOf(sitemap.value);
		if (!entries) {
			return {
				outcome: "not-applicable",
				says: "Not all that the sitemap lists was read, so a page without a link here may be linked elsewhere.",
			};
		}
		const listed = pagesListed(entries);
		const seen = new Set(pages.map(({ url }) => plain(url)));
		const unseen = listed.filter((url) => !seen.has(url));
		if (listed.length < 2 || unseen.length > 0) {
			return {
				outcome: "not-applicable",
				says: `The sample does not cover ${plainCount(listed.length, "listed page")} in full, so a page without a link here may be linked elsewhere.`,
			};
		}
		const linked = new Set(pages.flatMap((page) => linksOf(page)));
		const orphans = listed.filter((url) => url !== plain(home.value.url) && !linked.has(url));
		const share = orphans.length / listed.length;
		const opening = `${plainCount(listed.length, "page")} of the sitemap`;
		const [first] = orphans;
		if (!first) return { outcome: "pass", says: `All ${opening} are linked from another page of the site.` };
		const says = `${orphans.length} of ${opening} (${percentAtLeast(share)}) ${plural(orphans.length, "is", "are")} linked from no other page: ${listing(orphans.map((url) => clip(url, 80)))}.`;
		const exhibits = orphans
			.slice(0, 5)
			.map((url) => ({ url, excerpt: "listed in the sitemap, linked from no page that was read" }));
		if (share <= TOLERATED) return { outcome: "pass", says, exhibits };
		const address = entries.find(({ loc }) => URL.canParse(loc) && plain(loc) === first)?.loc ?? `https://${first}`;
		const code = pasted(address);
		return byShare(1 - share, {
			says,
			fix: `Add a link ${code === null ? `to ${clip(address, 120)}` : `<a href="${code}">`} to ${home.url} or to a listing it leads to.`,
			exhibits,
		});
	},
});

/** All entries of the sitemap, or of every child of an index; undefined where some were not read or kept. */
function entriesOf({ kind, count, entries, child, others = [] }: Sitemap): readonly SitemapEntry[] | undefined {
	if (kind !== "index") return entries.length < count ? undefined : entries;
	const read = child ? [child, ...others] : others;
	const isWhole = read.every((each) => each.kind !== "index" && each.entries.length >= each.count);
	const children = new Set(entries.map(({ loc }) => loc)).size;
	return isWhole && entries.length >= count && read.length >= children
		? read.flatMap((each) => each.entries)
		: undefined;
}

function pagesListed(entries: readonly { readonly loc: string }[]): string[] {
	return [...new Set(entries.filter(({ loc }) => URL.canParse(loc)).map(({ loc }) => plain(loc)))];
}

function linksOf({ url, digest }: Page): string[] {
	const own = plain(url);
	return digest.anchors.flatMap((anchor) =>
		anchor.url === null || plain(anchor.url) === own ? [] : [plain(anchor.url)],
	);
}

function plain(address: string): string {
	const url = new URL(address);
	const path = url.pathname.replace(/\/index\.(?:html?|php)$/i, "/").replace(/\/$/, "");
	return `${url.host}${path}${url.search}`;
}
