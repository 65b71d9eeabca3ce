import { type FailureCode, isFailure } from "#core/failure.ts";
import type { AuditEnd } from "./audit-queue.ts";

/** How an audit ended, in one word of a closed set: what counters and log lines say. */
export type AuditOutcome = "scored" | FailureCode | "cancelled" | "internal-error";

export function outcomeOf(end: AuditEnd): AuditOutcome {
	if ("audit" in end) return end.audit.stored.receipt.failure?.code ?? "scored";
	if (isFailure(end.error)) return end.error.code;
	return end.error instanceof DOMException && end.error.name === "AbortError" ? "cancelled" : "internal-error";
}
