import type { ApiProblem } from "#core/api/api-problem.ts";
import { ProtocolError } from "#core/api/protocol-error.ts";
import { REFUSAL } from "#core/brand.ts";
import { Failure, type FailureCode, isFailure, isInputFailure } from "#core/failure.ts";
import { clipped } from "#core/wording.ts";
import { ofDescription } from "#people/oauth/protocol.ts";
import { plainText } from "#site/page/page-text.ts";
import type { Protocol } from "./endpoint.ts";

export const BODY_MAX_BYTES = 16_384;

/** Maximum body of any request; the largest is a form with a logo. */
export const LARGEST_BODY_BYTES = 5 * BODY_MAX_BYTES;

export const BODY_TIMEOUT_MS = 10_000;

/** The API page explains them under `#problem-<code>`; a code never changes its meaning. */

interface ProblemKind {
	readonly status: number;
	readonly title: string;
	readonly meaning: string;
	readonly todo: string;
	/** Registered type (RFC 9457 section 4.2); by default an address of ours. */
	readonly type?: string;
	/** Default for Retry-After. */
	readonly retryAfterSeconds?: number;
}

const REGISTRY = "https://iana.org/assignments/http-problem-types";
const REDUCED_CAPACITY = `${REGISTRY}#temporary-reduced-capacity`;

export const PROBLEMS = {
	"json-invalid": {
		status: 400,
		title: "The body is not valid JSON",
		meaning: "The body must be one JSON value in UTF-8, without duplicate names.",
		todo: "Send one JSON object (RFC 8259).",
	},
	"input-invalid": {
		status: 400,
		title: "The request is invalid",
		meaning: "A member of the body or a query parameter is missing, unknown or invalid.",
		todo: "Correct what `errors` lists and send the request again.",
	},
	"target-invalid": {
		status: 400,
		title: "The target is not a public host name",
		meaning: "The target cannot be read as a public host name.",
		todo: "Enter a public host name such as example.com.",
	},
	"target-blocked": {
		status: 400,
		title: "The target is not public",
		meaning: "The target is an IP address, a private name, or a host with an address that is not public.",
		todo: "Enter a public host name such as example.com.",
	},
	"removal-asked": {
		status: 400,
		title: "The owner asked for removal",
		meaning: "The owner of this domain asked us not to audit it.",
		todo: "Ask the owner, or audit the domain on your own machine with the command-line client.",
	},
	"authorization-malformed": {
		status: 400,
		title: "The Authorization field is malformed",
		meaning: "The Authorization field must be the word Bearer, one space and one token.",
		todo: "Send one access token as `Authorization: Bearer <token>`, or omit the field.",
	},
	"token-invalid": {
		status: 401,
		title: "The access token or API key is not valid",
		meaning: "The Authorization field does not contain a valid access token or API key of this installation.",
		todo: "Get a new one, or omit the Authorization field: public endpoints do not need it.",
	},
	"sign-in-required": {
		status: 401,
		title: "This needs an account",
		meaning: "This endpoint needs an account, and the request does not name one.",
		todo: "Send an API key, or an access token that acts for an account, as `Authorization: Bearer …`, or call it from a page of this site while signed in.",
	},
	"scope-missing": {
		status: 403,
		title: "The scope is missing",
		meaning: "The access token or API key is valid but does not have the scope of this endpoint.",
		todo: "Get one with that scope, or omit the Authorization field: public endpoints do not need it.",
	},
	"not-found": {
		status: 404,
		title: "Unknown address",
		meaning: "The API has no such address.",
		todo: "All addresses are listed in /openapi.json.",
	},
	"method-not-allowed": {
		status: 405,
		title: "Method not allowed",
		meaning: "This address does not support this method.",
		todo: "Use a method from the Allow field.",
	},
	"nothing-to-seal": {
		status: 409,
		title: "No audit to seal",
		meaning: "Neither the public wall nor the caller's account has an audit of this domain with a score.",
		todo: "Audit the domain, and try again after the next seal of the log.",
	},
	"receipt-pending": {
		status: 409,
		title: "The receipt is not in the log yet",
		meaning: "The receipt is not in the log yet, so readers could not check its seal.",
		todo: "Try again after the time in the Retry-After field.",
	},
	"score-differs": {
		status: 409,
		title: "The receipt has a different score",
		meaning: "A seal shows the score of the logged receipt, but the request names a different score.",
		todo: "Send the receipt's score, or omit `score`.",
	},
	"request-too-slow": {
		status: 408,
		title: "The body did not arrive in time",
		meaning: `The body of the request was not complete after ${BODY_TIMEOUT_MS / 1000} seconds.`,
		todo: "Send the request again.",
	},
	"request-too-large": {
		status: 413,
		title: "The body is too large",
		meaning: `The body of the request is larger than ${BODY_MAX_BYTES} bytes.`,
		todo: "Send a smaller body.",
	},
	"media-type-unsupported": {
		status: 415,
		title: "The body is not declared as JSON",
		meaning: "The body is not declared as application/json in UTF-8 without content coding.",
		todo: "Send `Content-Type: application/json`, and no Content-Encoding.",
	},
	"rate-limited": {
		status: 429,
		title: "Too many requests",
		meaning: "The requests of this caller have used up a rate limit.",
		todo: "Wait for the time in the Retry-After field.",
		type: `${REGISTRY}#quota-exceeded`,
	},
	"internal-error": {
		status: 500,
		title: "The server failed",
		meaning: "The server made a mistake, which was recorded under the request's id.",
		todo: "Try again later. If it happens again, tell the operator the request's id.",
	},
	overloaded: {
		status: 503,
		title: "The server is at its limit",
		meaning: "The server is running or queueing as many audits as it can, or as it allows one caller.",
		todo: "Try again after the time in the Retry-After field.",
		type: REDUCED_CAPACITY,
		retryAfterSeconds: 10,
	},
	"shutting-down": {
		status: 503,
		title: "The server is restarting",
		meaning: "This server is shutting down and accepts no new audits.",
		todo: "Try again after the time in the Retry-After field.",
		type: REDUCED_CAPACITY,
		retryAfterSeconds: 5,
	},
	"store-busy": {
		status: 503,
		title: "The store is busy",
		meaning: "The store of this installation is busy with other work.",
		todo: "Try again after the time in the Retry-After field.",
		type: REDUCED_CAPACITY,
		retryAfterSeconds: 2,
	},
	"store-unavailable": {
		status: 503,
		title: "The store cannot be reached",
		meaning: "The store of this installation cannot be reached, so nothing could be saved.",
		todo: "Try again after the time in the Retry-After field.",
		type: REDUCED_CAPACITY,
		retryAfterSeconds: 30,
	},
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Returns the wide type, so that optional members can be read. */
export function problemKind(code: ProblemCode): ProblemKind {
	return PROBLEMS[code];
}

export interface RejectionParts {
	readonly detail?: string;
	readonly errors?: readonly FieldFault[];
	readonly violatedPolicies?: readonly string[];
	/** Must not contain text of the request. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly cause?: unknown;
}

export class Rejection extends Error {
	override readonly name = "Rejection";
	readonly code: ProblemCode;
	readonly parts: RejectionParts;

	constructor(code: ProblemCode, parts: RejectionParts = {}) {
		const { meaning, todo } = problemKind(code);
		super(parts.detail ?? `${meaning} ${todo}`, { cause: parts.cause });
		this.code = code;
		this.parts = parts;
	}
}

export class ClientGone extends Error {
	override readonly name = "ClientGone";
}

export interface FieldFault {
	readonly detail: string;
	/** JSON Pointer (RFC 6901) as a URI fragment, such as `#/domain`; for a query `#/` and the parameter's name. */
	readonly pointer: string;
}

export class FieldFailure extends Failure {
	readonly errors: readonly FieldFault[];

	constructor(code: FailureCode, errors: readonly FieldFault[], options?: { cause?: unknown }) {
		super(code, { what: [...new Set(errors.map(({ detail }) => detail))].join(" ") }, options);
		this.errors = errors;
	}
}

/** Adds the pointer to failures that the caller can fix. */
export async function atField<T>(pointer: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		throw new FieldFailure(error.code, [{ detail: error.message, pointer }], { cause: error });
	}
}

/** Longer names are not echoed to the caller. */
const NAME_LENGTH = 200;

/** ASCII JSON Pointer fragment (RFC 6901) such as `#/fixes/0`; `#`: the body. Stops before a name too long to echo. */
export function faultPointer(path: readonly PropertyKey[]): string {
	let pointer = "#";
	for (const step of path) {
		const name = String(step);
		if (name.length > NAME_LENGTH) break;
		pointer += `/${encodeURIComponent(name.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1"))}`;
	}
	return pointer;
}

/** Other codes are bugs or a damaged installation. Failures of an audited site are responses with `ok: false`. */
const FAILURE_PROBLEMS: Partial<Record<FailureCode, ProblemCode>> = {
	"input-invalid": "input-invalid",
	"target-invalid": "target-invalid",
	"target-blocked": "target-blocked",
	"removal-asked": "removal-asked",
	overloaded: "overloaded",
	"shutting-down": "shutting-down",
	"store-busy": "store-busy",
	"store-unavailable": "store-unavailable",
};

/** Keeps the message only of failures that the caller can fix: others may reveal internals. */
export function rejectionFor(error: unknown): Rejection {
	if (error instanceof Rejection) return error;
	const code = isFailure(error) ? FAILURE_PROBLEMS[error.code] : undefined;
	if (code === undefined || !isFailure(error)) return new Rejection("internal-error", { cause: error });
	if (problemKind(code).status >= 500) return new Rejection(code, { cause: error });
	return new Rejection(code, {
		detail: error.message,
		...(error instanceof FieldFailure && { errors: error.errors }),
		cause: error,
	});
}

const DETAIL_LENGTH = 1200;
const FAULT_LENGTH = 300;
/** Bounds the response to a body full of wrong members. */
const FAULTS_MAX = 100;

/** RFC 9457. Messages may quote the request, so they are sanitized and truncated here. */
export function problemDocument(rejection: Rejection, requestId: string, baseUrl: string): ApiProblem {
	const { type, title, status } = problemKind(rejection.code);
	const { errors, violatedPolicies } = rejection.parts;
	const detail = clipped(plainText(rejection.message), DETAIL_LENGTH);
	return {
		type: type ?? `${baseUrl}/api/#problem-${rejection.code}`,
		title,
		status,
		detail,
		instance: `urn:uuid:${requestId}`,
		ok: false,
		error: detail,
		code: rejection.code,
		refusal: REFUSAL,
		...(errors && {
			errors: errors.slice(0, FAULTS_MAX).map((fault) => ({
				detail: clipped(plainText(fault.detail), FAULT_LENGTH),
				pointer: fault.pointer,
			})),
		}),
		...(violatedPolicies && { "violated-policies": [...violatedPolicies] }),
	};
}

interface Envelope {
	readonly status: number;
	readonly body: unknown;
	readonly headers: Readonly<Record<string, string>>;
	readonly code: string;
}

export interface EnvelopePlace {
	readonly protocol: Protocol;
	readonly requestId: string;
	readonly baseUrl: string;
}

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
/** RFC 6749 section 5.1 requires both. */
const UNKEPT = { ...JSON_TYPE, "Cache-Control": "no-store", Pragma: "no-cache" };

export const PROTOCOL_FIELDS: Readonly<Record<Protocol, Readonly<Record<string, string>>>> = {
	api: JSON_TYPE,
	document: JSON_TYPE,
	mcp: JSON_TYPE,
	oauth: UNKEPT,
	agent: UNKEPT,
	// RFC 8935 section 2.3: the language of a description.
	events: { ...JSON_TYPE, "Content-Language": "en" },
};

export const UNTYPED_FIELDS = Object.fromEntries(
	Object.entries(PROTOCOL_FIELDS).map(([protocol, { "Content-Type": _, ...fields }]) => [protocol, fields]),
) as typeof PROTOCOL_FIELDS;

/** Default challenge of a 401 (RFC 9110 section 15.5.2). The token reader sets the one for bearer tokens. */
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

/** RFC 6749 section 5.2 and RFC 6750 section 3.1; auth.md codes for the rest. */
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

/** JSON-RPC 2.0 section 5.1: an invalid request, an internal error, or a server-defined one. */
function rpcCode(status: number): number {
	if (status === 500) return -32_603;
	return status === 400 || status === 413 || status === 415 ? -32_600 : -32_000;
}
