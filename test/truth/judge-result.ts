import type { CheckAgreement } from "./check-tally.ts";

/** What one judge's cases came to. */
export interface JudgeResult {
	readonly judge: string;
	readonly cases: number;
	readonly agreed: number;
	readonly disagreements: readonly { readonly case: string; readonly expected: string; readonly ours: string }[];
	/** What the judge could not be asked about. */
	readonly leftOut?: string;
	/** Shares that must be reached, where agreement case by case says too little. */
	readonly measures?: readonly Measure[];
	/** What was measured, as lines of a Markdown table. */
	readonly table?: readonly string[];
	/** By id of the check, where a case speaks of a check. */
	readonly byCheck?: ReadonlyMap<string, CheckAgreement>;
	/** The same, of the cases in which at least one side finds a fault; where the judge knows of both. */
	readonly faulted?: { readonly cases: number; readonly agreed: number };
}

/** A share, 0 to 1. */
export interface Measure {
	readonly name: string;
	readonly value: number;
	readonly atLeast: number;
}
