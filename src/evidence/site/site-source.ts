import { type AuditMode, DEEP_PAGES, type SourceKind } from "#core/preset.ts";
import type { ResponseRecord } from "#core/report.ts";
import { isWithin, parseTarget } from "#core/target.ts";
import type { HttpClient, HttpResponse } from "#net/http-client.ts";
import { followRedirects, redirectOf } from "#net/redirects.ts";
import { vetUrl } from "#net/vetting.ts";
import { type RobotsAnswer, RobotsFiles, type RobotsPolicy } from "../files/collect-robots.ts";
import type { ForeignReader, ReaderInput, ReaderKind, Reading } from "../reading/readers.ts";
import { PacedQueue, RequestBudget, type RequestQueue } from "./request-limits.ts";
import { type BodyKind, type RequestContent, SiteRequests, type TlsProof } from "./site-requests.ts";

/** Limits of one audit of one site (docs/architecture.md, politeness). */
export interface SiteLimits {
	/** Requests in all, redirects included. */
	readonly requests: number;
	/** Requests under way at the same time. */
	readonly atOnce: number;
	/** Set aside for the robots.txt of other hosts that redirects, sitemaps and pages lead to. */
	readonly otherRobots: number;
}
/** Requests that may go into one of them: two redirects are followed. */
export const SAMPLE_PAGE_REQUESTS = 3;
/** Requests that may go to files and endpoints that a site declares for machines. */
export const DECLARED_REQUESTS: Readonly<Record<AuditMode, number>> = { light: 2, deep: 16 };
/** Requests for the children of a sitemap's index, behind the first. */
export const OTHER_SITEMAPS: Readonly<Record<AuditMode, number>> = { light: 0, deep: 20 };
/** Requests that a browser may make for the home page and what it loads. */
export const RENDER_REQUESTS = 60;
/** The home page twice more, and where the owner's profiles lead. */
const REPEAT_REQUESTS = 2;
export const PROFILE_REQUESTS = 18;

/** Limits of an audit; `pages` counts for deep ones. */
export function limitsOf(mode: AuditMode, pages = DEEP_PAGES): SiteLimits {
	const light = { requests: 24, atOnce: 6, otherRobots: 2 };
	if (mode === "light") return light;
	const deeper = [
		sampleRequests(pages),
		OTHER_SITEMAPS.deep,
		DECLARED_REQUESTS.deep,
		RENDER_REQUESTS,
		REPEAT_REQUESTS,
		PROFILE_REQUESTS,
	];
	const { otherRobots } = light;
	return { ...light, requests: deeper.reduce((sum, each) => sum + each, light.requests), otherRobots };
}

/** Requests for all sampled pages of a deep audit. */
export function sampleRequests(pages: number): number {
	return (pages - 1) * SAMPLE_PAGE_REQUESTS;
}

const MAX_REDIRECTS = 5;

export interface SiteSourceOptions {
	readonly kind: SourceKind;
	/** The guarded network, or a folder. */
	readonly client: HttpClient;
	/** Reads what comes back. */
	readonly reader: ForeignReader;
	/** The audited host. */
	readonly host: string;
	/** That of the host, where it was parsed already. */
	readonly registrableDomain?: string | undefined;
	/** One deadline for the whole audit. */
	readonly signal: AbortSignal;
	/** Those of a light audit by default. */
	readonly limits?: SiteLimits | undefined;
}

/** One site as one audit may see it: within its budget, no faster than is polite, and not past its robots.txt. */
export interface SiteSource {
	readonly kind: SourceKind;
	/** Aborts at the audit's deadline. */
	readonly signal: AbortSignal;
	/** Requests of this source's own that are left. */
	readonly left: number;
	/**
	 * GET, following at most five redirects, or none where `asked` says so, each hop vetted by the robots.txt of its host;
	 * POST where `asked` has a body, following none. Resolves for every status but those by which a site asks us to wait or to prove ourselves.
	 * @throws Failure `robots-refused`, `request-budget`, `wait-requested`, `challenged`, and those of HttpClient
	 */
	get(url: URL, kind: BodyKind, asked?: RequestContent): Promise<HttpResponse>;
	/**
	 * Reads what was served, by its kind, without trusting it.
	 * @throws Failure `page-too-complex`
	 */
	read<K extends ReaderKind>(kind: K, input: ReaderInput<K>): Promise<Reading<K>>;
	/** A host's robots.txt, by default the audited one's; asked for once. */
	robots(host?: string): Promise<RobotsAnswer>;
	/** The certificate with which a host answered, where it did. */
	tlsOf(host: string): TlsProof | undefined;
	/** Sets aside a part of the budget, so that it is there whatever others spend. What was asked for so far is free. */
	share(requests: number): SiteSource;
	/** A share for pages of other sites: their robots.txt is obeyed as by any crawler, and is paid from the share. */
	shareForOtherSites(requests: number): SiteSource;
	/** A share for pages that nobody named: robots.txt binds it as it binds any crawler, and it goes at a slow pace. */
	crawl(requests: number): SiteSource;
	/** Every response so far, in an order of its own. */
	responses(): ResponseRecord[];
}

/** Makes the source of one audit; make another one for the next. */
export function createSiteSource(options: SiteSourceOptions): SiteSource {
	const { requests, atOnce, otherRobots } = options.limits ?? limitsOf("light");
	const { kind, client, reader, signal } = options;
	const exchanges = new SiteRequests({ kind, client, atOnce, signal });
	const budget = new RequestBudget(requests, exchanges.asked);
	const others = budget.share(otherRobots, exchanges.asked);
	const robots = new RobotsFiles(
		(url, payer = others, asked) => {
			return follow(url, (hop) =>
				exchanges.ask(hop, "robots", { budget: url.hostname === options.host ? budget : payer, asked }),
			);
		},
		(input) => reader.read("robots", input, signal),
	);
	const { registrableDomain = parseTarget(options.host).registrableDomain } = options;
	return sourceOf({ options, exchanges, robots, policy: "visitor", registrableDomain }, budget);
}

interface Parts {
	readonly options: SiteSourceOptions;
	readonly exchanges: SiteRequests;
	readonly robots: RobotsFiles;
	readonly policy: RobotsPolicy;
	readonly registrableDomain: string;
	/** True for a share of requests to other sites. */
	readonly otherSites?: true;
	/** In place of the usual one. */
	readonly queue?: RequestQueue | undefined;
}

function sourceOf(parts: Parts, budget: RequestBudget): SiteSource {
	const { options, exchanges, robots, queue, otherSites } = parts;
	const policyAt = (url: URL) =>
		otherSites && !isWithin(url.hostname, parts.registrableDomain) ? "crawler" : parts.policy;
	const setAside = (requests: number) => budget.share(requests, exchanges.askedUntilNow());
	return {
		kind: options.kind,
		signal: options.signal,
		get left() {
			return budget.left;
		},
		get: (start, kind, asked) =>
			follow(
				start,
				async (url) => {
					// A redirect is refused before the host's robots.txt is asked for, which would fail for reasons of its own.
					if (options.kind === "network" && url.href !== start.href.replace(/#.*/, "")) vetUrl(url);
					await robots.assertAllowed(url, policyAt(url), otherSites ? budget : undefined);
					return exchanges.ask(url, kind, { budget, queue, asked });
				},
				// What was meant for one address is not posted to another.
				asked?.body === undefined && !asked?.unfollowed ? MAX_REDIRECTS : 0,
			),
		read: (kind, input) => options.reader.read(kind, input, options.signal),
		robots: (host = options.host) => robots.read(host),
		tlsOf: (host) => exchanges.tlsOf(host),
		share: (requests) => sourceOf(parts, setAside(requests)),
		shareForOtherSites: (requests) => sourceOf({ ...parts, otherSites: true }, setAside(requests)),
		crawl: (requests) => {
			// A folder needs no pauses.
			const slow = options.kind === "network" ? new PacedQueue() : undefined;
			return sourceOf({ ...parts, policy: "crawler", queue: slow }, setAside(requests));
		},
		responses: () => exchanges.ledger.list(),
	};
}

async function follow(
	start: URL,
	ask: (url: URL) => Promise<HttpResponse>,
	maxRedirects = MAX_REDIRECTS,
): Promise<HttpResponse> {
	const { opened, hops } = await followRedirects(start, maxRedirects, async (url) => {
		const response = await ask(url);
		const { status, headers } = response;
		return { url, status, location: redirectOf(status, headers.location, url), discard: async () => {}, response };
	});
	return { ...opened.response, hops };
}
