import { randomUUID } from "node:crypto";
import type { People } from "#people/open-people.ts";
import { type Credentials, identify } from "../credentials/identify.ts";
import type { Holder, PolicyName, RateLimits, Taken } from "../rate-limits/rate-limits.ts";
import { codeBody } from "./content-coding.ts";
import type { Endpoint, Identity } from "./endpoint.ts";
import type { PathParams } from "./endpoint-paths.ts";
import type { LiveApp } from "./live-app.ts";
import { Rejection } from "./rejection.ts";
import { type ApiRequest, readJsonBody } from "./request-body.ts";
import { readBodyInput, readQueryInput } from "./request-input.ts";
import {
	commonHeaders,
	firstPolicy,
	type HttpAnswer,
	matchesTag,
	methodNotAllowed,
	policyField,
	preflightHeaders,
	type Reply,
	rateLimitField,
	replyOf,
	replyToError,
} from "./responses.ts";

/** What `createServe` needs; wired once. */
export interface ApiContext extends Pick<Credentials, "verifyToken"> {
	readonly app: LiveApp;
	readonly people: People;
	readonly limits: RateLimits;
	/** Address of the client, by the peer's address and what trusted proxies say. */
	clientAddress(peer: string, headers: ApiRequest["headers"]): string;
	/** What requests from an address are counted by. */
	addressKey(address: string): string;
	/** Called once for every request, with its answer; must not throw. */
	observe(served: ServedRequest): void;
	/** Milliseconds from any start. */
	readonly now?: () => number;
}

/** A request that was answered, for logs and metrics. */
export interface ServedRequest {
	readonly requestId: string;
	readonly operationId: string;
	readonly method: string;
	/** 499 where the client had disconnected. */
	readonly status: number;
	/** Of the problem document; `client-gone` with status 499. */
	readonly code?: string;
	readonly durationMs: number;
	/** The whole address: to be truncated before it is logged. */
	readonly client: string;
	/** Absent where credentials were refused, or not checked. */
	readonly identityKind?: Identity["kind"];
	/** Set where the answer rests on an audit that was made before it was asked for. */
	readonly cached?: true;
	/** A fault of the server: for the log only, no caller sees it. */
	readonly error?: unknown;
}

/** One request while it is answered. */
interface Exchange {
	readonly endpoint: Endpoint;
	readonly request: ApiRequest;
	/** Of the endpoint's path. */
	readonly params: PathParams;
	readonly requestId: string;
	readonly client: string;
	/** Limits it was counted in so far, each as it was last. */
	readonly taken: Taken[];
	identity?: Identity;
}

/**
 * Answers requests for endpoints, from the method to the header fields. Never rejects, whatever the request holds.
 * @returns a function of the endpoint, the request, the address that its connection comes from, and the parameters of the path
 */
export function createServe(
	context: ApiContext,
): (endpoint: Endpoint, request: ApiRequest, peer: string, params?: PathParams) => Promise<HttpAnswer> {
	const { app, limits, now = () => performance.now() } = context;
	const common = lowerCase(commonHeaders(app.baseUrl));
	return async (endpoint, request, peer, params = {}) => {
		const begun = now();
		const client = context.clientAddress(peer, request.headers);
		const exchange: Exchange = { endpoint, request, params, requestId: randomUUID(), client, taken: [] };
		const reply = await answer(context, exchange).catch((error: unknown) =>
			replyToError(error, request.signal, exchange.requestId, app.baseUrl),
		);
		const headers = headersOf(common, exchange, reply, limits);
		const coded =
			reply.body && (await codeBody(reply.body, request.headers.get("accept-encoding"), headers["cache-control"]));
		if (coded) addHeaders(headers, coded.headers);
		context.observe(served(exchange, reply, headers.age, now() - begun));
		const body = request.method === "HEAD" || !coded ? null : coded.body;
		return { status: reply.status, headers, body };
	};
}

/** The checks in their order; each may end the exchange with a Rejection. */
async function answer(context: ApiContext, exchange: Exchange): Promise<Reply> {
	const { app, people, limits } = context;
	const { endpoint, request, params } = exchange;
	const { input: schema, quota } = endpoint;
	if (request.method === "OPTIONS") return { status: 204, body: null, headers: preflightHeaders(endpoint) };
	checkMethod(endpoint, request.method);
	const body = schema && endpoint.method === "POST" ? await readJsonBody(request, endpoint.bodyBytes) : undefined;
	const address = context.addressKey(exchange.client);
	await take(limits, exchange, firstPolicy(endpoint), address);
	const identity = await identify(request.headers, address, endpoint, context);
	exchange.identity = identity;
	const holder = holderOf(identity);
	if (quota) await take(limits, exchange, quota, identity.key, { units: endpoint.cost ?? 1, holder });
	let input: unknown;
	if (schema) input = body ? readBodyInput(schema, body, params) : readQueryInput(schema, request.url, params);
	const extra = endpoint.extraCost?.(input) ?? 0;
	if (quota && extra > 0) await take(limits, exchange, quota, identity.key, { units: extra, holder });
	const { requestId } = exchange;
	const reply = replyOf(await endpoint.handle(input, { app, people, identity, requestId, signal: request.signal }));
	const tag = reply.headers.ETag;
	const isKnown = tag !== undefined && matchesTag(request.headers.get("if-none-match"), tag);
	return isKnown ? { ...reply, status: 304, body: null } : reply;
}

function checkMethod(endpoint: Endpoint, method: string): void {
	if (method === endpoint.method || (method === "HEAD" && endpoint.method === "GET")) return;
	throw methodNotAllowed(endpoint);
}

/** Whether a token's quota counts, or that of an account. */
function holderOf({ kind }: Identity): Holder | undefined {
	if (kind === "token") return "token";
	return kind === "anonymous" ? undefined : "key";
}

async function take(
	limits: RateLimits,
	exchange: Exchange,
	policy: PolicyName,
	key: string,
	options?: { readonly units: number; readonly holder: Holder | undefined },
): Promise<void> {
	const taken = await limits.take(policy, key, options);
	const before = exchange.taken.findIndex((one) => one.policy === policy);
	if (before === -1) exchange.taken.push(taken);
	else exchange.taken[before] = taken;
	if (taken.allowed || exchange.endpoint.isAlwaysAnswered) return;
	const { units, windowSeconds } = taken.quota;
	throw new Rejection("rate-limited", {
		detail:
			`Too many requests: the limit "${policy}" allows ${units} in ${windowSeconds} seconds. ` +
			`Wait ${taken.resetSeconds} seconds and try again.`,
		violatedPolicies: [policy],
		headers: { "Retry-After": String(taken.resetSeconds) },
	});
}

type Fields = Record<string, string>;

function headersOf(common: Readonly<Fields>, exchange: Exchange, reply: Reply, { quotas }: RateLimits): Fields {
	const { endpoint, identity, taken, requestId } = exchange;
	const headers = { ...common };
	addHeaders(headers, lowerCase(reply.headers));
	headers["x-request-id"] = requestId;
	headers["ratelimit-policy"] = policyField(endpoint, quotas, identity && holderOf(identity));
	if (identity?.kind === "session") keepFromOthers(headers);
	const isKept = headers["cache-control"] !== "no-store";
	// Cacheable responses must not carry what is left of one caller's limits. They were given to valid credentials or none;
	// requests with others must come here.
	if (isKept) addHeaders(headers, { vary: endpoint.account ? `Authorization, ${BY_COOKIE}` : "Authorization" });
	const rateLimit = isKept ? undefined : rateLimitField(taken);
	if (rateLimit !== undefined) headers.ratelimit = rateLimit;
	return headers;
}

/** What tells whether a cookie is read. */
const BY_COOKIE = "Cookie, Origin, Sec-Fetch-Site";

/** An answer that rests on a cookie is for this site's own pages, and no copy of it is kept. */
function keepFromOthers(headers: Fields): void {
	delete headers["access-control-allow-origin"];
	delete headers["access-control-expose-headers"];
	delete headers.etag;
	headers["cross-origin-resource-policy"] = "same-origin";
	headers["cache-control"] = "no-store";
	addHeaders(headers, { vary: BY_COOKIE });
}

function lowerCase(headers: Readonly<Fields>): Fields {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Sets fields; what answers vary by adds up. */
function addHeaders(headers: Fields, more: Readonly<Fields>): void {
	for (const [name, value] of Object.entries(more)) {
		headers[name] = name === "vary" && headers.vary ? `${headers.vary}, ${value}` : value;
	}
}

function served(exchange: Exchange, reply: Reply, age: string | undefined, durationMs: number): ServedRequest {
	return {
		requestId: exchange.requestId,
		operationId: exchange.endpoint.operationId,
		method: exchange.request.method,
		status: reply.status,
		durationMs,
		client: exchange.client,
		...(reply.code !== undefined && { code: reply.code }),
		...(exchange.identity && { identityKind: exchange.identity.kind }),
		...(age !== undefined && { cached: true }),
		...(reply.error !== undefined && { error: reply.error }),
	};
}
