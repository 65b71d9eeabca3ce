// npm test: finds or installs what the tests need, says what it did, runs them, and names what was skipped.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findInstalledBrowser } from "#config/installed-browser.ts";

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, "..");
const argv = process.argv.slice(2);
const full = argv.includes("--full");

const browser = provideBrowser();
const outputFile = join(mkdtempSync(join(tmpdir(), "sightline-test-")), "results.json");
const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs");
const run = spawnSync(
	process.execPath,
	[
		vitest,
		"run",
		"--config",
		"vitest.config.ts",
		"--reporter=default",
		"--reporter=json",
		`--outputFile.json=${outputFile}`,
		...argv.filter((each) => each !== "--full"),
	],
	{
		cwd: root,
		stdio: "inherit",
		env: {
			...process.env,
			...(browser ? { CHROME_PATH: browser } : {}),
			...(full ? { SIGHTLINE_TEST_FULL: "1" } : {}),
		},
	},
);
// A runner that died before its results has said why by itself.
const ran = existsSync(outputFile) && summarise();
process.exitCode = run.status === 0 && ran ? 0 : 1;

/** An installed Chrome or Chromium; else Debian's package for root on Debian; else Playwright's own download. */
function provideBrowser(): string | undefined {
	const installed = findInstalledBrowser(process.env);
	if (installed) return say(`Browser: ${installed}`, installed);
	if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
		process.stdout.write("No Chrome or Chromium is installed: installing Debian's package chromium …\n");
		const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
		spawnSync("apt-get", ["update"], quiet);
		spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], quiet);
	} else {
		process.stdout.write("No Chrome or Chromium is installed: downloading Playwright's …\n");
		spawnSync(process.execPath, [join(dirname(require.resolve("playwright-core")), "cli.js"), "install", "chromium"], {
			stdio: "inherit",
		});
	}
	const now = findInstalledBrowser(process.env) ?? playwrightBrowser();
	return now
		? say(`Browser: ${now}`, now)
		: say("Browser: none could be had; the tests that need one are skipped.", undefined);
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
	readonly testResults: readonly {
		readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
	}[];
}

/** The closing lines; false when no test ran at all. */
function summarise(): boolean {
	const results = JSON.parse(readFileSync(outputFile, "utf8")) as Results;
	const all = results.testResults.flatMap((file) => file.assertionResults);
	const of = (...statuses: string[]) => all.filter((each) => statuses.includes(each.status));
	const skipped = of("skipped", "pending", "todo", "disabled");
	if (skipped.length > 0)
		process.stdout.write(`\nSkipped here:\n${skipped.map((each) => `  ${each.fullName}\n`).join("")}`);
	process.stdout.write(`\n${of("passed").length} passed, ${of("failed").length} failed, ${skipped.length} skipped\n`);
	return all.length > 0;
}
