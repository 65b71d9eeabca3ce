import type { Crawler } from "#core/crawlers.ts";
import type { RobotsGroup } from "#core/robots-rules.ts";
import type { PartialPass } from "#core/verdict.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { clip } from "./exhibits.ts";
import { count, listing } from "./phrasing.ts";
import {
	type BlockedCrawler,
	blockedListeners,
	listenersOf,
	nameBlocks,
	nameRules,
	ruleExhibits,
} from "./robots-access.ts";

/** What tells of the site's own addresses without a request. */
export type AddressEvidence = Pick<Evidence, "sitemap" | "visits">;

/** Up to this share is a slip of the sitemap, not a closed site. */
const SLIP = 0.05;
const ADDRESSES_MAX = 200;

/** Places that are made for one visitor at a time: closing them to crawlers is right. */
const UTILITY =
	/(?:^|[/_.-])(?:search|suche|recherche|buscar|cart|basket|warenkorb|panier|checkout|kasse|order|admin|wp-admin|wp-login|administrator|login|logout|signin|signup|register|account|my-account|profile|wishlist|compare|preview|print|cgi-bin|api|ajax|tmp|private|internal)(?:[/_.?-]|$)/i;

/** Addresses that the sitemap names or a deep audit asked for, on the host whose robots.txt this is; utility paths left out. */
export function ownAddresses(robotsUrl: string, { sitemap, visits }: AddressEvidence): readonly string[] {
	const { host } = new URL(robotsUrl);
	const named = [...sitemapAddresses(sitemap), ...(visits.state === "found" ? visits.value.map(({ url }) => url) : [])];
	const own = named.filter((each) => URL.canParse(each) && new URL(each).host === host);
	return [...new Set(own)].filter((each) => !UTILITY.test(pathOf(each))).slice(0, ADDRESSES_MAX);
}

/** As they stand in the sitemap, or in the first sitemap of an index. */
export function sitemapAddresses(sitemap: AddressEvidence["sitemap"]): readonly string[] {
	if (sitemap.state !== "found") return [];
	const { kind, entries, child } = sitemap.value;
	return (kind === "index" ? (child?.entries ?? []) : entries).map(({ loc }) => loc);
}

export function pathOf(address: string): string {
	const { pathname, search } = new URL(address);
	return `${pathname}${search}`;
}

export interface ClosedAddresses {
	/** How many addresses were asked about, and how many of them one of the crawlers may not read. */
	readonly of: number;
	readonly closed: readonly string[];
	/** Who may not read, and by which line; each crawler and line once. */
	readonly blocks: readonly BlockedCrawler[];
}

export function closedAddresses(
	groups: readonly RobotsGroup[],
	crawlers: readonly Crawler[],
	addresses: readonly string[],
): ClosedAddresses {
	const open = { of: addresses.length, closed: [], blocks: [] };
	if (!groups.some(({ rules }) => rules.some(({ allow }) => !allow))) return open;
	const listeners = listenersOf(groups, crawlers);
	const found = addresses.map((url) => ({ url, blocks: blockedListeners(groups, listeners, pathOf(url)) }));
	const closed = found.filter(({ blocks }) => blocks.length > 0);
	const distinct = new Map(
		closed.flatMap(({ blocks }) => blocks).map((each) => [`${each.crawler.token} ${each.rule.line}`, each]),
	);
	return { of: addresses.length, closed: closed.map(({ url }) => url), blocks: [...distinct.values()] };
}

/** `robots.txt lets Googlebot read the home page and 50 of 50 addresses that the site names` */
export function openTo(readers: string, { of, closed }: ClosedAddresses): string {
	const others =
		of === 0 ? "" : ` and ${of - closed.length} of ${count(of, "address", "addresses")} that the site names`;
	return `robots.txt lets ${readers} read the home page${others}`;
}

/** The verdict where the home page is open and a good share of the other addresses is not; undefined for a slip. */
export function judgeAddresses(robotsUrl: string, { of, closed, blocks }: ClosedAddresses): PartialPass | undefined {
	const share = closed.length / Math.max(of, 1);
	if (share <= SLIP) return undefined;
	const major = blocks.some(({ crawler }) => crawler.reach === "major");
	return {
		outcome: "partial",
		ratio: Math.max(SLIP, 1 - (major ? share : share / 2)),
		says: `robots.txt leaves the home page open but closes ${closed.length} of ${count(of, "address", "addresses")} that the site itself names to ${nameBlocks(blocks)}; for example ${listing(
			closed.slice(0, 2).map((url) => clip(url, 100)),
		)}.`,
		fix: `Take ${nameRules(blocks)} out of ${robotsUrl}, or narrow the path; where these pages are to stay closed, take their addresses out of the sitemap.`,
		exhibits: ruleExhibits(robotsUrl, blocks),
	};
}
