/**
 * Expected failures: one class with a closed set of codes. Anything else that is thrown is a bug.
 * A message says what happened, why, and what to do.
 */

export const FAILURE_CODES = [
	// the request itself
	"input-invalid",
	"target-invalid",
	"target-blocked",
	"removal-asked",
	// the network
	"redirect-blocked",
	"redirect-limit",
	"redirect-loop",
	"name-not-found",
	"name-lookup-failed",
	"connection-refused",
	"connection-failed",
	"connection-timeout",
	"headers-timeout",
	"deadline-exceeded",
	"http-malformed",
	"request-unsendable",
	"headers-too-large",
	"body-too-large",
	"body-undecodable",
	"tls-invalid",
	// what a site may say to us
	"robots-refused",
	"wait-requested",
	"challenged",
	"request-budget",
	// what we could make of it
	"page-too-complex",
	"not-html",
	"evidence-thin",
	"folder-unreadable",
	"not-in-folder",
	"browser-missing",
	"browser-failed",
	// our own stores
	"receipt-invalid",
	"receipt-conflict",
	"evidence-missing",
	"store-busy",
	"store-unavailable",
	// a server under load
	"overloaded",
	"shutting-down",
	// the log and its proofs
	"log-malformed",
	"log-inconsistent",
	"log-changed",
	"signing-key",
	"signature-invalid",
	"signature-missing",
	"proof-wrong",
	"ed25519-missing",
	"not-fetched",
	// where reports are published
	"publish-conflict",
	"publish-refused",
	"publish-unreachable",
	// messages to people
	"mail-unsent",
	"webhook-refused",
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** Failures that an audit over the network can end with: why a public site got no score. */
export const AUDIT_FAILURE_CODES = [
	"name-not-found",
	"name-lookup-failed",
	"target-blocked",
	"connection-refused",
	"connection-failed",
	"connection-timeout",
	"tls-invalid",
	"request-unsendable",
	"headers-timeout",
	"headers-too-large",
	"http-malformed",
	"redirect-blocked",
	"redirect-limit",
	"redirect-loop",
	"robots-refused",
	"wait-requested",
	"challenged",
	"request-budget",
	"body-too-large",
	"body-undecodable",
	"not-html",
	"page-too-complex",
	"deadline-exceeded",
	"evidence-thin",
] as const satisfies readonly FailureCode[];

export type AuditFailureCode = (typeof AUDIT_FAILURE_CODES)[number];

/**
 * Failures that may be our own fault: our resolver, our network, our load, our own limits. They tell that we could not look,
 * never how a site is, so no receipt says them. All others are an answer of the site, or true of it whoever asks.
 */
const MAY_BE_OURS: ReadonlySet<FailureCode> = new Set([
	// No name server answered us. One that says that there is no such name (`name-not-found`) has answered.
	"name-lookup-failed",
	// A way that breaks, or a firewall that drops us, looks the same from both ends. A refusal (`connection-refused`) is an
	// answer of that host.
	"connection-failed",
	"connection-timeout",
	// A clock ran out: the site's slowness, or ours under load.
	"headers-timeout",
	"deadline-exceeded",
	// The site says how often it was asked from our address, by whomever.
	"wait-requested",
	// Bounds of ours on work, which another machine or another version has elsewhere. A size (`body-too-large`) is a fact.
	"request-budget",
	"page-too-complex",
	// Our own limit was reached, before or while a site was looked at: of lookups, threads, memory, turns.
	"overloaded",
	"shutting-down",
	"store-busy",
	"store-unavailable",
	// Where we look from has a fault of its own.
	"browser-missing",
	"browser-failed",
	"folder-unreadable",
]);

/** Whether a failure may be ours; unknown codes, such as those of older evidence, are taken for the site's. */
export function mayBeOurs(code: string): boolean {
	return (MAY_BE_OURS as ReadonlySet<string>).has(code);
}

/** Sentences: what happened, why as far as we know, and what the reader can do. */
interface FailureWords {
	readonly what: string;
	readonly why?: string | undefined;
	readonly todo?: string | undefined;
}

/** Marks failures: a built program holds a class of its own beside the one of whoever started it. */
const BRAND: unique symbol = Symbol.for("sightline.failure");

export class Failure extends Error {
	override readonly name = "Failure";
	readonly code: FailureCode;

	get [BRAND](): true {
		return true;
	}

	constructor(code: FailureCode, words: FailureWords, options?: { cause?: unknown }) {
		super([words.what, words.why, words.todo].filter(Boolean).join(" "), options);
		this.code = code;
	}
}

/** Failures that are the caller's to mend (exit code 2, status 400). */
const INPUT_CODES: readonly FailureCode[] = ["input-invalid", "target-invalid", "target-blocked", "removal-asked"];

export function isFailure(error: unknown): error is Failure {
	return typeof error === "object" && error !== null && BRAND in error;
}

export function isInputFailure(error: unknown): error is Failure {
	return isFailure(error) && INPUT_CODES.includes(error.code);
}
