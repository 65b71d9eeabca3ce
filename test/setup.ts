import { open } from "node:fs/promises";
import module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";

// As the program does (src/cli/sightline.ts): threads and processes of tests load their code from it, too.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");
module.enableCompileCache();

// `npm test` repeats itself to the letter; the full run looks further, somewhere else each time, and names its seed.
fc.configureGlobal(process.env.SIGHTLINE_TEST_FULL ? { numRuns: 2_000 } : { numRuns: 20, seed: 20261121 });

// No machine dies here, so nothing waits for the disk; tests of what must be on it in time have a disk of their own.
const file = await open(process.execPath);
Object.getPrototypeOf(file).sync = async () => undefined;
await file.close();
