// npm test: finds or installs a browser, says what it did, runs the tests, and names what was skipped.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { findInstalledBrowser } from "#config/environment.ts";

const HELP = `npm test [-- options] [files]: every test in its short form.

  --full          the long forms too (npm run test:full); takes about an hour
  --no-browser    neither install nor use a browser; also SIGHTLINE_TEST_BROWSER=none
  --project unit  one project: unit, integration or e2e; other options go to Vitest

docs/testing.md says more.
`;

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, "..");
const OWN = ["--full", "--no-browser"];
const argv = process.argv.slice(2);
const full = argv.includes("--full");
const declined = argv.includes("--no-browser") || process.env.SIGHTLINE_TEST_BROWSER === "none";

if (argv.includes("--help")) process.stdout.write(HELP);
else await test();

async function test(): Promise<void> {
	const browser = declined
		? say("Browser: none, as asked; the tests that need one are skipped.", undefined)
		: await provideBrowser();
	// Whatever tests write to temporary folders goes with this one, also what a test that failed has left.
	const folder = mkdtempSync(join(tmpdir(), "sightline-test-"));
	// Postgres, which runs as a user of its own where this is root, must get to its files in there.
	chmodSync(folder, 0o755);
	const outputFile = join(folder, "results.json");
	const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs");
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`];
	const run = spawnSync(
		process.execPath,
		[vitest, "run", ...reporters, ...argv.filter((each) => !OWN.includes(each))],
		{
			cwd: root,
			stdio: "inherit",
			env: {
				...process.env,
				TMPDIR: folder,
				// A build of the site is done in half the time when an earlier one has compiled its modules.
				NODE_COMPILE_CACHE: join(folder, "node-compile-cache"),
				...(browser ? { CHROME_PATH: browser } : { SIGHTLINE_TEST_BROWSER: "none" }),
				...(full ? { SIGHTLINE_TEST_FULL: "1" } : {}),
				// No file and no project is named.
				...(argv.every((each) => OWN.includes(each)) ? { SIGHTLINE_TEST_WHOLE: "1" } : {}),
			},
		},
	);
	// A runner that died before its results has said why by itself.
	const ran = existsSync(outputFile) && summarise(outputFile);
	rmSync(folder, { recursive: true, force: true });
	process.exitCode = run.status === 0 && ran ? 0 : 1;
}

/** An installed Chrome or Chromium; else, unless that is declined, one that is installed now. */
async function provideBrowser(): Promise<string | undefined> {
	const installed = findInstalledBrowser(process.env) ?? playwrightBrowser();
	if (installed) return say(`Browser: ${installed}`, installed);
	const ofDebian = process.getuid?.() === 0 && existsSync("/etc/debian_version");
	const way = ofDebian ? "apt-get install chromium" : "Playwright's own download into its cache";
	process.stdout.write(
		`No Chrome or Chromium is installed, and some tests need one. It can be had by ${way}, some 300 MB.\n` +
			"npm test -- --no-browser runs without; those tests are then skipped.\n",
	);
	if (!(await agreed())) return say("Browser: none; the tests that need one are skipped.", undefined);
	process.stdout.write(`Installing: ${way} …\n`);
	if (ofDebian) installDebians();
	else runQuietly(process.execPath, join(dirname(require.resolve("playwright-core")), "cli.js"), "install", "chromium");
	const now = findInstalledBrowser(process.env) ?? playwrightBrowser();
	return now
		? say(`Browser: ${now}`, now)
		: say("Browser: none could be had; the tests that need one are skipped.", undefined);
}

/** Asks a person; a script has been told, and goes on. */
async function agreed(): Promise<boolean> {
	if (!process.stdin.isTTY || !process.stdout.isTTY || process.env.CI) return true;
	const asking = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await asking.question("Install it? [Y/n] ");
	asking.close();
	return !/^n/i.test(answer.trim());
}

function installDebians(): void {
	runQuietly("apt-get", "update");
	runQuietly("apt-get", "install", "-y", "--no-install-recommends", "chromium");
}

function runQuietly(command: string, ...args: readonly string[]): void {
	spawnSync(command, args, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}

function playwrightBrowser(): string | undefined {
	const { chromium } = require("playwright-core") as { chromium: { executablePath(): string } };
	const path = chromium.executablePath();
	return existsSync(path) ? path : undefined;
}

function say<T>(text: string, value: T): T {
	process.stdout.write(`${text}\n`);
	return value;
}

interface Results {
	/** False also where a file failed outside of its tests. */
	readonly success: boolean;
	readonly testResults: readonly {
		readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
	}[];
}

/** The closing lines; false when a test failed, or none ran at all. */
function summarise(outputFile: string): boolean {
	const results = JSON.parse(readFileSync(outputFile, "utf8")) as Results;
	const all = results.testResults.flatMap((file) => file.assertionResults);
	const of = (...statuses: string[]) => all.filter((each) => statuses.includes(each.status));
	const skipped = of("skipped", "pending", "todo", "disabled");
	if (skipped.length > 0) {
		const lines = skipped.map(({ fullName }) => `  ${fullName}\n`);
		process.stdout.write(`\nSkipped here, each with its reason:\n${lines.join("")}`);
	}
	process.stdout.write(`\n${of("passed").length} passed, ${of("failed").length} failed, ${skipped.length} skipped\n`);
	// A program that a test loads may change the runner's exit code, so the results decide too.
	return results.success && all.length > 0;
}
