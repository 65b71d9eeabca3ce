/** The browser of the end-to-end tests; never shipped. */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { findInstalledBrowser } from "#config/environment.ts";
import { FULL } from "#core/long-form.testkit.ts";

/** Undefined without a browser; then tests that need one are skipped by name. */
export const executablePath =
	process.env.SIGHTLINE_TEST_BROWSER === "none" ? undefined : findInstalledBrowser(process.env);

/** A host name that is not a secure context, unlike loopback addresses. */
export const INSECURE_HOST = "insecure.example";

/** This process's browsers by flags. */
const launched = new Map<string, Promise<Browser>>();

/**
 * A browser that speaks to nobody but the test. To launch one takes a second of processor time, so all files of a
 * process share it: close contexts and pages; the browser ends with the process. @param more further command-line flags
 */
export function sharedBrowser(...more: readonly string[]): Promise<Browser> {
	const flags = more.join(" ");
	const browser = launched.get(flags) ?? launchBrowser(more);
	launched.set(flags, browser);
	return browser;
}

function launchBrowser(more: readonly string[]): Promise<Browser> {
	if (executablePath === undefined) throw new Error("No browser is installed.");
	const quiet = ["background-networking", "component-update", "sync", "gpu"].map((each) => `--disable-${each}`);
	const names = `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`;
	return chromium.launch({ executablePath, args: ["--no-sandbox", "--no-first-run", names, ...quiet, ...more] });
}

/** A page reads the minified code in a third of the time. */
let axeSource: Promise<string> | undefined;

async function loadAxe(page: Page): Promise<void> {
	axeSource ??= readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
	await page.evaluate(await axeSource);
}

interface AxeResults {
	readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: unknown }[] }[];
}

/** A page for all tests that only look at pages: in a new one, the first run of axe-core takes three times as long. */
export class LastingPage {
	/** Requests of the open page to other sites, and its console errors. */
	readonly foreign: string[] = [];
	readonly errors: string[] = [];
	readonly #page: Page;

	private constructor(page: Page) {
		this.#page = page;
		page.on("request", (request) => {
			const isOfItself = request.isNavigationRequest() && request.frame() === page.mainFrame();
			if (!isOfItself && new URL(request.url()).origin !== new URL(page.url()).origin) this.foreign.push(request.url());
		});
		page.on("pageerror", (error) => this.errors.push(error.message));
		page.on("console", (message) => {
			// Ignore a 404 of the page itself.
			if (message.type() === "error" && message.location().url !== page.url()) this.errors.push(message.text());
		});
	}

	static #shared: Promise<LastingPage> | undefined;

	/** Shared by all files of this process, like its browser. */
	static shared(): Promise<LastingPage> {
		LastingPage.#shared ??= sharedBrowser().then(async (browser) => new LastingPage(await browser.newPage()));
		return LastingPage.#shared;
	}

	/** Navigates to a URL with that window width. */
	async show(url: string, width = 1280): Promise<Page> {
		await this.#page.setViewportSize({ width, height: 900 });
		this.foreign.length = 0;
		this.errors.length = 0;
		await this.#page.goto(url);
		return this.#page;
	}
}

/** From a telephone to a wide desk. */
const WIDTHS = [320, 768, 1280, 1920] as const;

/**
 * What axe-core finds on a page, in the full run at all widths and in both schemes; else at one width and in light, in one page of three in
 * dark too, as the length of its path has it.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
	await loadAxe(page);
	const seed = new URL(page.url()).pathname.length;
	const opened = page.viewportSize() ?? { width: 1280, height: 900 };
	const faults: string[] = [];
	for (const width of FULL ? WIDTHS : [WIDTHS[seed % WIDTHS.length] ?? 1280]) {
		await page.setViewportSize({ ...opened, width });
		for (const scheme of FULL || seed % 3 === 0 ? SCHEMES : SCHEMES.slice(0, 1))
			faults.push(...(await violationsIn(page, scheme)).map((says) => `${width} px, ${says}`));
	}
	await page.setViewportSize(opened);
	await page.emulateMedia({ colorScheme: null });
	return faults;
}

/** axe-core's findings at the current width, in light and dark mode. */
export async function faultsInBothSchemes(page: Page): Promise<string[]> {
	await loadAxe(page);
	const faults: string[] = [];
	for (const scheme of SCHEMES) faults.push(...(await violationsIn(page, scheme)));
	await page.emulateMedia({ colorScheme: null });
	return faults;
}

type Scheme = readonly ["light" | "dark", string];

/** Dark mode changes only colours. */
const SCHEMES: readonly Scheme[] = [
	["light", ""],
	["dark", ", runOnly: ['color-contrast', 'link-in-text-block']"],
];

async function violationsIn(page: Page, [colorScheme, rules]: Scheme): Promise<string[]> {
	await page.emulateMedia({ colorScheme });
	const { violations } = (await page.evaluate(`axe.run({ resultTypes: ['violations']${rules} })`)) as AxeResults;
	return violations.map(({ id, nodes }) => `${colorScheme}, ${id}: ${nodes.map(({ target }) => target).join(" ")}`);
}

/** Sum of the page's layout shifts. */
export function layoutShift(page: Page): Promise<number> {
	return page.evaluate(`new Promise((resolve) => {
		let sum = 0;
		new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value; }))
			.observe({ type: "layout-shift", buffered: true });
		document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
	})`);
}

/** Presses Tab until the element has the focus, which must always be visible. */
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
