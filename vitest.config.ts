import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Which project a test belongs to shows in its name; docs/testing.md says more.
const INTEGRATION = "{src,test}/**/*.integration.test.ts";
const E2E = "test/e2e/**/*.test.ts";
/** What the short run leaves to the full one as a whole. */
const FULL_ALONE = process.env.SIGHTLINE_TEST_FULL ? [] : ["test/e2e/**/*.full.test.ts"];

/** Vitest's own default leaves a core idle; two cores get two workers. */
const maxWorkers = Math.min(4, availableParallelism());
/** Tests that wait for sockets, servers and browsers leave a third of their cores idle. */
const waitingWorkers = maxWorkers + 2;

/** Small files that take long: begun last, as Vitest begins small files, they would run alone at the end. */
const LONG = new Set([
	...["effect", "exemplary", "languages", "planted-faults", "repairs", "seeded-logs", "site-scale"],
	...["action-fixes", "brief-pdf", "conformance", "crash", "determinism", "fleet", "foreign-files", "full-disk"],
	...["logs", "nightly", "packed-command-line", "print-document", "rehearse", "schedule"],
	...["live-pages", "proof-pages", "shared-sites", "site-browser", "unlisted-pages", "withdrawn-pages"],
]);
class LongFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const nameOf = (path: string) => basename(path).replace(/(?:\.integration)?\.test\.ts$/, "");
		const rank = ({ project, moduleId }: TestSpecification) =>
			project.config.sequence.groupOrder * 2 - Number(LONG.has(nameOf(moduleId)));
		return (await super.sort(files)).sort((left, right) => rank(left) - rank(right));
	}
}

export default defineConfig({
	test: {
		sequence: { sequencer: LongFirst },
		setupFiles: ["./test/setup.ts"],
		environment: "node",
		testTimeout: 60_000,
		hookTimeout: 60_000,
		maxWorkers,
		restoreMocks: true,
		unstubGlobals: true,
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					include: ["{src,test}/**/*.test.ts"],
					exclude: [INTEGRATION, E2E],
					pool: "threads",
					// Some wait for a crawler's pace or for a thread of the program.
					maxWorkers: maxWorkers + 1,
					// Modules are loaded once for all files, so these tests leave no global state behind.
					isolate: false,
					// Tests that say they are concurrent wait, most of the time, for a crawler's pace.
					maxConcurrency: 16,
					sequence: { groupOrder: 0 },
				},
			},
			{
				extends: true,
				test: {
					name: "integration",
					globalSetup: ["src/store/shared-postgres.testkit.ts"],
					include: [INTEGRATION],
					exclude: [E2E],
					pool: "forks",
					// Half a second less for each file than in a process of its own.
					isolate: false,
					maxWorkers: waitingWorkers,
					// Each of those that are concurrent has a browser.
					maxConcurrency: 3,
					sequence: { groupOrder: 1 },
				},
			},
			{
				extends: true,
				test: {
					name: "e2e",
					globalSetup: ["src/store/shared-postgres.testkit.ts", "test/e2e/shared-builds.testkit.ts"],
					include: [E2E],
					exclude: FULL_ALONE,
					pool: "forks",
					isolate: false,
					maxWorkers: waitingWorkers,
					testTimeout: 120_000,
					hookTimeout: 240_000,
					// A browser on a busy machine takes its time.
					expect: { poll: { timeout: 15_000 } },
					// After the integration tests: side by side, both took longer.
					sequence: { groupOrder: 2 },
				},
			},
		],
	},
});
