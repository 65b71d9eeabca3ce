import { setImmediate } from "node:timers/promises";
import type { LookedAt } from "#core/audit-result.ts";
import type { Failure } from "#core/failure.ts";
import { isOwnAction } from "#core/link-action.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { type HomeVisit, readPage } from "../collect-home.ts";
import {
	type Evidence,
	type Failed,
	notShown,
	type Observation,
	type OuterLink,
	type Page,
	type PageVisit,
	type RedirectTrace,
	type Sitemap,
	settle,
} from "../evidence-map.ts";
import { type RobotsAnswer, refusalOf } from "../files/collect-robots.ts";
import { fitPart } from "../fit-size.ts";
import type { PageDigest } from "../page-digest.ts";
import { collectRendered, type InstalledBrowser } from "../rendered/collect-rendered.ts";
import { REQUESTS, type SiteSource, sampleRequests } from "../site/site-source.ts";

/** Bytes of JSON, in equal shares: 640 kB for each of 25 pages. */
const MAX_SAMPLE_BYTES = 16_000_000;

export type Depth = { readonly mode: "light" } | DeepLook;

export interface DeepLook {
	readonly mode: "deep";
	readonly pages: number;
	readonly browser: InstalledBrowser | undefined;
	readonly browserAgent: string;
}

interface DepthQuery {
	readonly depth: DeepLook;
	readonly source: SiteSource;
	readonly home: HomeVisit["page"];
	readonly sitemap: Observation<Sitemap>;
	readonly randomPath: Observation<RedirectTrace>;
	readonly onLook?: ((what: LookedAt) => void) | undefined;
}

type DepthEvidence = Pick<Evidence, "sample" | "visits" | "homeAgain" | "homeAsBrowser" | "profiles" | "rendered">;

export async function collectDepth(query: DepthQuery): Promise<DepthEvidence> {
	const { depth, source, home, onLook } = query;
	onLook?.("pages");
	const { pages, browser, browserAgent: userAgent } = depth;
	const crawl = source.crawl(sampleRequests(pages));
	const rendering = source.shareForOtherSites(REQUESTS.render);
	const again = [source.share(1), source.share(1)] as const;
	const profiles = collectProfiles(source.shareForOtherSites(REQUESTS.profile), home);
	const rendered = collectRendered({ source: rendering, home, browser, userAgent });
	const homeAgain = repeat(again[0], query, { again: true });
	const homeAsBrowser = repeat(again[1], query, { headers: { "user-agent": userAgent } });
	const sampled = collectSample({ ...query, source: crawl, pages: pages - 1 });
	const pagesSeen = await sampled;
	if (browser) onLook?.("browser");
	return {
		...pagesSeen,
		homeAgain: await homeAgain,
		homeAsBrowser: await homeAsBrowser,
		profiles: await profiles,
		rendered: await rendered,
	};
}

export function noDepth(at: Failed): DepthEvidence {
	return { sample: at, visits: at, homeAgain: at, homeAsBrowser: at, profiles: at, rendered: at };
}

async function repeat(
	source: SiteSource,
	{ home }: DepthQuery,
	asked: Parameters<SiteSource["get"]>[2],
): Promise<Observation<Page>> {
	const { url } = home;
	if (source.kind === "folder") return notShown(url, "A folder gives everybody the same bytes, every time.");
	if (home.state !== "found") return notShown(url, "There is no home page to ask for again.");
	return settle(url, source.signal, async () => readPage(await source.get(new URL(url), "page", asked), source));
}

/** Each may cost a request, a redirect and its host's robots.txt. */
const EACH = 3;
const LOOKED_AT = REQUESTS.profile / EACH;

async function collectProfiles(
	source: SiteSource,
	home: Observation<Page>,
): Promise<Observation<readonly OuterLink[]>> {
	if (home.state !== "found") return notShown(home.url, "There is no home page that could name profiles.");
	if (source.kind === "folder") return notShown(home.url, "A folder stands for one host; profiles lie on others.");
	const urls = profilesOf(home.value);
	if (urls.length === 0) return notShown(home.url, "The structured data names no profiles (sameAs).");
	const shares = urls.map((url) => ({ url, share: source.share(EACH) }));
	const links = await Promise.all(shares.map(({ url, share }) => follow(url, share)));
	return { ...home, value: links };
}

async function follow(url: string, source: SiteSource): Promise<OuterLink> {
	const seen = await settle(url, source.signal, async () => {
		const { status } = await source.get(new URL(url), "page");
		return { state: "absent", url, status };
	});
	return seen.state === "failed"
		? { url, status: null, failure: seen.code }
		: { url, status: seen.status, failure: null };
}

function profilesOf({ url, digest }: Page): string[] {
	const { host } = new URL(url);
	const nodes = [...digest.jsonLd.nodes, ...digest.microdata, ...digest.rdfa];
	const named = nodes.flatMap(({ properties }) => properties.sameAs ?? []);
	const outer = named.flatMap((value) => {
		const address = URL.parse(value);
		return address && /^https?:$/.test(address.protocol) && address.host !== host ? [address.href] : [];
	});
	return [...new Set(outer)].slice(0, LOOKED_AT);
}

type NamedAddress = { readonly url: string; readonly from: readonly ("sitemap" | "home")[] };

type Signposts = { readonly home: Page; readonly sitemap: Observation<Sitemap> };

/** robots.txt is asked about each. */
const LINKS_MAX = 200;
/** Same limit as sitemaps.org/protocol.html. */
const ADDRESS_MAX = 2048;
const FILES =
	/\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|aac|avi|flac|m4a|mkv|mov|mp3|mp4|mpe?g|og[agv]|wav|webm|wmv|pdf|docx?|od[pst]|pptx?|xlsx?|csv|epub|ics|json|md|rtf|rss|atom|txt|vcf|xml|ya?ml|7z|apk|bz2|dmg|exe|gz|iso|jar|msi|rar|tar|tgz|xz|zip|css|js|mjs|map|wasm|eot|otf|ttf|woff2?)$/i;

export function sampleAddresses({ home, sitemap }: Signposts): NamedAddress[] {
	const listed = sitemap.state === "found" ? pagesListed(sitemap.value) : [];
	// A link that people do not see may be a trap for crawlers.
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

function pagesListed({ kind, entries, child, others = [] }: Sitemap): string[] {
	const lists = kind === "index" ? [...(child ? [child] : []), ...others] : [{ kind, entries }];
	return lists.flatMap((list) => (list.kind === "index" ? [] : list.entries.map(({ loc }) => loc)));
}

function usableAddress(address: string, home: URL): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
	if (url.host !== home.host || url.username !== "" || url.password !== "") return undefined;
	// A site moved to https often still names its old addresses.
	url.protocol = home.protocol;
	url.hash = "";
	if (url.href.length > ADDRESS_MAX || FILES.test(url.pathname) || isOwnAction(url.href, url.hostname))
		return undefined;
	// Cloudflare's own, such as the links by which it hides mail addresses (developers.cloudflare.com/fundamentals).
	if (url.pathname.startsWith("/cdn-cgi/")) return undefined;
	return withoutIndex(url) === withoutIndex(home) ? undefined : url.href;
}

function withoutIndex({ pathname, search }: URL): string {
	return pathname.replace(/\/index\.(?:html?|php)$/i, "/") + search;
}

/** Every first path segment in turn, evenly spread within each; deterministic. @param addresses sorted, each once */
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

function spread<T>(members: readonly T[], count: number): T[] {
	const wanted = Math.min(count, members.length);
	const rank = (index: number) => Math.floor((index * wanted) / members.length);
	return members.filter((_, index) => rank(index) > rank(index - 1));
}

interface SampleQuery {
	readonly source: SiteSource;
	readonly home: Observation<Page>;
	readonly sitemap: Observation<Sitemap>;
	readonly randomPath: Observation<RedirectTrace>;
	readonly pages: number;
}

export interface Sample {
	readonly sample: Observation<readonly Page[]>;
	readonly visits: Observation<readonly PageVisit[]>;
}

type Seen = { readonly visit: PageVisit; readonly page?: Page | undefined };

const ENDS: ReadonlySet<string> = new Set(["wait-requested", "deadline-exceeded"]);
const AT_ONCE = 2;

/**
 * From sitemap and home page, as robots.txt allows a crawler. Errors and non-HTML are visits, no pages.
 * @returns both sorted by address, until the site asked us to wait or the deadline came
 */
export async function collectSample(query: SampleQuery): Promise<Sample> {
	const { source, sitemap, home, pages } = query;
	if (home.state !== "found") {
		const nowhere = notShown(home.url, "There is no home page that could lead to others.");
		return { sample: nowhere, visits: nowhere };
	}
	const seen = await settle<readonly Seen[]>(home.url, source.signal, async () => {
		const addresses = sampleAddresses({ home: home.value, sitemap });
		const robots = await source.robots(new URL(home.url).hostname);
		const chosen = chooseEvenly(await openAddresses(robots, addresses), pages);
		return { ...home, value: await visitAll(chosen, query) };
	});
	if (seen.state !== "found") {
		// The owner's choice, which robots.txt checks judge: what rests on further pages does not apply.
		const why = seen.state === "failed" && seen.code === "robots-refused" ? notShown(seen.url, seen.reason) : seen;
		return { sample: why, visits: why };
	}
	const visits = seen.value.map(({ visit }) => visit).sort(byUrl);
	const found = seen.value.flatMap(({ page }) => page ?? []);
	return { sample: { ...home, value: distinct(found, home.value) }, visits: { ...home, value: visits } };
}

/** A hostile file takes a millisecond for each. */
const ASKED_AT_ONCE = 20;

/** @throws Failure `robots-refused` where all of them are closed */
async function openAddresses(
	robots: RobotsAnswer,
	addresses: readonly NamedAddress[],
): Promise<readonly NamedAddress[]> {
	const refusals: (Failure | undefined)[] = [];
	for (const { url } of addresses) {
		if (refusals.push(refusalOf(robots, new URL(url))) % ASKED_AT_ONCE === 0) await setImmediate();
	}
	const open = addresses.filter((_, index) => refusals[index] === undefined);
	const [refusal] = refusals;
	if (open.length === 0 && refusal) throw refusal;
	return open;
}

/** Two at a time, in the order of the addresses. */
async function visitAll(addresses: readonly NamedAddress[], query: SampleQuery): Promise<Seen[]> {
	const { source } = query;
	// Set aside beforehand: which page goes without does not depend on speed.
	const waiting = addresses.map((address) => ({ address, share: source.share(REQUESTS.samplePage) }));
	const order = new Map(addresses.map(({ url }, index) => [url, index]));
	const seen: Seen[] = [];
	const visitNext = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const one = await visitOne(next.address, next.share, query);
			if (one.visit.failure !== null && ENDS.has(one.visit.failure)) waiting.length = 0;
			else seen.push(one);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, visitNext));
	return seen.sort((a, b) => (order.get(a.visit.url) ?? 0) - (order.get(b.visit.url) ?? 0));
}

async function visitOne({ url, from }: NamedAddress, share: SiteSource, query: SampleQuery): Promise<Seen> {
	const { home } = query;
	const linkedFrom = from.includes("home") ? home.url : null;
	let answer: HttpResponse | undefined;
	const page = await settle(url, share.signal, async () => {
		answer = await share.get(new URL(url), "page");
		return readPage(answer, share);
	});
	const visit: PageVisit = {
		url,
		from,
		linkedFrom,
		status: answer?.status ?? null,
		failure: answer || page.state !== "failed" ? null : page.code,
		end: answer?.url ?? url,
		hops: answer?.hops.length ?? 0,
		softNotFound: isSoftNotFound(answer, query.randomPath),
	};
	if (page.state !== "found") return { visit };
	const digest = fitPart(thinned(page.value.digest), Math.floor(MAX_SAMPLE_BYTES / query.pages));
	return { visit, page: { ...page.value, digest } };
}

/** `counts` keeps the full numbers. 25 pages at their caps were 200 MB. */
function thinned(digest: PageDigest): PageDigest {
	const { anchors, images, links, metas, headings, fields, hidden, jsonLd, microdata, rdfa, stated, tables, media } =
		digest;
	return {
		...digest,
		anchors: anchors.slice(0, 300),
		images: images.slice(0, 150),
		links: links.slice(0, 150),
		metas: metas.slice(0, 80),
		headings: headings.slice(0, 150),
		fields: fields.slice(0, 60),
		hidden: hidden.slice(0, 20),
		jsonLd: { blocks: jsonLd.blocks, nodes: jsonLd.nodes.slice(0, 200) },
		microdata: microdata.slice(0, 200),
		rdfa: rdfa.slice(0, 200),
		stated: stated.slice(0, 50),
		tables: tables.slice(0, 30),
		media: media.slice(0, 30),
	};
}

function isSoftNotFound(answer: HttpResponse | undefined, randomPath: Observation<RedirectTrace>): boolean {
	return randomPath.state === "found" && answer?.status === 200 && answer.sha256 === randomPath.value.sha256;
}

/** Redirects may lead several addresses to one page, the home page or another host. */
function distinct(pages: readonly Page[], home: Page): Page[] {
	const { host } = new URL(home.url);
	const byAddress = new Map<string, Page>();
	for (const page of pages) {
		const own = new URL(page.url).host === host && page.url !== home.url;
		if (own && !byAddress.has(page.url)) byAddress.set(page.url, page);
	}
	return [...byAddress.values()].sort(byUrl);
}

function byUrl(a: { readonly url: string }, b: { readonly url: string }): number {
	return a.url < b.url ? -1 : 1;
}
