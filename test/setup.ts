import module from "node:module";
import fc from "fast-check";

// As the program does (src/cli/sightline.ts), so that threads which read pages load their code from it.
module.enableCompileCache();

// `npm test` repeats itself to the letter; the full run looks further, somewhere else each time, and names its seed.
fc.configureGlobal(process.env.SIGHTLINE_TEST_FULL ? { numRuns: 2_000 } : { numRuns: 20, seed: 20261121 });
