import { randomUUID } from "node:crypto";
import { oncePer } from "#core/once-per.ts";
import type { People } from "#people/open-people.ts";
import { type Credentials, identify } from "../caller/identify.ts";
import { type Holder, isOfAddress, type PolicyName, type RateLimits, type Taken } from "../rate-limits/rate-limits.ts";
import { type Call, type Endpoint, type Identity, type PathParams, SerializedJson } from "./endpoint.ts";
import { EventStream, type StreamEvent } from "./event-stream.ts";
import type { LiveApp } from "./live-app.ts";
import { codeBody } from "./negotiation.ts";
import { Rejection } from "./problems.ts";
import { type ApiRequest, readEndpointBody, readEndpointInput, readQueryInput } from "./request-body.ts";
import {
	type BodyPieces,
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
	takesMethod,
} from "./responses.ts";

export interface ApiContext extends Pick<Credentials, "verifyToken"> {
	readonly app: LiveApp;
	readonly people: People;
	readonly limits: RateLimits;
	clientAddress(peer: string, headers: ApiRequest["headers"]): string;
	addressKey(address: string): string;
	/** Called once per request; must not throw. */
	observe(served: ServedRequest): void;
	readonly now?: () => number;
}

export interface ServedRequest {
	readonly requestId: string;
	readonly operationId: string;
	readonly method: string;
	/** 499 if the client disconnected. */
	readonly status: number;
	/** Code of the problem document; `client-gone` for 499. */
	readonly code?: string;
	readonly durationMs: number;
	/** Full address: truncate it before logging. */
	readonly client: string;
	/** Undefined if credentials were refused or not checked. */
	readonly identityKind?: Identity["kind"];
	/** The response uses an audit older than the request. */
	readonly cached?: true;
	/** For the log only; never sent to the caller. */
	readonly error?: unknown;
}

interface Exchange {
	readonly endpoint: Endpoint;
	readonly request: ApiRequest;
	readonly params: PathParams;
	readonly requestId: string;
	readonly client: string;
	readonly taken: Taken[];
	identity?: Identity;
}

const commonFields = oncePer(({ baseUrl }: LiveApp) => lowerCase(commonHeaders(baseUrl)));

/** Never rejects, whatever the request holds. */
export async function serve(
	context: ApiContext,
	endpoint: Endpoint,
	request: ApiRequest,
	peer: string,
	params: PathParams = {},
): Promise<HttpAnswer> {
	const { app, limits, now = () => performance.now() } = context;
	const begun = now();
	const client = context.clientAddress(peer, request.headers);
	const exchange: Exchange = { endpoint, request, params, requestId: randomUUID(), client, taken: [] };
	const envelope = {
		protocol: endpoint.protocol ?? "api",
		requestId: exchange.requestId,
		baseUrl: app.baseUrl,
	};
	const replyTo = (error: unknown, signal = request.signal) => replyToError(error, signal, envelope);
	const reply = await answer(context, exchange).catch((error: unknown) => replyTo(error));
	const headers = headersOf(commonFields(app), exchange, reply, limits);
	if (reply.body instanceof EventStream) {
		const { body: stream, status } = reply;
		const failed = (error: unknown) => replyTo(error, stream.signal);
		// A stream is logged when it ends.
		const done = (end: Reply, age?: string) => context.observe(served(exchange, end, age, now() - begun));
		stream.ended.then(({ error, age }) => done(error === undefined ? reply : failed(error), age));
		return { status, headers, body: piecesOf(stream, failed) };
	}
	const coded =
		reply.body && (await codeBody(reply.body, request.headers.get("accept-encoding"), headers["cache-control"]));
	if (coded) addHeaders(headers, coded.headers);
	context.observe(served(exchange, reply, headers.age, now() - begun));
	const body = request.method === "HEAD" || !coded ? null : coded.body;
	return { status: reply.status, headers, body };
}

/** An error becomes the last event, with the problem document of a plain response. */
function piecesOf(stream: EventStream, replyTo: (error: unknown) => Reply): BodyPieces {
	const failed = (error: unknown): StreamEvent | undefined => {
		const { body, headers } = replyTo(error);
		if (!(body instanceof SerializedJson)) return undefined;
		const seconds = Number(headers["Retry-After"]);
		return { event: "problem", data: body, ...(seconds > 0 && { retryMs: seconds * 1000 }) };
	};
	return { next: () => stream.next(failed), leave: () => stream.leave() };
}

/** The order of checks matters; each may throw a Rejection. */
async function answer(context: ApiContext, exchange: Exchange): Promise<Reply> {
	const { app, people } = context;
	const { endpoint, request, requestId } = exchange;
	const { protocol = "api", quota } = endpoint;
	const { method, headers, signal } = request;
	if (method === "OPTIONS") return { status: 204, body: null, headers: preflightHeaders(endpoint) };
	if (!takesMethod(endpoint, method)) throw methodNotAllowed(endpoint);
	const isPosted = method === "POST" && (endpoint.input !== undefined || endpoint.body !== undefined);
	const body = isPosted ? await readEndpointBody(request, endpoint) : undefined;
	const addressKey = context.addressKey(exchange.client);
	const count = countRequest(context.limits, exchange, addressKey);
	await count(firstPolicy(endpoint));
	exchange.identity = await identityOf(context, exchange, addressKey);
	if (quota) await count(quota, endpoint.cost);
	const input = inputOf(exchange, body);
	const extra = endpoint.extraCost?.(input) ?? 0;
	if (quota && extra > 0) await count(quota, extra);
	const { identity } = exchange;
	const caller = { identity, addressKey, requestId, signal };
	const call: Call = { ...caller, app, people, method, url: request.url, headers, take: count };
	const reply = replyOf(await endpoint.handle(input, call), protocol);
	const tag = reply.headers.ETag;
	const isKnown = tag !== undefined && matchesTag(headers.get("if-none-match"), tag);
	return isKnown ? { ...reply, status: 304, body: null } : reply;
}

/** OAuth, registration and event handlers read their own credentials; documents are public. */
function identityOf(
	context: ApiContext,
	{ endpoint, request }: Exchange,
	address: string,
): Identity | Promise<Identity> {
	const { protocol = "api" } = endpoint;
	if (protocol !== "api" && protocol !== "mcp") return { kind: "anonymous", key: address };
	return identify(request.headers, address, endpoint, context);
}

function inputOf({ endpoint, request, params }: Exchange, body: Uint8Array | undefined): unknown {
	if (body) return readEndpointInput(endpoint, body, params);
	return endpoint.input && readQueryInput(endpoint.input, request.url, params);
}

type Fields = Record<string, string>;

function headersOf(common: Readonly<Fields>, exchange: Exchange, reply: Reply, { quotas }: RateLimits): Fields {
	const { endpoint, identity, taken, requestId } = exchange;
	const headers = { ...common };
	addHeaders(headers, lowerCase(reply.headers));
	headers["x-request-id"] = requestId;
	headers["ratelimit-policy"] = policyField(endpoint, quotas, identity && holderOf(identity), taken);
	if (identity?.kind === "session" || endpoint.isPage) preventSharedCaching(headers);
	if (endpoint.events) addHeaders(headers, { vary: "Accept" });
	const isKept = !FORBIDS_KEEPING.test(headers["cache-control"] ?? "");
	// Cacheable responses must not contain one caller's limits, and caches must ask again for other credentials.
	if (isKept) addHeaders(headers, { vary: endpoint.account ? `Authorization, ${BY_COOKIE}` : "Authorization" });
	const rateLimit = isKept ? undefined : rateLimitField(taken);
	if (rateLimit !== undefined) headers.ratelimit = rateLimit;
	return headers;
}

const FORBIDS_KEEPING = /\bno-store\b/;

const BY_COOKIE = "Cookie, Origin, Sec-Fetch-Site";

/** A response that depends on a cookie is for this site's pages only and must not be cached. */
function preventSharedCaching(headers: Fields): void {
	delete headers["access-control-allow-origin"];
	delete headers["access-control-expose-headers"];
	delete headers.etag;
	headers["cross-origin-resource-policy"] = "same-origin";
	// Keep a stream's stricter value.
	if (!FORBIDS_KEEPING.test(headers["cache-control"] ?? "")) headers["cache-control"] = "no-store";
	addHeaders(headers, { vary: BY_COOKIE });
}

function lowerCase(headers: Readonly<Fields>): Fields {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Merges Vary values; other fields are replaced. */
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

interface CountedRequest {
	readonly endpoint: Pick<Endpoint, "isAlwaysAnswered">;
	readonly taken: Taken[];
	readonly identity?: Identity;
}

function holderOf({ kind }: Identity): Holder | undefined {
	if (kind === "token") return "token";
	return kind === "anonymous" ? undefined : "key";
}

/** Counts by identity, or by address if the limit is per address. The result throws Rejection `rate-limited`. */
function countRequest(limits: RateLimits, request: CountedRequest, address: string): Call["take"] {
	return async (policy, units = 1) => {
		const { identity, endpoint, taken } = request;
		const who = isOfAddress(policy) ? undefined : identity;
		const now = await takeUnits(limits, { policy, units, who, address });
		const before = taken.findIndex((one) => one.policy === policy);
		taken[before === -1 ? taken.length : before] = now;
		if (!now.allowed && !endpoint.isAlwaysAnswered) throw usedUp(now);
	};
}

interface Asked {
	readonly policy: PolicyName;
	readonly units: number;
	readonly who: Identity | undefined;
	readonly address: string;
}

function takeUnits(limits: RateLimits, { policy, units, who, address }: Asked): Promise<Taken> {
	if (!who || who.kind === "anonymous") return limits.take(policy, address, { units });
	return takeByAddressAndKey(limits, policy, [address, who.key], { units, holder: holderOf(who) });
}

/** Counts by address first, so that registering often or using many free accounts gains nothing. */
async function takeByAddressAndKey(
	limits: RateLimits,
	policy: PolicyName,
	[address, key]: readonly [string, string],
	options: Parameters<RateLimits["take"]>[2],
): Promise<Taken> {
	const ofAddress = await limits.take(policy, address, options);
	if (!ofAddress.allowed) return ofAddress;
	const own = await limits.take(policy, key, options);
	return own.remaining < ofAddress.remaining || !own.allowed ? own : ofAddress;
}

function usedUp({ policy, quota, resetSeconds }: Taken): Rejection {
	return new Rejection("rate-limited", {
		detail:
			`Too many requests: the limit "${policy}" allows ${quota.units} in ${quota.windowSeconds} seconds. ` +
			`Wait ${resetSeconds} seconds and try again.`,
		violatedPolicies: [policy],
		headers: { "Retry-After": String(resetSeconds) },
	});
}
