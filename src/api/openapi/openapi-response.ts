import { createHash, randomUUID } from "node:crypto";
import { commonHeaders, preflightHeaders } from "#api/answer-headers.ts";
import type { Endpoint } from "#api/endpoint.ts";
import { Rejection } from "#api/rejection.ts";
import { replyToError } from "#api/reply.ts";
import { buildOpenApi, type OpenApiOptions } from "./build-openapi.ts";

/** Like an endpoint that only gives. */
const METHODS = preflightHeaders({ method: "GET" });

/** Answers requests for `/openapi.json`. Nothing is counted: the text is written once, and caches keep it. */
export function createOpenApiResponse(
	endpoints: readonly Endpoint[],
	options: OpenApiOptions,
): (request: Request) => Response {
	const text = JSON.stringify(buildOpenApi(endpoints, options));
	const tag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
	const common = commonHeaders(options.baseUrl);
	const found = { ...common, "Cache-Control": "public, max-age=300", ETag: tag };
	return (request) => {
		const { method, headers } = request;
		if (method === "OPTIONS") return new Response(null, { status: 204, headers: { ...common, ...METHODS } });
		if (method !== "GET" && method !== "HEAD") return refuseMethod(request, options.baseUrl, common);
		if (isKnown(headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers: found });
		const body = method === "HEAD" ? null : text;
		return new Response(body, { headers: { ...found, "Content-Type": "application/json; charset=utf-8" } });
	};
}

/** The condition of RFC 9110 section 13.1.2, by weak comparison: caches may have put `W/` before the tag. */
function isKnown(condition: string | null, tag: string): boolean {
	if (condition === null) return false;
	if (condition.trim() === "*") return true;
	return [...condition.matchAll(/"[^"]*"/g)].some(([known]) => known === tag);
}

function refuseMethod(request: Request, baseUrl: string, common: Readonly<Record<string, string>>): Response {
	const rejection = new Rejection("method-not-allowed", { headers: { Allow: METHODS.Allow ?? "" } });
	const requestId = randomUUID();
	const { status, text, headers } = replyToError(rejection, request.signal, requestId, baseUrl);
	return new Response(text, { status, headers: { ...common, ...headers, "X-Request-Id": requestId } });
}
