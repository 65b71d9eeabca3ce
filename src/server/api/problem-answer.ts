import { randomUUID } from "node:crypto";
import { commonHeaders } from "./answer-headers.ts";
import { problemDocument } from "./problem-document.ts";
import { problemKind } from "./problems.ts";
import type { Rejection } from "./rejection.ts";

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
