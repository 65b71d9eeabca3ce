import PQueue from "p-queue";
import { DIRECTORY_MAX_BYTES } from "#core/discovery.ts";
import { Failure, type FailureCode, isFailure } from "#core/failure.ts";
import { isWithin } from "#core/hosts/is-within.ts";
import { mayBeOurDelay } from "#core/own-delay.ts";
import { type AuditMode, DEEP_PAGES, type SourceKind } from "#core/preset.ts";
import type { ResponseRecord } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import { vetUrl } from "#net/host-vetting.ts";
import type { HttpClient, HttpResponse, TlsState } from "#net/http-client.ts";
import { asFailure, networkFailure } from "#net/network-failure.ts";
import { followRedirects, redirectOf } from "#net/redirects.ts";
import { type RobotsAnswer, RobotsFiles, type RobotsPolicy } from "../files/collect-robots.ts";
import { ROBOTS_MAX_BYTES } from "../files/robots-txt.ts";
import { SITEMAP_MAX_BYTES } from "../files/xml-body.ts";
import type { ForeignReader, ReaderInput, ReaderKind, Reading } from "../reading/readers.ts";
import { sniffBody } from "../response-body.ts";
import { type KnownKeys, PacedQueue, RequestBudget, type RequestQueue } from "./request-pace.ts";

/** Includes redirects; ordered independently of arrival. */
class ResponseLedger {
	readonly #records = new Map<string, ResponseRecord>();

	add({ url, status, sha256, body }: HttpResponse): void {
		const key = `${url} ${String(status).padStart(3, "0")} ${sha256}`;
		this.#records.set(key, { url, status, sha256, bytes: body.length });
	}

	list(): ResponseRecord[] {
		return [...this.#records].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
	}
}

/** Each kind caps the decoded bytes; a longer body is cut. */
export type BodyKind = keyof typeof MAX_BYTES;

const MAX_BYTES = {
	page: 5 * 1024 * 1024,
	robots: ROBOTS_MAX_BYTES,
	sitemap: SITEMAP_MAX_BYTES,
	asset: 2 * 1024 * 1024,
	/** Enough to see that the image exists. */
	picture: 16 * 1024,
	/** One byte above the limit, so that a longer directory is noticed. */
	keys: DIRECTORY_MAX_BYTES + 1,
};

const UNREACHABLE: ReadonlySet<FailureCode> = new Set([
	"target-blocked",
	"name-not-found",
	"name-lookup-failed",
	"connection-refused",
	"connection-failed",
	"connection-timeout",
]);

/** First https response of a host, as proof of its certificate. */
type TlsProof = { readonly status: number; readonly tls: TlsState };

interface SiteRequestsOptions {
	readonly kind: SourceKind;
	readonly client: HttpClient;
	readonly atOnce: number;
	readonly signal: AbortSignal;
	readonly ownDelay: () => number;
}

export interface RequestContent {
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** The only address that gets these headers; by default redirect targets get them too. */
	readonly headersFor?: string | undefined;
	/** Makes it a POST, which follows no redirect. */
	readonly body?: string | undefined;
	/** Milliseconds until the body is cut. */
	readonly readFor?: number | undefined;
	/** Repeats a request, to see whether the response changes. */
	readonly again?: true | undefined;
	/** Returns the first response, even a redirect. */
	readonly unfollowed?: true | undefined;
}

interface RequestMeans {
	readonly budget: RequestBudget;
	readonly queue?: RequestQueue | undefined;
	readonly asked?: RequestContent | undefined;
}

/** Sends single requests, with a budget and bounded concurrency; handles neither redirects nor robots.txt. */
class SiteRequests {
	readonly ledger = new ResponseLedger();
	readonly #kind: SourceKind;
	readonly #client: HttpClient;
	readonly #signal: AbortSignal;
	readonly #queue: RequestQueue;
	readonly #answers = new Map<string, Promise<HttpResponse>>();
	readonly #reached = new Set<string>();
	readonly #unreachable = new Map<string, Failure>();
	readonly #triedAgain = new Set<string>();
	readonly #untrusted = new Set<string>();
	readonly #tls = new Map<string, TlsProof>();
	/** By host: a Retry-After of another host says nothing about this one. */
	readonly #stopped = new Map<string, Failure>();
	readonly #ownDelay: () => number;

	constructor({ kind, client, atOnce, signal, ownDelay }: SiteRequestsOptions) {
		this.#kind = kind;
		this.#ownDelay = ownDelay;
		this.#client = client;
		this.#signal = signal;
		this.#queue = new PQueue({ concurrency: atOnce });
	}

	/**
	 * Repeated requests are answered from memory.
	 * @throws Failure `request-budget`, `wait-requested`, `challenged`, and those of HttpClient
	 */
	async ask(url: URL, kind: BodyKind, means: RequestMeans): Promise<HttpResponse> {
		const unreachable = this.#unreachable.get(url.origin);
		if (unreachable && !this.#mayTryAgain(url, means)) throw unreachable;
		const key = `${kind} ${url.href}${wordsOf(means.asked)}`;
		means.budget.pay(key, url);
		const known = this.#answers.get(key);
		if (known) return known;
		const answer = this.#ask(url, kind, means);
		// A crawl requests hundreds of pages once each: caching them would fill the memory.
		if (means.queue === undefined) this.#answers.set(key, answer);
		return answer;
	}

	/** Retries once where the caller allows it. */
	#mayTryAgain({ origin }: URL, { asked }: RequestMeans): boolean {
		if (!asked?.again || this.#triedAgain.has(origin)) return false;
		this.#triedAgain.add(origin);
		return true;
	}

	get asked(): KnownKeys {
		return this.#answers;
	}

	askedUntilNow(): KnownKeys {
		return new Set(this.#answers.keys());
	}

	tlsOf(host: string): TlsProof | undefined {
		return this.#tls.get(host);
	}

	async #ask(url: URL, kind: BodyKind, means: RequestMeans): Promise<HttpResponse> {
		try {
			const response = await this.#exchange(url, kind, means);
			this.#record(url, response);
			if (this.#kind === "network") this.#throwIfAddressedToUs(url, response);
			return response;
		} catch (error) {
			const failure = asFailure(error, url.href, this.#signal);
			if (isFailure(failure)) this.#remember(url, failure);
			throw failure;
		}
	}

	/** Retries once without certificate validation, to audit the rest of the site. */
	async #exchange(url: URL, kind: BodyKind, means: RequestMeans): Promise<HttpResponse> {
		if (this.#untrusted.has(url.host)) return this.#get(url, kind, "record", means);
		try {
			return await this.#get(url, kind, "require", means);
		} catch (error) {
			if (!isFailure(error) || error.code !== "tls-invalid") throw error;
			this.#untrusted.add(url.host);
			means.budget.pay(`${kind} ${url.href} untrusted`, url);
			return this.#get(url, kind, "record", means);
		}
	}

	#get(url: URL, kind: BodyKind, trust: "require" | "record", { queue, asked }: RequestMeans): Promise<HttpResponse> {
		const signal = this.#signal;
		const { headers = {}, body, readFor } = asked ?? {};
		const cut = { maxBytes: MAX_BYTES[kind], overflow: "cut", readFor } as const;
		const limits = { ...cut, maxRedirects: 0, trust, headers, body, signal };
		return (queue ?? this.#queue).add(
			() => {
				const stopped = this.#stopped.get(url.host);
				if (stopped) throw stopped;
				return this.#timed(url, () => this.#client.get(url, limits));
			},
			{ signal },
		);
	}

	/** @throws Failure `machine-busy` instead of a timeout that our own delay may have caused */
	async #timed(url: URL, get: () => Promise<HttpResponse>): Promise<HttpResponse> {
		const delayed = watchDelay(this.#ownDelay);
		try {
			const response = await get();
			const ownDelay = Math.round(delayed().ms);
			return ownDelay > 0 ? { ...response, timings: { ...response.timings, ownDelay } } : response;
		} catch (error) {
			const failure = asFailure(error, url.href, this.#signal);
			const ours = isFailure(failure) && TIME_OUTS.has(failure.code) && delayed().isOurs;
			throw ours ? networkFailure("machine-busy", url.href, error) : error;
		}
	}

	/** After a successful response, one broken connection does not make a host unreachable. */
	#remember(url: URL, failure: Failure): void {
		if (UNREACHABLE.has(failure.code) && !this.#reached.has(url.origin)) this.#unreachable.set(url.origin, failure);
	}

	#record(url: URL, response: HttpResponse): void {
		this.#reached.add(url.origin);
		this.#unreachable.delete(url.origin);
		this.ledger.add(response);
		if (response.tls && !this.#tls.has(url.host))
			this.#tls.set(url.host, { status: response.status, tls: response.tls });
	}

	/** @throws Failure if the response addresses bots, not visitors: a request to wait, or a challenge */
	#throwIfAddressedToUs(url: URL, response: HttpResponse): void {
		const { status, headers } = response;
		const waits = status === 429 || (status === 503 && headers["retry-after"] !== undefined);
		const vendor = challengeOf(response);
		if (!waits && vendor === undefined) return;
		const failure = vendor === undefined ? waitRequested(url, response) : challenged(url, vendor, status);
		if (waits && !this.#stopped.has(url.host)) this.#stopped.set(url.host, failure);
		throw failure;
	}
}

/** Timeouts by our own clock. */
const TIME_OUTS: ReadonlySet<string> = new Set<FailureCode>([
	"name-lookup-failed",
	"connection-timeout",
	"headers-timeout",
	"deadline-exceeded",
]);

/** @returns our own delay since this call, and whether it may be why we waited */
export function watchDelay(ownDelay: () => number): () => { readonly ms: number; readonly isOurs: boolean } {
	const [began, before] = [performance.now(), ownDelay()];
	return () => {
		const ms = ownDelay() - before;
		return { ms, isOurs: mayBeOurDelay(ms, performance.now() - began) };
	};
}

function wordsOf(asked: RequestContent | undefined): string {
	return asked === undefined ? "" : ` ${JSON.stringify([asked.headers, asked.body, asked.again])}`;
}

function challenged(url: URL, vendor: string, status: number): Failure {
	return new Failure("challenged", {
		what: `${url.href} answered our agent with a challenge (${vendor}, status ${status}).`,
		why: "The site has bot protection, so we cannot see what it serves to others.",
		todo: "Let SightlineBot pass in the settings of the bot protection.",
	});
}

function waitRequested(url: URL, { status, headers }: HttpResponse): Failure {
	const after = headers["retry-after"];
	return new Failure("wait-requested", {
		what: `${url.host} asked us to wait (status ${status}${after === undefined ? "" : `, Retry-After: ${after.slice(0, 40)}`}).`,
		why: "This audit made no further requests.",
		todo: "Audit the site again later.",
	});
}

/** Statuses of refusals, and statuses that interstitial pages use in disguise. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429]);
const DISGUISES: ReadonlySet<number> = new Set([200, 202, 503]);
/** Bytes. Challenges are small; ordinary pages with a vendor's script are usually larger. */
const SMALL = 16 * 1024;
const WINDOW = 256 * 1024;

const HEADERS: readonly (readonly [vendor: string, name: string, value: RegExp])[] = [
	// developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
	["Cloudflare", "cf-mitigated", /^challenge$/i],
	// docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
	["AWS WAF", "x-amzn-waf-action", /^(?:challenge|captcha)$/i],
	["Vercel", "x-vercel-mitigated", /^(?:challenge|deny)$/i],
	["SiteGround", "sg-captcha", /^challenge$/i],
];

interface Mark {
	readonly vendor: string;
	readonly texts: readonly string[];
	/** Also occurs in ordinary pages and outages, so it counts in refusals only. */
	readonly weak?: boolean;
	/** Required `server` header if the texts alone are too generic. */
	readonly server?: RegExp;
}

const weak = (vendor: string, ...texts: readonly string[]): Mark => ({ vendor, texts, weak: true });
const strong = (vendor: string, ...texts: readonly string[]): Mark => ({ vendor, texts });

const MARKS: readonly Mark[] = [
	weak("Cloudflare", "window._cf_chl_opt"),
	weak("Cloudflare", "<title>Just a moment...</title>"),
	weak("Cloudflare", "<title>Attention Required! | Cloudflare</title>"),
	strong("Akamai", "sec-if-cpt-container"),
	strong("Akamai", "/_sec/cp_challenge/"),
	weak("Akamai", "errors.edgesuite.net"),
	// community.akamai.com: "Why is Akamai blocking me?"
	weak("Akamai", "<TITLE>Access Denied</TITLE>", "Reference #"),
	{ ...weak("Akamai", "Access Denied"), server: /^AkamaiGHost$/i },
	// repost.aws/knowledge-center/cloudfront-troubleshoot-403-errors: by AWS WAF, and by country
	{ ...weak("CloudFront", "The request could not be satisfied", "Request blocked"), server: /^CloudFront$/i },
	{ ...weak("CloudFront", "configured to block access from your country"), server: /^CloudFront$/i },
	strong("Imperva", "Request unsuccessful. Incapsula incident ID"),
	weak("Imperva", "_Incapsula_Resource"),
	weak("DataDome", "captcha-delivery.com"),
	weak("HUMAN (PerimeterX)", "px-captcha"),
	weak("HUMAN (PerimeterX)", "window._pxAppId"),
	strong("Sucuri", "sucuri_cloudproxy_js"),
	strong("Sucuri", "Sucuri WebSite Firewall - Access Denied"),
	strong("SiteGround", "/.well-known/sgcaptcha/"),
	weak("AWS WAF", ".awswaf.com/"),
];

/** The vendor whose challenge replaced the site's response. */
export function challengeOf(response: HttpResponse): string | undefined {
	for (const [vendor, name, value] of HEADERS) {
		if (value.test(response.headers[name]?.trim() ?? "")) return vendor;
	}
	const refused = REFUSALS.has(response.status);
	const disguised = DISGUISES.has(response.status) && response.body.length <= SMALL;
	if (!(refused || disguised) || sniffBody(response.body) !== "html") return undefined;
	const text = decoded(Buffer.from(response.body.subarray(0, WINDOW)).toString("latin1"));
	const server = response.headers.server ?? "";
	return MARKS.find((mark) => {
		if (mark.weak && !refused) return false;
		return (mark.server?.test(server.trim()) ?? true) && mark.texts.every((each) => text.includes(each));
	})?.vendor;
}

/** Akamai escapes even blanks and periods, as `&#46;`. */
function decoded(text: string): string {
	return text.replace(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** Limits of one audit (docs/architecture.md, politeness). */
export interface SiteLimits {
	readonly requests: number;
	readonly atOnce: number;
	/** For robots.txt of other hosts that redirects, sitemaps and pages lead to. */
	readonly otherRobots: number;
}
export const REQUESTS = {
	/** A page and 2 redirects. */
	samplePage: 3,
	declared: { light: 2, deep: 16 },
	/** Children of a sitemap index after the first. */
	otherSitemaps: { light: 0, deep: 20 },
	/** Per site, if more pages than the default are read. */
	sitemaps: 500,
	render: 60,
	repeat: 2,
	profile: 18,
} as const;

export function limitsOf(mode: AuditMode, pages = DEEP_PAGES): SiteLimits {
	const light = { requests: 24, atOnce: 6, otherRobots: 2 };
	if (mode === "light") return light;
	const deeper = [
		crawlRequests(pages),
		REQUESTS.otherSitemaps.deep,
		REQUESTS.declared.deep,
		REQUESTS.render,
		REQUESTS.repeat,
		REQUESTS.profile,
	];
	const { otherRobots } = light;
	return { ...light, requests: deeper.reduce((sum, each) => sum + each, light.requests), otherRobots };
}

/** For the pages of a deep audit, and for all sitemaps if the caller wants more pages than the default. */
export function crawlRequests(pages = DEEP_PAGES): number {
	return (pages - 1) * REQUESTS.samplePage + (pages > DEEP_PAGES ? REQUESTS.sitemaps : 0);
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
	/** See `core/own-delay.ts`; no delay by default. */
	readonly ownDelay?: (() => number) | undefined;
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

const NO_DELAY = () => 0;

export class SiteSource {
	readonly kind: SourceKind;
	readonly signal: AbortSignal;
	readonly ownDelay: () => number;
	readonly #parts: SharedParts;
	readonly #budget: RequestBudget;

	private constructor(parts: SharedParts, budget: RequestBudget) {
		this.kind = parts.options.kind;
		this.signal = parts.options.signal;
		this.ownDelay = parts.options.ownDelay ?? NO_DELAY;
		this.#parts = parts;
		this.#budget = budget;
	}

	static open(options: SiteSourceOptions): SiteSource {
		const { requests, atOnce, otherRobots } = options.limits ?? limitsOf("light");
		const { kind, client, reader, signal, host, ownDelay = NO_DELAY } = options;
		const exchanges = new SiteRequests({ kind, client, atOnce, signal, ownDelay });
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
	 * Checks each hop against its host's robots.txt. Sends a POST if `asked` has a body.
	 * @throws Failure `robots-refused`, `request-budget`, `wait-requested`, `challenged`, and those of HttpClient
	 */
	get(start: URL, kind: BodyKind, asked?: RequestContent): Promise<HttpResponse> {
		const { exchanges, robots, otherSites, queue } = this.#parts;
		const budget = this.#budget;
		const ask = async (url: URL) => {
			// First, because fetching such a host's robots.txt would fail with a misleading reason.
			if (this.kind === "network" && url.href !== start.href.replace(/#.*/, "")) vetUrl(url);
			await robots.assertAllowed(url, this.#policyAt(url), otherSites ? budget : undefined);
			const isFor = asked?.headersFor === undefined || asked.headersFor === url.href;
			return exchanges.ask(url, kind, { budget, queue, asked: isFor ? asked : { ...asked, headers: undefined } });
		};
		// Do not post a body to any other address.
		return follow(start, ask, asked?.body === undefined && !asked?.unfollowed ? MAX_REDIRECTS : 0);
	}

	/** @throws Failure `page-too-complex` */
	read<K extends ReaderKind>(kind: K, input: ReaderInput<K>): Promise<Reading<K>> {
		return this.#parts.options.reader.read(kind, input, this.signal);
	}

	/** Fetched once per host; by default the audited host's. */
	robots(host = this.#parts.options.host): Promise<RobotsAnswer> {
		return this.#parts.robots.read(host);
	}

	tlsOf(host: string): TlsProof | undefined {
		return this.#parts.exchanges.tlsOf(host);
	}

	/** Reserves requests that others cannot spend. Cached responses are free. */
	share(requests: number, differences: Partial<SharedParts> = {}): SiteSource {
		const budget = this.#budget.share(requests, this.#parts.exchanges.askedUntilNow());
		return new SiteSource({ ...this.#parts, ...differences }, budget);
	}

	/** Returns the unspent requests of these shares to the common budget. */
	reclaim(shares: readonly SiteSource[]): void {
		for (const share of shares) this.#budget.reclaim(share.#budget);
	}

	/** Their robots.txt binds us as any crawler; the share pays for fetching it. */
	shareForOtherSites(requests: number): SiteSource {
		return this.share(requests, { otherSites: true });
	}

	/**
	 * For pages that the user did not name: obeys robots.txt as a crawler and paces requests.
	 * @param rate requests a second that the site's owner asks for, instead of our own pace
	 */
	crawl(requests: number, rate?: number): SiteSource {
		const queue = this.kind === "network" ? new PacedQueue(rate) : undefined;
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
