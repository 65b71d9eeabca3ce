import { type FailureCode, isFailure } from "#core/failure.ts";
import type { TwinEnding } from "#site/page/page-twins.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { Live, LivePages, LiveReceipt, ShownBrief } from "../api/live-app.ts";
import { CodedBytes, codeBody } from "../api/negotiation.ts";
import { fingerprint, type KeptPages } from "./kept-pages.ts";
import { type LiveAddress, readLiveAddress } from "./live-address.ts";
import { proofSentence } from "./live-texts.ts";

/** What a live page shows, or the status of the page in its place. */
export type LiveFound<Shown> =
	| { readonly status: 200; readonly shown: Shown }
	| { readonly status: 404 | 503; readonly shown?: undefined }
	| { readonly status: 429; readonly shown?: undefined; readonly retrySeconds: number };

/** The part of Astro's context that is needed. */
export interface PageExchange {
	readonly request: Request;
	/** Address that the connection comes from. */
	readonly clientAddress: string;
}

/** What was found, with the status and the header fields of the answer. */
export interface FoundPage<Shown> {
	readonly found: LiveFound<Shown>;
	readonly init: { readonly status: number; readonly statusText: string; readonly headers: Headers };
}

/** Whether search engines may know what is shown; left out where they may not. */
interface Listed {
	readonly listed?: boolean | undefined;
}

/** Looks up what an address shows. */
export type Finder<Shown> = (address: LiveAddress, pages: LivePages) => Promise<Shown | undefined>;

/**
 * Fields of every answer of a live page. No copy is kept where others could get at it, and no other site learns the
 * address: only those who were given it know it.
 */
const LIVE_HEADERS: Readonly<Record<string, string>> = {
	"X-Robots-Tag": "noindex",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "same-origin",
	"Content-Security-Policy": "frame-ancestors 'none'",
};

/** A page may have changed after a minute: a domain is not audited anew before. */
const SHOWN_FOR = "private, max-age=60";
/** Kinds of addresses without a slash at their end. */
const FILES: ReadonlySet<LiveAddress["kind"]> = new Set(["file", "twin"]);
/** What is not there may be there at once: a brief can be read as soon as it was asked for. */
const NOT_KEPT = "no-store";
/** The store is away, the server is ending, or a function was set up without what it needs. */
const AWAY: ReadonlySet<FailureCode> = new Set(["store-unavailable", "shutting-down", "input-invalid"]);
const RETRY_SECONDS = "30";
const REASONS = { 200: "OK", 404: "Not Found", 429: "Too Many Requests", 503: "Service Unavailable" } as const;

/**
 * Finds what a live page shows, and status and header fields of the answer. A reader beyond the rate limit gets 429, before anything
 * is looked up.
 * @param open the live side of this process
 * @param find undefined for what is unknown, has expired or was taken down
 * @returns a response where no page is shown at all: another address, or a method that pages do not have
 */
export async function findLive<Shown extends Listed>(
	exchange: PageExchange,
	links: SiteLinks,
	open: () => Promise<Pick<Live, "admitReader" | "pages">>,
	find: Finder<Shown>,
): Promise<FoundPage<Shown> | Response> {
	const { request } = exchange;
	if (request.method !== "GET" && request.method !== "HEAD")
		return new Response(null, { status: 405, headers: { ...LIVE_HEADERS, Allow: "GET, HEAD" } });
	const { pathname, search } = new URL(request.url);
	const read = readLiveAddress(pathname, links);
	if (read && !FILES.has(read.address.kind) && !pathname.endsWith("/"))
		return new Response(null, { status: 308, headers: { ...LIVE_HEADERS, Location: read.path + search } });
	const found = read ? await lookUp(exchange, open, (pages) => find(read.address, pages)) : ({ status: 404 } as const);
	const headers = new Headers({ ...LIVE_HEADERS, "Content-Type": "text/html; charset=utf-8" });
	if (found.status === 200 && found.shown.listed) {
		headers.delete("X-Robots-Tag");
		headers.delete("Referrer-Policy");
	}
	headers.set("Cache-Control", found.status === 200 ? SHOWN_FOR : NOT_KEPT);
	if (found.status === 503) headers.set("Retry-After", RETRY_SECONDS);
	if (found.status === 429) headers.set("Retry-After", String(found.retrySeconds));
	return { found, init: { status: found.status, statusText: REASONS[found.status], headers } };
}

/**
 * Answers with a live page: as it is kept, or rendered.
 * @param routePattern its pages differ from those of another route in their style sheets; the ending of a twin
 * @param render makes the page of what was found
 */
export async function answerLivePage(
	{ request, routePattern }: { readonly request: Pick<Request, "method" | "headers">; readonly routePattern: string },
	{ found, init }: FoundPage<object>,
	kept: Pick<KeptPages, "get" | "peek">,
	render: () => Promise<Response>,
): Promise<Response> {
	const key = `${routePattern} ${found.status} ${fingerprint(found.shown)}`;
	// Nothing is rendered for who asks for the fields alone.
	const isHead = request.method === "HEAD";
	const page = isHead ? kept.peek(key) : await kept.get(key, async () => bytesOf(await render()));
	const coded = page && (await codeBody(page, request.headers.get("accept-encoding")));
	for (const [name, value] of Object.entries(coded?.headers ?? {})) init.headers.append(name, value);
	return new Response(isHead || !coded ? null : coded.body, init);
}

/** @throws Error for what is no page: it is not kept */
async function bytesOf(rendered: Response): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = new Uint8Array(await rendered.arrayBuffer());
	if (rendered.ok && bytes.byteLength > 0) return bytes;
	throw new Error(`A live page was not rendered: status ${rendered.status}, ${bytes.byteLength} bytes.`);
}

async function lookUp<Shown>(
	{ request, clientAddress }: PageExchange,
	open: () => Promise<Pick<Live, "admitReader" | "pages">>,
	find: (pages: LivePages) => Promise<Shown | undefined>,
): Promise<LiveFound<Shown>> {
	try {
		const { admitReader, pages } = await open();
		const retrySeconds = await admitReader(request, clientAddress);
		if (retrySeconds !== undefined) return { status: 429, retrySeconds };
		const shown = await find(pages);
		return shown === undefined ? { status: 404 } : { status: 200, shown };
	} catch (error) {
		if (isFailure(error) && AWAY.has(error.code)) return { status: 503 };
		throw error;
	}
}

/** The receipt's file, byte for byte: its SHA-256 is the id. For a proof, which is a file of the built site, where it will be. */
export async function receiptFile(
	request: Pick<Request, "method" | "headers">,
	{ text, place }: Pick<LiveReceipt, "text" | "place">,
	ending: "json" | "tlog-proof",
): Promise<Response> {
	const [status, type, cache] =
		ending === "json" ? [200, "application/json", SHOWN_FOR] : [404, "text/plain", NOT_KEPT];
	const whole = new CodedBytes(new TextEncoder().encode(ending === "json" ? text : `${proofSentence(place)}\n`));
	const { body, headers: coded } = await codeBody(whole, request.headers.get("accept-encoding"));
	const headers = { ...LIVE_HEADERS, ...coded, "Content-Type": `${type}; charset=utf-8`, "Cache-Control": cache };
	return new Response(request.method === "HEAD" ? null : body, { status, headers });
}

/** A brief, or the page of all its findings. */
export interface LiveBriefFound extends Listed {
	readonly live: ShownBrief;
	readonly part: "brief" | "findings";
	/** Present where a twin of the brief is asked for. */
	readonly ending?: TwinEnding;
}

/** What the address of a brief shows. */
export async function findBrief(
	address: LiveAddress,
	pages: Pick<LivePages, "brief">,
): Promise<LiveBriefFound | undefined> {
	if (address.kind !== "brief" && address.kind !== "findings" && address.kind !== "twin") return undefined;
	const live = await pages.brief(address.slug);
	// Without a twin of that name it is a page, typed without the slash at its end.
	if (!live && address.kind === "twin")
		return findBrief({ kind: "brief", slug: `${address.slug}.${address.ending}` }, pages);
	if (!live) return undefined;
	const shown = { live, listed: live.listed };
	if (address.kind === "twin") return { ...shown, part: "brief", ending: address.ending };
	return { ...shown, part: address.kind };
}

export interface LiveShared extends Listed {
	readonly live: ShownBrief;
	/** Of a permalink: the audit that it shows for good. */
	readonly receipt?: LiveReceipt;
}

/** What a share page's address shows; a permalink shows audits of the page's own history alone. */
export async function findShared(address: LiveAddress, pages: LivePages): Promise<LiveShared | undefined> {
	if (address.kind !== "share" && address.kind !== "permalink") return undefined;
	const live = await pages.brief(address.slug);
	if (!live || address.kind === "share") return live && { live, listed: live.listed };
	const isOfPage = [live.stored, ...live.history].some(({ id }) => id === address.receipt);
	// A watched site's page has more audits than it shows.
	const isWatched = live.expiresAt === undefined;
	const receipt = isOfPage || isWatched ? await pages.receipt(address.receipt) : undefined;
	if (!isOfPage && (receipt?.expiresAt !== undefined || receipt?.stored.receipt.domain !== live.slug)) return undefined;
	return receipt && { live, receipt, listed: receipt.listed };
}

/** What a live receipt's address shows: its page, one of its files, or what is left after its end. */
export type LiveReceiptFound =
	| {
			readonly receipt: LiveReceipt;
			readonly ending?: "json" | "tlog-proof" | undefined;
			readonly endedLeaf?: undefined;
			readonly listed?: boolean;
	  }
	| {
			readonly listed?: undefined;
			readonly receipt?: undefined;
			readonly ending?: undefined;
			readonly id: string;
			readonly endedLeaf: number;
	  };

/**
 * Looks for a live receipt.
 * @param leafOf index in the published log of a live audit's leaf: its page answers also after the receipt has ended
 */
export async function findReceipt(
	address: LiveAddress,
	pages: Pick<LivePages, "receipt">,
	leafOf: (id: string) => number | undefined,
): Promise<LiveReceiptFound | undefined> {
	if (!("receipt" in address) || address.kind === "permalink") return undefined;
	const { receipt: id } = address;
	const receipt = await pages.receipt(id);
	if (receipt) return { receipt, ending: address.kind === "file" ? address.ending : undefined, listed: receipt.listed };
	const endedLeaf = address.kind === "receipt" ? leafOf(id) : undefined;
	return endedLeaf === undefined ? undefined : { id, endedLeaf };
}
