import { isOwnAction } from "#core/link-action.ts";
import type { Observation, Page, Sitemap } from "../evidence-map.ts";

/** An address, and where it is named. */
export type NamedAddress = { readonly url: string; readonly from: readonly ("sitemap" | "home")[] };

export type Signposts = { readonly home: Page; readonly sitemap: Observation<Sitemap> };

/** Links of the home page that are considered: robots.txt is asked about each. */
const LINKS_MAX = 200;
/** Longer addresses are hardly pages (sitemaps.org/protocol.html has the same limit). */
const ADDRESS_MAX = 2048;
/** What certainly is no page. */
const FILES =
	/\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|aac|avi|flac|m4a|mkv|mov|mp3|mp4|mpe?g|og[agv]|wav|webm|wmv|pdf|docx?|od[pst]|pptx?|xlsx?|csv|epub|ics|json|md|rtf|rss|atom|txt|vcf|xml|ya?ml|7z|apk|bz2|dmg|exe|gz|iso|jar|msi|rar|tar|tgz|xz|zip|css|js|mjs|map|wasm|eot|otf|ttf|woff2?)$/i;

/** Addresses of pages that sitemap and home page name, on the host where the home page lies; sorted, each once. */
export function sampleAddresses({ home, sitemap }: Signposts): NamedAddress[] {
	const listed = sitemap.state === "found" ? pagesListed(sitemap.value) : [];
	// A link that nobody is shown may be a trap for crawlers.
	const linked = home.digest.anchors.flatMap(({ url, hidden }) => (url === null || hidden ? [] : [url]));
	const base = new URL(home.url);
	const usable = (addresses: readonly string[]) => addresses.flatMap((each) => usableAddress(each, base) ?? []);
	const links = new Set([...new Set(usable(linked))].slice(0, LINKS_MAX));
	const entries = new Set(usable(listed));
	return [...new Set([...entries, ...links])].sort().map((url) => ({
		url,
		from: [...(entries.has(url) ? (["sitemap"] as const) : []), ...(links.has(url) ? (["home"] as const) : [])],
	}));
}

/** An index lists sitemaps, its children list pages. */
function pagesListed({ kind, entries, child, others = [] }: Sitemap): string[] {
	const lists = kind === "index" ? [...(child ? [child] : []), ...others] : [{ kind, entries }];
	return lists.flatMap((list) => (list.kind === "index" ? [] : list.entries.map(({ loc }) => loc)));
}

/** The address as it will be asked for; undefined for what is no further page of this host. */
function usableAddress(address: string, home: URL): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
	if (url.host !== home.host || url.username !== "" || url.password !== "") return undefined;
	// A site that has moved to https often still names its old addresses.
	url.protocol = home.protocol;
	url.hash = "";
	if (url.href.length > ADDRESS_MAX || FILES.test(url.pathname) || isOwnAction(url.href, url.hostname))
		return undefined;
	return withoutIndex(url) === withoutIndex(home) ? undefined : url.href;
}

/** `/index.html` is the home page under another name. */
function withoutIndex({ pathname, search }: URL): string {
	return pathname.replace(/\/index\.(?:html?|php)$/i, "/") + search;
}

/**
 * Chooses so many addresses that every kind of page is seen: one of each first path segment in turn, evenly spread over
 * the kinds and within each of them. The same addresses always give the same choice; it begins with one of each kind.
 *
 * @param addresses sorted, each once
 */
export function chooseEvenly(addresses: readonly NamedAddress[], count: number): NamedAddress[] {
	const kinds = [...Map.groupBy(addresses, kindOf).values()].map((members) => ({ members, quota: 0 }));
	for (let left = Math.min(count, addresses.length); left > 0; ) {
		const served = spread(
			kinds.filter(({ members, quota }) => quota < members.length),
			left,
		);
		for (const kind of served) kind.quota++;
		left -= served.length;
	}
	const chosen = kinds.map(({ members, quota }) => spread(members, quota));
	const rounds = Math.max(0, ...chosen.map(({ length }) => length));
	return Array.from({ length: rounds }, (_, round) => chosen.flatMap((members) => members[round] ?? [])).flat();
}

function kindOf({ url }: NamedAddress): string {
	return new URL(url).pathname.split("/", 2)[1] ?? "";
}

/** So many members, or all, at even distances. */
function spread<T>(members: readonly T[], count: number): T[] {
	const wanted = Math.min(count, members.length);
	const rank = (index: number) => Math.floor((index * wanted) / members.length);
	return members.filter((_, index) => rank(index) > rank(index - 1));
}
