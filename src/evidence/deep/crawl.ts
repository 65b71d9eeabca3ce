import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { isOwnAction } from "#core/link-action.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { readHtml } from "../collect-home.ts";
import { type Observation, type Page, type PageVisit, type RedirectTrace, settle } from "../evidence-map.ts";
import { refusalOf } from "../files/collect-robots.ts";
import type { Listed } from "../files/collect-sitemap.ts";
import { USAGE_FIELDS } from "../files/robots-txt.ts";
import { REQUESTS, type RequestContent, type SiteSource } from "../site/site-source.ts";

/** What we kept of a page from an earlier audit, or from this one before it was interrupted. */
export interface EarlierPage {
	/** Read by this audit before it was interrupted: not requested again. */
	readonly isOwn: boolean;
	/** The address served a page. */
	readonly isPage: boolean;
	readonly visit: PageVisit;
	readonly validators: Validators;
	readonly fingerprint: readonly number[];
}

/**
 * Shows whether a page has changed: RFC 9110 section 8.8 validators, the sitemap's lastmod, the body's digest, and the
 * header fields that pages are judged by.
 */
export interface Validators {
	readonly etag?: string | undefined;
	readonly modified?: string | undefined;
	readonly listed?: string | undefined;
	readonly sha256?: string | undefined;
	readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type CrawledPage<T> =
	/** Redirects its readers at once. */
	{ readonly moved: string } | { readonly page: T; readonly fingerprint: readonly number[] };

export interface SeenPage<T> {
	readonly visit: PageVisit;
	readonly page?: T | undefined;
	/** Unchanged since the earlier audit: its result is reused. */
	readonly unchanged?: true | undefined;
	readonly isPage?: boolean | undefined;
	readonly fingerprint?: readonly number[] | undefined;
	readonly validators?: Validators | undefined;
}

export interface CrawlRequest<T> {
	/** A crawler's source: obeys robots.txt and paces its requests. */
	readonly source: SiteSource;
	readonly home: Page;
	readonly listed: Listed;
	/** Maximum, not counting the home page. */
	readonly pages: number;
	readonly randomPath: Observation<RedirectTrace>;
	/** Parses an HTML response. @throws Failure `page-too-complex` */
	readonly read: (html: HttpResponse, source: SiteSource) => Promise<CrawledPage<T>>;
	readonly earlier?: ((url: string) => EarlierPage | undefined) | undefined;
}

const ENDS: ReadonlySet<string> = new Set(["wait-requested", "deadline-exceeded"]);
/** Links away from the home page; what lies further is a calendar, or a list that people do not page through. */
const ROUNDS_MAX = 100;
/** Requests in flight beyond the page being judged. */
const AHEAD = 6;
/** A hostile robots.txt takes a millisecond per address. */
const ASKED_AT_ONCE = 20;

/**
 * Reads a site's pages in rounds: first what the sitemap lists and the home page links to, then what those pages link
 * to, and so on. If a round exceeds the limit, all kinds of pages are sampled in turn. The same site yields the same
 * pages in the same order, whatever its response times.
 */
export class Crawl<T> {
	readonly left: { file: string; why: string }[] = [];
	readonly #request: CrawlRequest<T>;
	readonly #home: URL;
	readonly #traps = new Traps();
	readonly #known = new Map<string, NamedAddress>();
	readonly #ends = new Set<string>();
	readonly #lastmods = new Map<string, string>();
	#round: string[] = [];
	#skipped = 0;
	#isCut = false;

	constructor(request: CrawlRequest<T>) {
		this.#request = request;
		this.#home = new URL(request.home.url);
		this.#ends.add(request.home.url);
		for (const { loc, lastmod } of request.listed.entries) {
			const url = usableAddress(loc, this.#home);
			if (url === undefined) continue;
			this.#name(url, "sitemap", null);
			if (lastmod !== null) this.#lastmods.set(url, lastmod);
		}
		// Links hidden from people may be traps for crawlers.
		const linked = request.home.digest.anchors.flatMap(({ url, hidden }) => (url === null || hidden ? [] : [url]));
		for (const address of linked) this.#link(address, request.home.url, "home");
	}

	/** Queues the links of a page for the next round. */
	follow(links: readonly string[], from: string): void {
		for (const address of links) this.#link(address, from, "page");
	}

	get known(): number {
		return this.#known.size;
	}

	/** Every known address was requested, and none was skipped. */
	get isWhole(): boolean {
		return !this.#isCut && this.#skipped === 0 && this.#round.length === 0 && this.left.length === 0;
	}

	/** @throws Failure `robots-refused` if robots.txt disallows all addresses of the first round */
	async *pages(): AsyncGenerator<SeenPage<T>> {
		let left = this.#request.pages;
		for (let round = 0; this.#round.length > 0 && left > 0 && !this.#isCut; round++) {
			if (round === ROUNDS_MAX) {
				const [file = ""] = this.#round;
				const others = this.#round.length - 1;
				this.left.push({ file, why: `It is ${ROUNDS_MAX} links away from the home page, as ${others} more are.` });
				break;
			}
			const named = this.#round.toSorted().flatMap((url) => this.#known.get(url) ?? []);
			this.#round = [];
			const open = await this.#openOf(named, round === 0);
			const chosen = chooseEvenly(open, left);
			this.#skipped += open.length - chosen.length;
			left -= chosen.length;
			yield* this.#read(chosen);
		}
		this.left.push(...this.#traps.left());
	}

	/** Reads several at once; yields in address order. */
	async *#read(chosen: readonly NamedAddress[]): AsyncGenerator<SeenPage<T>> {
		const waiting: Promise<SeenPage<T>>[] = [];
		for (const address of chosen) {
			if (this.#isCut) break;
			if (this.#traps.closes(address.url)) {
				this.#skipped++;
				continue;
			}
			waiting.push(this.#visit(address, this.#request.source.share(REQUESTS.samplePage)));
			const first = waiting.length > AHEAD ? waiting.shift() : undefined;
			if (first) yield* this.#take(await first);
		}
		for (const each of waiting) yield* this.#take(await each);
	}

	#link(address: string, from: string, by: "home" | "page"): void {
		const url = usableAddress(address, this.#home);
		if (url === undefined || !(this.#known.has(url) || this.#traps.admits(url))) return;
		this.#name(url, by, from);
	}

	#name(url: string, by: "sitemap" | "home" | "page", linkedFrom: string | null): void {
		const known = this.#known.get(url);
		if (known?.from.includes(by)) return;
		const named: NamedAddress = {
			url,
			from: [...(known?.from ?? []), by],
			linkedFrom: by === "home" ? linkedFrom : (known?.linkedFrom ?? linkedFrom),
		};
		this.#known.set(url, named);
		if (!known) this.#round.push(url);
	}

	async #openOf(addresses: readonly NamedAddress[], isFirst: boolean): Promise<readonly NamedAddress[]> {
		const robots = await this.#request.source.robots(this.#home.hostname);
		const open: NamedAddress[] = [];
		let refusal: Error | undefined;
		for (const [index, address] of addresses.entries()) {
			const refused = refusalOf(robots, new URL(address.url));
			if (refused) refusal ??= refused;
			else open.push(address);
			if (index % ASKED_AT_ONCE === 0) await setImmediate();
		}
		if (isFirst && open.length === 0 && refusal) throw refusal;
		return open;
	}

	/** Runs in address order, so that results do not depend on arrival. */
	*#take(seen: SeenPage<T>): Generator<SeenPage<T>> {
		const { visit, page, fingerprint, isPage = page !== undefined } = seen;
		if (visit.failure !== null && ENDS.has(visit.failure)) {
			if (!this.#isCut)
				this.left.push({
					file: visit.url,
					why: "The site asked us to wait, or the time ran out; the rest was not read.",
				});
			this.#isCut = true;
		}
		if (this.#isCut) return;
		this.#traps.note(visit, fingerprint);
		const rest = { visit, ...(seen.validators ? { validators: seen.validators } : {}) };
		if (!isPage) {
			// A page that only redirects.
			if (visit.hops > 0) this.follow([visit.end], visit.url);
			yield rest;
			return;
		}
		// Redirects may lead several addresses to one page, the home page or another host.
		const isNew = new URL(visit.end).host === this.#home.host && !this.#ends.has(visit.end);
		this.#ends.add(visit.end);
		yield isNew && !visit.softNotFound ? seen : rest;
	}

	async #visit({ url, from, linkedFrom }: NamedAddress, share: SiteSource): Promise<SeenPage<T>> {
		const { randomPath, earlier, read } = this.#request;
		const listed = this.#lastmods.get(url);
		const before = earlier?.(url);
		const named = { url, from, linkedFrom };
		const kept = before && { ...before, visit: { ...before.visit, ...named } };
		if (kept?.isOwn || (kept && listed !== undefined && listed === kept.validators.listed))
			return { ...kept, unchanged: true };
		let answer: HttpResponse | undefined;
		const page = await settle<CrawledPage<T>>(url, share.signal, async () => {
			answer = await share.get(new URL(url), "page", kept && conditions(kept));
			if (kept && isSame(answer, kept, randomPath)) return { state: "absent", url, status: NOT_MODIFIED };
			return readHtml(answer, (html) => read(html, share));
		});
		const validators = { ...validatorsOf(answer), ...(listed === undefined ? {} : { listed }) };
		if (answer && kept && isSame(answer, kept, randomPath))
			return { ...kept, validators: { ...kept.validators, ...validators }, unchanged: true };
		const visit: PageVisit = { ...named, ...outcomeOf(url, page, answer, randomPath) };
		if (page.state !== "found") return { visit, validators };
		if ("moved" in page.value) return { visit: { ...visit, end: page.value.moved, hops: visit.hops + 1 }, validators };
		return { visit, ...page.value, validators };
	}
}

function outcomeOf(
	url: string,
	page: Observation<unknown>,
	answer: HttpResponse | undefined,
	randomPath: Observation<RedirectTrace>,
): Omit<PageVisit, "url" | "from" | "linkedFrom"> {
	if (!answer) {
		const failure = page.state === "failed" ? page.code : null;
		return { status: null, failure, end: url, hops: 0, softNotFound: false };
	}
	const { status, sha256, hops } = answer;
	const softNotFound = isSoftNotFound(answer, randomPath);
	return { status, failure: null, end: answer.url, hops: hops.length, softNotFound, sha256 };
}

function isSoftNotFound({ status, sha256 }: HttpResponse, randomPath: Observation<RedirectTrace>): boolean {
	return randomPath.state === "found" && status === 200 && sha256 === randomPath.value.sha256;
}

const NOT_MODIFIED = 304;

/** Identical bytes still count as another page if address, status or header fields differ. */
function isSame(
	answer: HttpResponse,
	{ visit, validators }: EarlierPage,
	randomPath: Observation<RedirectTrace>,
): boolean {
	if (answer.url !== visit.end || answer.hops.length !== visit.hops) return false;
	if (answer.status === NOT_MODIFIED) return true;
	const { status, sha256 } = answer;
	const isAlike = status === visit.status && isSoftNotFound(answer, randomPath) === visit.softNotFound;
	return isAlike && sha256 === validators.sha256 && isDeepStrictEqual(judgedHeaders(answer), validators.headers);
}

/** Header fields that a page is judged by; others, such as the date, differ between responses. */
const JUDGED_HEADERS = [
	"cache-control",
	"content-encoding",
	"content-language",
	"content-type",
	"last-modified",
	"link",
	"refresh",
	"x-robots-tag",
	...USAGE_FIELDS,
];

function judgedHeaders({ headers }: HttpResponse): Readonly<Record<string, string>> {
	const sent = JUDGED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
	// Machines behind one address may send different ETags.
	return Object.fromEntries(headers.etag === undefined ? sent : [...sent, ["etag", "*"]]);
}

function validatorsOf(answer: HttpResponse | undefined): Validators {
	if (!answer || answer.status === NOT_MODIFIED) return {};
	const { etag, "last-modified": modified } = answer.headers;
	return {
		...(etag === undefined ? {} : { etag }),
		...(modified === undefined ? {} : { modified }),
		sha256: answer.sha256,
		headers: judgedHeaders(answer),
	};
}

/** RFC 9110 section 13.1. Sent only to the address that issued the validators: a redirect may now lead elsewhere. */
function conditions({ visit, validators: { etag, modified } }: EarlierPage): RequestContent {
	const headers = {
		...(etag === undefined ? {} : { "if-none-match": etag }),
		...(modified === undefined ? {} : { "if-modified-since": modified }),
	};
	return { headers, headersFor: visit.end };
}

export type NamedAddress = Pick<PageVisit, "url" | "from" | "linkedFrom">;

/** Same limit as sitemaps.org/protocol.html. */
const ADDRESS_MAX = 2048;
const FILES =
	/\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|aac|avi|flac|m4a|mkv|mov|mp3|mp4|mpe?g|og[agv]|wav|webm|wmv|pdf|docx?|od[pst]|pptx?|xlsx?|csv|epub|ics|json|md|rtf|rss|atom|txt|vcf|xml|ya?ml|7z|apk|bz2|dmg|exe|gz|iso|jar|msi|rar|tar|tgz|xz|zip|css|js|mjs|map|wasm|eot|otf|ttf|woff2?)$/i;

/** Normalizes an address as a crawler requests it; undefined unless it may be a page of the home page's host. */
export function usableAddress(address: string, home: URL): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
	if (url.host !== home.host || url.username !== "" || url.password !== "") return undefined;
	// Sites moved to https often still link to their http addresses.
	url.protocol = home.protocol;
	url.hash = "";
	if (url.href.length > ADDRESS_MAX || FILES.test(url.pathname) || isOwnAction(url.href, url.hostname))
		return undefined;
	// Cloudflare's own paths, such as its mail address protection (developers.cloudflare.com/fundamentals).
	if (url.pathname.startsWith("/cdn-cgi/")) return undefined;
	return withoutIndex(url) === withoutIndex(home) ? undefined : url.href;
}

function withoutIndex({ pathname, search }: URL): string {
	return pathname.replace(/\/index\.(?:html?|php)$/i, "/") + search;
}

/** Round robin over first path segments, evenly spread within each. @param addresses sorted and deduplicated */
export function chooseEvenly(addresses: readonly NamedAddress[], count: number): NamedAddress[] {
	const kinds = [...Map.groupBy(addresses, ({ url }) => kindOf(url)).values()].map((members) => ({
		members,
		quota: 0,
	}));
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

function kindOf(url: string): string {
	return new URL(url).pathname.split("/", 2)[1] ?? "";
}

function spread<T>(members: readonly T[], count: number): T[] {
	const wanted = Math.min(count, members.length);
	const rank = (index: number) => Math.floor((index * wanted) / members.length);
	return members.filter((_, index) => rank(index) > rank(index - 1));
}

/** Path segments; deeper addresses come from links that are relative by mistake. */
const DEPTH_MAX = 20;
/** Queries per path: filters and sessions create them endlessly. */
const QUERIES_MAX = 500;
/** Consecutive addresses of one kind; then the rest of the kind is skipped. */
const DEAD_MAX = 100;
const ALIKE_MAX = 50;

/** Keeps a crawl out of endless addresses: sessions, filters, repeating paths. */
class Traps {
	readonly #queries = new Map<string, number>();
	readonly #streaks = new Map<string, { dead: number; alike: number; last: string }>();
	/** Reason by kind of address that is no longer read. */
	readonly #closed = new Map<string, string>();
	/** Number of skipped addresses by kind and reason. */
	readonly #left = new Map<string, { readonly file: string; readonly why: string; count: number }>();

	admits(address: string): boolean {
		const url = new URL(address);
		const segments = url.pathname.split("/").filter((segment) => segment !== "");
		if (segments.length > DEPTH_MAX || hasCycle(segments)) {
			this.#leave(`/${folderOf(address)}/…`, "Its addresses repeat or get deeper without end.");
			return false;
		}
		if (url.search === "") return true;
		const count = (this.#queries.get(url.pathname) ?? 0) + 1;
		this.#queries.set(url.pathname, count);
		if (count <= QUERIES_MAX) return true;
		this.#leave(
			`${url.pathname}?…`,
			`One path has more than ${QUERIES_MAX} addresses that differ only in their query.`,
		);
		return false;
	}

	note({ url, from, status }: PageVisit, fingerprint: readonly number[] | undefined): void {
		const kind = folderOf(url);
		const streak = this.#streaks.get(kind) ?? { dead: 0, alike: 0, last: "" };
		this.#streaks.set(kind, streak);
		streak.dead = status !== null && status >= 400 ? streak.dead + 1 : 0;
		const text = fingerprint?.join() ?? "";
		const isAlike = text !== "" && text === streak.last && !from.includes("sitemap");
		streak.alike = isAlike ? streak.alike + 1 : 0;
		streak.last = text;
		if (streak.dead >= DEAD_MAX) this.#closed.set(kind, `${DEAD_MAX} addresses in a row answer with an error.`);
		if (streak.alike >= ALIKE_MAX) this.#closed.set(kind, `${ALIKE_MAX} pages in a row have the same text.`);
	}

	/** Whether addresses of this kind are no longer read; if so, counts this one as skipped. */
	closes(address: string): boolean {
		const why = this.#closed.get(folderOf(address));
		if (why !== undefined) this.#leave(`/${folderOf(address)}/…`, why);
		return why !== undefined;
	}

	left(): { file: string; why: string }[] {
		return [...this.#left.values()].map(({ file, why, count }) => ({
			file,
			why: `${why} ${count} more were not read.`,
		}));
	}

	#leave(file: string, why: string): void {
		const left = this.#left.get(file) ?? { file, why, count: 0 };
		left.count++;
		this.#left.set(file, left);
	}
}

/** First folder of an address; "" if it is in none. */
function folderOf(address: string): string {
	const [, first = "", ...below] = new URL(address).pathname.split("/");
	return below.length === 0 ? "" : first;
}

/** A relative link that lacks its leading slash repeats the same segments each time that it is followed. */
const REPEATS = 4;

function hasCycle(segments: readonly string[]): boolean {
	for (let length = 1; length * REPEATS <= segments.length; length++) {
		const repeats = (at: number) => segments[at] === segments[at + length];
		for (let run = 0, at = 0; at + length < segments.length; at++) {
			run = repeats(at) ? run + 1 : 0;
			if (run === length * (REPEATS - 1)) return true;
		}
	}
	return false;
}
