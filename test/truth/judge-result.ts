import type { CheckAgreement } from "./check-tally.ts";

/** What one judge's cases came to. */
export interface JudgeResult {
	readonly judge: string;
	readonly cases: number;
	readonly agreed: number;
	readonly disagreements: readonly { readonly case: string; readonly expected: string; readonly ours: string }[];
	/** What the judge could not be asked about. */
	readonly leftOut?: string;
	/** What was measured, as lines of a Markdown table. */
	readonly table?: readonly string[];
	/** By id of the check, where a case speaks of a check. */
	readonly byCheck?: ReadonlyMap<string, CheckAgreement>;
	/** The same, of the cases in which at least one side finds a fault; where the judge knows of both. */
	readonly faulted?: { readonly cases: number; readonly agreed: number };
}
