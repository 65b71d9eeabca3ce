/** Bytes that the body of a request may have. */
export const BODY_MAX_BYTES = 16_384;

/** Bytes that the body of any request may have: the largest is a form with a logo. */
export const LARGEST_BODY_BYTES = 5 * BODY_MAX_BYTES;

/** Milliseconds after which a body must be complete. */
export const BODY_TIMEOUT_MS = 10_000;

/**
 * Every kind of problem that the API answers with. The API page explains them under `#problem-<code>` and the interface
 * description lists them; a code never changes its meaning.
 */

export interface ProblemKind {
	readonly status: number;
	readonly title: string;
	/** What happened and why, as a sentence. */
	readonly meaning: string;
	/** What the caller can do. */
	readonly todo: string;
	/** Registered type (RFC 9457 section 4.2); an address of ours where there is none. */
	readonly type?: string;
	/** Sent as Retry-After, in seconds, where the answer knows nothing better. */
	readonly retryAfterSeconds?: number;
}

const REGISTRY = "https://iana.org/assignments/http-problem-types";
const REDUCED_CAPACITY = `${REGISTRY}#temporary-reduced-capacity`;

export const PROBLEMS = {
	"json-invalid": {
		status: 400,
		title: "The body is not one JSON value",
		meaning: "The body cannot be read as one JSON value in UTF-8 whose members have different names.",
		todo: "Send one JSON object, as RFC 8259 describes it.",
	},
	"input-invalid": {
		status: 400,
		title: "The request is not as described",
		meaning:
			"A member of the body or a parameter of the query is missing, unknown or not as the interface describes it.",
		todo: "Correct what `errors` lists and send the request again.",
	},
	"target-invalid": {
		status: 400,
		title: "The target is no public host name",
		meaning: "What was to be audited cannot be read as a public host name.",
		todo: "Give a public host name such as example.com.",
	},
	"target-blocked": {
		status: 400,
		title: "The target is not public",
		meaning: "What was to be audited is an IP address, a private name, or a host with an address that is not public.",
		todo: "Give a public host name such as example.com.",
	},
	"removal-asked": {
		status: 400,
		title: "The owner asked for removal",
		meaning: "The owner of this domain asked that it be audited here no more.",
		todo: "Ask the owner, or audit the domain on a machine of your own with the command-line client.",
	},
	"authorization-malformed": {
		status: 400,
		title: "The Authorization field is malformed",
		meaning: "The Authorization field is not the word Bearer, one space and one token.",
		todo: "Send one access token as `Authorization: Bearer <token>`, or leave the field out.",
	},
	"token-invalid": {
		status: 401,
		title: "The access token or API key is refused",
		meaning: "The Authorization field holds something other than a valid access token or API key of this installation.",
		todo: "Get a new one, or leave the Authorization field out: public endpoints need none.",
	},
	"sign-in-required": {
		status: 401,
		title: "This needs an account",
		meaning: "The address answers about an account, and the request names none.",
		todo: "Send an API key, or an access token that acts for an account, as `Authorization: Bearer …`, or ask from a page of this site where somebody is signed in.",
	},
	"scope-missing": {
		status: 403,
		title: "The scope is missing",
		meaning: "The access token or API key is valid and does not hold the scope of this endpoint.",
		todo: "Get one with that scope, or leave the Authorization field out: public endpoints need none.",
	},
	"not-found": {
		status: 404,
		title: "Nothing at this address",
		meaning: "The API has no such address.",
		todo: "Look it up in the interface description at /openapi.json.",
	},
	"method-not-allowed": {
		status: 405,
		title: "Method not allowed",
		meaning: "This address does not answer this method.",
		todo: "Use a method that the Allow field names.",
	},
	"nothing-to-seal": {
		status: 409,
		title: "There is no audit to seal",
		meaning: "Neither the public wall nor the caller's account has an audit of this domain that came to a score.",
		todo: "Audit the domain, and ask again when the log has been sealed.",
	},
	"receipt-pending": {
		status: 409,
		title: "The receipt waits for the log",
		meaning: "The audit has a receipt that is not in the log yet, so that nobody could check its seal.",
		todo: "Ask again after the time that the Retry-After field names.",
	},
	"score-differs": {
		status: 409,
		title: "The receipt says another score",
		meaning: "A seal shows the score of the logged receipt, and the request names another one.",
		todo: "Ask for the score that the receipt says, or leave `score` out.",
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
		todo: "Wait as long as the Retry-After field says.",
		type: `${REGISTRY}#quota-exceeded`,
	},
	"internal-error": {
		status: 500,
		title: "The server failed",
		meaning:
			"The request could not be answered: the server made a mistake, which was recorded under the id of the request.",
		todo: "Try again later; if it stays, tell the operator the id of the request.",
	},
	overloaded: {
		status: 503,
		title: "The server is at its limit",
		meaning:
			"As many audits are under way or waiting as this server can carry, or as it makes for one caller at a time.",
		todo: "Try again after the time that the Retry-After field names.",
		type: REDUCED_CAPACITY,
		retryAfterSeconds: 10,
	},
	"shutting-down": {
		status: 503,
		title: "The server is restarting",
		meaning: "This server is about to end and takes no new audits.",
		todo: "Try again after the time that the Retry-After field names.",
		type: REDUCED_CAPACITY,
		retryAfterSeconds: 5,
	},
	"store-busy": {
		status: 503,
		title: "The store is busy",
		meaning: "The store of this installation is held by other work.",
		todo: "Try again after the time that the Retry-After field names.",
		type: REDUCED_CAPACITY,
		retryAfterSeconds: 2,
	},
	"store-unavailable": {
		status: 503,
		title: "The store cannot be reached",
		meaning: "The store of this installation cannot be reached, so that nothing could be kept.",
		todo: "Try again after the time that the Retry-After field names.",
		type: REDUCED_CAPACITY,
		retryAfterSeconds: 30,
	},
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Typed by its widest form, so that optional members can be asked for. */
export function problemKind(code: ProblemCode): ProblemKind {
	return PROBLEMS[code];
}
