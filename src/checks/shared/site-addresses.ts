import type { Evidence, LinkedHost, Sitemap, SitemapEntry } from "#evidence/evidence-map.ts";

/** Host without `www.`; "" for an invalid address. */
export function hostOf(address: string, base: string): string {
	return URL.parse(address, base)?.hostname.replace(/^www\./, "") ?? "";
}

/** Whether it is the root of the host of `base`, with or without www and index file. */
export function isOwnRoot(address: string, base: string): boolean {
	return hostOf(address, base) === hostOf(base, base) && segmentsOf(address, base).length === 0;
}

/** Whether two addresses are the same page, ignoring scheme, www, trailing slash, index file and fragment. */
export function isSamePage(address: string, other: string, base: string): boolean {
	if (!URL.canParse(address, base) || !URL.canParse(other, base)) return false;
	const query = (each: string) => new URL(each, base).search;
	const path = (each: string) => segmentsOf(each, base).join("/");
	const host = (each: string) => hostOf(each, base);
	return host(address) === host(other) && path(address) === path(other) && query(address) === query(other);
}

export function segmentsOf(address: string, base: string): readonly string[] {
	const url = URL.parse(address, base);
	if (!url) return [];
	const segments = url.pathname.split("/").filter((segment) => segment !== "");
	return /^(?:index|default|home)\.[a-z]{3,5}$/i.test(segments.at(-1) ?? "") ? segments.slice(0, -1) : segments;
}

/** A language or country prefix is not a level: /de/, /pt-br/, /us/en/. */
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
const HOME_NAME = /^(?:home|homepage|index|start|startseite|accueil|inicio|welcome)(?:\.[a-z]{3,5})?$/i;

/** A page, or an address on a site at the root of its host. */
type Placed = string | { readonly url: string; readonly sitePath?: string | undefined };

export function levelsOf(page: Placed): readonly string[] {
	const { url, sitePath = "/" } = typeof page === "string" ? { url: page } : page;
	const segments = segmentsOf(url, url).slice(sitePath.split("/").length - 2);
	const first = segments.findIndex((segment) => !LANGUAGE.test(segment));
	// At most a country and a language: /go/to/it/ is a path.
	const languages = Math.min(first < 0 ? segments.length : first, 2);
	return segments.slice(languages);
}

export function isHome(page: Placed): boolean {
	const levels = levelsOf(page);
	return levels.length === 0 || (levels.length === 1 && HOME_NAME.test(levels[0] ?? ""));
}

/** Page entries and their file: the sitemap's own, or those of an index's first sitemap. */
export function pagesListed(
	{ kind, entries, child }: Sitemap,
	url: string,
): { readonly url: string; readonly entries: readonly SitemapEntry[] } {
	if (kind === "index" && child) return { url: child.url, entries: child.kind === "urlset" ? child.entries : [] };
	return { url, entries: kind === "urlset" ? entries : [] };
}

/** Equal for the usual variants of one page: www, trailing slash, index file, http. */
export function addressKey(address: string): string {
	const url = URL.parse(address);
	if (!url) return address;
	const path = url.pathname.replace(/\/index\.(?:html?|php)$/i, "/").replace(/\/+$/, "");
	return `${url.host.replace(/^www\./, "")}${path}${url.search}`;
}

const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|yclid|igshid|_ga)$/i;

export function cleanAddress(address: string): string {
	const url = URL.parse(address);
	if (!url) return address;
	url.hash = "";
	for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
	if (url.search === "") url.pathname = url.pathname.replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, "/");
	return url.href;
}

/** Failures for every client. Excludes timeouts, which may be our fault or a firewall's. */
const DEAD: ReadonlySet<string> = new Set(["name-not-found", "connection-refused"]);

/** The other host of the home page's links, if it is dead; undefined for older evidence. */
export function deadHost(seen: Evidence["linkedHost"] | undefined): LinkedHost | undefined {
	return seen?.state === "found" && DEAD.has(seen.value.failure ?? "") ? seen.value : undefined;
}

export type AddressEvidence = Pick<Evidence, "sitemap" | "visits">;

const ADDRESSES_MAX = 200;

/** Pages made for individual visitors: disallowing them is right. */
const UTILITY =
	/(?:^|[/_.-])(?:search|suche|recherche|buscar|cart|basket|warenkorb|panier|checkout|kasse|order|admin|wp-admin|wp-login|administrator|login|logout|signin|signup|register|account|my-account|profile|wishlist|compare|preview|print|cgi-bin|api|ajax|tmp|private|internal)(?:[/_.?-]|$)/i;

export function isUtility(address: string): boolean {
	return UTILITY.test(pathOf(address));
}

/** Addresses from the sitemap or a deep audit on this robots.txt's host, without utility paths. */
export function ownAddresses(robotsUrl: string, { sitemap, visits }: AddressEvidence): readonly string[] {
	const { host } = new URL(robotsUrl);
	const named = [...sitemapAddresses(sitemap), ...(visits.state === "found" ? visits.value.map(({ url }) => url) : [])];
	const own = named.filter((each) => URL.canParse(each) && new URL(each).host === host);
	return [...new Set(own)].filter((each) => !isUtility(each)).slice(0, ADDRESSES_MAX);
}

export function sitemapAddresses(sitemap: AddressEvidence["sitemap"]): readonly string[] {
	if (sitemap.state !== "found") return [];
	const { kind, entries, child } = sitemap.value;
	return (kind === "index" ? (child?.entries ?? []) : entries).map(({ loc }) => loc);
}

export function pathOf(address: string): string {
	const { pathname, search } = new URL(address);
	return `${pathname}${search}`;
}
