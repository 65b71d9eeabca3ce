/** Whether tests look at every case (`npm run test:full`) or, in the short form, at some of them. */
export const FULL = process.env.SIGHTLINE_TEST_FULL === "1";

/** All in the full run; else the first and every `step`th behind it, so that a new case moves which ones are looked at. */
export function some<T>(cases: readonly T[], step: number): readonly T[] {
	return FULL ? cases : cases.filter((_, index) => index % step === 0);
}
