/** The browser of the end-to-end tests; never shipped. */

import { type Browser, chromium } from "playwright-core";
import { findInstalledBrowser } from "#config/environment.ts";

/** Undefined where there is none; then the tests that need one are skipped by name. */
export const executablePath =
	process.env.SIGHTLINE_TEST_BROWSER === "none" ? undefined : findInstalledBrowser(process.env);

/** A browser that speaks to nobody but the test; `more` are further command-line flags. */
export function launchBrowser(...more: readonly string[]): Promise<Browser> {
	if (executablePath === undefined) throw new Error("No browser is installed.");
	const quiet = ["background-networking", "component-update", "sync", "gpu"].map((each) => `--disable-${each}`);
	return chromium.launch({ executablePath, args: ["--no-sandbox", "--no-first-run", ...quiet, ...more] });
}
