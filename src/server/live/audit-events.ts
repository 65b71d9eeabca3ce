import { type FailureCode, isFailure } from "#core/failure.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import type { AuditJob } from "../api/live-app.ts";

/** What the audit service reports to the log and the metrics; none of it may throw. */
export interface AuditObserver {
	answered(source: AnswerSource): void;
	/** A new audit was refused. */
	refused(code: RefusalCode): void;
	/** An audit of this process ended. */
	ended(job: AuditJob, end: AuditEnd): void;
	/** An error that no caller waits for. */
	fault(error: unknown): void;
}

/** Where an answer came from: this process's cache, an audit under way, another process's audit, or one of its own. */
export type AnswerSource = "memory" | "shared" | "store" | "made";

export type RefusalCode = "overloaded" | "shutting-down";

/** How an audit ended. `ms` counts from its start, without the wait; `requestId` is that of the request that began it. */
export type AuditEnd = { readonly ms: number; readonly requestId?: string } & (
	| { readonly audit: LiveAudit }
	| { readonly error: unknown }
);

/** The end of an audit as one word of a closed set, for counters and log lines. */
export type AuditOutcome = "scored" | FailureCode | "cancelled" | "internal-error";

export function outcomeOf(end: AuditEnd): AuditOutcome {
	if ("audit" in end) return end.audit.stored.receipt.failure?.code ?? "scored";
	if (isFailure(end.error)) return end.error.code;
	return end.error instanceof DOMException && end.error.name === "AbortError" ? "cancelled" : "internal-error";
}
