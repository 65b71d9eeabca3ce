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
	/** Path of a site that is published below one, with a slash at both ends; absent at the root of a host. */
	readonly sitePath?: string | undefined;
	readonly response: ResponseFacts;
	readonly digest: PageDigest;
	/** An instant refresh that was not followed, to another site or one step too many: where it leads and where it stands. */
	readonly movesTo?: (Located & { readonly url: string }) | undefined;
}

export interface RobotsFault extends Located {
	/** `forgiven-line`: obeyed here as Google's parser does, though RFC 9309 does not know it, such as `Disalow:`. */
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
	/** True when longer than 512,000 bytes; the rest was not read. */
	readonly truncated: boolean;
	/** Absent where all lines were read; else the file has more groups, names or rules than are kept. */
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
	/** Absolute; a relative one is resolved, and is a fault of the sitemap. */
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
	/** After gzip. */
	readonly bytes: number;
	/** Longer than 10 MiB; the rest was neither read nor counted. */
	readonly truncated?: boolean | undefined;
	/** `<url>` or `<sitemap>` entries; places in a page (`#top`) do not count. */
	readonly count: number;
	readonly entries: readonly SitemapEntry[];
	readonly child: ChildSitemap | null;
	/** In a deep audit: further children of an index. */
	readonly others?: readonly ChildSitemap[] | undefined;
	readonly faults: readonly string[];
	/** `Sitemap:` lines before it that answered with an error. */
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
	/** The site answers 200 to a path that cannot exist, and this is the same kind of answer. */
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
	/** More than half of the links of the navigation, or the canonical link. */
	readonly by: "navigation" | "canonical";
	readonly links: number;
	readonly of: number;
	readonly failure: string | null;
}

/** Its canonical page where that is another one, up to two language versions, its og:image and its first picture. */
export interface NamedAddress {
	readonly by: "canonical" | "hreflang" | "og:image" | "image";
	readonly url: string;
	readonly status: number | null;
	readonly failure: string | null;
	readonly end: string;
	/** The site's answer to what cannot exist, or a web page in place of a picture. */
	readonly softNotFound: boolean;
	/** Of the canonical page. */
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

/** One key per collector; adding a key makes the compiler ask for its collector. */
export interface EvidenceMap extends Record<MachineFileKey, MachineFile> {
	readonly home: Page;
	readonly robots: RobotsTxt;
	readonly sitemap: Sitemap;
	/** `found` means that the site answers 2xx to what cannot exist. */
	readonly randomPath: RedirectTrace;
	/** Network only. */
	readonly plainHttp: RedirectTrace;
	/** Network only; `failed`: `name-not-found` where there is none, `not-shown` for other hosts than www. and apex. */
	readonly siblingHost: RedirectTrace;
	/** Network only; `failed` with `not-shown` where the home page's links stay on its host. */
	readonly linkedHost: LinkedHost;
	/** What the home page names on its own host: see `NamedAddress`. */
	readonly named: readonly NamedAddress[];
	/** Network only. A site on plain http alone is `found`, `invalid`, with the failure's code as the reason. */
	readonly https: TlsState;
	/** The other pages, judged as they were read. `not-shown` in light audits of the network and where robots.txt closes all. */
	readonly pages: SitePages;
	readonly markdown: MarkdownAnswer;
	/** The first one linked from the home page; `not-shown` where there is none. */
	readonly feed: DeclaredFeed;
	readonly declared: readonly DeclaredTarget[];
	/** The three below: `not-shown` where the site declares none. */
	readonly apiDescription: ApiDescription;
	readonly mcp: McpEndpoint;
	readonly skills: SkillsIndex;
	readonly mcpServerCard: MachineFile;
	readonly authMd: MachineFile;
	/** `not-shown` without an API description. */
	readonly apiError: ApiError;
	/** Network only; `absent` where nothing claims to be a directory, `not-shown` where no request was left. */
	readonly botDirectory: BotDirectory;
	readonly annotations: OwnersAnswers;
	/** `/.well-known/ucp`; `not-shown` where nothing links to it and the home page is no shop's. */
	readonly ucp: MachineFile;
	/** Addresses that were asked for as pages: what failed first, then by address, at most VISITS_KEPT. */
	readonly visits: readonly PageVisit[];
	/** This and the rest are for deep audits only. */
	readonly homeAgain: Page;
	/** With the User-Agent of a browser that still names us. */
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
	/** In a lab, session windows as web.dev defines them. */
	readonly cls: number;
	/** null where the page did not let it be measured. */
	readonly layout: {
		readonly barriers: readonly LayoutBarrier[];
		readonly contrast: { readonly examined: number; readonly found: number };
		readonly targetSize: { readonly examined: number; readonly found: number };
	} | null;
	/** Tools that the page registered (WebMCP); null where this browser does not know them. */
	readonly tools: readonly AgentTool[] | null;
	readonly requests: { readonly answered: number; readonly refused: number; readonly beyond: number };
}

export interface PageVisit {
	/** As written in the sitemap or the link, absolute, without fragment. */
	readonly url: string;
	readonly from: readonly ("sitemap" | "home" | "page")[];
	readonly linkedFrom: string | null;
	readonly status: number | null;
	readonly failure: string | null;
	readonly end: string;
	readonly hops: number;
	/** Same digest as the answer to a path that cannot exist. */
	readonly softNotFound: boolean;
	/** Of the body as it came; absent where none did. */
	readonly sha256?: string | undefined;
	/** The page asks not to be indexed, or names another as its canonical address. */
	readonly unindexed?: "noindex" | "canonical" | undefined;
}

export const VISITS_KEPT = 500;

/** Pages without the home page. Nothing of a page is kept but what a finding quotes. */
export interface SitePages {
	readonly read: number;
	/** Addresses of pages that are known, those that were not read among them. */
	readonly known: number;
	/** Of those read, how many were taken over from an earlier audit, since they had not changed. */
	readonly unchanged?: number | undefined;
	/** Addresses of the sitemap that were asked for; absent where it names none. */
	readonly listed?: number | undefined;
	/** Every page that links and the whole sitemap lead to was read, or every one of a folder. */
	readonly whole: boolean;
	/** What was not read, and why: files that are no page, the first LEFT_KEPT; patterns of endless addresses. */
	readonly left: readonly { readonly file: string; readonly why: string }[];
	/** By template (`/`, `/*`, `/products/*`), how many pages it has, the home page among them. */
	readonly templates: Readonly<Record<string, number>>;
	/** Pages by how many links away from the home page they are; the last place: those that no link leads to. */
	readonly depths: readonly number[];
	/** By id of the check. */
	readonly checks: Readonly<Record<string, PagesOfCheck>>;
	/** Of every place of every fault, the home page's too; the list itself is kept beside the evidence. */
	readonly list: OccurrenceList;
}

export const LEFT_KEPT = 100;

export interface PagesOfCheck {
	/** As the check itself judged each page. */
	readonly own: PageSum;
	/** With what follows from a root cause charged to it; absent where nothing was. */
	readonly charged?: PageSum | undefined;
	/** The first root cause that carries a page's penalty. */
	readonly root?: string | undefined;
}

export interface PageSum {
	readonly pages: number;
	/** Of these, pages that the check applies to and that could be looked at. */
	readonly judged: number;
	/** Of these, pages that do not pass. */
	readonly short: number;
	/**
	 * By template (`/`, `/*`, `/products/*`), how many pages were judged, the sum of what they earn, 0 to 1 each, and how
	 * many do not pass.
	 */
	readonly templates: Readonly<Record<string, TemplateSum>>;
	/** The worst pages, worst first. */
	readonly worst: readonly { readonly url: string; readonly verdict: Verdict }[];
	/** The worst places: the first of each page, then the second of each, pages that earn least first. */
	readonly places: readonly RankedPlace[];
	readonly unknown?: Verdict | undefined;
	/** Why it does not apply to the first page that it does not apply to. */
	readonly silent?: string | undefined;
	/** By markup with which the fault stands on several pages, how many those are. */
	readonly markup: Readonly<Record<string, number>>;
}

export type TemplateSum = readonly [judged: number, earned: number, short: number];

export interface RankedPlace extends Place {
	/** Which of its page's places it is, from 0. */
	readonly rank: number;
	/** By its page, 0 to 1. */
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
	/** Media type, lower case; "" when none is promised. */
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
	/** Absolute, without fragment, each once, the first 200. */
	readonly links: readonly string[];
	/** Addresses and absolute paths anywhere in it, each once, the first 200. */
	readonly mentions: readonly string[];
}

export interface ApiDescription {
	readonly declaredIn: string;
	/** Of `openapi` or `swagger`; "" when neither is there. */
	readonly version: string;
	readonly error: string | null;
	readonly title: string;
	readonly servers: readonly string[];
	readonly operations: number;
	/** Webhooks, and path items that refer elsewhere: described, but not counted as operations. */
	readonly others: number;
	/** `get /pets`, the first 20. */
	readonly withoutId: readonly string[];
	readonly withoutIdCount: number;
	readonly duplicateIds: readonly string[];
	readonly withoutDescription: readonly string[];
	readonly withoutDescriptionCount: number;
	/** The first 20; `$ref`s inside the document only. */
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
	/** 0 where the host is not there. */
	readonly status: number;
	/** "" when it did not answer as MCP. */
	readonly protocolVersion: string;
	readonly serverName: string;
	/** 401, and protected-resource metadata tells clients how to get access: rightly closed to strangers. */
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
	/** `unverified`: not every key signs it, which is only recommended, or some are of kinds not known here. */
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
	/** Share of the HTML's main text, in shingles of 5 words, 0 to 1. */
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
	/** In order, lower case; a value that is no plain word as written. */
	readonly preferences: readonly { readonly key: string; readonly value: string }[];
	readonly error: string | null;
}

export interface CrawlDelay extends Located {
	readonly agents: readonly string[];
	readonly seconds: number | null;
}

/** "Not there" and "could not look" differ: checks see the first two only, the engine makes `failed` *unknown*. */
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

/** What may go wrong with a foreign site becomes `failed`, perhaps by `signal`; a defect of ours is thrown on. */
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
