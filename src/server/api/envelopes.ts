import { ProtocolError } from "#core/protocol-error.ts";
import { clipped } from "#core/wording.ts";
import { ofDescription } from "#people/oauth/protocol.ts";
import { plainText } from "#site/page/page-text.ts";
import type { Protocol } from "./endpoint.ts";
import { type ProblemCode, problemKind } from "./problems.ts";
import { problemDocument, type Rejection } from "./rejection.ts";

/** The body of an error and its fields, in the shape of a protocol. */
export interface Envelope {
	readonly status: number;
	readonly body: unknown;
	readonly headers: Readonly<Record<string, string>>;
	/** Names the error in logs. */
	readonly code: string;
}

export interface EnvelopePlace {
	readonly protocol: Protocol;
	readonly requestId: string;
	/** No trailing slash. */
	readonly baseUrl: string;
}

/** How an error that a handler threw, or that ended the checks before it, is answered. */
export function envelopeOf(error: Rejection | ProtocolError, place: EnvelopePlace): Envelope {
	const { protocol, requestId, baseUrl } = place;
	const facts = error instanceof ProtocolError ? error : factsOf(error);
	const { status } = facts;
	const headers = {
		...PROTOCOL_FIELDS[protocol],
		...(status === 401 && challengeOf(protocol, facts)),
		...facts.headers,
	};
	if (error instanceof ProtocolError || (protocol !== "api" && protocol !== "document"))
		return { status, body: bodyOf(protocol, facts), headers, code: facts.error };
	const { code } = error;
	const problem = problemDocument(error, requestId, baseUrl);
	const { ok: _ok, error: _error, refusal: _refusal, ...plain } = problem;
	const body = protocol === "api" ? problem : plain;
	return { status, body, headers: { ...headers, "Content-Type": "application/problem+json" }, code };
}

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };
/** RFC 6749 section 5.1 asks for both. */
const UNKEPT = { ...JSON_TYPE, "Cache-Control": "no-store", Pragma: "no-cache" };

/** Fields of every answer of a protocol, where the answer says nothing else. */
export const PROTOCOL_FIELDS: Readonly<Record<Protocol, Readonly<Record<string, string>>>> = {
	api: JSON_TYPE,
	document: JSON_TYPE,
	mcp: JSON_TYPE,
	oauth: UNKEPT,
	agent: UNKEPT,
	// RFC 8935 section 2.3 names the language of a description.
	events: { ...JSON_TYPE, "Content-Language": "en" },
};

/** The same of answers without a body. */
export const UNTYPED_FIELDS = Object.fromEntries(
	Object.entries(PROTOCOL_FIELDS).map(([protocol, { "Content-Type": _, ...fields }]) => [protocol, fields]),
) as typeof PROTOCOL_FIELDS;

/** What a 401 wants (RFC 9110 section 15.5.2) where whoever refused did not say more; bearer tokens are challenged where they are read. */
function challengeOf(protocol: Protocol, { error }: Pick<Facts, "error">): Readonly<Record<string, string>> {
	if (protocol === "oauth") return { "WWW-Authenticate": 'Basic realm="oauth", charset="UTF-8"' };
	return protocol === "agent" ? { "WWW-Authenticate": `AgentAuth error="${error}"` } : {};
}

type Facts = Pick<ProtocolError, "status" | "error" | "description" | "more" | "headers">;

function factsOf(rejection: Rejection): Facts {
	const { status, retryAfterSeconds } = problemKind(rejection.code);
	const headers = {
		...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
		...rejection.parts.headers,
	};
	const wait = Number(headers["Retry-After"]);
	return {
		status,
		error: errorName(rejection.code, status),
		description: clipped(plainText(rejection.message), DESCRIPTION_LENGTH),
		more: wait > 0 ? { retry_after: wait } : {},
		headers,
	};
}

const DESCRIPTION_LENGTH = 1200;

/** Error codes of RFC 6749 section 5.2 and RFC 6750 section 3.1; what they have no word for is that of auth.md. */
function errorName(code: ProblemCode, status: number): string {
	switch (status) {
		case 401:
			return code === "token-invalid" ? "invalid_token" : "login_required";
		case 403:
			return "insufficient_scope";
		case 429:
			return "rate_limit_exceeded";
		case 500:
			return "server_error";
		case 503:
			return "temporarily_unavailable";
		default:
			return "invalid_request";
	}
}

function bodyOf(protocol: Protocol, { status, error, description, more }: Facts): unknown {
	const { retry_after } = more;
	const plain = ofDescription(description);
	switch (protocol) {
		case "events":
			return { err: error, description };
		case "agent":
			return { error, error_description: plain, message: description, ...more };
		case "mcp":
			return {
				jsonrpc: "2.0",
				error: {
					code: rpcCode(status),
					message: description,
					data: { error, ...(retry_after ? { retry_after } : {}) },
				},
				id: null,
			};
		default:
			return { error, error_description: plain, ...more };
	}
}

/** JSON-RPC 2.0 section 5.1: an invalid request, an internal error, or one that the server defines. */
function rpcCode(status: number): number {
	if (status === 500) return -32_603;
	return status === 400 || status === 413 || status === 415 ? -32_600 : -32_000;
}
