/** The browser of the end-to-end tests; never shipped. */

import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { findInstalledBrowser } from "#config/installed-browser.ts";

/** Undefined where there is none; then the tests that need one are skipped by name. */
export const executablePath =
	process.env.SIGHTLINE_TEST_BROWSER === "none" ? undefined : findInstalledBrowser(process.env);

/** A browser that speaks to nobody but the test; `more` are further command-line flags. */
export function launchBrowser(...more: readonly string[]): Promise<Browser> {
	if (executablePath === undefined) throw new Error("No browser is installed.");
	const quiet = ["background-networking", "component-update", "sync", "gpu"].map((each) => `--disable-${each}`);
	return chromium.launch({ executablePath, args: ["--no-sandbox", "--no-first-run", ...quiet, ...more] });
}

interface AxeResults {
	readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: unknown }[] }[];
}

/**
 * What axe-core objects to on a page as it stands: everything in light, and in dark what colours decide, which are all
 * that differs; the short run asks one page in three again in dark, since test/house holds each colour against its ground. The page's policy stays in force: what a debugger evaluates is not subject to it.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const inDark = process.env.SIGHTLINE_TEST_FULL === "1" || new URL(page.url()).pathname.length % 3 === 0;
	const faults: string[] = [];
	for (const [colorScheme, rules] of [
		["light", ""],
		["dark", ", runOnly: ['color-contrast', 'link-in-text-block']"],
	] as const) {
		if (colorScheme === "dark" && !inDark) continue;
		await page.emulateMedia({ colorScheme });
		const { violations } = (await page.evaluate(`axe.run({ resultTypes: ['violations']${rules} })`)) as AxeResults;
		for (const { id: rule, nodes } of violations)
			faults.push(`${colorScheme}, ${rule}: ${nodes.map(({ target }) => target).join(" ")}`);
	}
	return faults;
}

/** How far a page moved by itself since it was opened: the sum of its layout shifts. */
export function layoutShift(page: Page): Promise<number> {
	return page.evaluate(`new Promise((resolve) => {
		let sum = 0;
		new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value; }))
			.observe({ type: "layout-shift", buffered: true });
		document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
	})`);
}

/** Presses Tab until the focus is there; wherever it stands meanwhile, it can be seen. */
export async function tabUntil(page: Page, selector: string): Promise<void> {
	for (let presses = 0; presses < 80; presses++) {
		await page.keyboard.press("Tab");
		const [isThere, outline] = (await page.evaluate(
			`[document.activeElement.matches(${JSON.stringify(selector)}), getComputedStyle(document.activeElement).outlineStyle]`,
		)) as [boolean, string];
		if (outline === "none") throw new Error(`The focus cannot be seen on the way to ${selector}.`);
		if (isThere) return;
	}
	throw new Error(`Tab does not lead to ${selector}.`);
}
