import { commonHeaders, preflightHeaders } from "../api/answer-headers.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { entityTag, isKnownTag } from "../api/entity-tag.ts";
import { methodNotAllowed } from "../api/method-not-allowed.ts";
import { problemAnswer } from "../api/problem-answer.ts";
import { buildOpenApi, type OpenApiOptions } from "./build-openapi.ts";

/** Like an endpoint that only gives. */
const METHODS = preflightHeaders({ method: "GET" });

/** Answers requests for `/openapi.json`. Nothing is counted: the text is written once, and caches keep it. */
export function createOpenApiResponse(
	endpoints: readonly Endpoint[],
	options: OpenApiOptions,
): (request: Request) => Response {
	const text = JSON.stringify(buildOpenApi(endpoints, options));
	const tag = entityTag(text);
	const common = commonHeaders(options.baseUrl);
	const found = { ...common, "Cache-Control": "public, max-age=300", ETag: tag };
	return (request) => {
		const { method, headers } = request;
		if (method === "OPTIONS") return new Response(null, { status: 204, headers: { ...common, ...METHODS } });
		if (method !== "GET" && method !== "HEAD") {
			return problemAnswer(methodNotAllowed({ method: "GET" }), options.baseUrl);
		}
		if (isKnownTag(headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers: found });
		const body = method === "HEAD" ? null : text;
		return new Response(body, { headers: { ...found, "Content-Type": "application/json; charset=utf-8" } });
	};
}
