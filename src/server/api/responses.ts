import { createHash, randomUUID } from "node:crypto";
import { ProtocolError } from "#core/api/protocol-error.ts";
import { type Holder, isHeld, type PolicyName, type Quotas, type Taken } from "../rate-limits/rate-limits.ts";
import { type Answer, type Endpoint, type Protocol, SerializedJson } from "./endpoint.ts";
import { EventStream } from "./event-stream.ts";
import { CodedBytes } from "./negotiation.ts";
import {
	ClientGone,
	type EnvelopePlace,
	envelopeOf,
	PROTOCOL_FIELDS,
	problemKind,
	Rejection,
	rejectionFor,
	UNTYPED_FIELDS,
} from "./problems.ts";

export interface HttpAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Uint8Array<ArrayBuffer> | BodyPieces | null;
}

export interface BodyPieces {
	/** Undefined at the end. Never rejects. */
	next(): Promise<Uint8Array<ArrayBuffer> | undefined>;
	leave(): void;
}

export function toResponse({ status, headers, body }: HttpAnswer): Response {
	return new Response(body === null || body instanceof Uint8Array ? body : readableOf(body), { status, headers });
}

function readableOf(pieces: BodyPieces): ReadableStream<Uint8Array<ArrayBuffer>> {
	return new ReadableStream(
		{
			async pull(controller) {
				const piece = await pieces.next();
				if (piece) controller.enqueue(piece);
				else controller.close();
			},
			cancel: () => pieces.leave(),
		},
		{ highWaterMark: 0 },
	);
}

/** A response before common header fields and compression. */
export interface Reply {
	readonly status: number;
	readonly body: CodedBytes | EventStream | null;
	readonly headers: Readonly<Record<string, string>>;
	readonly code?: string;
	readonly error?: unknown;
}

export function replyOf(answer: Answer<unknown>, protocol: Protocol): Reply {
	const { status = 200, body, contentType, headers, fault } = answer;
	const isTyped = contentType !== undefined;
	const own = (body === null ? UNTYPED_FIELDS : PROTOCOL_FIELDS)[protocol];
	const fields =
		isTyped && body !== null ? { ...own, "Content-Type": contentType, ...headers } : { ...own, ...headers };
	const reply = { status, body: bytesOf(body, isTyped), headers: fields };
	return fault === undefined ? reply : { ...reply, error: fault };
}

function bytesOf(body: unknown, isTyped: boolean): Reply["body"] {
	if (body === null || body instanceof EventStream || body instanceof CodedBytes) return body;
	if (body instanceof Uint8Array) return new CodedBytes(new Uint8Array(body));
	return new SerializedJson(isTyped && typeof body === "string" ? body : JSON.stringify(body));
}

export function replyToError(error: unknown, signal: AbortSignal, place: EnvelopePlace): Reply {
	if (error instanceof ClientGone || signal.aborted) return replyToDisconnected(error, signal);
	const known = error instanceof ProtocolError ? error : rejectionFor(error);
	const { status, body, headers, code } = envelopeOf(known, place);
	const cause = known instanceof Rejection ? known.parts.cause : known.cause;
	return {
		status,
		body: new SerializedJson(JSON.stringify(body)),
		headers,
		code,
		...(status >= 500 && { error: cause ?? known }),
	};
}

/** Status 499 is only logged. Logs the error unless the disconnect caused it. */
function replyToDisconnected(error: unknown, signal: AbortSignal): Reply {
	const isExpected =
		error instanceof ClientGone ||
		error === signal.reason ||
		(error instanceof Error && error.name === "AbortError") ||
		rejectionFor(error).code !== "internal-error";
	return { status: 499, body: null, headers: {}, code: "client-gone", ...(!isExpected && { error }) };
}

const EXPOSED = "RateLimit, RateLimit-Policy, Retry-After, Age, ETag, X-Request-Id, Link, WWW-Authenticate";
/** Two years, in seconds. No includeSubDomains: other hosts of the domain may not be ours. */
export const HSTS = "max-age=63072000";

/** Any origin may read the responses, because they do not depend on cookies. */
export function commonHeaders(baseUrl: string): Readonly<Record<string, string>> {
	const { protocol, pathname } = new URL(baseUrl);
	return {
		"X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
		"Referrer-Policy": "no-referrer",
		"Cross-Origin-Resource-Policy": "cross-origin",
		"Access-Control-Allow-Origin": "*",
		"Access-Control-Expose-Headers": EXPOSED,
		"Cache-Control": "no-store",
		Link: `<${pathname.replace(/\/$/, "")}/openapi.json>; rel="service-desc"`,
		...(protocol === "https:" && { "Strict-Transport-Security": HSTS }),
	};
}

function allowedMethods({ method, isPostedToo }: Methods): string {
	if (method === "POST") return "POST, OPTIONS";
	return isPostedToo ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
}

export function takesMethod({ method, isPostedToo }: Methods, asked: string): boolean {
	return asked === method || (method === "GET" && (asked === "HEAD" || (asked === "POST" && isPostedToo === true)));
}

type Methods = { readonly method: Endpoint["method"]; readonly isPostedToo?: boolean };

export function preflightHeaders(endpoint: Methods & Pick<Endpoint, "protocol">): Record<string, string> {
	const allowed = allowedMethods(endpoint);
	const mcp = endpoint.protocol === "mcp" ? ", Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id" : "";
	return {
		Allow: allowed,
		"Access-Control-Allow-Methods": allowed,
		"Access-Control-Allow-Headers": `Content-Type, Authorization, If-None-Match${mcp}`,
		"Access-Control-Max-Age": "86400",
	};
}

/** draft-ietf-httpapi-ratelimit-headers: every limit of the endpoint. Names and numbers are ours: no escaping. */
export function policyField(
	endpoint: Pick<Endpoint, "quota">,
	quotas: Quotas,
	holder?: Holder,
	taken: readonly Taken[] = [],
): string {
	const { quota } = endpoint;
	const names: PolicyName[] = [firstPolicy(endpoint)];
	if (quota) names.push(quota);
	for (const { policy } of taken) if (!names.includes(policy)) names.push(policy);
	const fields = names.map((name) => {
		const { units, windowSeconds } = quotas[(isHeld(name) && holder) || name];
		return `"${name}";q=${units};w=${windowSeconds}`;
	});
	return fields.join(", ");
}

/** Limit by address before identification; stricter if the endpoint runs audits. */
export function firstPolicy({ quota }: Pick<Endpoint, "quota">): "burst" | "reading" {
	return quota === "audit" || quota === "brief" ? "burst" : "reading";
}

/** Every limit that counted this request; undefined if none did. */
export function rateLimitField(taken: readonly Taken[]): string | undefined {
	if (taken.length === 0) return undefined;
	return taken.map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`).join(", ");
}

/** RFC 9110 section 8.8.3; weak, because it covers every content coding. */
export function entityTag(text: string): string {
	return `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/** If-None-Match of RFC 9110 section 13.1.2, by weak comparison. */
export function matchesTag(condition: string | null, tag: string): boolean {
	if (condition === null) return false;
	if (condition.trim() === "*") return true;
	const opaque = tag.replace(/^W\//, "");
	return [...condition.matchAll(/"[^"]*"/g)].some(([known]) => known === opaque);
}

export function problemAnswer(rejection: Rejection, baseUrl: string, protocol: Protocol = "api"): Response {
	const requestId = randomUUID();
	const { status, body, headers } = envelopeOf(rejection, { protocol, requestId, baseUrl });
	const fields = { ...commonHeaders(baseUrl), "X-Request-Id": requestId, ...headers };
	return new Response(JSON.stringify(body), { status, headers: fields });
}

/** Names the allowed methods (RFC 9110 section 15.5.6). */
export function methodNotAllowed(endpoint: Methods): Rejection {
	const allowed = allowedMethods(endpoint);
	const [first, ...others] = allowed.split(", ").toReversed();
	return new Rejection("method-not-allowed", {
		detail: `This address does not support this method. Use ${others.toReversed().join(", ")} or ${first}.`,
		headers: { Allow: allowed },
	});
}

/** Needs no body and counts in no limit. */
export function unknownAddress(baseUrl: string): Response {
	const { meaning } = problemKind("not-found");
	const description = `${new URL(baseUrl).pathname.replace(/\/$/, "")}/openapi.json`;
	const detail = `${meaning} All addresses are listed in ${description}.`;
	return problemAnswer(new Rejection("not-found", { detail }), baseUrl);
}

/** Public: caches may keep it for one minute and revalidate by its ETag. */
export function cacheableJson(body: unknown): Answer<never> {
	const text = JSON.stringify(body);
	return {
		body: new SerializedJson(text),
		headers: { "Cache-Control": "public, max-age=60", ETag: entityTag(text) },
	};
}
