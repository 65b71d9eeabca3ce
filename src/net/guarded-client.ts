import { hash } from "node:crypto";
import { Agent } from "undici";
import { BOT_TOKEN } from "#core/brand.ts";
import { Connector } from "./connect.ts";
import { ACCEPT_ENCODING, readBody } from "./decoded-body.ts";
import { type Ask, connectionFreed, type Opened, openExchange, type SignRequest } from "./exchange.ts";
import { createHostVetting, type VetHost, vetUrl, WEB_PORTS } from "./host-vetting.ts";
import type { HttpClient, HttpLimits, HttpResponse, HttpTimings, TlsState } from "./http-client.ts";
import { type AuditLookups, LOOKUP_MS, NameLookups, processLookups, type Resolve } from "./name-lookups.ts";
import { asFailure } from "./network-failure.ts";
import { destinationOf, type Proxies, proxyCredentials, proxyFor, refusedByProxy } from "./proxy.ts";
import type { AddressRule } from "./public-address.ts";
import { followRedirects } from "./redirects.ts";

export interface GuardedClientOptions {
	readonly userAgent: string;
	readonly isPublicAddress: AddressRule;
	/** Callers take turns with lookups. */
	readonly caller?: string | undefined;
	readonly resolve?: Resolve | undefined;
	readonly ports?: readonly number[] | undefined;
	/** For one origin only, such as `https://staging.example.com`; not sent if its certificate is untrusted. */
	readonly credentials?: { readonly origin: string; readonly headers: Readonly<Record<string, string>> } | undefined;
	/** Signs every redirect separately. */
	readonly sign?: SignRequest | undefined;
	/** Names that the user typed, such as `localhost`. */
	readonly privateNames?: readonly string[] | undefined;
	/** Outgoing proxies; the guard vets the addresses of sites, not of proxies. */
	readonly proxies?: Proxies | undefined;
	/** Milliseconds. */
	readonly timeouts?: Partial<Timeouts> | undefined;
}

/** Milliseconds. */
const TIMEOUTS = {
	/** From the start of its turn. */
	lookup: LOOKUP_MS,
	/** For all addresses of a host, including TLS. */
	connect: 5_000,
	/** Until the response headers are complete. */
	headers: 10_000,
	/** Between two chunks of a body. */
	idle: 10_000,
	total: 20_000,
};
type Timeouts = Readonly<typeof TIMEOUTS>;
/** As in Chromium (net/http/http_stream_parser.h): sites preload whole bundles by Link. */
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_BODY_BYTES = 5 * 1024 * 1024;
const CONNECTIONS_PER_ORIGIN = 6;
/** Maximum accepted Keep-Alive hint. Milliseconds. */
const KEEP_ALIVE_MAX = 20_000;

const RESENDS = 3;

interface Line {
	readonly agent: Agent;
	readonly connector: Connector;
	readonly tls: Map<string, TlsState>;
}

/** The only client for foreign sites: no cookies, credentials for one origin. Create one per audit and close it. */
export class GuardedClient implements HttpClient {
	readonly #options: GuardedClientOptions;
	readonly #timeouts: Timeouts;
	readonly #lookups: AuditLookups;
	readonly #vetHost: VetHost;
	readonly #lines = new Map<HttpLimits["trust"], Line>();
	readonly #resends = { left: RESENDS };

	constructor(options: GuardedClientOptions) {
		const { caller, resolve, isPublicAddress, timeouts } = options;
		this.#options = options;
		this.#timeouts = { ...TIMEOUTS, ...timeouts };
		const lookups = resolve ? new NameLookups({ resolve }) : processLookups();
		this.#lookups = lookups.open({ caller, timeout: this.#timeouts.lookup });
		this.#vetHost = createHostVetting({ resolve: (host) => this.#lookups.resolve(host), isPublicAddress });
	}

	async get(url: URL, given: Partial<HttpLimits> = {}): Promise<HttpResponse> {
		const limits = withDefaults(given, this.#timeouts.total);
		try {
			return await getOnce(url, limits, this.#options, { ...this.#lineFor(limits.trust), resends: this.#resends });
		} catch (error) {
			throw asFailure(error, url.href, limits.signal);
		}
	}

	async close(): Promise<void> {
		this.#lookups.close();
		for (const { connector } of this.#lines.values()) connector.close();
		await Promise.all([...this.#lines.values()].map(({ agent }) => agent.destroy()));
	}

	#lineFor(trust: HttpLimits["trust"]): Line {
		const { proxies } = this.#options;
		const line = this.#lines.get(trust) ?? createLine(this.#vetHost, this.#timeouts, trust === "require", proxies);
		this.#lines.set(trust, line);
		return line;
	}
}

function createLine(vetHost: VetHost, timeouts: Timeouts, verify: boolean, proxies: Proxies | undefined): Line {
	const tls = new Map<string, TlsState>();
	const connector = new Connector({
		vetHost,
		connectTimeout: timeouts.connect,
		verify,
		proxies,
		onTls: (origin, state) => tls.set(origin, state),
	});
	const agent = new Agent({
		connect: connector.connect,
		// undici 8 offers HTTP/2 by default, with which the limits below have not been tested.
		allowH2: false,
		pipelining: 1,
		connections: CONNECTIONS_PER_ORIGIN,
		maxHeaderSize: MAX_HEADER_BYTES,
		headersTimeout: timeouts.headers,
		bodyTimeout: timeouts.idle,
		keepAliveMaxTimeout: KEEP_ALIVE_MAX,
	});
	return { agent, connector, tls };
}

function withDefaults(given: Partial<HttpLimits>, total: number): HttpLimits {
	const signal = given.signal ?? AbortSignal.timeout(total);
	const usual = { maxBytes: MAX_BODY_BYTES, overflow: "fail", maxRedirects: 5, trust: "require", headers: {} } as const;
	return { ...usual, ...given, signal };
}

async function getOnce(
	url: URL,
	limits: HttpLimits,
	options: GuardedClientOptions,
	line: Line & Pick<Ask, "resends">,
): Promise<HttpResponse> {
	const headers = requestHeaders(options.userAgent, limits.headers);
	const ask = { headers, sign: options.sign, body: limits.body, signal: limits.signal, resends: line.resends };
	// Do not post a body to any other address.
	const maxRedirects = limits.body === undefined ? limits.maxRedirects : 0;
	const { opened, hops } = await followRedirects(url, maxRedirects, async (hop) => {
		vetUrl(hop, options.ports ?? WEB_PORTS, options.privateNames);
		// A proxy gets plain http requests with the absolute address (RFC 9112 section 3.2.2).
		const forwarder = hop.protocol === "http:" ? proxyFor(options.proxies, destinationOf(hop)) : undefined;
		const own = { ...credentialsFor(hop, limits, options), ...(forwarder ? proxyCredentials(forwarder) : {}) };
		const whole = forwarder !== undefined;
		const opened = await openExchange(line.agent, hop, { ...ask, headers: { ...headers, ...own }, whole });
		// Only proxies send this status (RFC 9110 section 15.5.8).
		if (!whole || opened.status !== 407) return opened;
		await opened.discard();
		throw refusedByProxy("overloaded", hop.hostname, "The proxy of this machine answered 407.");
	});
	const { href, origin } = opened.url;
	const read = await readBody(opened.body, opened.headers["content-encoding"], limits, href, options.caller);
	await connectionFreed();
	const tls = line.tls.get(origin);
	return {
		url: href,
		status: opened.status,
		headers: opened.headers,
		...read,
		sha256: hash("sha256", read.body, "hex"),
		hops,
		timings: timingsOf(opened),
		...(tls === undefined ? {} : { tls }),
	};
}

/** Checked for every redirect, so that credentials never reach another origin. */
function credentialsFor(
	{ origin }: URL,
	{ trust }: HttpLimits,
	{ credentials }: GuardedClientOptions,
): Readonly<Record<string, string>> {
	return credentials?.origin === origin && trust === "require" ? credentials.headers : {};
}

function requestHeaders(userAgent: string, extra: Readonly<Record<string, string>>): Record<string, string> {
	const named = Object.entries(extra).map(([name, value]) => [name.toLowerCase(), value] as const);
	const sent = { accept: "*/*", ...Object.fromEntries(named), "accept-encoding": ACCEPT_ENCODING };
	// Callers may send another User-Agent only if it names our bot: we never impersonate others.
	const other = named.find(([name]) => name === "user-agent")?.[1];
	return { ...sent, "user-agent": other?.includes(BOT_TOKEN) ? other : userAgent };
}

function timingsOf({ startedAt, headAt, dial }: Opened): HttpTimings {
	const since = (at: number | undefined) => (at === undefined ? 0 : Math.round((at - startedAt) * 10) / 10);
	return {
		dns: since(dial.resolvedAt),
		connect: since(dial.connectedAt),
		ttfb: since(headAt),
		total: since(performance.now()),
	};
}
