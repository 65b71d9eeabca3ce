import fc from "fast-check";

// `npm test` repeats itself to the letter; the full run looks further, somewhere else each time, and names its seed.
fc.configureGlobal(process.env.SIGHTLINE_TEST_FULL ? { numRuns: 2_000 } : { seed: 20261121 });
