import { randomUUID } from "node:crypto";
import { identify, type TokenVerifier } from "../credentials/identify.ts";
import type { PolicyName, RateLimits, Taken } from "../rate-limits/rate-limits.ts";
import type { Endpoint, Identity } from "./endpoint.ts";
import type { LiveApp } from "./live-app.ts";
import { Rejection } from "./rejection.ts";
import { readBodyInput, readJsonBody, readQueryInput } from "./request-input.ts";
import {
	commonHeaders,
	isKnownTag,
	methodNotAllowed,
	preflightHeaders,
	type Reply,
	rateLimitFields,
	replyOf,
	replyToError,
} from "./responses.ts";

/** One request on its way through the steps. */
interface Visit {
	readonly endpoint: Endpoint;
	readonly request: Request;
	readonly requestId: string;
	readonly client: string;
	/** Limits it was counted in so far, each as it stood last. */
	readonly taken: Taken[];
	identity?: Identity;
}

/**
 * Answers requests for endpoints, from the method to the header fields. Never rejects for anything a request holds.
 * @returns a function of the endpoint, the request, and the address that its connection comes from
 */
export function createServe(
	surroundings: Surroundings,
): (endpoint: Endpoint, request: Request, peer: string) => Promise<Response> {
	const { app, now = () => performance.now() } = surroundings;
	const common = Object.entries(commonHeaders(app.baseUrl));
	return async (endpoint, request, peer) => {
		const begun = now();
		const client = surroundings.clientAddress(peer, request.headers);
		const visit: Visit = { endpoint, request, requestId: randomUUID(), client, taken: [] };
		const reply = await answer(surroundings, visit).catch((error: unknown) =>
			replyToError(error, request.signal, visit.requestId, app.baseUrl),
		);
		const headers = headersOf(common, visit, reply);
		surroundings.observe(served(visit, reply, headers.get("age"), now() - begun));
		return new Response(request.method === "HEAD" ? null : reply.body, { status: reply.status, headers });
	};
}

/** The steps in their order; each may end the visit with a Rejection. */
async function answer(surroundings: Surroundings, visit: Visit): Promise<Reply> {
	const { app, limits } = surroundings;
	const { endpoint, request } = visit;
	const { input: schema, quota } = endpoint;
	if (request.method === "OPTIONS") return { status: 204, body: null, headers: preflightHeaders(endpoint) };
	checkMethod(endpoint, request.method);
	const body = schema && endpoint.method === "POST" ? await readJsonBody(request) : undefined;
	const address = surroundings.addressKey(visit.client);
	await take(limits, visit, quota ? "burst" : "reading", address);
	const authorization = request.headers.get("authorization");
	const identity = await identify(authorization, address, surroundings.verifyToken, endpoint.scope);
	visit.identity = identity;
	const token = identity.kind === "token";
	if (quota) await take(limits, visit, quota, identity.key, { units: endpoint.cost ?? 1, token });
	let input: unknown;
	if (schema) input = body ? readBodyInput(schema, body) : readQueryInput(schema, request.url);
	const extra = endpoint.extraCost?.(input) ?? 0;
	if (quota && extra > 0) await take(limits, visit, quota, identity.key, { units: extra, token });
	const { requestId } = visit;
	const reply = replyOf(await endpoint.handle(input, { app, identity, requestId, signal: request.signal }));
	const tag = reply.headers.ETag;
	const isKnown = tag !== undefined && isKnownTag(request.headers.get("if-none-match"), tag);
	return isKnown ? { ...reply, status: 304, body: null } : reply;
}

function checkMethod(endpoint: Endpoint, method: string): void {
	if (method === endpoint.method || (method === "HEAD" && endpoint.method === "GET")) return;
	throw methodNotAllowed(endpoint);
}

async function take(
	limits: RateLimits,
	visit: Visit,
	policy: PolicyName,
	key: string,
	options?: { readonly units: number; readonly token: boolean },
): Promise<void> {
	const taken = await limits.take(policy, key, options);
	const before = visit.taken.findIndex((one) => one.policy === policy);
	if (before === -1) visit.taken.push(taken);
	else visit.taken[before] = taken;
	if (taken.allowed) return;
	const { units, windowSeconds } = taken.quota;
	throw new Rejection("rate-limited", {
		detail:
			`Too many requests: the limit "${policy}" allows ${units} in ${windowSeconds} seconds. ` +
			`Wait ${taken.resetSeconds} seconds and try again.`,
		violatedPolicies: [policy],
		headers: { "Retry-After": String(taken.resetSeconds) },
	});
}

function headersOf(common: readonly [string, string][], visit: Visit, reply: Reply): Headers {
	const headers = new Headers();
	for (const [name, value] of common) headers.set(name, value);
	for (const [name, value] of Object.entries(reply.headers)) headers.set(name, value);
	headers.set("X-Request-Id", visit.requestId);
	if (headers.get("cache-control") === "no-store") {
		for (const [name, value] of Object.entries(rateLimitFields(visit.taken))) headers.set(name, value);
		return headers;
	}
	// What may be kept tells nobody of another's limits. It was answered to good credentials or none; others must be
	// asked here.
	headers.append("Vary", "Authorization");
	return headers;
}

function served(visit: Visit, reply: Reply, age: string | null, durationMs: number): ServedRequest {
	return {
		requestId: visit.requestId,
		operationId: visit.endpoint.operationId,
		method: visit.request.method,
		status: reply.status,
		durationMs,
		client: visit.client,
		...(reply.code !== undefined && { code: reply.code }),
		...(visit.identity && { identityKind: visit.identity.kind }),
		...(age !== null && { cached: true }),
		...(reply.error !== undefined && { error: reply.error }),
	};
}

/** What answering requests needs; wired once. */
export interface Surroundings {
	readonly app: LiveApp;
	readonly limits: RateLimits;
	/** Absent where the installation has no token keys: then every token is refused. */
	readonly verifyToken: TokenVerifier | undefined;
	/** Address of the client, by the peer's address and what trusted proxies say. */
	clientAddress(peer: string, headers: Headers): string;
	/** What requests from an address are counted by. */
	addressKey(address: string): string;
	/** Hears of every request once, when its answer stands; must not throw. */
	observe(served: ServedRequest): void;
	/** Milliseconds from any start. */
	readonly now?: () => number;
}

/** A request that was answered, for logs and metrics. */
export interface ServedRequest {
	readonly requestId: string;
	readonly operationId: string;
	readonly method: string;
	/** 499 where the client had gone away. */
	readonly status: number;
	/** Of the problem document; `client-gone` with status 499. */
	readonly code?: string;
	readonly durationMs: number;
	/** The whole address: to be shortened before it is written down. */
	readonly client: string;
	/** Absent where credentials were refused, or not looked at. */
	readonly identityKind?: Identity["kind"];
	/** Set where the answer rests on an audit that was made before it was asked for. */
	readonly cached?: true;
	/** What the server could not help: for the log only, no caller sees it. */
	readonly error?: unknown;
}
