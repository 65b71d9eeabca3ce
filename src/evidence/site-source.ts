import type { AuditMode, SourceKind } from "#core/preset.ts";
import type { ResponseRecord } from "#core/report.ts";
import { redirectOf } from "#net/exchange.ts";
import type { HttpClient, HttpResponse } from "#net/http-client.ts";
import { followRedirects } from "#net/redirects.ts";
import { type Lane, Pace } from "./pace.ts";
import { RequestBudget } from "./request-budget.ts";
import { type Manner, RobotsDoor, type RobotsVisit } from "./robots-door.ts";
import { type AskedWith, type BodyKind, SiteVisit, type TlsProof } from "./site-visit.ts";

/** Limits of one audit of one site (docs/architecture.md, politeness). */
interface SiteLimits {
	/** Requests in all, redirects included. */
	readonly requests: number;
	/** Requests under way at the same time. */
	readonly atOnce: number;
}
/** Pages that a deep audit looks at beside the home page. */
export const SAMPLE_PAGES = 24;
/** Requests that may go into one of them: two redirects are followed. */
export const SAMPLE_PAGE_REQUESTS = 3;
const LIGHT: SiteLimits = { requests: 24, atOnce: 6 };
export const SITE_LIMITS: Readonly<Record<AuditMode, SiteLimits>> = {
	light: LIGHT,
	deep: { ...LIGHT, requests: LIGHT.requests + SAMPLE_PAGES * SAMPLE_PAGE_REQUESTS },
};

const MAX_REDIRECTS = 5;
/** Set aside for the robots.txt of other hosts that redirects and sitemaps lead to. */
const OTHER_ROBOTS = 2;

export interface SiteSourceOptions {
	readonly kind: SourceKind;
	/** The guarded network, or a folder. */
	readonly client: HttpClient;
	/** The audited host. */
	readonly host: string;
	/** One deadline for the whole audit. */
	readonly signal: AbortSignal;
	/** Those of a light audit, unless told. */
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
	 * GET (POST where `asked` has a body), following at most five redirects, each hop vetted by the robots.txt of its host. Resolves for every status
	 * but those by which a site asks us to wait or to prove ourselves.
	 * @throws Failure `robots-refused`, `request-budget`, `wait-requested`, `challenged`, and those of HttpClient
	 */
	get(url: URL, kind: BodyKind, asked?: AskedWith): Promise<HttpResponse>;
	/** A host's robots.txt, the audited one's unless told; asked for once. */
	robots(host?: string): Promise<RobotsVisit>;
	/** The certificate with which a host answered, where it did. */
	tlsOf(host: string): TlsProof | undefined;
	/** Sets aside a part of the budget, so that it is there whatever others spend. What was asked for so far is free. */
	share(requests: number): SiteSource;
	/** A share for pages that nobody named: robots.txt binds it as it binds any crawler, and it goes at a slow pace. */
	crawl(requests: number): SiteSource;
	/** Every response so far, in an order of its own. */
	responses(): ResponseRecord[];
}

/** Makes the source of one audit; make another one for the next. */
export function createSiteSource(options: SiteSourceOptions): SiteSource {
	const { requests, atOnce } = options.limits ?? LIGHT;
	const { kind, client, signal } = options;
	const visit = new SiteVisit({ kind, client, atOnce, signal });
	const budget = new RequestBudget(requests, visit.asked);
	const others = budget.share(OTHER_ROBOTS, visit.asked);
	const door = new RobotsDoor((url) => {
		return follow(url, (hop) => visit.ask(hop, "robots", { budget: url.hostname === options.host ? budget : others }));
	});
	return sourceOf({ options, visit, door, manner: "visitor" }, budget);
}

interface Parts {
	readonly options: SiteSourceOptions;
	readonly visit: SiteVisit;
	readonly door: RobotsDoor;
	readonly manner: Manner;
	/** In place of the visit's own. */
	readonly lane?: Lane | undefined;
}

function sourceOf(parts: Parts, budget: RequestBudget): SiteSource {
	const { options, visit, door, manner, lane } = parts;
	const setAside = (requests: number) => budget.share(requests, visit.askedUntilNow());
	return {
		kind: options.kind,
		signal: options.signal,
		get left() {
			return budget.left;
		},
		get: (start, kind, asked) =>
			follow(start, async (url) => {
				await door.admit(url, manner);
				return visit.ask(url, kind, { budget, lane, asked });
			}),
		robots: (host = options.host) => door.visit(host),
		tlsOf: (host) => visit.tlsOf(host),
		share: (requests) => sourceOf(parts, setAside(requests)),
		crawl: (requests) => {
			// A folder does not tire.
			const slow = options.kind === "network" ? new Pace() : undefined;
			return sourceOf({ ...parts, manner: "crawler", lane: slow }, setAside(requests));
		},
		responses: () => visit.ledger.list(),
	};
}

async function follow(start: URL, ask: (url: URL) => Promise<HttpResponse>): Promise<HttpResponse> {
	const { opened, hops } = await followRedirects(start, MAX_REDIRECTS, async (url) => {
		const response = await ask(url);
		const { status, headers } = response;
		return { url, status, location: redirectOf(status, headers.location, url), discard: async () => {}, response };
	});
	return { ...opened.response, hops };
}
