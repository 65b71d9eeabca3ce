/** Expected failures; anything else thrown is a bug. A message says what happened, why, and what to do. */

export const FAILURE_CODES = [
	"input-invalid",
	"target-invalid",
	"target-blocked",
	"removal-asked",
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
	"machine-busy",
	"site-unavailable",
	"http-malformed",
	"request-unsendable",
	"headers-too-large",
	"body-too-large",
	"body-undecodable",
	"tls-invalid",
	"robots-refused",
	"wait-requested",
	"challenged",
	"request-budget",
	"page-too-complex",
	"not-html",
	"evidence-thin",
	"folder-unreadable",
	"not-in-folder",
	"browser-missing",
	"browser-failed",
	"receipt-invalid",
	"receipt-conflict",
	"evidence-missing",
	"list-changed",
	"store-busy",
	"store-unavailable",
	"overloaded",
	"shutting-down",
	"log-malformed",
	"log-inconsistent",
	"log-changed",
	"signing-key",
	"signature-invalid",
	"signature-missing",
	"proof-wrong",
	"ed25519-missing",
	"not-fetched",
	"publish-conflict",
	"publish-refused",
	"publish-unreachable",
	"mail-unsent",
	"webhook-refused",
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** Failures that a network audit may end with: why a public site got no score. */
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
	"machine-busy",
	"site-unavailable",
	"evidence-thin",
] as const satisfies readonly FailureCode[];

export type AuditFailureCode = (typeof AUDIT_FAILURE_CODES)[number];

/** May be our fault (resolver, network, load, limits) or temporary, so receipts omit them. Others are facts. */
const MAY_BE_OURS: ReadonlySet<FailureCode> = new Set([
	// No name server responded. `name-not-found`, in contrast, is a response.
	"name-lookup-failed",
	// A broken route and a firewall that drops our packets look alike. `connection-refused` is a response of the host.
	"connection-failed",
	"connection-timeout",
	// A timeout: the site's slowness, or ours under load.
	"headers-timeout",
	"deadline-exceeded",
	"machine-busy",
	// Temporary: the site is restarting or in maintenance.
	"site-unavailable",
	// The site counts requests from our address, whoever sends them.
	"wait-requested",
	// Our limits on work, which other machines or versions may not have. `body-too-large` is a fact about the site.
	"request-budget",
	"page-too-complex",
	// Our limit of lookups, threads, memory or turns was reached.
	"overloaded",
	"shutting-down",
	"store-busy",
	"store-unavailable",
	"browser-missing",
	"browser-failed",
	"folder-unreadable",
]);

/** Unknown codes, such as in older evidence, count as the site's. */
export function mayBeOurs(code: string): boolean {
	return (MAY_BE_OURS as ReadonlySet<string>).has(code);
}

interface FailureWords {
	readonly what: string;
	readonly why?: string | undefined;
	readonly todo?: string | undefined;
}

/** A bundle and the program that started it each have their own class, so `instanceof` is not enough. */
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

/** Failures that the caller must fix (exit code 2, status 400). */
const INPUT_CODES: readonly FailureCode[] = ["input-invalid", "target-invalid", "target-blocked", "removal-asked"];

export function isFailure(error: unknown): error is Failure {
	return typeof error === "object" && error !== null && BRAND in error;
}

export function isInputFailure(error: unknown): error is Failure {
	return isFailure(error) && INPUT_CODES.includes(error.code);
}
