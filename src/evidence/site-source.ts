import type { SourceKind } from "#core/preset.ts";
import type { ResponseRecord } from "#core/report.ts";
import { redirectOf } from "#net/exchange.ts";
import type { HttpClient, HttpResponse } from "#net/http-client.ts";
import { followRedirects } from "#net/redirects.ts";
import { RequestBudget } from "./request-budget.ts";
import { RobotsDoor, type RobotsVisit } from "./robots-door.ts";
import { type BodyKind, SiteVisit, type TlsProof } from "./site-visit.ts";

/** Limits of one audit of one site (docs/architecture.md, politeness). */
interface SiteLimits {
	/** Requests in all, redirects included. */
	readonly requests: number;
	/** Requests under way at the same time. */
	readonly atOnce: number;
}
const LIGHT: SiteLimits = { requests: 24, atOnce: 6 };

const MAX_REDIRECTS = 5;
/** Set aside for the robots.txt of other hosts that redirects and sitemaps lead to. */
const OTHER_ROBOTS = 3;

export interface SiteSourceOptions {
	readonly kind: SourceKind;
	/** The guarded network, or a folder. */
	readonly client: HttpClient;
	/** The audited host. */
	readonly host: string;
	/** One deadline for the whole audit. */
	readonly signal: AbortSignal;
	/** At most 24 requests, six at once, unless told. */
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
	 * GET, following at most five redirects, each hop vetted by the robots.txt of its host. Resolves for every status
	 * but those by which a site asks us to wait or to prove ourselves.
	 * @throws Failure `robots-refused`, `request-budget`, `wait-requested`, `challenged`, and those of HttpClient
	 */
	get(url: URL, kind: BodyKind): Promise<HttpResponse>;
	/** The audited host's robots.txt; asked for once. */
	robots(): Promise<RobotsVisit>;
	/** The certificate with which a host answered, where it did. */
	tlsOf(host: string): TlsProof | undefined;
	/** Sets aside a part of the budget, so that it is there whatever others spend. What was asked for so far is free. */
	share(requests: number): SiteSource;
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
		return follow(visit, url, "robots", url.hostname === options.host ? budget : others);
	});
	return sourceOf({ options, visit, door }, budget);
}

interface Parts {
	readonly options: SiteSourceOptions;
	readonly visit: SiteVisit;
	readonly door: RobotsDoor;
}

function sourceOf(parts: Parts, budget: RequestBudget): SiteSource {
	const { options, visit, door } = parts;
	return {
		kind: options.kind,
		signal: options.signal,
		get left() {
			return budget.left;
		},
		get: (url, kind) => follow(visit, url, kind, budget, door),
		robots: () => door.visit(options.host),
		tlsOf: (host) => visit.tlsOf(host),
		share: (requests) => sourceOf(parts, budget.share(requests, visit.askedUntilNow())),
		responses: () => visit.ledger.list(),
	};
}

async function follow(visit: SiteVisit, start: URL, kind: BodyKind, budget: RequestBudget, door?: RobotsDoor) {
	const { opened, hops } = await followRedirects(start, MAX_REDIRECTS, async (url) => {
		await door?.admit(url);
		const response = await visit.ask(url, kind, budget);
		const { status, headers } = response;
		return { url, status, location: redirectOf(status, headers.location, url), discard: async () => {}, response };
	});
	return { ...opened.response, hops };
}
