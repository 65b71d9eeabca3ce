import { SLUG_LENGTH } from "#core/agency/agency.ts";
import type { AuditResult, CompletedComparison } from "#core/audit-result.ts";
import { type FailureCode, isFailure } from "#core/failure.ts";
import { listLine, type Occurrence } from "#core/occurrence.ts";
import { type LogPlace, RECEIPT_ID } from "#core/receipt.ts";
import { parseTarget, type Target } from "#core/target.ts";
import { digitGroups, spokenDate } from "#core/wording.ts";
import type { KeptAudit } from "#receipts/live/save-live-audit.ts";
import { summariseReceipt } from "#receipts/store/receipt.ts";
import { compareResults, toAuditResult } from "#site/brief/audit-result.ts";
import { bandOf } from "#site/brief/band.ts";
import { type Brief, buildBrief, languageOf } from "#site/brief/brief.ts";
import type { ShownCorrections } from "#site/brief/brief-content.ts";
import { briefTwin } from "#site/brief/brief-twin.ts";
import { loadLanguage } from "#site/brief/languages.ts";
import { type PeerGroups, peersOf } from "#site/brief/peers.ts";
import { fixedFaults, knownAudits, sinceOf } from "#site/brief/since.ts";
import { ADVICE } from "#site/brief/texts.ts";
import { comparisonHeadline } from "#site/compare/comparison-view.ts";
import { occurrencesCsv } from "#site/export/audit-tables.ts";
import { sinceWords } from "#site/history/difference-texts.ts";
import { differReceipts } from "#site/history/receipt-difference.ts";
import type { ListEnding, SiteLinks, TwinEnding } from "#site/page/site-links.ts";
import { createSiteLinks, decodeSegment, LIST_TYPES, TWIN_TYPES } from "#site/page/site-links.ts";
import type { AuditPage } from "#site/publication/published-brief.ts";
import type { ShownReceipt } from "#site/publication/shown-receipt.ts";
import { readTypedAddress } from "#site/scan/typed-address.ts";
import type { Live, LiveApp, LivePages, LiveReceipt, ShownBrief } from "../api/live-app.ts";
import { CodedBytes, codeBody, preferredType } from "../api/negotiation.ts";
import { fingerprint, type KeptPages } from "./kept-pages.ts";

export type LiveFound<Shown> =
	| { readonly status: 200; readonly shown: Shown }
	| { readonly status: 404 | 503; readonly shown?: undefined }
	| { readonly status: 429; readonly shown?: undefined; readonly retrySeconds: number };

export interface PageExchange {
	readonly request: Request;
	readonly clientAddress: string;
}

interface FoundPage<Shown> {
	readonly found: LiveFound<Shown>;
	readonly init: { readonly status: number; readonly statusText: string; readonly headers: Headers };
}

interface Listed {
	readonly listed?: boolean | undefined;
}

type Finder<Shown> = (address: LiveAddress, pages: LivePages) => Promise<Shown | undefined>;

/** The address is a secret, so shared caches must not store the page and other sites must not learn it. */
const LIVE_HEADERS: Readonly<Record<string, string>> = {
	"X-Robots-Tag": "noindex",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "same-origin",
	"Content-Security-Policy": "frame-ancestors 'none'",
};

/** A domain is not audited again within a minute. */
const SHOWN_FOR = "private, max-age=60";
/** Addresses without a final slash. */
const FILES: ReadonlySet<LiveAddress["kind"]> = new Set(["file", "twin", "list"]);
/** For missing pages, because a brief may exist a moment later. */
const NOT_KEPT = "no-store";
/** The store is unavailable, the server is shutting down, or a function lacks a setting. */
const AWAY: ReadonlySet<FailureCode> = new Set(["store-unavailable", "shutting-down", "input-invalid"]);
const RETRY_SECONDS = "30";
const REASONS = { 200: "OK", 404: "Not Found", 429: "Too Many Requests", 503: "Service Unavailable" } as const;

/** 429 over the rate limit, before any lookup. @returns a response if there is no page to show */
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

/** From the cache or rendered. @param routePattern part of the key, because style sheets differ by route */
export async function answerLivePage(
	{ request, routePattern }: { readonly request: Pick<Request, "method" | "headers">; readonly routePattern: string },
	{ found, init }: FoundPage<object>,
	kept: Pick<KeptPages, "get" | "peek">,
	render: () => Promise<Response>,
): Promise<Response> {
	const key = `${routePattern} ${found.status} ${fingerprint(found.shown)}`;
	const isHead = request.method === "HEAD";
	const page = isHead ? kept.peek(key) : await kept.get(key, async () => bytesOf(await render()));
	const coded = page && (await codeBody(page, request.headers.get("accept-encoding")));
	for (const [name, value] of Object.entries(coded?.headers ?? {})) init.headers.append(name, value);
	return new Response(isHead || !coded ? null : coded.body, init);
}

/** @throws Error if the response is not a page, so that it is not cached */
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

/** Sends a receipt byte for byte, because its SHA-256 is the id. A proof is a 404 that says where it will be. */
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

/** All of the list. */
const WHOLE = { limit: Number.MAX_SAFE_INTEGER };

/** Like the files of a built site; 404 if the list was deleted. */
export async function listFile(
	request: Pick<Request, "method" | "headers">,
	{ stored: { id } }: Pick<LiveReceipt, "stored">,
	ending: ListEnding,
	app: Pick<LiveApp, "occurrences">,
): Promise<Response> {
	const found = await app.occurrences(id, WHOLE).catch((error) => {
		if (!isFailure(error) || (error.code !== "evidence-missing" && error.code !== "input-invalid")) throw error;
		return error.message;
	});
	const isThere = typeof found !== "string";
	const text = isThere ? listText(found.occurrences, ending) : `${found}\n`;
	const coded = await codeBody(new CodedBytes(new TextEncoder().encode(text)), request.headers.get("accept-encoding"));
	const type = isThere ? LIST_TYPES[ending] : "text/plain";
	const cache = isThere ? SHOWN_FOR : NOT_KEPT;
	const about = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": cache };
	return new Response(request.method === "HEAD" ? null : coded.body, {
		status: isThere ? 200 : 404,
		headers: { ...LIVE_HEADERS, ...coded.headers, ...about },
	});
}

function listText(occurrences: readonly Occurrence[], ending: ListEnding): string {
	return ending === "csv" ? occurrencesCsv(occurrences) : occurrences.map(listLine).join("");
}

export interface LiveBriefFound extends Listed {
	readonly live: ShownBrief;
	readonly part: "brief" | "findings";
	readonly ending?: TwinEnding;
}

export async function findBrief(
	address: LiveAddress,
	pages: Pick<LivePages, "brief">,
): Promise<LiveBriefFound | undefined> {
	if (address.kind !== "brief" && address.kind !== "findings" && address.kind !== "twin") return undefined;
	const live = await pages.brief(address.slug);
	// If there is no such twin, it is a page typed without its trailing slash.
	if (!live && address.kind === "twin")
		return findBrief({ kind: "brief", slug: `${address.slug}.${address.ending}` }, pages);
	if (!live) return undefined;
	const shown = { live, listed: live.listed };
	if (address.kind === "twin") return { ...shown, part: "brief", ending: address.ending };
	return { ...shown, part: address.kind };
}

export interface LiveShared extends Listed {
	readonly live: ShownBrief;
	/** The audit of a permalink. */
	readonly receipt?: LiveReceipt;
}

/** A permalink shows only audits in the page's history. */
export async function findShared(address: LiveAddress, pages: LivePages): Promise<LiveShared | undefined> {
	if (address.kind !== "share" && address.kind !== "permalink") return undefined;
	const live = await pages.brief(address.slug);
	if (!live || address.kind === "share") return live && { live, listed: live.listed };
	const isOfPage = [live.stored, ...live.history].some(({ id }) => id === address.receipt);
	// A watched site has more audits than its page shows.
	const isWatched = live.expiresAt === undefined;
	const receipt = isOfPage || isWatched ? await pages.receipt(address.receipt) : undefined;
	if (!isOfPage && (receipt?.expiresAt !== undefined || receipt?.stored.receipt.domain !== live.slug)) return undefined;
	return receipt && { live, receipt, listed: receipt.listed };
}

export type LiveReceiptFound =
	| {
			readonly receipt: LiveReceipt;
			readonly ending?: "json" | "tlog-proof" | undefined;
			readonly list?: ListEnding | undefined;
			readonly endedLeaf?: undefined;
			readonly listed?: boolean;
	  }
	| {
			readonly listed?: undefined;
			readonly receipt?: undefined;
			readonly ending?: undefined;
			readonly list?: undefined;
			readonly id: string;
			readonly endedLeaf: number;
	  };

/** @param leafOf index of its leaf in the published log, for pages of expired receipts */
export async function findReceipt(
	address: LiveAddress,
	pages: Pick<LivePages, "receipt">,
	leafOf: (id: string) => number | undefined,
): Promise<LiveReceiptFound | undefined> {
	if (!("receipt" in address) || address.kind === "permalink") return undefined;
	const { receipt: id } = address;
	const receipt = await pages.receipt(id);
	if (receipt) {
		const file = address.kind === "file" ? { ending: address.ending } : {};
		return { receipt, ...file, ...(address.kind === "list" ? { list: address.ending } : {}), listed: receipt.listed };
	}
	const endedLeaf = address.kind === "receipt" ? leafOf(id) : undefined;
	return endedLeaf === undefined ? undefined : { id, endedLeaf };
}

/** Only another audit with the same result extends a page. Registered agencies see the expiry in their portal. */
export function briefNotice({ slug, expiresAt, agency }: Pick<ShownBrief, "slug" | "expiresAt" | "agency">): string {
	if (expiresAt === undefined || agency) return "";
	if (slug.includes("~")) return receiptNotice(expiresAt);
	return `Private link. Expires ${spokenDate(expiresAt)} unless the site is audited again.`;
}

/** Every audit with the same result extends the expiry. */
export function receiptNotice(expiresAt: string | undefined): string {
	if (expiresAt === undefined) return "";
	return `Private link. Expires ${spokenDate(expiresAt)} unless another audit finds the same.`;
}

/** Empty if no later audit had the same result. Dates are ISO 8601. */
export function foundAgain(auditedAt: string, lastFoundAt: string): string {
	return lastFoundAt > auditedAt ? `Found the same again, last on ${spokenDate(lastFoundAt)}.` : "";
}

export function placeSentence({ logIndex }: LogPlace): string {
	if (logIndex === undefined) return "This receipt will be added at the next seal of the log.";
	return `Leaf ${digitGroups(logIndex)} of the log.`;
}

/** The domain of an expired receipt is unknown, so this explains how such pages expire. */
const ENDED_SENTENCE =
	"A private audit that has expired. Its content was never published, and its page expires automatically after 30 days. " +
	"Its leaf and its proof stay in the log; they contain no names.";

function proofSentence({ logIndex }: LogPlace): string {
	if (logIndex === undefined) return "No proof yet: it comes with the next seal of the log.";
	return `This receipt is leaf ${digitGroups(logIndex)} of the log. Its proof is published here with the next build of this site.`;
}

interface ShownAmong {
	readonly baseUrl: string;
	readonly peers: PeerGroups;
	corrections(receipt: string): ShownCorrections;
}

export async function liveBrief(
	shown: ShownBrief,
	{ baseUrl, peers: groups }: Pick<ShownAmong, "baseUrl" | "peers">,
): Promise<Brief> {
	const { stored, slug, agencyName, agency, client, place } = shown;
	const { domain, preset, methodology, scores, auditedAt } = stored.receipt;
	// An agency may keep showing an audit after newer ones.
	const past = knownAudits(shown).filter((audit) => audit.auditedAt < auditedAt);
	const words = await loadLanguage(languageOf({ agency, client }));
	const since = sinceOf([stored.receipt, ...past], words);
	const peers = peersOf({ domain, preset: preset.key, methodology, overall: scores?.overall }, groups, words);
	const of = { agencyName, agency, client, fixed: agency && fixedFaults(shown.history) };
	return buildBrief(stored, { baseUrl, slug, ...of, logIndex: place.logIndex, peers, since });
}

const ENDINGS = Object.keys(TWIN_TYPES) as TwinEnding[];

export function livePage(live: ShownBrief, brief: Brief, { corrections }: Pick<ShownAmong, "corrections">): AuditPage {
	return {
		brief,
		slug: live.slug,
		listed: live.listed,
		twins: ENDINGS,
		notice: briefNotice(live),
		corrections: corrections(brief.id),
		isPublished: false,
		...(brief.site?.list ? { list: listAddresses(brief) } : {}),
	};
}

/** The site's address may have a path prefix. */
function listAddresses({ id, briefUrl }: Brief): NonNullable<AuditPage["list"]> {
	const home = briefUrl.slice(0, briefUrl.lastIndexOf("/brief/"));
	const links = createSiteLinks(home);
	return {
		csv: links.occurrences(id, "csv"),
		ndjson: links.occurrences(id, "ndjson"),
		json: links.file(`api/v1/receipts/${id}/occurrences`),
	};
}

export async function livePermalink(
	live: ShownBrief,
	{ stored, place, ...receipt }: LiveReceipt,
	among: ShownAmong,
): Promise<AuditPage> {
	const { slug, agencyName, agency, client } = live;
	const of = { agencyName, agency, client };
	await loadLanguage(languageOf(of));
	const brief = buildBrief(stored, { baseUrl: among.baseUrl, slug, ...of, logIndex: place.logIndex });
	// It expires with the parent page or with its receipt, whichever is first.
	const [expiresAt] = [live.expiresAt, receipt.expiresAt].filter((at) => at !== undefined).sort();
	return {
		...livePage(live, brief, among),
		listed: receipt.listed,
		twins: [],
		notice: agency ? "" : receiptNotice(expiresAt),
	};
}

export function liveSentences({ stored, history, auditedAt }: ShownBrief): readonly string[] {
	const previous = history.find(({ receipt }) => receipt.auditedAt < stored.receipt.auditedAt);
	return [
		previous ? sinceWords(differReceipts(previous.receipt, stored.receipt)) : "",
		foundAgain(stored.receipt.auditedAt, auditedAt),
	].filter(Boolean);
}

/** @param builtLeaves number of leaves with proofs in the built site */
export function liveReceiptPage(
	{ stored, text, place, listed, expiresAt }: LiveReceipt,
	builtLeaves: number,
	corrections: ShownReceipt["corrections"],
) {
	const { id, receipt } = stored;
	const name = parseTarget(receipt.domain).displayHost;
	const state = placeSentence(place);
	const isProven = place.logIndex !== undefined && place.logIndex < builtLeaves;
	const unlisted = expiresAt !== undefined;
	return {
		entry: { ...UNKNOWN, id, index: place.logIndex, summary: summariseReceipt(stored), listed, unlisted, corrections },
		title: `Receipt of ${name}`,
		description: `What the receipt of ${name} says. ${state}`,
		state,
		notice: receiptNotice(expiresAt),
		file: { receipt, bytes: Buffer.byteLength(text) },
		proof: isProven ? ("built" as const) : { says: proofSentence(place) },
		proofFollows: !isProven,
	};
}

/** Page of an expired receipt, whose leaf stays in the published log. */
export function endedReceiptPage({ id, endedLeaf: index }: { readonly id: string; readonly endedLeaf: number }) {
	const state = `${placeSentence({ state: "logged", logIndex: index })} ${ENDED_SENTENCE}`;
	const entry = { ...UNKNOWN, id, index, summary: undefined, listed: false, unlisted: true, corrections: [] };
	return { entry, title: "Receipt of an unlisted audit", description: state, state, proof: "built" as const };
}

/** The live store has no site data, and removed receipts are hidden. */
const UNKNOWN = { site: undefined, removedAt: undefined };

/** Markdown or JSON, cached like pages; undefined for the page itself. Pages vary by Accept. */
export async function answerTwin(
	request: Pick<Request, "method" | "headers">,
	page: FoundPage<LiveBriefFound>,
	links: SiteLinks,
	kept: Pick<KeptPages, "get" | "peek">,
	among: ShownAmong,
): Promise<Response | undefined> {
	const { shown } = page.found;
	const { headers } = page.init;
	if (shown?.part !== "brief") return undefined;
	if (shown.ending === undefined) headers.append("Vary", "Accept");
	const ending = shown.ending ?? wantedEnding(request.headers.get("accept"));
	if (ending === undefined) return undefined;
	const address = links.brief(shown.live.slug);
	headers.set("Content-Type", `${TWIN_TYPES[ending]}; charset=utf-8`);
	headers.set("Content-Location", links.twin(address, ending));
	headers.set("Link", `<${links.absolute(address)}>; rel="canonical"`);
	const made = async () =>
		new Response(
			briefTwin(await liveBrief(shown.live, among), ending, {
				notice: briefNotice(shown.live),
				corrections: among.corrections(shown.live.stored.id),
			}),
		);
	return answerLivePage({ request, routePattern: ending }, page, kept, made);
}

function wantedEnding(accept: string | null): TwinEnding | undefined {
	const wanted = preferredType(accept, ["text/html", ...ENDINGS.map((ending) => TWIN_TYPES[ending])]);
	return ENDINGS.find((ending) => TWIN_TYPES[ending] === wanted);
}

export type LiveAddress =
	| { readonly kind: "brief"; readonly slug: string }
	| { readonly kind: "findings"; readonly slug: string }
	| { readonly kind: "twin"; readonly slug: string; readonly ending: TwinEnding }
	| { readonly kind: "share"; readonly slug: string }
	| { readonly kind: "permalink"; readonly slug: string; readonly receipt: string }
	| { readonly kind: "receipt"; readonly receipt: string }
	| { readonly kind: "file"; readonly receipt: string; readonly ending: "json" | "tlog-proof" }
	| { readonly kind: "list"; readonly receipt: string; readonly ending: ListEnding };

interface ReadAddress {
	readonly address: LiveAddress;
	readonly path: string;
}

const FILE = /^([0-9a-f]{64})\.(json|tlog-proof)$/;
const LIST = /^occurrences\.(csv|ndjson)$/;
const TWIN = /^(.+)\.(md|json)$/;
const SLUG = /^([^~]+)(?:~([a-z0-9]+(?:-[a-z0-9]+)*))?$/;

/** Undefined if the path cannot be a live page. The trailing slash may be missing. */
export function readLiveAddress(pathname: string, links: SiteLinks): ReadAddress | undefined {
	if (!pathname.startsWith(links.home)) return undefined;
	const written = pathname.slice(links.home.length).split("/");
	const isPage = written.at(-1) === "";
	const segments = (isPage ? written.slice(0, -1) : written).map(decodeSegment);
	const [room, first, second] = segments;
	if (first === undefined || segments.length > 3 || segments.includes(undefined)) return undefined;
	if (room === "receipts")
		return second === undefined ? readReceipt(first, isPage, links) : readList(first, second, isPage, links);
	const page = isSlug(first) ? readPage(room, first, second, links) : undefined;
	// `example.com.md` is the twin of example.com; with a final slash it is a domain in Moldova.
	return (room === "brief" && second === undefined && !isPage && readTwin(first, links)) || page;
}

function readPage(
	room: string | undefined,
	slug: string,
	part: string | undefined,
	links: SiteLinks,
): ReadAddress | undefined {
	if (room !== "brief" && room !== "share") return undefined;
	if (part === undefined) return { address: { kind: room, slug }, path: links[room](slug) };
	if (room === "brief")
		return part === "findings" ? { address: { kind: part, slug }, path: links.findings(slug) } : undefined;
	if (!RECEIPT_ID.test(part)) return undefined;
	return { address: { kind: "permalink", slug, receipt: part }, path: links.share(slug, part) };
}

function readTwin(segment: string, links: SiteLinks): ReadAddress | undefined {
	const [, slug = "", ending] = TWIN.exec(segment) ?? [];
	if ((ending !== "md" && ending !== "json") || !isSlug(slug)) return undefined;
	return { address: { kind: "twin", slug, ending }, path: links.twin(links.brief(slug), ending) };
}

function readReceipt(segment: string, isPage: boolean, links: SiteLinks): ReadAddress | undefined {
	if (RECEIPT_ID.test(segment)) return { address: { kind: "receipt", receipt: segment }, path: links.receipt(segment) };
	const [, receipt, ending] = FILE.exec(segment) ?? [];
	if (isPage || receipt === undefined || (ending !== "json" && ending !== "tlog-proof")) return undefined;
	return { address: { kind: "file", receipt, ending }, path: links.receiptFile(receipt, ending) };
}

function readList(receipt: string, name: string, isPage: boolean, links: SiteLinks): ReadAddress | undefined {
	const [, ending] = LIST.exec(name) ?? [];
	if (isPage || !RECEIPT_ID.test(receipt) || (ending !== "csv" && ending !== "ndjson")) return undefined;
	return { address: { kind: "list", receipt, ending }, path: links.occurrences(receipt, ending) };
}

/** A host, and for an agency's page its slug or 8 characters. */
function isSlug(text: string): boolean {
	const [, host, ending = ""] = SLUG.exec(text) ?? [];
	if (host === undefined || host.length > 253 || ending.length > SLUG_LENGTH) return false;
	try {
		return parseTarget(host).host === host;
	} catch (error) {
		if (isFailure(error)) return false;
		throw error;
	}
}

interface ComparedSides {
	readonly comparison?: CompletedComparison;
	readonly names: readonly [string, string];
	readonly notes: readonly string[];
	readonly says?: string;
}

interface AskedSide {
	readonly typed: string;
	/** A receipt of this site; null for the newest audit. */
	readonly receipt?: string | null;
}

interface KeptAudits {
	readonly pages: LivePages;
	readonly app: Pick<LiveApp, "publishedAudit">;
}

/** Compares stored audits, by default the newest. Does not run audits. */
export async function comparedSides(
	a: AskedSide,
	b: AskedSide,
	kept: KeptAudits,
	{ origin, home }: Pick<SiteLinks, "origin" | "home">,
): Promise<ComparedSides> {
	const [left, right] = [targetOf(a.typed), targetOf(b.typed)];
	const names = [left?.displayHost ?? a.typed, right?.displayHost ?? b.typed] as const;
	if (!left || !right || left.host === right.host) return { names, notes: [] };
	const [one, other] = await Promise.all([auditOf(left, a.receipt, kept), auditOf(right, b.receipt, kept)]);
	const unknown = [...(one ? [] : [names[0]]), ...(other ? [] : [names[1]])];
	const notes = [
		...(unknown.length > 0 ? [unknownWords(unknown)] : []),
		...noteOf(one, names[0], other, names[1]),
		...noteOf(other, names[1], one, names[0]),
	];
	if (!one || !other || notes.length > 0) return { names, notes: [...new Set(notes)] };
	const baseUrl = `${origin}${home}`.replace(/\/$/, "");
	const [resultA, resultB] = [one, other].map(({ stored, place, auditedAt }) =>
		toAuditResult(stored, { baseUrl, auditedAt, ...place }),
	);
	if (!resultA || !resultB) return { names, notes };
	const unlike = unlikeWords(resultA, resultB);
	if (unlike !== undefined) return { names, notes: [unlike] };
	const comparison = compareResults(resultA, resultB);
	if (!comparison.ok) return { names, notes: [comparison.error] };
	return { comparison, names, notes, says: comparisonHeadline(...names, comparison.difference.overallScore) };
}

function unknownWords(hosts: readonly string[]): string {
	return `No recent audit of ${hosts.join(" or ")}. Press the button to audit both; it takes seconds.`;
}

/** Why 2 scores are not comparable. */
function unlikeWords(a: AuditResult, b: AuditResult): string | undefined {
	if (a.methodology !== b.methodology)
		return `The audits use different methodologies (${a.methodology} and ${b.methodology}), so their scores cannot be compared. Audit both again.`;
	if (a.mode === b.mode) return undefined;
	return `One audit is ${a.mode}, the other ${b.mode}, so their scores cannot be compared. Audit both again in the same mode.`;
}

async function auditOf(
	{ host }: Target,
	id: string | null | undefined,
	{ pages, app }: KeptAudits,
): Promise<KeptAudit | undefined> {
	const brief = await pages.brief(host);
	if (id && RECEIPT_ID.test(id) && id !== brief?.stored.id) {
		const named = await pages.receipt(id);
		if (named?.stored.receipt.domain === host) return { auditedAt: named.stored.receipt.auditedAt, ...named };
	}
	return brief ?? app.publishedAudit(host);
}

/** Undefined for anything but a public host; the form explains why when it is sent. */
function targetOf(typed: string): Target | undefined {
	const read = readTypedAddress(typed);
	return "target" in read ? read.target : undefined;
}

function noteOf(side: KeptAudit | undefined, name: string, other: KeptAudit | undefined, otherName: string): string[] {
	if (!side) return [];
	const { failure, scores } = side.stored.receipt;
	if (scores) return [];
	const why = failure ? ` ${failure.says} ${ADVICE[failure.code]}` : "";
	const score = other?.stored.receipt.scores?.overall;
	const stands =
		score === undefined
			? []
			: [`The other site, ${otherName}, has ${score} of 100: ${bandOf(score).words.toLowerCase()}.`];
	return [`${name} could not be audited.${why}`, ...stands];
}
