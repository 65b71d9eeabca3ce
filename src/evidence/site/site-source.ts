import { setTimeout } from "node:timers/promises";
import PQueue from "p-queue";
import { Failure } from "#core/failure.ts";
import { type AuditMode, DEEP_PAGES, type SourceKind } from "#core/preset.ts";
import type { ResponseRecord } from "#core/report.ts";
import { isWithin, parseTarget } from "#core/target.ts";
import type { HttpClient, HttpResponse } from "#net/http-client.ts";
import { vetUrl } from "#net/public-address.ts";
import { followRedirects, redirectOf } from "#net/redirects.ts";
import { type RobotsAnswer, RobotsFiles, type RobotsPolicy } from "../files/collect-robots.ts";
import type { ForeignReader, ReaderInput, ReaderKind, Reading } from "../reading/readers.ts";
import { type BodyKind, type RequestContent, SiteRequests, type TlsProof } from "./site-requests.ts";

/** Of one audit (docs/architecture.md, politeness). */
export interface SiteLimits {
	readonly requests: number;
	readonly atOnce: number;
	/** For the robots.txt of other hosts that redirects, sitemaps and pages lead to. */
	readonly otherRobots: number;
}
/** Per page: two redirects are followed. */
export const SAMPLE_PAGE_REQUESTS = 3;
export const DECLARED_REQUESTS: Readonly<Record<AuditMode, number>> = { light: 2, deep: 16 };
/** Children of a sitemap's index, after the first. */
export const OTHER_SITEMAPS: Readonly<Record<AuditMode, number>> = { light: 0, deep: 20 };
export const RENDER_REQUESTS = 60;
const REPEAT_REQUESTS = 2;
export const PROFILE_REQUESTS = 18;

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

export function sampleRequests(pages: number): number {
	return (pages - 1) * SAMPLE_PAGE_REQUESTS;
}

const MAX_REDIRECTS = 5;

interface SiteSourceOptions {
	readonly kind: SourceKind;
	readonly client: HttpClient;
	readonly reader: ForeignReader;
	readonly host: string;
	readonly registrableDomain?: string | undefined;
	readonly signal: AbortSignal;
	readonly limits?: SiteLimits | undefined;
}

interface SharedParts {
	readonly options: SiteSourceOptions;
	readonly exchanges: SiteRequests;
	readonly robots: RobotsFiles;
	readonly policy: RobotsPolicy;
	readonly registrableDomain: string;
	readonly otherSites?: true;
	readonly queue?: RequestQueue | undefined;
}

export class SiteSource {
	readonly kind: SourceKind;
	readonly signal: AbortSignal;
	readonly #parts: SharedParts;
	readonly #budget: RequestBudget;

	private constructor(parts: SharedParts, budget: RequestBudget) {
		this.kind = parts.options.kind;
		this.signal = parts.options.signal;
		this.#parts = parts;
		this.#budget = budget;
	}

	static open(options: SiteSourceOptions): SiteSource {
		const { requests, atOnce, otherRobots } = options.limits ?? limitsOf("light");
		const { kind, client, reader, signal, host } = options;
		const exchanges = new SiteRequests({ kind, client, atOnce, signal });
		const budget = new RequestBudget(requests, exchanges.asked);
		const others = budget.share(otherRobots, exchanges.asked);
		const robots = new RobotsFiles(
			(url, payer = others, asked) =>
				follow(url, (hop) => exchanges.ask(hop, "robots", { budget: url.hostname === host ? budget : payer, asked })),
			(input) => reader.read("robots", input, signal),
		);
		const { registrableDomain = parseTarget(host).registrableDomain } = options;
		return new SiteSource({ options, exchanges, robots, policy: "visitor", registrableDomain }, budget);
	}

	get left(): number {
		return this.#budget.left;
	}

	/**
	 * Each hop is vetted by its host's robots.txt. POST where `asked` has a body. @throws Failure `robots-refused`,
	 * `request-budget`, `wait-requested`, `challenged`, and those of HttpClient
	 */
	get(start: URL, kind: BodyKind, asked?: RequestContent): Promise<HttpResponse> {
		const { exchanges, robots, otherSites, queue } = this.#parts;
		const budget = this.#budget;
		const ask = async (url: URL) => {
			// First, because asking for the host's robots.txt would fail for reasons of its own.
			if (this.kind === "network" && url.href !== start.href.replace(/#.*/, "")) vetUrl(url);
			await robots.assertAllowed(url, this.#policyAt(url), otherSites ? budget : undefined);
			return exchanges.ask(url, kind, { budget, queue, asked });
		};
		// A body meant for one address is not posted to another.
		return follow(start, ask, asked?.body === undefined && !asked?.unfollowed ? MAX_REDIRECTS : 0);
	}

	/** @throws Failure `page-too-complex` */
	read<K extends ReaderKind>(kind: K, input: ReaderInput<K>): Promise<Reading<K>> {
		return this.#parts.options.reader.read(kind, input, this.signal);
	}

	/** Asked for once; by default the audited host's. */
	robots(host = this.#parts.options.host): Promise<RobotsAnswer> {
		return this.#parts.robots.read(host);
	}

	tlsOf(host: string): TlsProof | undefined {
		return this.#parts.exchanges.tlsOf(host);
	}

	/** Set aside, so that it is there whatever others spend. Known answers are free. */
	share(requests: number, differences: Partial<SharedParts> = {}): SiteSource {
		const budget = this.#budget.share(requests, this.#parts.exchanges.askedUntilNow());
		return new SiteSource({ ...this.#parts, ...differences }, budget);
	}

	/** Their robots.txt binds us as any crawler and is paid from the share. */
	shareForOtherSites(requests: number): SiteSource {
		return this.share(requests, { otherSites: true });
	}

	/** For pages that the user did not name: robots.txt binds us as any crawler, at a slow pace. */
	crawl(requests: number): SiteSource {
		const queue = this.kind === "network" ? new PacedQueue() : undefined;
		return this.share(requests, { policy: "crawler", queue });
	}

	responses(): ResponseRecord[] {
		return this.#parts.exchanges.ledger.list();
	}

	#policyAt({ hostname }: URL): RobotsPolicy {
		const { otherSites, registrableDomain, policy } = this.#parts;
		return otherSites && !isWithin(hostname, registrableDomain) ? "crawler" : policy;
	}
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

export interface KnownKeys {
	has(key: string): boolean;
}

/** Shares are set aside at once with the answers known by then: which request is refused does not depend on timing. */
export class RequestBudget {
	#left: number;
	readonly #known: KnownKeys;

	constructor(requests: number, known: KnownKeys) {
		this.#left = requests;
		this.#known = known;
	}

	get left(): number {
		return this.#left;
	}

	/** @throws Failure `request-budget` */
	pay(key: string, url: URL): void {
		if (this.#known.has(key)) return;
		if (this.#left === 0) {
			throw new Failure("request-budget", {
				what: `${url.href} was not asked for.`,
				why: "The requests that one audit makes to a site were used up, mostly by redirects.",
				todo: "Let addresses answer without redirects.",
			});
		}
		this.#left--;
	}

	share(requests: number, known: KnownKeys): RequestBudget {
		const share = new RequestBudget(Math.min(requests, this.#left), known);
		this.#left -= share.left;
		return share;
	}
}

export interface RequestQueue {
	add<T>(work: () => Promise<T>, options: { readonly signal: AbortSignal }): Promise<T>;
}

type Wait = (ms: number, value: undefined, options: { readonly signal: AbortSignal }) => Promise<unknown>;

/** Milliseconds from start to start, at least. */
const GAP = 250;
const LATENCIES = 2;
const AT_ONCE = 2;

/** Two requests under way; from start to start 250 ms or twice what the last answer took, whichever is more. */
export class PacedQueue implements RequestQueue {
	readonly #queue = new PQueue({ concurrency: AT_ONCE });
	readonly #starts = new PQueue({ concurrency: 1 });
	readonly #wait: Wait;
	#lastStart = Number.NEGATIVE_INFINITY;
	#lastLatency = 0;

	constructor(wait: Wait = setTimeout) {
		this.#wait = wait;
	}

	/** @throws the signal's reason, or an AbortError */
	add<T>(work: () => Promise<T>, options: { readonly signal: AbortSignal }): Promise<T> {
		return this.#queue.add(async () => {
			await this.#starts.add(() => this.#untilDue(options.signal));
			const start = performance.now();
			try {
				return await work();
			} finally {
				this.#lastLatency = performance.now() - start;
			}
		}, options);
	}

	/** An answer that comes in meanwhile may lengthen the wait. */
	async #untilDue(signal: AbortSignal): Promise<void> {
		for (let due = this.#dueIn(); due > 0; due = this.#dueIn()) await this.#wait(due, undefined, { signal });
		this.#lastStart = performance.now();
	}

	#dueIn(): number {
		const gap = Math.max(GAP, LATENCIES * this.#lastLatency);
		return this.#lastStart + gap - performance.now();
	}
}
