/** Whether tests cover every case (`npm run test:full`) or a sample. */
export const FULL = process.env.SIGHTLINE_TEST_FULL === "1";

/** All cases in the full run; else every `step`th, so that a new case shifts the sample. */
export function some<T>(cases: readonly T[], step: number): readonly T[] {
	return FULL ? cases : cases.filter((_, index) => index % step === 0);
}
