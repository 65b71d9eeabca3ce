import { type FailureCode, isFailure } from "#core/failure.ts";
import type { AuditTarget } from "./audit-lease.ts";
import type { AuditEnd } from "./audit-queue.ts";

/** Where an answer came from: this process's memory, an audit under way, another process's, or one of its own. */
export type AnswerWay = "memory" | "shared" | "store" | "made";

/** What an onlooker of the desk hears; must not throw. */
export interface DeskWatch {
	answered(way: AnswerWay): void;
	/** A new audit was turned away. */
	refused(code: "overloaded" | "shutting-down"): void;
	/** An audit of this process ended. */
	ended(target: AuditTarget, end: AuditEnd): void;
	/** Something went wrong that nobody waits for. */
	fault(error: unknown): void;
}

/** How an audit ended, in one word of a closed set: what counters and log lines say. */
export type AuditOutcome = "scored" | FailureCode | "cancelled" | "internal-error";

export function outcomeOf(end: AuditEnd): AuditOutcome {
	if ("audit" in end) return end.audit.stored.receipt.failure?.code ?? "scored";
	if (isFailure(end.error)) return end.error.code;
	return end.error instanceof DOMException && end.error.name === "AbortError" ? "cancelled" : "internal-error";
}
