import type { Verdict } from "#core/verdict.ts";
import { listing, percentAtLeast, plainCount } from "#core/wording.ts";
import type { PageVisit, Sitemap } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { andMore, clip } from "../shared/exhibits.ts";
import { sitemapAddresses } from "../shared/site-addresses.ts";

/** Shares of the checked addresses. */
const WARN_ABOVE = 0.05;
const FAIL_ABOVE = 0.2;

interface Stain {
	readonly url: string;
	readonly why: string;
}

export const sitemapHygiene = defineSiteCheck({
	id: "sitemap-hygiene",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "Wrong addresses in a sitemap waste crawler visits and make engines trust the rest of it less.",
	tableStakes: true,
	title: "All addresses in the sitemap return a page",
	fault: "The sitemap lists wrong addresses",
	problem: "your sitemap (the page list for search engines) lists wrong addresses",
	consequence: "Search engines waste visits on these addresses and trust the list less.",
	hours: 2,
	doneBy: "developer",
	why: "Search engines treat the sitemap as the list of pages that you want people to find. Redirects and errors in it waste their visits.",
	howToFix: "List only final addresses of this host that return 200.",
	consumer: "Google Search, Bing",
	reference: "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
	reviewed: "2026-11-21",
	note: "We check the addresses that we read, and the hosts of the first entries, which need no visit. We tolerate up to 5 %. Above 20 %, the check fails. Pages among the first entries that say noindex or that robots.txt blocks count under noindex and search-bots, not here.",
	yieldsTo: ["sitemap", "soft-404", "auth-gate"],
	needs: ["home", "sitemap", "visits"],
	wants: ["pages"],
	evaluate({ home, sitemap, pages, visits }) {
		if (sitemap.state === "absent") return { outcome: "not-applicable", says: "There is no sitemap." };
		const listed = visits.state === "found" ? visits.value.filter(({ from }) => from.includes("sitemap")) : [];
		const entries = entriesOf(sitemap.value).slice(0, 50);
		if (entries.length === 0) return { outcome: "not-applicable", says: "The sitemap lists no pages." };
		const { host } = new URL(home.url);
		const foreign = entries.flatMap((url) => foreignHost(url, host));
		const known = new Set(sitemapAddresses(sitemap));
		const visited = listed.flatMap((visit) => stainOf(visit, (url) => known.has(url)));
		const stains = [...new Map([...foreign, ...visited].map((stain) => [stain.url, stain])).values()];
		const looked = new Set([...listed.map(({ url }) => url), ...stains.map(({ url }) => url)]).size;
		// Of many addresses, only faulty ones are kept, and the rest counted.
		const more = pages.state === "found" ? (pages.value.listed ?? listed.length) - listed.length : 0;
		return verdictOf(stains, looked + more, sitemap.url);
	},
});

function verdictOf(stains: readonly Stain[], looked: number, sitemapUrl: string): Verdict {
	if (looked === 0) return { outcome: "not-applicable", says: "We visited none of the sitemap's addresses." };
	const share = stains.length / looked;
	const opening = `We checked ${plainCount(looked, "address", "addresses")} of the sitemap`;
	const [first] = stains;
	if (!first) return { outcome: "pass", says: `${opening}: all are final and return a page.` };
	const named = listing(stains.map(({ url, why }) => `${clip(url, 80)} ${why}`));
	const says = `${opening}. ${stains.length} (${percentAtLeast(share)}) should not be listed: ${named}.`;
	const exhibits = stains.slice(0, 5).map(({ url, why }) => ({ url, excerpt: why }));
	if (share <= WARN_ABOVE) return { outcome: "pass", says, exhibits };
	const fix = `Remove ${clip(first.url, 120)} from ${sitemapUrl}, or replace it with the right address.${andMore(stains.length)}`;
	return share > FAIL_ABOVE
		? { outcome: "fail", says, fix, exhibits }
		: { outcome: "partial", ratio: 1 - share, says, fix, exhibits };
}

function entriesOf({ kind, entries, child }: Sitemap): string[] {
	const list = kind === "index" ? (child?.entries ?? []) : entries;
	return list.map(({ loc }) => loc).filter((loc) => URL.canParse(loc));
}

function foreignHost(url: string, host: string): Stain[] {
	const other = new URL(url).host;
	return other === host ? [] : [{ url, why: `is on another host (${other})` }];
}

/** @param isKnown whether the check noindex covers the page */
function stainOf(
	{ url, status, end, hops, softNotFound, unindexed }: PageVisit,
	isKnown: (url: string) => boolean,
): Stain[] {
	if (softNotFound) return [{ url, why: "shows the page for missing addresses" }];
	if (status === null) return [];
	if (status >= 300) return [{ url, why: `returns ${status}` }];
	if (hops > 0) return [{ url, why: `redirects to ${clip(end, 80)}` }];
	if (unindexed === "canonical") return [{ url, why: "names another page as canonical" }];
	return unindexed === "noindex" && !isKnown(url) ? [{ url, why: "says noindex" }] : [];
}
