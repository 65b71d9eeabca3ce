import type { CheckAgreement } from "./check-tally.ts";

/** Results of one judge's cases. */
export interface JudgeResult {
	readonly judge: string;
	readonly cases: number;
	readonly agreed: number;
	readonly disagreements: readonly { readonly case: string; readonly expected: string; readonly ours: string }[];
	/** Cases that the judge could not decide. */
	readonly leftOut?: string;
	/** Required shares, if agreement by case says too little. */
	readonly measures?: readonly Measure[];
	/** Measurements, as lines of a Markdown table. */
	readonly table?: readonly string[];
	/** By check id, if cases belong to checks. */
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
