import { randomUUID } from "node:crypto";
import { commonHeaders } from "./answer-headers.ts";
import { problemDocument } from "./problem-document.ts";
import { problemKind } from "./problems.ts";
import { Rejection } from "./rejection.ts";

/**
 * The answer to a request that no endpoint takes, whatever its method; it is read and counted no further.
 * @param baseUrl no trailing slash
 */
export function unknownAddress(baseUrl: string): Response {
	const { meaning } = problemKind("not-found");
	const description = `${new URL(baseUrl).pathname.replace(/\/$/, "")}/openapi.json`;
	const detail = `${meaning} Look it up in the interface description at ${description}.`;
	return problemAnswer(new Rejection("not-found", { detail }), baseUrl);
}

/** A problem document for a request that reached no endpoint. */
export function problemAnswer(rejection: Rejection, baseUrl: string): Response {
	const requestId = randomUUID();
	return new Response(JSON.stringify(problemDocument(rejection, requestId, baseUrl)), {
		status: problemKind(rejection.code).status,
		headers: {
			...commonHeaders(baseUrl),
			"Content-Type": "application/problem+json",
			"X-Request-Id": requestId,
			...rejection.parts.headers,
		},
	});
}
