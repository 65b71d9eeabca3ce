import type { Evidence, LinkedHost, Sitemap, SitemapEntry } from "#evidence/evidence-map.ts";

/** Host without `www.`; "" for what is no address. */
export function hostOf(address: string, base: string): string {
	return URL.parse(address, base)?.hostname.replace(/^www\./, "") ?? "";
}

/** True for the root of the host on which `base` lies, www or not, with or without an index file. */
export function isOwnRoot(address: string, base: string): boolean {
	return hostOf(address, base) === hostOf(base, base) && segmentsOf(address, base).length === 0;
}

/** True for two addresses of one page: scheme, www, trailing slash, index file and fragment make no difference. */
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

/** A language or country before the path is no level: /de/, /pt-br/, /us/en/. */
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
const HOME_NAME = /^(?:home|homepage|index|start|startseite|accueil|inicio|welcome)(?:\.[a-z]{3,5})?$/i;

/** A page, or the address of one on a site at the root of its host. */
type Placed = string | { readonly url: string; readonly sitePath?: string | undefined };

export function levelsOf(page: Placed): readonly string[] {
	const { url, sitePath = "/" } = typeof page === "string" ? { url: page } : page;
	const segments = segmentsOf(url, url).slice(sitePath.split("/").length - 2);
	const first = segments.findIndex((segment) => !LANGUAGE.test(segment));
	// Two languages and a country at most: /go/to/it/ is a path.
	const languages = Math.min(first < 0 ? segments.length : first, 2);
	return segments.slice(languages);
}

export function isHome(page: Placed): boolean {
	const levels = levelsOf(page);
	return levels.length === 0 || (levels.length === 1 && HOME_NAME.test(levels[0] ?? ""));
}

/** Entries that are pages and the file they stand in: the sitemap's own, or those of an index's first sitemap. */
export function pagesListed(
	{ kind, entries, child }: Sitemap,
	url: string,
): { readonly url: string; readonly entries: readonly SitemapEntry[] } {
	if (kind === "index" && child) return { url: child.url, entries: child.kind === "urlset" ? child.entries : [] };
	return { url, entries: kind === "urlset" ? entries : [] };
}

/** One page under its usual second names: with and without www, slash at the end, index file, http. */
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

/** Failures with which no client gets an answer. Silence may be our fault, or a firewall that lets others in. */
const DEAD: ReadonlySet<string> = new Set(["name-not-found", "connection-refused"]);

/** The other host that the home page's own links lead to, where nothing answers there; older evidence knows of none. */
export function deadHost(seen: Evidence["linkedHost"] | undefined): LinkedHost | undefined {
	return seen?.state === "found" && DEAD.has(seen.value.failure ?? "") ? seen.value : undefined;
}

export type AddressEvidence = Pick<Evidence, "sitemap" | "visits">;

const ADDRESSES_MAX = 200;

/** Places that are made for one visitor at a time: closing them to crawlers is right. */
const UTILITY =
	/(?:^|[/_.-])(?:search|suche|recherche|buscar|cart|basket|warenkorb|panier|checkout|kasse|order|admin|wp-admin|wp-login|administrator|login|logout|signin|signup|register|account|my-account|profile|wishlist|compare|preview|print|cgi-bin|api|ajax|tmp|private|internal)(?:[/_.?-]|$)/i;

export function isUtility(address: string): boolean {
	return UTILITY.test(pathOf(address));
}

/** Addresses that the sitemap names or a deep audit asked for, on the host whose robots.txt this is; utility paths left out. */
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
