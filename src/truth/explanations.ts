/** Why a disagreement with a judge stands: by what the standard says, never by what we do. */
export interface Explanation {
	/** Name of the judge. */
	readonly judge: string;
	/** Which of its cases; matched against the whole text of a case. */
	readonly cases: RegExp;
	/** What the judge says of them, where the same case may differ in more than one way. */
	readonly expected?: RegExp;
	readonly because: string;
	/** The section that decides. */
	readonly standard: `https://${string}`;
}

/** More rows than this would be excuses. */
export const MAX_EXPLANATIONS = 20;

export const EXPLANATIONS: readonly Explanation[] = [];
