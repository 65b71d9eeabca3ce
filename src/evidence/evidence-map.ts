import { isFailure } from "#core/failure.ts";
import type { Annotation } from "#core/report.ts";
import type { RobotsGroup } from "#core/robots-rules.ts";
import type { HttpHop, HttpTimings, TlsState } from "#net/http-client.ts";
import { asFailure } from "#net/network-failure.ts";
import type { Located, PageDigest, TextFacts } from "./page-digest.ts";

interface ResponseFacts {
	readonly headers: Readonly<Record<string, string>>;
	readonly hops: readonly HttpHop[];
	readonly encodedBytes: number;
	readonly timings: HttpTimings;
	readonly tls?: TlsState | undefined;
	/** Present where its headers say what the page may be used for. */
	readonly usage?: readonly UsageStatement[] | undefined;
}

export interface Page {
	readonly url: string;
	readonly response: ResponseFacts;
	readonly digest: PageDigest;
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
	/** Media type without parameters, lower case. */
	readonly contentType: string;
	readonly bytes: number;
	/** True when longer than 512,000 bytes; the rest was not read. */
	readonly truncated: boolean;
	/** Lines that were read of a file with more groups, names or rules than are kept; absent where all lines were. */
	readonly readLines?: number | undefined;
	readonly groups: readonly RobotsGroup[];
	/** The first 2,000. */
	readonly sitemaps: readonly { readonly url: string; readonly line: number }[];
	readonly usage: readonly UsageStatement[];
	readonly crawlDelays: readonly CrawlDelay[];
	/** `Agentmap:` lines (Agentic Resource Discovery) with an absolute address, the first 10; absent where there is none. */
	readonly agentmaps?: readonly { readonly url: string; readonly line: number }[] | undefined;
	readonly faults: readonly RobotsFault[];
}

export interface SitemapEntry {
	/** Absolute; one that is written without a host is resolved, and is a fault of the sitemap. */
	readonly loc: string;
	readonly lastmod: string | null;
	/** `xhtml:link` elements with hreflang; present where there is one, at most 40. */
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
	/** Length of what was read, behind gzip. */
	readonly bytes: number;
	/** Present and true when it is longer than 10 MiB; the rest was not read, nor counted. */
	readonly truncated?: boolean | undefined;
	/** Number of `<url>` (or `<sitemap>`) entries read; places in a page (`#top`) are no entries. */
	readonly count: number;
	readonly entries: readonly SitemapEntry[];
	readonly child: ChildSitemap | null;
	/** For an index in a deep audit: its further children, as far as they could be read; absent where there is none. */
	readonly others?: readonly ChildSitemap[] | undefined;
	readonly faults: readonly string[];
	/** Addresses of `Sitemap:` lines before it that answered with an error; present where there is one. */
	readonly unserved?: readonly { readonly url: string; readonly status: number }[] | undefined;
	readonly excerpt: string;
}

export interface MachineFile {
	readonly path: string;
	readonly contentType: string;
	readonly bytes: number;
	readonly sniffed: "json" | "html" | "xml" | "markdown" | "text" | "binary" | "empty";
	/** Parsed value for JSON of at most 64 KiB, else null. */
	readonly json: unknown;
	readonly jsonError: string | null;
	readonly text?: MachineText | undefined;
	readonly excerpt: string;
	/** True where the site answers 200 to a path that cannot exist, and this is the same kind of answer. */
	readonly softNotFound: boolean;
}

export interface RedirectTrace {
	readonly start: string;
	readonly hops: readonly HttpHop[];
	readonly end: string;
	readonly status: number;
	/** SHA-256 of the final body, to tell whether two addresses serve the same page. */
	readonly sha256: string;
}

export interface LinkedHost {
	readonly host: string;
	/** What leads there: more than half of the links of the navigation, or the canonical link. */
	readonly by: "navigation" | "canonical";
	/** Different addresses on that host, of so many. */
	readonly links: number;
	readonly of: number;
	/** A FailureCode where nothing came back; null where it answered, with whatever status. */
	readonly failure: string | null;
}

export interface OwnersAnswers {
	readonly answers: readonly Annotation[];
	/** In words, with JSON pointers; empty when nothing is wrong. */
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
	/** A random path: `found` means that the site answers 2xx to what cannot exist. */
	readonly randomPath: RedirectTrace;
	/** The home page asked for over http://. Network only. */
	readonly plainHttp: RedirectTrace;
	/**
	 * The other of `www.` and apex. Network only; `failed` with `name-not-found` where there is none, with `not-shown`
	 * for a host that is neither.
	 */
	readonly siblingHost: RedirectTrace;
	/** Network only; `failed` with `not-shown` where the home page's links stay on its host. */
	readonly linkedHost: LinkedHost;
	/**
	 * Whether https answers, with which certificate. Network only. Where the site answers over plain http alone: `found`,
	 * `invalid`, with the code of the failure, such as `connection-refused`, as the reason.
	 */
	readonly https: TlsState;
	/**
	 * Further pages of the site, sorted by address, without the home page; at most 24. Deep audits only, else `failed`
	 * with `not-shown`, as where robots.txt closes all of them to crawlers.
	 */
	readonly sample: readonly Page[];
	/** The home page asked for with `Accept: text/markdown`. */
	readonly markdown: MarkdownAnswer;
	/** The first feed that the home page links to; `failed` with `not-shown` where it links to none. */
	readonly feed: DeclaredFeed;
	readonly declared: readonly DeclaredTarget[];
	/** The three below: `failed` with `not-shown` where the site declares none. */
	readonly apiDescription: ApiDescription;
	readonly mcp: McpEndpoint;
	readonly skills: SkillsIndex;
	readonly mcpServerCard: MachineFile;
	readonly authMd: MachineFile;
	/** A path of the described API that cannot exist; `not-shown` without an API description. */
	readonly apiError: ApiError;
	/** Network only; `absent` where nothing at the well-known address claims to be a directory, `not-shown` where no request was left. */
	readonly botDirectory: BotDirectory;
	readonly annotations: OwnersAnswers;
	/** Every address that a deep audit asked for, sorted by address. The rest is for deep audits, too. */
	readonly visits: readonly PageVisit[];
	readonly homeAgain: Page;
	/** The home page asked for with the User-Agent of a browser that still names us. */
	readonly homeAsBrowser: Page;
	readonly profiles: readonly OuterLink[];
	/** `failed` with `browser-missing` where there is no browser. */
	readonly rendered: RenderedPage;
}
export type EvidenceKey = keyof EvidenceMap;

export type Evidence = { readonly [K in EvidenceKey]: Observation<EvidenceMap[K]> };
export type SettledEvidence<K extends EvidenceKey> = { readonly [N in K]: Settled<EvidenceMap[N]> };

/** What a folder cannot show: checks that need these do not apply to it. */
export const NETWORK_ONLY: ReadonlySet<EvidenceKey> = new Set<EvidenceKey>([
	"plainHttp",
	"siblingHost",
	"https",
	"botDirectory",
]);

export interface LayoutBarrier {
	readonly kind: "contrast" | "target-size";
	/** CSS selector. */
	readonly at: string;
	readonly excerpt: string;
	readonly says: string;
}

/** The home page after its scripts have run, in a browser that has no network of its own. */
export interface RenderedPage {
	readonly browser: string;
	readonly url: string;
	readonly text: TextFacts;
	readonly head: {
		readonly title: string;
		readonly canonical: readonly string[];
		readonly robots: readonly string[];
		readonly description: string;
		/** Top-level types of all JSON-LD. */
		readonly jsonLdTypes: readonly string[];
	};
	/** Cumulative Layout Shift in a lab, session windows as web.dev defines them. */
	readonly cls: number;
	/** null where the page did not let it be measured. */
	readonly layout: {
		readonly barriers: readonly LayoutBarrier[];
		readonly contrast: { readonly examined: number; readonly found: number };
		readonly targetSize: { readonly examined: number; readonly found: number };
	} | null;
	/** Tools that the page registered (WebMCP); null where this browser does not know them. */
	readonly tools: readonly AgentTool[] | null;
	/** Requests that the page made: answered by the guarded client, refused by it, or beyond the budget. */
	readonly requests: { readonly answered: number; readonly refused: number; readonly beyond: number };
}

export interface PageVisit {
	/** As it stood in the sitemap or the link, absolute, without fragment. */
	readonly url: string;
	readonly from: readonly ("sitemap" | "home" | "page")[];
	/** Address of a page that links to it; null when only the sitemap names it. */
	readonly linkedFrom: string | null;
	readonly status: number | null;
	readonly failure: string | null;
	readonly end: string;
	readonly hops: number;
	/** The body has the same digest as the answer to a path that cannot exist. */
	readonly softNotFound: boolean;
}

export interface OuterLink {
	readonly url: string;
	readonly status: number | null;
	/** Failure code where nothing came back: a challenge is no dead link. */
	readonly failure: string | null;
}

export interface Declaration {
	/** `link element`, `Link header`, `api-catalog`, `agent-card`, `robots.txt`, `anchor`, or another machine file. */
	readonly declaredIn: string;
	/** Link relation, or the member that names it, such as `service-desc`. */
	readonly rel: string;
	/** Media type that the declaration promises, lower case; "" when it promises none. */
	readonly promised: string;
	readonly at: string;
	readonly excerpt: string;
}

export interface DeclaredTarget extends Declaration {
	/** Absolute, without fragment. */
	readonly url: string;
	/** `asked` has a status, `failed` is what came in place of an answer, `not-asked` says why not. */
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
	/** Text of the first `# ` heading; null where there is none. */
	readonly h1: string | null;
	readonly characters: number;
	readonly truncated: boolean;
	/** Absolute addresses of Markdown links without fragment, each once, the first 200. */
	readonly links: readonly string[];
	/** Addresses and absolute paths that stand anywhere in it, as written, each once, the first 200. */
	readonly mentions: readonly string[];
}

export interface ApiDescription {
	readonly declaredIn: string;
	/** Value of `openapi` or `swagger`, at most 20 characters; "" when neither is there. */
	readonly version: string;
	readonly error: string | null;
	readonly title: string;
	/** Absolute addresses of `servers`, resolved by the description's own. */
	readonly servers: readonly string[];
	readonly operations: number;
	/** Webhooks, and path items that refer elsewhere: described, but not counted as operations. */
	readonly others: number;
	/** `get /pets` of operations without the member, the first 20; counts hold all. */
	readonly withoutId: readonly string[];
	readonly withoutIdCount: number;
	readonly duplicateIds: readonly string[];
	readonly withoutDescription: readonly string[];
	readonly withoutDescriptionCount: number;
	/** `$ref`s inside the document that point nowhere, the first 20. */
	readonly brokenRefs: readonly string[];
	readonly excerpt: string;
}

export interface AgentTool {
	readonly name: string;
	readonly description: string;
	/** JSON Pointer and words of what is wrong with its input schema; empty when nothing. */
	readonly schemaFaults: readonly string[];
	readonly hints: readonly string[];
}

export interface McpEndpoint {
	readonly declaredIn: string;
	/** Of the last answer; 0 where its host is not there. */
	readonly status: number;
	/** Version it agreed to; "" when it did not answer as MCP. */
	readonly protocolVersion: string;
	readonly serverName: string;
	/**
	 * 401, and a client can learn where to get leave: WWW-Authenticate names protected-resource metadata, or the site has
	 * some at its well-known address. Closed to strangers, and rightly so.
	 */
	readonly needsAuthorization: boolean;
	readonly error: string | null;
	readonly tools: readonly AgentTool[];
	readonly excerpt: string;
}

export interface SkillsIndex {
	readonly declaredIn: string;
	/** What its own form lacks, in words, the first 10; empty when nothing. */
	readonly faults: readonly string[];
	readonly skills: readonly {
		readonly name: string;
		readonly url: string;
		readonly stated: string;
		/** SHA-256 of what was served, hex; null where it was not asked for. */
		readonly actual: string | null;
		readonly status: number | null;
	}[];
	readonly excerpt: string;
}

export interface BotDirectory {
	readonly contentType: string;
	/** `unverified`: nothing is wrong, but not every key signs it, which is only recommended, or some are of kinds not known here. */
	readonly outcome: "invalid" | "unverified" | "verified";
	/** Sound keys of known kinds, in its order, at most 32: the RFC 7638 thumbprint, and what a signature by the key proves. */
	readonly keys: readonly { readonly thumbprint: string; readonly proof: "whole" | "partly" | "none" }[];
	readonly faults: readonly string[];
}

export interface ApiError {
	readonly url: string;
	readonly status: number;
	readonly contentType: string;
	readonly sniffed: string;
	/** Members of a problem document (RFC 9457) that are there. */
	readonly members: readonly string[];
	readonly excerpt: string;
}

export interface MarkdownAnswer {
	readonly contentType: string;
	readonly sniffed: string;
	/** Names in the Vary header, lower case. */
	readonly vary: readonly string[];
	readonly words: number;
	readonly fingerprint: readonly number[];
	/** Share of the HTML's main text, as shingles of 5 words, that the Markdown holds too, 0 to 1. */
	readonly holds: number;
	readonly excerpt: string;
}

export interface DeclaredFeed {
	readonly href: string;
	readonly promised: string;
	readonly contentType: string;
	readonly kind: "rss" | "atom" | "json-feed" | "html" | "invalid";
	readonly entries: number;
	/** Newest date in it, ISO 8601; null when there is none. */
	readonly newest: string | null;
	readonly fault: string | null;
	readonly excerpt: string;
}

export interface UsageStatement extends Located {
	/** Cloudflare's Content Signals, or Content-Usage of the IETF's AI Preferences (a draft). */
	readonly field: "content-signal" | "content-usage";
	/** Product tokens of the group that the line stands in, lower case; empty before any group, and for a header. */
	readonly agents: readonly string[];
	readonly path: string | null;
	/** In their order, lower case; a value that is no plain word stands as it was written. */
	readonly preferences: readonly { readonly key: string; readonly value: string }[];
	readonly error: string | null;
}

export interface CrawlDelay extends Located {
	readonly agents: readonly string[];
	readonly seconds: number | null;
}

/**
 * What was seen of one thing. "Not there" and "could not look" are different answers, so a check is handed only the
 * first two; the engine turns `failed` into the outcome *unknown*.
 */
export type Observation<T> = Found<T> | Absent | Failed;

export interface Found<T> {
	readonly state: "found";
	readonly url: string;
	readonly status: number;
	readonly value: T;
}
/** The site answered that there is nothing: 4xx or 5xx. */
export type Absent = { readonly state: "absent"; readonly url: string; readonly status: number };
export interface Failed {
	readonly state: "failed";
	readonly url: string;
	/** A FailureCode, or `not-shown` where the source cannot show it at all. */
	readonly code: string;
	readonly reason: string;
}

export type Settled<T> = Found<T> | Absent;

/**
 * Runs a collector. What may be expected to go wrong with a foreign site becomes the observation `failed`; anything
 * else is a defect of the program and is thrown on.
 *
 * @param signal the audit's deadline, which explains whatever fails behind it
 */
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

/** For what the source cannot show, or what this host does not have. */
export function notShown(url: string, reason: string): Failed {
	return { state: "failed", url, code: "not-shown", reason };
}

export function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}
