import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRODUCT, REFUSAL } from "#core/brand.ts";
import { some } from "#core/long-form.testkit.ts";
import { TOOL_CATALOG } from "#tools/catalog.ts";
import {
	AGENCY,
	ARABIC,
	FAILED,
	FULL,
	LONGEST,
	NOTHING,
	ORDERED,
	PERFECT,
	WHOLE,
	writeBriefReports,
} from "./brief-reports.testkit.ts";
import { buildSite, onlyPages } from "./built-site.testkit.ts";
import { openToolBrowser } from "./page-tools.testkit.ts";
import { printedPages } from "./printed-pages.testkit.ts";
import { type StaticHost, serveStatic } from "./static-host.testkit.ts";
import {
	accessibilityFaults,
	executablePath,
	LastingPage,
	layoutShift,
	sharedBrowser,
} from "./test-browser.testkit.ts";

/** Builds briefs with extreme content and reads them on screens and paper. */

/** API of another server, for the tools of these pages. */
const API_URL = "https://api.example.net";

let root = "";
let host: StaticHost;
let browser: Browser;
let lasting: LastingPage;

beforeAll(async () => {
	if (executablePath === undefined) return;
	root = await mkdtemp(join(tmpdir(), "sightline-briefs-"));
	await writeBriefReports(join(root, "reports"), join(root, "data"));
	const environment = {
		SIGHTLINE_REPORTS: join(root, "reports"),
		SIGHTLINE_DATA: join(root, "data"),
		SIGHTLINE_BASE_URL: "https://audit.example.org/audits",
		SIGHTLINE_ADAPTER: "none",
		SIGHTLINE_API_URL: API_URL,
	};
	const routes = onlyPages(
		"brief/[slug]/index.astro",
		"brief/[slug]/findings.astro",
		"receipts/[id]/occurrences.[ending].ts",
		"agency/[file].ts",
		"favicon.svg.ts",
	);
	host = await serveStatic((await buildSite(environment, { routes })).outDir, "/audits/");
	browser = await sharedBrowser();
	lasting = await LastingPage.shared();
});

afterAll(async () => {
	host?.close();
	if (root !== "") await rm(root, { recursive: true, force: true });
});

async function open(path: string, width = 1280, options: object = {}): Promise<Page> {
	const context = await browser.newContext({ viewport: { width, height: 900 }, ...options });
	const page = await context.newPage();
	await page.goto(`${host.home}${path}`);
	return page;
}

const extent = (page: Page) =>
	page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight] as const);

describe.skipIf(executablePath === undefined)("briefs in a browser", () => {
	it.each(some([FULL, LONGEST, PERFECT, FAILED, NOTHING, ARABIC], 3))(
		"%s is accessible and fits every screen",
		async (domain) => {
			const page = await lasting.show(`${host.home}brief/${domain}/`, 320);
			expect((await extent(page))[0]).toBe(320);
			await page.setViewportSize({ width: 1280, height: 900 });
			const [width, height] = await extent(page);
			expect(width).toBe(1280);
			expect(height).toBeLessThanOrEqual(domain === FAILED ? 1500 : 5000);
			expect(await accessibilityFaults(page)).toEqual([]);
		},
	);

	it.each(some([FULL, ORDERED, LONGEST, PERFECT, FAILED], 4))(
		"%s has at most 2 pages of A4 or Letter, with the measurer on the last",
		async (domain) => {
			const page = await lasting.show(`${host.home}brief/${domain}/`);
			for (const format of some(["A4", "Letter"], 2)) {
				const pages = printedPages(await page.pdf({ format, preferCSSPageSize: true }));
				expect(pages).toHaveLength(domain === FAILED ? 1 : 2);
				expect(pages[0]?.replaceAll(" ", "")).toContain(domain.slice(0, 20));
				const last = domain === FULL || domain === ORDERED ? `Measured by ${PRODUCT}` : REFUSAL;
				expect(pages.at(-1)?.replaceAll(" ", "")).toContain(last.replaceAll(" ", ""));
				expect(pages[0]?.replaceAll(" ", "")).toContain(`1/${pages.length}`);
			}
		},
	);

	it("findings are on a separate page, failures first, with collapsed passes", async () => {
		const page = await lasting.show(`${host.home}brief/${FULL}/findings/`, 320);
		expect((await extent(page))[0]).toBe(320);
		expect(await page.locator(".finding").first().isVisible()).toBe(true);
		expect(await page.locator("#passes dl").isVisible()).toBe(false);
		expect(await page.locator("#passes summary").first().innerText()).toMatch(/^\d+ of 121 pass$/);
		const steps = page.locator(".finding details").first();
		await steps.locator("summary").click();
		expect(await steps.innerText()).toContain(`curl -sS -i --compressed --globoff 'https://${FULL}/'`);
		expect(await accessibilityFaults(page)).toEqual([]);
	});

	it("an old anchor redirects to its finding and expands it", async () => {
		const page = await lasting.show(`${host.home}brief/${FULL}/#finding-noindex`);
		await page.waitForURL(`**/brief/${FULL}/findings/#finding-noindex`);
		const passed = (await page.locator("#passes dl > div").nth(3).getAttribute("id")) ?? "";
		await page.goto(`${host.home}brief/${FULL}/findings/#${passed}`);
		await page.waitForFunction((id) => document.getElementById(id)?.checkVisibility(), passed);
	});

	it("all places of a site's faults can be searched, and pages are shown without scripts", async () => {
		const page = await lasting.show(`${host.home}brief/${WHOLE}/findings/`, 390);
		expect((await extent(page))[0]).toBe(390);
		expect(await accessibilityFaults(page)).toEqual([]);
		expect(await page.textContent("#pages")).toContain("60 pages under /products/");
		await page.fill("#place-query", "no title clock-4");
		// Clock 4, and 40 to 49, of which the page itself shows one.
		await page.waitForFunction(() => document.querySelector("#place-status")?.textContent === "11 places match.");
		expect(await page.locator("[data-places] tbody tr:visible").count()).toBe(11);
		await page.fill("#place-query", "");
		expect(await page.locator("[data-places] tbody tr:visible").count()).toBe(10);
		const plain = await open(`brief/${WHOLE}/findings/`, 1280, { javaScriptEnabled: false });
		expect(await plain.locator("#place-search").isVisible()).toBe(false);
		expect(await plain.locator(".site-templates").isVisible()).toBe(true);
		const address = await plain.locator(".downloads a").first().getAttribute("href");
		const list = await (await fetch(new URL(address ?? "", plain.url()))).text();
		expect(list.split("\r\n").filter(Boolean)).toHaveLength(1 + 60);
		await plain.context().close();
	});

	it("an action can be copied for a developer, with confirmation", async () => {
		const page = await open(`brief/${FULL}/`, 1280, { permissions: ["clipboard-read", "clipboard-write"] });
		const button = page.getByRole("button", { name: "Copy for my developer" }).first();
		await button.click();
		await page.getByRole("button", { name: "Copied" }).waitFor();
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toBe(copied.trim());
		expect(copied).toContain("line 1234, column 567");
		expect(copied).toContain(`https://audit.example.org/audits/brief/${FULL}/findings/#finding-`);
		await page.context().close();
	});

	it("everything is shown without JavaScript, without dead buttons", async () => {
		const page = await open(`brief/${FULL}/`, 1280, { javaScriptEnabled: false });
		expect(await page.getByRole("button").count()).toBe(0);
		await page.locator(".action-line summary").first().click();
		expect(await page.locator(".for-developer").first().isVisible()).toBe(true);
		expect(await page.getByText(AGENCY).first().isVisible()).toBe(true);
		await page.context().close();
	});

	it("an international host has its ASCII form beside it, and quotations have language and direction", async () => {
		const page = await lasting.show(`${host.home}brief/${ARABIC}/`);
		expect(await page.locator("h1").innerText()).not.toContain("xn--");
		expect(await page.locator(".ascii").innerText()).toBe(ARABIC);
		const quoted = page.locator("#seen [lang=ar]");
		expect(await quoted.first().getAttribute("dir")).toBe("rtl");
	});

	it("tools work on a static brief, and paint results of another server", async () => {
		const agent = await openToolBrowser("native");
		const { page, errors, close } = await agent.open(`${host.home}brief/${FULL}/`);
		expect(await agent.names(page)).toEqual(TOOL_CATALOG.public.toSorted());
		const call = async (name: string, input = {}) => (await agent.call(page, name, input)).structuredContent;
		expect(await call("open_brief")).toEqual(expect.objectContaining({ domain: FULL }));
		expect(await call("highlight_findings")).toMatchObject({ marked: 1, matrix: true });
		const nothing = await agent.call(page, "highlight_findings", { query: "no such thing <b>" });
		expect(nothing.structuredContent.marked).toBe(0);
		expect(nothing.content[0]?.text).toContain(`${host.home}brief/${FULL}/findings/`);

		const axes = { structure: 91, accessibility: 88 };
		const pillars = [{ key: "content", score: 97 }];
		const current = Number(await page.getAttribute("article.brief", "data-score"));
		const lift = { ok: true, domain: FULL, current, simulated: 99.5, axes, pillars, deltas: [], sequence: [] };
		const answer = async (json: object) => {
			await page.unroute(`${API_URL}/**`);
			await page.route(`${API_URL}/**`, (route) =>
				route.fulfill({ json, headers: { "Access-Control-Allow-Origin": "*" } }),
			);
			return call("simulate_lift", { domain: FULL });
		};
		await answer({ ...lift, current: current - 3 });
		expect(await page.locator(".tool-estimate").count()).toBe(0);
		expect(await page.innerText("#tool-overlay")).toContain(`an older audit with a score of ${current}`);
		expect(await answer(lift)).toMatchObject({ simulated: 99.5 });
		expect(await page.textContent(".plot .tool-estimate text")).toContain("91 / 88");
		const [pointY, wordsY] = (await page.evaluate(
			`["circle:last-of-type", "text"].map((part, at) => document.querySelector(".plot .tool-estimate " + part).getAttribute(at ? "y" : "cy"))`,
		)) as string[];
		expect(Number(wordsY) - Number(pointY)).toBeLessThanOrEqual(22 + 45);
		expect(await page.textContent("[data-pillar=content] .wide > .tool-estimate")).toBe("→ 97 with these fixes");
		expect(await layoutShift(page)).toBeLessThan(0.05);

		await page.goto(`${host.home}brief/${FULL}/findings/`);
		await expect.poll(() => agent.names(page)).toContain("highlight_findings");
		const { findings, marked } = await call("highlight_findings", { query: "“Robots.txt”" });
		expect(findings.length).toBeGreaterThan(1);
		expect(await page.locator(".tool-marked").count()).toBe(marked);
		expect(await page.locator(".tool-marked").first().isVisible()).toBe(true);
		expect(errors).toEqual([]);
		await close();
	});
});
