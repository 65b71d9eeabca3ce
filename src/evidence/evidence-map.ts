import { isFailure } from "#core/failure.ts";
import type { OccurrenceList } from "#core/occurrence.ts";
import type { Annotation, Place } from "#core/report.ts";
import type { RobotsGroup } from "#core/robots-rules.ts";
import type { Verdict } from "#core/verdict.ts";
import type { HttpHop, HttpTimings, TlsState } from "#net/http-client.ts";
import { asFailure } from "#net/network-failure.ts";
import type { Located, PageDigest, TextFacts } from "./page-digest.ts";

interface ResponseFacts {
	readonly headers: Readonly<Record<string, string>>;
	readonly hops: readonly HttpHop[];
	readonly encodedBytes: number;
	readonly timings: HttpTimings;
	readonly tls?: TlsState | undefined;
	readonly usage?: readonly UsageStatement[] | undefined;
}

export interface Page {
	readonly url: string;
	/** Path below which the site is published, with a slash at both ends; absent at the root of a host. */
	readonly sitePath?: string | undefined;
	readonly response: ResponseFacts;
	readonly digest: PageDigest;
	/** Target and place of an instant refresh that we did not follow: to another site, or one too many. */
	readonly movesTo?: (Located & { readonly url: string }) | undefined;
}

export interface RobotsFault extends Located {
	/** `forgiven-line`: we obey it as Google's parser does, although RFC 9309 does not define it, such as `Disalow:`. */
	readonly kind:
		| "unknown-line"
		| "forgiven-line"
		| "rule-before-group"
		| "relative-sitemap"
		| "empty-agent"
		| "invalid-path";
}

export interface RobotsTxt {
	readonly kind: "text" | "html";
	readonly contentType: string;
	readonly bytes: number;
	/** Longer than 512,000 bytes; the rest was not read. */
	readonly truncated: boolean;
	/** Present if the file has more groups, names or rules than we keep. */
	readonly readLines?: number | undefined;
	readonly groups: readonly RobotsGroup[];
	readonly sitemaps: readonly { readonly url: string; readonly line: number }[];
	readonly usage: readonly UsageStatement[];
	readonly crawlDelays: readonly CrawlDelay[];
	/** `Agentmap:` lines (Agentic Resource Discovery), the first 10. */
	readonly agentmaps?: readonly { readonly url: string; readonly line: number }[] | undefined;
	/** `License:` lines (RSL 1.0, https://rslstandard.org/rsl), the first 10. */
	readonly licenses?: readonly { readonly url: string; readonly line: number }[] | undefined;
	readonly faults: readonly RobotsFault[];
}

export interface SitemapEntry {
	/** Absolute. A relative address is resolved, and reported as a fault of the sitemap. */
	readonly loc: string;
	readonly lastmod: string | null;
	/** `xhtml:link` elements with hreflang, at most 40. */
	readonly alternates?: readonly { readonly hreflang: string; readonly href: string }[] | undefined;
}

export interface ChildSitemap {
	readonly url: string;
	readonly status: number;
	readonly kind: string;
	readonly count: number;
	readonly entries: readonly SitemapEntry[];
}

export interface Sitemap {
	readonly declaredIn: "robots.txt" | "default address";
	readonly kind: "urlset" | "index" | "text" | "feed" | "html" | "invalid";
	readonly contentType: string;
	/** After decompression. */
	readonly bytes: number;
	/** Longer than 10 MiB; the rest was neither read nor counted. */
	readonly truncated?: boolean | undefined;
	/** `<url>` or `<sitemap>` entries; fragments (`#top`) do not count. */
	readonly count: number;
	readonly entries: readonly SitemapEntry[];
	readonly child: ChildSitemap | null;
	/** In a deep audit: further children of an index. */
	readonly others?: readonly ChildSitemap[] | undefined;
	readonly faults: readonly string[];
	/** Earlier `Sitemap:` lines whose address returned an error. */
	readonly unserved?: readonly { readonly url: string; readonly status: number }[] | undefined;
	readonly excerpt: string;
}

export interface MachineFile {
	readonly path: string;
	readonly contentType: string;
	readonly bytes: number;
	readonly sniffed: "json" | "html" | "xml" | "markdown" | "text" | "binary" | "empty";
	/** null above 64 KiB. */
	readonly json: unknown;
	readonly jsonError: string | null;
	readonly text?: MachineText | undefined;
	readonly excerpt: string;
	/** The response is the same as for a path that cannot exist, which the site serves with 200. */
	readonly softNotFound: boolean;
}

export interface RedirectTrace {
	readonly start: string;
	readonly hops: readonly HttpHop[];
	readonly end: string;
	readonly status: number;
	readonly sha256: string;
}

export interface LinkedHost {
	readonly host: string;
	/** The host has more than half of the navigation's links, or the canonical link. */
	readonly by: "navigation" | "canonical";
	readonly links: number;
	readonly of: number;
	readonly failure: string | null;
}

/** The canonical page if it is another one, up to 2 language versions, og:image and the first image. */
export interface NamedAddress {
	readonly by: "canonical" | "hreflang" | "og:image" | "image";
	readonly url: string;
	readonly status: number | null;
	readonly failure: string | null;
	readonly end: string;
	/** The response for a path that cannot exist, or an HTML page in place of an image. */
	readonly softNotFound: boolean;
	/** Only of the canonical page. */
	readonly title?: string | undefined;
	readonly fingerprint?: readonly number[] | undefined;
}

export interface OwnersAnswers {
	readonly answers: readonly Annotation[];
	readonly faults: readonly string[];
}

export const MACHINE_FILES = {
	llmsTxt: "/llms.txt",
	apiCatalog: "/.well-known/api-catalog",
	authorizationServer: "/.well-known/oauth-authorization-server",
	protectedResource: "/.well-known/oauth-protected-resource",
	agentCard: "/.well-known/agent-card.json",
	aiCatalog: "/.well-known/ai-catalog.json",
} as const;
export type MachineFileKey = keyof typeof MACHINE_FILES;

/** One key per collector: the compiler demands a collector for each new key. */
export interface EvidenceMap extends Record<MachineFileKey, MachineFile> {
	readonly home: Page;
	readonly robots: RobotsTxt;
	readonly sitemap: Sitemap;
	/** `found`: the site answers a path that cannot exist with 2xx. */
	readonly randomPath: RedirectTrace;
	/** Network only. */
	readonly plainHttp: RedirectTrace;
	/** Network only. `failed`: `name-not-found` if the host does not exist, `not-shown` unless it is www. or the apex. */
	readonly siblingHost: RedirectTrace;
	/** Network only; `failed` with `not-shown` if the home page links only to its own host. */
	readonly linkedHost: LinkedHost;
	/** Addresses on its own host that the home page names: see `NamedAddress`. */
	readonly named: readonly NamedAddress[];
	/** Network only. A site with plain http only is `found` and `invalid`, with the failure's code as the reason. */
	readonly https: TlsState;
	/** The other pages. `not-shown` in light audits of the network, and if robots.txt disallows all of them. */
	readonly pages: SitePages;
	readonly markdown: MarkdownAnswer;
	/** The first feed that the home page links to; `not-shown` if it links to none. */
	readonly feed: DeclaredFeed;
	readonly declared: readonly DeclaredTarget[];
	/** The next 3 are `not-shown` if the site declares none. */
	readonly apiDescription: ApiDescription;
	readonly mcp: McpEndpoint;
	readonly skills: SkillsIndex;
	readonly mcpServerCard: MachineFile;
	readonly authMd: MachineFile;
	/** `not-shown` without an API description. */
	readonly apiError: ApiError;
	/** Network only; `absent` if no response claims to be a directory, `not-shown` if the request budget was spent. */
	readonly botDirectory: BotDirectory;
	readonly annotations: OwnersAnswers;
	/** `/.well-known/ucp`; `not-shown` if nothing links to it and the home page is not a shop. */
	readonly ucp: MachineFile;
	/** Pages that we requested: failures first, then by address, at most VISITS_KEPT. */
	readonly visits: readonly PageVisit[];
	/** This key and the following ones are for deep audits only. */
	readonly homeAgain: Page;
	/** Requested with a browser's User-Agent that still names us. */
	readonly homeAsBrowser: Page;
	readonly profiles: readonly OuterLink[];
	readonly rendered: RenderedPage;
}
export type EvidenceKey = keyof EvidenceMap;

export type Evidence = { readonly [K in EvidenceKey]: Observation<EvidenceMap[K]> };
export type SettledEvidence<K extends EvidenceKey> = { readonly [N in K]: Settled<EvidenceMap[N]> };

/** Checks that need these do not apply to a folder. */
export const NETWORK_ONLY: ReadonlySet<EvidenceKey> = new Set<EvidenceKey>([
	"plainHttp",
	"siblingHost",
	"https",
	"botDirectory",
]);

export interface LayoutBarrier {
	readonly kind: "contrast" | "target-size";
	readonly at: string;
	readonly excerpt: string;
	readonly says: string;
}

export interface RenderedPage {
	readonly browser: string;
	readonly url: string;
	readonly text: TextFacts;
	readonly head: {
		readonly title: string;
		readonly canonical: readonly string[];
		readonly robots: readonly string[];
		readonly description: string;
		readonly jsonLdTypes: readonly string[];
	};
	/** Lab value, with session windows as web.dev defines them. */
	readonly cls: number;
	/** null if the page prevented the measurement. */
	readonly layout: {
		readonly barriers: readonly LayoutBarrier[];
		readonly contrast: { readonly examined: number; readonly found: number };
		readonly targetSize: { readonly examined: number; readonly found: number };
	} | null;
	/** Tools that the page registered (WebMCP); null if this browser does not support them. */
	readonly tools: readonly AgentTool[] | null;
	readonly requests: { readonly answered: number; readonly refused: number; readonly beyond: number };
}

export interface PageVisit {
	/** As in the sitemap or the link, but absolute and without fragment. */
	readonly url: string;
	readonly from: readonly ("sitemap" | "home" | "page")[];
	readonly linkedFrom: string | null;
	readonly status: number | null;
	readonly failure: string | null;
	readonly end: string;
	readonly hops: number;
	/** The body has the same digest as the response for a path that cannot exist. */
	readonly softNotFound: boolean;
	/** Of the raw body; absent if there was no body. */
	readonly sha256?: string | undefined;
	/** The page is noindex, or names another page as canonical. */
	readonly unindexed?: "noindex" | "canonical" | undefined;
}

export const VISITS_KEPT = 500;

/** All pages but the home page. Of a page we keep only what a finding quotes. */
export interface SitePages {
	readonly read: number;
	/** Known page addresses, read or not. */
	readonly known: number;
	/** Pages whose result was reused from an earlier audit because they had not changed. */
	readonly unchanged?: number | undefined;
	/** Addresses of the sitemap that we requested; absent if it lists none. */
	readonly listed?: number | undefined;
	/** We read every page that links or the sitemap lead to, or every page of a folder. */
	readonly whole: boolean;
	/** What we did not read, and why: patterns of endless addresses, and the first LEFT_KEPT files that are not pages. */
	readonly left: readonly { readonly file: string; readonly why: string }[];
	/** Number of pages per template (`/`, `/*`, `/products/*`), including the home page. */
	readonly templates: Readonly<Record<string, number>>;
	/** Number of pages per distance in links from the home page; the last entry counts pages that no link leads to. */
	readonly depths: readonly number[];
	/** By check id. */
	readonly checks: Readonly<Record<string, PagesOfCheck>>;
	/** Covers all occurrences of all faults, also on the home page; the list itself is stored beside the evidence. */
	readonly list: OccurrenceList;
}

export const LEFT_KEPT = 100;

export interface PagesOfCheck {
	/** As the check itself judged each page. */
	readonly own: PageSum;
	/** Including the faults charged to a root cause; absent if there are none. */
	readonly charged?: PageSum | undefined;
	/** The first root cause that carries a page's penalty. */
	readonly root?: string | undefined;
}

export interface PageSum {
	readonly pages: number;
	/** Pages that the check applies to and that could be checked. */
	readonly judged: number;
	/** Judged pages that do not pass. */
	readonly short: number;
	/**
	 * Per template (`/`, `/*`, `/products/*`): pages judged, the sum of what they earn (0 to 1 each), pages that do not
	 * pass.
	 */
	readonly templates: Readonly<Record<string, TemplateSum>>;
	/** The worst pages, worst first. */
	readonly worst: readonly { readonly url: string; readonly verdict: Verdict }[];
	/** The worst places: the first of each page, then the second of each; pages that earn least first. */
	readonly places: readonly RankedPlace[];
	readonly unknown?: Verdict | undefined;
	/** Reason of the first page that the check does not apply to. */
	readonly silent?: string | undefined;
	/** Number of pages per faulty markup, if it is on several. */
	readonly markup: Readonly<Record<string, number>>;
}

export type TemplateSum = readonly [judged: number, earned: number, short: number];

export interface RankedPlace extends Place {
	/** Index of the place on its page, from 0. */
	readonly rank: number;
	/** What its page earns, 0 to 1. */
	readonly earned: number;
}

export interface OuterLink {
	readonly url: string;
	readonly status: number | null;
	readonly failure: string | null;
}

export interface Declaration {
	/** `link element`, `Link header`, `api-catalog`, `agent-card`, `robots.txt`, `anchor`, or another machine file. */
	readonly declaredIn: string;
	/** Or the member that names it, such as `service-desc`. */
	readonly rel: string;
	/** Media type, lower case; "" if none is declared. */
	readonly promised: string;
	readonly at: string;
	readonly excerpt: string;
}

export interface DeclaredTarget extends Declaration {
	readonly url: string;
	readonly answer:
		| {
				readonly state: "asked";
				readonly status: number;
				readonly contentType: string;
				readonly sniffed: string;
				readonly softNotFound: boolean;
		  }
		| { readonly state: "failed"; readonly code: string; readonly reason: string }
		| { readonly state: "not-asked"; readonly reason: string };
}

export interface MachineText {
	readonly h1: string | null;
	readonly characters: number;
	readonly truncated: boolean;
	/** Absolute, without fragment, deduplicated, the first 200. */
	readonly links: readonly string[];
	/** Addresses and absolute paths anywhere in the text, deduplicated, the first 200. */
	readonly mentions: readonly string[];
}

export interface ApiDescription {
	readonly declaredIn: string;
	/** Of `openapi` or `swagger`; "" if both are missing. */
	readonly version: string;
	readonly error: string | null;
	readonly title: string;
	readonly servers: readonly string[];
	readonly operations: number;
	/** Webhooks, and path items that are references: described, but not counted as operations. */
	readonly others: number;
	/** `get /pets`, the first 20. */
	readonly withoutId: readonly string[];
	readonly withoutIdCount: number;
	readonly duplicateIds: readonly string[];
	readonly withoutDescription: readonly string[];
	readonly withoutDescriptionCount: number;
	/** The first 20; only `$ref`s inside the document. */
	readonly brokenRefs: readonly string[];
	readonly excerpt: string;
}

export interface AgentTool {
	readonly name: string;
	readonly description: string;
	readonly schemaFaults: readonly string[];
	readonly hints: readonly string[];
}

export interface McpEndpoint {
	readonly declaredIn: string;
	/** 0 if the host does not exist. */
	readonly status: number;
	/** "" if the response was not MCP. */
	readonly protocolVersion: string;
	readonly serverName: string;
	/** 401 with protected-resource metadata that tells clients how to get access: correctly closed to strangers. */
	readonly needsAuthorization: boolean;
	readonly error: string | null;
	readonly tools: readonly AgentTool[];
	readonly excerpt: string;
}

export interface SkillsIndex {
	readonly declaredIn: string;
	readonly faults: readonly string[];
	readonly skills: readonly {
		readonly name: string;
		readonly url: string;
		readonly stated: string;
		readonly actual: string | null;
		readonly status: number | null;
	}[];
	readonly excerpt: string;
}

export interface BotDirectory {
	readonly contentType: string;
	/** `unverified`: not every key signs it (which is only recommended), or some key types are unknown here. */
	readonly outcome: "invalid" | "unverified" | "verified";
	/** At most 32, by RFC 7638 thumbprint. */
	readonly keys: readonly { readonly thumbprint: string; readonly proof: "whole" | "partly" | "none" }[];
	readonly faults: readonly string[];
}

export interface ApiError {
	readonly url: string;
	readonly status: number;
	readonly contentType: string;
	readonly sniffed: string;
	/** RFC 9457. */
	readonly members: readonly string[];
	readonly excerpt: string;
}

export interface MarkdownAnswer {
	readonly contentType: string;
	readonly sniffed: string;
	readonly vary: readonly string[];
	readonly words: number;
	readonly fingerprint: readonly number[];
	/** Share of the HTML's main text that it contains, in shingles of 5 words, 0 to 1. */
	readonly holds: number;
	readonly excerpt: string;
}

export interface DeclaredFeed {
	readonly href: string;
	readonly promised: string;
	readonly contentType: string;
	readonly kind: "rss" | "atom" | "json-feed" | "html" | "invalid";
	readonly entries: number;
	/** ISO 8601. */
	readonly newest: string | null;
	readonly fault: string | null;
	readonly excerpt: string;
}

export interface UsageStatement extends Located {
	/** Cloudflare's Content Signals, or Content-Usage of the IETF's AI Preferences (a draft). */
	readonly field: "content-signal" | "content-usage";
	/** Lower case; empty before any group, and for a header. */
	readonly agents: readonly string[];
	readonly path: string | null;
	/** In order, lower case; a value that is not a plain word is kept as written. */
	readonly preferences: readonly { readonly key: string; readonly value: string }[];
	readonly error: string | null;
}

export interface CrawlDelay extends Located {
	readonly agents: readonly string[];
	readonly seconds: number | null;
}

/** `absent` and `failed` differ: checks see `found` and `absent`; the engine turns `failed` into *unknown*. */
export type Observation<T> = Found<T> | Absent | Failed;

export interface Found<T> {
	readonly state: "found";
	readonly url: string;
	readonly status: number;
	readonly value: T;
}
/** 4xx or 5xx. */
export type Absent = { readonly state: "absent"; readonly url: string; readonly status: number };
export interface Failed {
	readonly state: "failed";
	readonly url: string;
	/** A FailureCode, or `not-shown`. */
	readonly code: string;
	readonly reason: string;
}

export type Settled<T> = Found<T> | Absent;

/** Turns failures of the audited site, and an abort of `signal`, into `failed`; rethrows bugs of ours. */
export async function settle<T>(
	url: string,
	signal: AbortSignal,
	work: () => Promise<Observation<T>>,
): Promise<Observation<T>> {
	try {
		return await work();
	} catch (error) {
		const failure = asFailure(error, url, signal);
		if (!isFailure(failure)) throw failure;
		return { state: "failed", url, code: failure.code, reason: failure.message };
	}
}

export function notShown(url: string, reason: string): Failed {
	return { state: "failed", url, code: "not-shown", reason };
}

export function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}
