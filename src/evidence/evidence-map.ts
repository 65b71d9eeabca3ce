import type { Annotation } from "#core/report.ts";
import type { RobotsGroup } from "#core/robots-rules.ts";
import type { HttpHop, HttpTimings, TlsState } from "#net/http-client.ts";
import type { Located } from "./digest/content.ts";
import type {
	ApiDescription,
	ApiError,
	BotDirectory,
	CrawlDelay,
	DeclaredFeed,
	DeclaredTarget,
	MachineText,
	MarkdownAnswer,
	McpEndpoint,
	SkillsIndex,
	UsageStatement,
} from "./digest/machine-interfaces.ts";
import type { OuterLink, PageVisit, RenderedPage } from "./digest/rendered.ts";
import type { Observation, Settled } from "./observation.ts";
import type { PageDigest } from "./page-digest.ts";

/** Facts of the exchange that brought a page. */
export interface ResponseFacts {
	/** Lower-case names. */
	readonly headers: Readonly<Record<string, string>>;
	readonly hops: readonly HttpHop[];
	readonly encodedBytes: number;
	readonly timings: HttpTimings;
	readonly tls?: TlsState | undefined;
	/** Present where its headers say what the page may be used for. */
	readonly usage?: readonly UsageStatement[] | undefined;
}

/** One HTML page: how it came, and what it says. */
export interface Page {
	/** Final address. */
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
	/** `html` when a web page stands where the text file should. */
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
	/** Content-Signal and Content-Usage lines, the first 100. */
	readonly usage: readonly UsageStatement[];
	/** The first 100. */
	readonly crawlDelays: readonly CrawlDelay[];
	/** `Agentmap:` lines (Agentic Resource Discovery) with an absolute address, the first 10; absent where there is none. */
	readonly agentmaps?: readonly { readonly url: string; readonly line: number }[] | undefined;
	/** The first 100. */
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
	/** The first 50 entries. */
	readonly entries: readonly SitemapEntry[];
}

export interface Sitemap {
	readonly declaredIn: "robots.txt" | "default address";
	/** `urlset`, `index`, `text`, or what it was instead. */
	readonly kind: "urlset" | "index" | "text" | "feed" | "html" | "invalid";
	/** Media type without parameters, lower case. */
	readonly contentType: string;
	/** Length of what was read, behind gzip. */
	readonly bytes: number;
	/** Present and true when it is longer than 10 MiB; the rest was not read, nor counted. */
	readonly truncated?: boolean | undefined;
	/** Number of `<url>` (or `<sitemap>`) entries read; places in a page (`#top`) are no entries. */
	readonly count: number;
	/** The first 50 entries. */
	readonly entries: readonly SitemapEntry[];
	/** For an index: the first child that was read. */
	readonly child: ChildSitemap | null;
	/** For an index in a deep audit: its further children, as far as they could be read; absent where there is none. */
	readonly others?: readonly ChildSitemap[] | undefined;
	/** What is wrong with it, in words; empty when nothing. */
	readonly faults: readonly string[];
	/** Addresses of `Sitemap:` lines before it that answered with an error; present where there is one. */
	readonly unserved?: readonly { readonly url: string; readonly status: number }[] | undefined;
	/** Beginning of the body. */
	readonly excerpt: string;
}

/** A file made for machines, as it was served. */
export interface MachineFile {
	/** Path or address at which it was looked for. */
	readonly path: string;
	/** Media type without parameters, lower case. */
	readonly contentType: string;
	readonly bytes: number;
	/** What the bytes are, whatever the header says. */
	readonly sniffed: "json" | "html" | "xml" | "markdown" | "text" | "binary" | "empty";
	/** Parsed value for JSON of at most 64 KiB, else null. */
	readonly json: unknown;
	/** Parser message where the bytes should be JSON and are not. */
	readonly jsonError: string | null;
	/** For files that are text by their standard. */
	readonly text?: MachineText | undefined;
	readonly excerpt: string;
	/** True where the site answers 200 to a path that cannot exist, and this is the same kind of answer. */
	readonly softNotFound: boolean;
}

/** Where one address leads, hop by hop. */
export interface RedirectTrace {
	readonly start: string;
	readonly hops: readonly HttpHop[];
	readonly end: string;
	readonly status: number;
	/** SHA-256 of the final body, to tell whether two addresses serve the same page. */
	readonly sha256: string;
}

/** Another host to which the home page's own links lead, and whether anything answers there. */
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

/** The owner's answers to findings, and what of their file could not be read. */
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
	/** Everything for machines that the site declares, asked for as far as the budget allows. */
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
	/** Owner's answers to findings. */
	readonly annotations: OwnersAnswers;
	/** Every address that a deep audit asked for, sorted by address. The rest is for deep audits, too. */
	readonly visits: readonly PageVisit[];
	/** The home page asked for again. */
	readonly homeAgain: Page;
	/** The home page asked for with the User-Agent of a browser that still names us. */
	readonly homeAsBrowser: Page;
	/** Where `sameAs` leads. */
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
