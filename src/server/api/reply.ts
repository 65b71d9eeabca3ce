import { type Answer, SerializedJson } from "./endpoint.ts";
import { rejectionFor } from "./failure-status.ts";
import { problemDocument } from "./problem-document.ts";
import { problemKind } from "./problems.ts";
import { ClientGone } from "./rejection.ts";

/** An answer as it is sent, but for the header fields that all have. */
export interface Reply {
	readonly status: number;
	readonly body: string | Uint8Array<ArrayBuffer> | null;
	readonly headers: Readonly<Record<string, string>>;
	/** Of the problem; `client-gone` where nobody reads the answer. */
	readonly code?: string;
	/** What the server could not help. */
	readonly error?: unknown;
}

export function replyOf({ status = 200, body, headers }: Answer<unknown>): Reply {
	return {
		status,
		body: body instanceof SerializedJson ? body.bytes : JSON.stringify(body),
		headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
	};
}

/**
 * What an error is answered with: a problem document, or nothing where the client has gone away.
 * @param baseUrl no trailing slash
 */
export function replyToError(error: unknown, signal: AbortSignal, requestId: string, baseUrl: string): Reply {
	if (error instanceof ClientGone || signal.aborted) return replyToNobody(error, signal);
	const rejection = rejectionFor(error);
	const { status, retryAfterSeconds } = problemKind(rejection.code);
	return {
		status,
		body: JSON.stringify(problemDocument(rejection, requestId, baseUrl)),
		headers: {
			"Content-Type": "application/problem+json",
			...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
			...rejection.parts.headers,
		},
		code: rejection.code,
		...(status >= 500 && { error: rejection.parts.cause ?? rejection }),
	};
}

/** Status 499 is for the log. Work that was ended with its request is no error; one that happened beside it is. */
function replyToNobody(error: unknown, signal: AbortSignal): Reply {
	const isEnding =
		error instanceof ClientGone ||
		error === signal.reason ||
		(error instanceof Error && error.name === "AbortError") ||
		rejectionFor(error).code !== "internal-error";
	return { status: 499, body: null, headers: {}, code: "client-gone", ...(!isEnding && { error }) };
}
