/** Shares below which two answers to one question are called different texts. */
export const MOSTLY_SAME = 0.8;

/**
 * What two texts have in common, 0 to 1, by their fingerprints; null where one of them is too short to have one.
 */
export function similarityOf(one: readonly number[], other: readonly number[]): number | null {
	if (one.length === 0 || one.length !== other.length) return null;
	return one.filter((value, place) => value === other[place]).length / one.length;
}
