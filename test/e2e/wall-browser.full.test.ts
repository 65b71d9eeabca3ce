import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { BuiltSite } from "./built-site.testkit.ts";
import { type StaticHost, serveStatic } from "./static-host.testkit.ts";
import { accessibilityFaults, executablePath, sharedBrowser } from "./test-browser.testkit.ts";
import { buildWallPages } from "./wall-build.testkit.ts";
import { writeManyReports } from "./wall-reports.testkit.ts";

const PREFIX = "/audits/";
/** The pages of a kind are those of an order with fewer rows: the long run judges one of them, too. */
const PAGES = ["wall/newest/2/", "wall/?q=bru", "stats/", "wall/saas/"];
/** Longer than the URL's delay after the last key press. */
const SETTLED = { timeout: 5000 };

let place = "";
let listed: readonly string[] = [];
let wall: BuiltSite;
let host: StaticHost;
let browser: Browser;

beforeAll(async () => {
	if (executablePath === undefined) return;
	place = await mkdtemp(join(tmpdir(), "sightline-wall-"));
	const environment = {
		SIGHTLINE_REPORTS: join(place, "reports"),
		SIGHTLINE_DATA: join(place, "data"),
		SIGHTLINE_BASE_URL: `https://example.org${PREFIX.slice(0, -1)}`,
	};
	listed = await writeManyReports(environment.SIGHTLINE_REPORTS, { sites: 240, audits: 24 });
	wall = await buildWallPages(environment);
	host = await serveStatic(wall.outDir, PREFIX);
	browser = await sharedBrowser();
});

afterAll(async () => {
	host?.close();
	if (place !== "") await rm(place, { recursive: true, force: true });
});

/** Runs in a new page; the page's own errors fail the test. */
async function onPage(path: string, options: BrowserContextOptions, act: (page: Page) => Promise<void>): Promise<void> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
	const page = await context.newPage();
	const wrong: string[] = [];
	page.on("request", (request) => request.url().startsWith(host.home) || wrong.push(`asks for ${request.url()}`));
	page.on("pageerror", (error) => wrong.push(error.message));
	page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
	await page.goto(host.home + path);
	await act(page);
	expect(wrong).toEqual([]);
	await context.close();
}

const domainsOf = (page: Page, table: string) => page.locator(`${table} tbody th > a`).allTextContents();
const status = (page: Page) => page.locator("#wall-status");
const field = (page: Page) => page.locator("#wall-query");
const hits = (page: Page) => domainsOf(page, "#wall-hits");
const containing = (text: string) => listed.filter((domain) => domain.includes(text));

describe.skipIf(executablePath === undefined)(
	`the wall in a browser${executablePath ? "" : " (skipped: no browser)"}`,
	{ timeout: 60_000 },
	() => {
		it.each(PAGES)("%s is accessible, fits a narrow screen, and keeps links below the site's path", async (path) => {
			await onPage(path, {}, async (page) => {
				if (path.includes("?")) await page.locator("#wall-hits").waitFor();
				expect(await accessibilityFaults(page)).toEqual([]);
				const links = await page.locator("a[href]").evaluateAll((all) => all.map((each) => each.getAttribute("href")));
				expect(links.filter((link) => !link?.startsWith("#") && !link?.startsWith(PREFIX))).toEqual([]);
				for (const width of [320, 360]) {
					await page.setViewportSize({ width, height: 700 });
					expect(
						await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
						`${width}`,
					).toBeLessThanOrEqual(0);
				}
			});
		});

		describe("without scripts", () => {
			const off = { javaScriptEnabled: false };

			it("has no search, and its pages contain every listed site once", async () => {
				await onPage("wall/", off, async (page) => {
					expect(await field(page).isVisible()).toBe(false);
					const found: string[] = [];
					for (;;) {
						found.push(...(await domainsOf(page, "#wall-list")));
						const next = page.locator('.pages a[rel="next"]');
						if ((await next.count()) === 0) break;
						await next.click();
						await page.waitForLoadState();
					}
					const names = await page.locator(".pages [aria-current]").getAttribute("aria-label");
					expect(names).toBe("Page 2");
					expect(found).toHaveLength(listed.length);
					expect(new Set(found).size).toBe(listed.length);
				});
			});

			it("filters and sorts with links to titled pages", async () => {
				await onPage("wall/", off, async (page) => {
					const kind = page.locator(".orders li", { hasText: "Online shop" });
					const count = await kind.locator(".count").textContent();
					await kind.getByRole("link").click();
					await page.getByRole("link", { name: "by name" }).click();
					expect(new URL(page.url()).pathname).toBe(`${PREFIX}wall/ecommerce/name/`);
					expect(await page.locator("h1").textContent()).toBe("Wall: Online shop");
					expect(await page.locator("[aria-current=page]").allTextContents()).toEqual(
						expect.arrayContaining(["Online shop", "by name"].map((text) => expect.stringContaining(text))),
					);
					expect(await page.locator(".lead").textContent()).toContain(`${count} sites.`);
					expect(await domainsOf(page, "#wall-list")).toHaveLength(Number(count));
				});
			});
		});

		describe("the search", () => {
			it("offers an audit of an unlisted site, but not for other text", async () => {
				await onPage("wall/", {}, async (page) => {
					const offer = page.locator("#wall-offer");
					await field(page).fill("nobody-has-this");
					await expect.poll(() => status(page).textContent()).toContain("No site on the wall");
					expect(await offer.isVisible()).toBe(false);
					await field(page).fill("nobody-has-this.example");
					await offer.waitFor();
					const filled = page.locator("#start-url, #start-command code");
					expect(await filled.evaluate((each) => ("value" in each ? each.value : each.textContent))).toContain(
						"nobody-has-this.example",
					);
				});
			});

			it("finds parts of a name, shows the count, keeps the URL, and clears on Escape", async () => {
				await onPage("wall/", {}, async (page) => {
					await field(page).pressSequentially("bru");
					const expected = containing("bru");
					expect(expected.length).toBeGreaterThan(2);
					await expect.poll(() => status(page).textContent()).toBe(`${expected.length} sites match “bru”.`);
					expect((await hits(page)).toSorted()).toEqual(expected.toSorted());
					expect(await page.locator("#wall-list").isVisible()).toBe(false);
					await expect.poll(() => new URL(page.url()).search, SETTLED).toBe("?q=bru");
					await page.reload();
					await expect.poll(() => status(page).textContent()).toBe(`${expected.length} sites match “bru”.`);
					expect(await field(page).inputValue()).toBe("bru");
					await field(page).press("Escape");
					expect(await field(page).inputValue()).toBe("");
					expect(await status(page).textContent()).toBe("");
					expect(await page.locator("#wall-list").isVisible()).toBe(true);
					await expect.poll(() => new URL(page.url()).search, SETTLED).toBe("");
				});
			});

			it("works by keyboard: hits, filters, orders and briefs", async () => {
				await onPage("wall/", {}, async (page) => {
					await field(page).focus();
					await page.keyboard.type("a");
					await page.locator("#wall-hits").waitFor();
					await page.getByRole("link", { name: "Software as a service" }).focus();
					await page.keyboard.press("Enter");
					await page.getByRole("link", { name: "by name" }).focus();
					await page.keyboard.press("Enter");
					await expect.poll(() => new URL(page.url()).pathname, SETTLED).toBe(`${PREFIX}wall/saas/name/`);
					expect(await status(page).textContent()).toContain("of the kind “Software as a service” match “a”");
					const found = await hits(page);
					expect(found).toEqual(found.toSorted());
					expect((await page.locator("#wall-hits th[aria-sort]").textContent())?.trim()).toBe("Domain");
					await field(page).focus();
					await page.keyboard.press("ArrowDown");
					await page.keyboard.press("ArrowDown");
					const focused = () => page.evaluate("document.activeElement.textContent");
					expect(await focused()).toBe(found[1]);
					await page.keyboard.press("ArrowUp");
					expect(await focused()).toBe(found[0]);
					const brief = await page.locator("#wall-hits a").first().getAttribute("href");
					expect(brief).toBe(`${PREFIX}brief/${found[0]}/`);
					await page.keyboard.press("ArrowUp");
					await page.keyboard.press("Escape");
					await expect.poll(() => new URL(page.url()).pathname, SETTLED).toBe(`${PREFIX}wall/`);
				});
			});

			it("shows 50 of many, and a friendly message for none", async () => {
				await onPage("wall/2/", {}, async (page) => {
					await field(page).fill("example");
					await expect
						.poll(() => status(page).textContent())
						.toBe(`${listed.length} sites match “example”; the first 50 are shown.`);
					expect(await hits(page)).toHaveLength(50);
					await field(page).fill("no such site");
					expect(await status(page).textContent()).toBe(
						"No site on the wall matches “no such site”. Fewer letters may find more.",
					);
					expect(await page.locator("#wall-hits").isVisible()).toBe(false);
					await field(page).fill("");
					await expect.poll(() => page.url(), SETTLED).toBe(`${host.home}wall/2/`);
				});
			});

			it("finds an international name in either form, and shows both", async () => {
				await onPage("wall/?q=-münchen", {}, async (page) => {
					await page.locator("#wall-hits").waitFor();
					const found = await hits(page);
					expect(found.length).toBeGreaterThan(1);
					const ascii = await page.locator("#wall-hits .ascii").first().textContent();
					expect(ascii).toMatch(/^xn--/);
					await field(page).fill(ascii ?? "");
					await expect.poll(() => hits(page)).toEqual([found[0]]);
				});
			});

			it("fetches the index once on first use", async () => {
				await onPage("wall/", {}, async (page) => {
					const asked: string[] = [];
					page.on("request", (request) => asked.push(new URL(request.url()).pathname));
					const indices = () => asked.filter((path) => path.endsWith(".json"));
					await page.waitForLoadState("networkidle");
					expect(indices()).toEqual([]);
					await field(page).pressSequentially("example");
					await page.locator("#wall-hits").waitFor();
					expect(indices()).toEqual([`${PREFIX}wall/index.json`]);
				});
			});

			it("reports a missing index, keeps the pages, and retries", async () => {
				const context = await browser.newContext();
				const page = await context.newPage();
				await page.route("**/index.json", (route) => route.fulfill({ status: 503 }), { times: 1 });
				await page.goto(`${host.home}wall/`);
				await field(page).fill("b");
				await expect.poll(() => status(page).textContent()).toContain("could not be loaded (the server answered 503)");
				expect(await page.locator("#wall-list").isVisible()).toBe(true);
				await field(page).fill("bru");
				await expect.poll(() => status(page).textContent()).toContain("sites match “bru”");
				await context.close();
			});

			it("escapes foreign text", async () => {
				const hostile = '<img src=x onerror="document.title=1">';
				const index = {
					domains: ["a.example.org"],
					names: { 0: hostile },
					scores: [7],
					structure: [7],
					accessibility: [7],
					presets: [0],
					audited: [0],
					notes: [{ kind: "gate", says: hostile }],
					noted: { 0: [0] },
				};
				const context = await browser.newContext();
				const page = await context.newPage();
				await page.route("**/index.json", (route) => route.fulfill({ json: index }));
				await page.goto(`${host.home}wall/?q=${encodeURIComponent("<img")}`);
				await expect.poll(() => hits(page)).toEqual([hostile]);
				expect(await page.locator("#wall-hits .note").textContent()).toBe(hostile);
				expect(await status(page).textContent()).toBe("1 site matches “<img”.");
				expect(await page.locator("main img").count()).toBe(0);
				await context.close();
			});
		});

		it("has less than 100 KiB compressed with 200 long histories", async () => {
			const paths: string[] = [];
			await onPage("wall/", {}, async (page) => {
				const own = page.locator("link[rel=stylesheet], script[src]");
				paths.push(
					...(await own.evaluateAll((all) =>
						all.map((each) => each.getAttribute("href") ?? each.getAttribute("src") ?? ""),
					)),
				);
				expect(await page.locator("#wall-list .spark-line").count()).toBe(200);
			});
			expect(paths.length).toBeGreaterThanOrEqual(2);
			const addresses = [`${host.home}wall/`, ...paths.map((path) => new URL(path, host.home).href)];
			const bodies = await Promise.all(addresses.map(async (address) => (await fetch(address)).arrayBuffer()));
			const size = bodies.reduce((sum, body) => sum + gzipSync(new Uint8Array(body)).length, 0);
			console.log(`First page with 24 audits a site: ${size} bytes compressed.`);
			expect(size).toBeLessThan(100 * 1024);
		});

		it("counts only listed sites in the statistics", async () => {
			await onPage("stats/", {}, async (page) => {
				expect(await page.locator(".lead").textContent()).toContain(`The newest audits of ${listed.length} sites`);
			});
		});
	},
);
