import { bandOf } from "../brief/band.ts";

/** The band of an overall score, or what stands in its place where an audit gave none. */
export function scoreWords(score: number | undefined): string {
	return score === undefined ? "Could not be audited" : bandOf(score).words;
}
