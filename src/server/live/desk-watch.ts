import type { AuditEnd } from "./audit-queue.ts";
import type { AuditTarget } from "./held-claim.ts";

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
