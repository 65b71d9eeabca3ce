import { load } from "cheerio";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { HOSTILE_TEXTS, listedHostileTexts } from "#site/badge/hostile-text.testkit.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { openStage, type Stage } from "./people-stage.testkit.ts";
import { BARE, CLOSED, HOSTS, openWire, QUICK, SLOW, SLOWER } from "./scan-sites.testkit.ts";
import { accessibilityFaults, executablePath, sharedBrowser, tabUntil } from "./test-browser.testkit.ts";

/** Starts, watches and compares audits in a browser, of slow, closed and unreachable sites. */

const missing = executablePath === undefined ? "no browser" : whyNoTestInternet();
describe.skipIf(missing !== undefined)(missing ? `skipped: ${missing}` : "a scan in a browser", () => {
	let internet: TestInternet;
	let stage: Stage;
	let browser: Browser;
	beforeAll(async () => {
		internet = await openTestInternet({ hosts: HOSTS });
		[stage, browser] = await Promise.all([openStage({ internet }), sharedBrowser()]);
	}, 300_000);
	afterAll(async () => {
		await stage?.close();
		await internet?.close();
	});

	/** Opens a new page; errors in its console fail the test. */
	async function open(path: string, options: BrowserContextOptions = {}, home = stage.home) {
		const context = await browser.newContext({ reducedMotion: "reduce", ...options });
		const opened = await context.newPage();
		const errors: string[] = [];
		opened.on("console", (message) => message.type() === "error" && errors.push(message.text()));
		opened.on("pageerror", (error) => errors.push(String(error)));
		await opened.goto(home + path);
		return { page: opened, context, errors };
	}

	const scan = (host: string, mode = "light") => `/scan/?url=${encodeURIComponent(host)}&mode=${mode}`;
	const ended = (opened: Page) => opened.waitForSelector("#audit-result:not([hidden])", { timeout: 40_000 });
	const statusOf = (opened: Page) => opened.textContent("#audit-status");
	const requestsFor = async (host: string, path: string) =>
		(await internet.events()).filter((event) => event.kind === "request" && event.host === host && event.path === path);

	it("shows real stages to 2 viewers of one audit, then the verdict and fixes", {
		timeout: 120_000,
	}, async () => {
		const first = await open("/");
		await first.page.fill("input[name=url]", `https://${SLOW}/about`);
		await first.page.keyboard.press("Enter");
		await first.page.waitForURL(/\/scan\/\?url=/);
		expect(await first.page.textContent(".page-head")).toContain(`we audit ${SLOW}.`);
		await first.page.waitForSelector('[data-stage="home"][data-state="now"]');
		expect(await statusOf(first.page)).toBe("Reading the home page.");
		expect(await first.page.getAttribute('[data-stage="robots"]', "data-state")).toBe("done");
		const second = await open(scan(SLOW));
		await second.page.waitForSelector("#audit-note:not([hidden])");
		expect(await second.page.textContent("#audit-note")).toMatch(/^This audit started \d+ seconds ago/);
		await Promise.all([ended(first.page), ended(second.page)]);
		for (const { page: viewed, errors } of [first, second]) {
			expect(await statusOf(viewed)).toMatch(/^The audit is done\. \d+ of 100: /);
			expect(await viewed.textContent("#audit-verdict")).not.toBe("");
			expect(await viewed.locator("#audit-faults > li").count()).toBeGreaterThan(2);
			expect(await viewed.textContent("#audit-passes")).toMatch(/^\d+ of \d+ checks pass\./);
			expect(errors).toEqual([]);
		}
		expect(await requestsFor(SLOW, "/robots.txt")).toHaveLength(1);
		const ways = await first.page.locator(".scan-ways li:visible").allTextContents();
		expect(ways.map((way) => way.trim())).toEqual([
			...["Read the brief", "Share it", "Save as PDF", "Run again", "Watch this site", "Check the receipt"],
		]);
		// The proof of a result comes after its content.
		const faultsEnd = await first.page.locator("#audit-passes").boundingBox();
		const receipt = await first.page.locator('[data-way="receipt"]').boundingBox();
		expect(receipt?.y).toBeGreaterThan(faultsEnd?.y ?? Number.NaN);
		expect(await accessibilityFaults(first.page)).toEqual([]);
		await first.page.keyboard.press("Tab");
		await first.page.click("text=Share it");
		expect((await first.page.textContent("h1"))?.trim()).toBe(SLOW);
		await Promise.all([first, second].map(({ context }) => context.close()));
	});

	it("works by keyboard from the home page through audit and brief to the share page", {
		timeout: 90_000,
	}, async () => {
		const { page: walked, context, errors } = await open("/");
		const tabTo = (selector: string) => tabUntil(walked, selector);
		await walked.keyboard.press("Tab");
		expect(await walked.evaluate("document.activeElement.className")).toBe("skip");
		await tabTo("input[name=url]");
		await walked.keyboard.type(QUICK);
		await walked.keyboard.press("Enter");
		await walked.waitForURL(/\/scan\/\?url=/);
		await ended(walked);
		await tabTo('[data-way="brief"] a');
		await walked.keyboard.press("Enter");
		await walked.waitForURL(`**/brief/${QUICK}/`);
		expect(await walked.textContent(".verdict-says")).not.toBe("");
		await tabTo('.brief-ways a[href*="/share/"]');
		await walked.keyboard.press("Enter");
		await walked.waitForURL(`**/share/${QUICK}/`);
		expect(await walked.textContent(".share-points dd")).not.toBe("");
		expect(errors).toEqual([]);
		await context.close();
	});

	it("does not start an audit by itself when linked from another site", {
		timeout: 60_000,
	}, async () => {
		const viewer = await open("/scan/");
		const asked: string[] = [];
		viewer.page.on("request", (request) => void asked.push(request.url()));
		await viewer.page.route("http://elsewhere.example/", (route) =>
			route.fulfill({ contentType: "text/html", body: `<a href="${stage.home}${scan(QUICK)}">Come in</a>` }),
		);
		await viewer.page.goto("http://elsewhere.example/");
		await viewer.page.click("a");
		await viewer.page.waitForSelector("#audit-begin");
		expect(await viewer.page.textContent("#audit-title")).toMatch(/^\s*Not yet audited:/);
		expect(await viewer.page.locator("#audit-progress").isVisible()).toBe(false);
		if (FULL) expect(await accessibilityFaults(viewer.page)).toEqual([]);
		expect(asked.filter((url) => url.includes("/api/"))).toEqual([]);
		await viewer.page.click("#audit-begin");
		await ended(viewer.page);
		expect(await viewer.page.locator("#audit-begin").isVisible()).toBe(false);
		await viewer.context.close();
	});

	if (FULL)
		it("is accessible while it runs", { timeout: 60_000 }, async () => {
			const viewer = await open("/scan/");
			await viewer.page.route("**/api/v1/public/audit", () => {});
			await viewer.page.fill("#scan-url", QUICK);
			await viewer.page.click("form#scan button");
			await viewer.page.waitForFunction(() => /The audit is asked for/.test(document.body.textContent ?? ""));
			expect(await accessibilityFaults(viewer.page)).toEqual([]);
			await viewer.context.close();
		});

	it("continues after a reload and a lost connection", { timeout: 120_000 }, async () => {
		const wire = await openWire(Number(new URL(stage.home).port));
		const home = stage.home.replace(/:\d+/, `:${wire.port}`);
		const viewer = await open(scan(SLOWER), {}, home);
		await viewer.page.waitForSelector('[data-stage="home"][data-state="now"]');
		await viewer.page.reload();
		expect(await viewer.page.textContent("#audit-note")).toMatch(/The running audit continues|This audit started/);
		await viewer.page.waitForSelector("[data-stage][data-state=now]");
		wire.cut();
		await viewer.page.waitForFunction(() => /connection was lost/.test(document.body.textContent ?? ""));
		await viewer.page.waitForSelector("[data-stage][data-state=now]", { timeout: 30_000 });
		await ended(viewer.page);
		// The audit continued without the viewer, who rejoined it.
		expect(await requestsFor(SLOWER, "/robots.txt")).toHaveLength(1);
		await viewer.context.close();
		wire.close();
	});

	if (FULL)
		it("waits while offline, and finally gives up", { timeout: 120_000 }, async () => {
			const viewer = await open("/scan/");
			await viewer.page.route("**/api/v1/public/audit", (route) => route.abort("connectionreset"));
			await viewer.page.fill("#scan-url", QUICK);
			await viewer.page.click("form#scan button");
			await viewer.page.waitForFunction(() => /Trying again in 2 seconds/.test(document.body.textContent ?? ""));
			await viewer.context.setOffline(true);
			await viewer.page.waitForFunction(() => /is offline/.test(document.body.textContent ?? ""));
			await viewer.page.unroute("**/api/v1/public/audit");
			await viewer.context.setOffline(false);
			await ended(viewer.page);
			await viewer.context.close();
		});

	const AWAY = [
		["no-such-site.example.com", "This site could not be audited", "DNS"],
		[CLOSED, "This site could not be audited", "robots.txt"],
	] as const;
	it.each(some(AWAY, 2))("explains %s, and keeps the input", { timeout: 60_000 }, async (url, title, why) => {
		const viewer = await open(scan(url));
		await viewer.page.waitForSelector("#audit-failure:not([hidden])", { timeout: 40_000 });
		expect(await viewer.page.textContent("#audit-failure-title")).toBe(title);
		expect(await viewer.page.textContent("#audit-failure")).toContain(why);
		expect(await viewer.page.inputValue("#scan-url")).toBe(url);
		expect(await viewer.page.locator('[data-way="again"]').isVisible()).toBe(true);
		if (FULL) expect(await accessibilityFaults(viewer.page)).toEqual([]);
		await viewer.context.close();
	});

	const REFUSED = [
		["mailto:someone@example.com", '"mailto:" addresses cannot be audited'],
		["10.0.0.1", "not an IP address"],
	] as const;
	it.each(some(REFUSED, 2))("refuses %s with a reason, and keeps the input", async (url, why) => {
		const viewer = await open(scan(url));
		expect(await viewer.page.textContent(".field-faults")).toContain(why);
		expect(await viewer.page.inputValue("#scan-url")).toBe(url);
		expect(await viewer.page.title()).toMatch(/^Error: /);
		expect(viewer.errors).toEqual([]);
		await viewer.context.close();
	});

	if (FULL)
		it("shows the time to wait for an exhausted limit", async () => {
			const viewer = await open("/scan/");
			const problem = {
				detail: "The requests of this caller have used up a rate limit.",
				status: 429,
				code: "rate-limited",
				instance: "urn:uuid:00000000-0000-4000-8000-000000000000",
			};
			await viewer.page.route("**/api/v1/public/audit", (route) =>
				route.fulfill({
					status: 429,
					headers: { "Content-Type": "application/problem+json", "Retry-After": "2040" },
					body: JSON.stringify(problem),
				}),
			);
			await viewer.page.goto(stage.home + scan(QUICK));
			await viewer.page.waitForSelector("#audit-failure:not([hidden])");
			expect(await viewer.page.textContent("#audit-failure")).toContain("You can ask again in 34 minutes.");
			await viewer.context.close();
		});

	if (FULL)
		it("has no layout shift, little script, and fits a narrow screen", { timeout: 60_000 }, async () => {
			const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
			const viewed = await context.newPage();
			let scripts = 0;
			viewed.on("response", async (response) => {
				if (response.request().resourceType() === "script") scripts += Number(response.headers()["content-length"]);
			});
			await viewed.addInitScript(() => {
				const shifts = Object.assign(window, { shifted: 0 });
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value;
				}).observe({ type: "layout-shift", buffered: true });
			});
			await viewed.goto(stage.home + scan(BARE));
			await ended(viewed);
			expect(await viewed.evaluate("shifted")).toBeLessThan(0.05);
			expect(await viewed.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
			expect(scripts).toBeGreaterThan(1_000);
			// With 8 KiB that make up for what this browser has no tools by.
			expect(scripts).toBeLessThanOrEqual(30 * 1024);
			await context.close();
		});

	it("works without JavaScript: the form redirects to the brief, and faults keep the input", async () => {
		const { page: plain, context } = await open(scan(QUICK), { javaScriptEnabled: false });
		expect(await plain.locator("#scan-panel").isVisible()).toBe(false);
		expect(await plain.inputValue("#scan-url")).toBe(QUICK);
		await plain.click("form#scan button");
		expect(plain.url()).toBe(`${stage.home}/brief/${QUICK}/`);
		expect(await plain.locator(".verdict-number").count()).toBe(1);
		await plain.goto(`${stage.home}/scan/`);
		await plain.fill("#scan-url", "mailto:someone@example.com");
		await plain.click("form#scan button");
		expect(await plain.inputValue("#scan-url")).toBe("mailto:someone@example.com");
		expect(await plain.textContent(".faults-title")).toMatch(/^\s*Nothing was audited/);
		expect(await plain.textContent(".faults")).toContain('"mailto:" addresses cannot be audited');
		await context.close();
	});

	it("compares 2 sites without JavaScript, differences first, and names a failed side", async () => {
		const { page: plain, context } = await open(`/compare/?a=${QUICK}`, { javaScriptEnabled: false });
		await plain.fill("#compare-b", BARE);
		await plain.click("form#compare button");
		expect(plain.url()).toContain(`/compare/?a=${QUICK}&b=${BARE}`);
		expect(await plain.textContent("h1")).toMatch(/points ahead of/);
		const headings = await plain.locator("main h2").allTextContents();
		expect(headings).toEqual(["Where they differ", "Scores", "Compare others"]);
		await plain.fill("#compare-b", CLOSED);
		await plain.click("form#compare button");
		const notes = await plain.locator(".notice").allTextContents();
		expect(notes.join(" ")).toContain(`${CLOSED} could not be audited.`);
		expect(notes.join(" ")).toContain(`The other site, ${QUICK}, has`);
		await context.close();
		if (!FULL) return;
		const judged = await open(`/compare/?a=${QUICK}&b=${BARE}`, { viewport: { width: 320, height: 640 } });
		expect(await accessibilityFaults(judged.page)).toEqual([]);
		expect(await judged.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
		await judged.context.close();
	});

	it("escapes text from the URL", { timeout: FULL ? 600_000 : 120_000 }, async () => {
		const listed = listedHostileTexts();
		const stride = FULL ? 1 : Math.ceil(listed.length / 8);
		const texts = [...some(HOSTILE_TEXTS, 4), ...listed.filter((_, at) => at % stride === 0)].map((each) =>
			encodeURIComponent(each.toWellFormed().slice(0, 1_000)),
		);
		const shape = async (path: string) => {
			const $ = load(await (await stage.server.ask(path)).text());
			const elements = $("*").toArray() as unknown as readonly { tagName: string; attribs: object }[];
			return elements.map(({ tagName, attribs }) => `${tagName} ${Object.keys(attribs)}`).join("\n");
		};
		// Refused with its reason, a site, a page of one, and a site whose name has two forms.
		const known = ["x", "example.com", "example.com/x", "b%C3%BCcher.com"];
		const scanned = await Promise.all(known.map((url) => shape(`/scan/?url=${url}`)));
		const compared = await shape("/compare/?a=x&b=y");
		for (const each of texts) {
			expect(scanned, each).toContain(await shape(`/scan/?url=x${each}`));
			expect(await shape(`/compare/?a=x${each}&b=y`), each).toBe(compared);
		}
	});
});
