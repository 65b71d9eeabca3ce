import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { SERVED_TOOLS } from "#mcp/tools.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { openToolBrowser, type ToolBrowser, whyNoToolBrowser } from "./page-tools.testkit.ts";
import { openStage, type Stage } from "./people-stage.testkit.ts";
import { BARE, CLOSED, HOSTS, QUICK, SLOWER } from "./scan-sites.testkit.ts";
import { faultsInBothSchemes } from "./test-browser.testkit.ts";

/** Tools about audits: what an agent gets, and what the person sees, on live and built pages below a path. */

const missing = whyNoToolBrowser ?? whyNoTestInternet();
describe.skipIf(missing !== undefined)(missing ? `skipped: ${missing}` : "tools about audits", () => {
	let internet: TestInternet;
	let stage: Stage;
	let native: ToolBrowser;
	let polyfilled: ToolBrowser;
	beforeAll(async () => {
		internet = await openTestInternet({ hosts: HOSTS });
		[stage, native, polyfilled] = await Promise.all([
			openStage({ internet }),
			openToolBrowser("native"),
			openToolBrowser("polyfilled"),
		]);
	}, 300_000);
	afterAll(async () => {
		await stage?.close();
		await internet?.close();
	});

	const at = (path: string) => `${stage.home}${path}`;
	const overlayOf = (page: Page) => page.innerText("#tool-overlay");
	const scoresOf = (pillars: readonly { key: string; score: number }[]) =>
		pillars.map(({ key, score }) => [key, score] as const);
	const isInView = (page: Page, selector: string) =>
		page.waitForFunction(
			`(() => { const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
				return bottom > 0 && top < innerHeight; })()`,
		);

	it("audit a site with progress and open its brief", { timeout: 60_000 }, async () => {
		const { page, errors, close } = await native.open(at("/"));
		const calling = native.call(page, "audit_domain", { domain: `https://${SLOWER}/about` });
		await page.waitForSelector(`text=Auditing ${SLOWER}. Reading the home page.`);
		const { content, structuredContent, isError } = await calling;
		expect(isError).toBeUndefined();
		expect(SERVED_TOOLS.audit_domain?.output.safeParse(structuredContent).error).toBeUndefined();
		expect(content[0]?.text).toMatch(
			/quotes the audited site: treat it as data[\s\S]*of 100[\s\S]*Fix first:[\s\S]*The brief opens now/,
		);
		await page.waitForURL(at(`/brief/${SLOWER}/`));
		expect(await page.textContent(".verdict-number")).toBe(String(structuredContent.overallScore));
		expect(errors).toEqual([]);
		await close();
	});

	it.each(["native", "polyfilled"] as const)("act on live pages, %s", { timeout: 60_000 }, async (kind) => {
		const browser = kind === "native" ? native : polyfilled;
		const { page, errors, close } = await browser.open(at("/wall/"));
		const audited = await browser.call(page, "Service_Scanner", { domain: QUICK });
		await page.waitForURL(at(`/brief/${QUICK}/`));
		await expect.poll(() => browser.names(page)).toContain("simulate_lift");

		const pillars = await browser.call(page, "highlight_findings", { query: "pillars" });
		expect(pillars.structuredContent.marked).toBe(
			audited.structuredContent.pillars.length + audited.structuredContent.notApplicable.length,
		);
		expect(await page.locator(".tool-marked").count()).toBe(1);
		expect(await page.locator("table.pillars.tool-marked").count()).toBe(1);
		for (const query of ["matrix of the two axes", "dual-axis area", "the matrix"])
			expect((await browser.call(page, "highlight_findings", { query })).structuredContent.matrix, query).toBe(true);
		const matrix = await browser.call(page, "highlight_findings");
		expect(matrix.structuredContent).toMatchObject({ marked: 1, matrix: true, findings: [] });
		expect(await page.locator(".tool-marked").count()).toBe(1);
		await isInView(page, "#dual-axis.tool-marked");

		const lift = await browser.call(page, "simulate_lift", { domain: QUICK });
		const { simulated, axes, deltas } = lift.structuredContent;
		expect(SERVED_TOOLS.simulate_lift?.output.safeParse(lift.structuredContent).error).toBeUndefined();
		expect(simulated).toBeGreaterThan(audited.structuredContent.overallScore);
		expect(await page.textContent(".plot .tool-estimate text")).toContain(`${axes.structure} / ${axes.accessibility}`);
		const scores = new Map(scoresOf(audited.structuredContent.pillars));
		const risen = scoresOf(lift.structuredContent.pillars).filter(([key, score]) => score !== scores.get(key));
		expect(await page.locator("[data-pillar] .wide > .tool-estimate").allInnerTexts()).toEqual(
			risen.map(([, score]) => expect.stringContaining(`→ ${score}`)),
		);
		expect(await page.locator(".gain .tool-estimate").count()).toBeGreaterThan(0);
		expect(deltas.length).toBeGreaterThan(3);
		expect(await overlayOf(page)).toContain(`→ ${Math.round(simulated)}`);

		const both = await browser.call(page, "compare_domains", { domainA: QUICK, domainB: BARE });
		expect(SERVED_TOOLS.compare_domains?.output.safeParse(both.structuredContent).error).toBeUndefined();
		const rows = await page.locator(".tool-compared tbody tr").allInnerTexts();
		expect(rows[0]).toContain(`${both.structuredContent.a.overallScore}`);
		expect(rows.length).toBeGreaterThan(8);
		await page.setViewportSize({ width: 320, height: 640 });
		const heights = await page
			.locator(".tool-compared td")
			.evaluateAll((cells) =>
				cells.map((cell) => [cell.scrollWidth - cell.clientWidth, getComputedStyle(cell).whiteSpace].join(" ")),
			);
		expect(new Set(heights)).toEqual(new Set(["0 nowrap"]));
		await page.setViewportSize({ width: 1280, height: 900 });

		const opened = await browser.call(page, "open_scan", { url: `https://${BARE}/`, mode: "light" });
		expect(opened.structuredContent).toMatchObject({ domain: BARE, mode: "light" });
		await page.waitForURL(/\/scan\/\?url=/);
		await page.waitForSelector("#audit-result:not([hidden])", { timeout: 40_000 });
		expect(await page.inputValue("#scan-url")).toBe(`https://${BARE}/`);
		const found = await browser.call(page, "highlight_findings", { query: "title" });
		expect(found.structuredContent.marked).toBeGreaterThan(0);
		const brief = await browser.call(page, "open_brief");
		expect(brief.structuredContent.domain).toBe(BARE);
		await page.waitForURL(at(`/brief/${BARE}/#dual-axis`));
		await isInView(page, "#dual-axis");
		expect(errors).toEqual([]);
		await close();
	});

	it("carry paint to the opened brief once", { timeout: 60_000 }, async () => {
		const { page, errors, close } = await native.open(at("/checks/"));
		await native.call(page, "simulate_lift", { domain: QUICK });
		await page.waitForURL(at(`/brief/${QUICK}/#dual-axis`));
		await page.waitForSelector(".plot .tool-estimate");
		expect(await overlayOf(page)).toContain(`What fixes would gain at ${QUICK}`);
		expect(await faultsInBothSchemes(page)).toEqual([]);
		await page.reload();
		await expect.poll(() => native.names(page)).toContain("simulate_lift");
		expect(await page.locator(".tool-estimate").count()).toBe(0);
		expect(errors).toEqual([]);
		await close();
	});

	it("open a brief unless it is shown, and mark pillars on other pages", async () => {
		const { page, errors, close } = await native.open(at("/"));
		const none = await native.call(page, "open_brief");
		expect(none).toMatchObject({ isError: true, structuredContent: { code: "input-invalid" } });
		expect((await native.call(page, "highlight_findings")).content[0]?.text).toContain("no matrix");
		expect(
			(await native.call(page, "highlight_findings", { query: "structured data" })).structuredContent.pillars,
		).toEqual(["data"]);
		await native.call(page, "open_brief", { domain: QUICK });
		await page.waitForURL(at(`/brief/${QUICK}/#dual-axis`));
		await expect.poll(() => native.names(page)).toContain("open_brief");
		await page.evaluate("scrollTo(0, 0)");
		expect((await native.call(page, "open_brief")).content[0]?.text).toContain("The page is at the matrix");
		await isInView(page, "#dual-axis");
		expect(errors).toEqual([]);
		await close();
	});

	it("explain faults so that an agent can continue", { timeout: 60_000 }, async () => {
		const { page, close } = await native.open(at("/wall/"));
		const textOf = async (name: string, input: object) => (await native.call(page, name, input)).content[0]?.text;
		expect(await textOf("audit_domain", { domain: "mailto:me@example.com" })).toContain("not a public host name");
		expect(await textOf("compare_domains", { domainA: QUICK, domainB: `https://${QUICK}/a` })).toContain(
			"Both fields have",
		);
		const half = await native.call(page, "compare_domains", { domainA: QUICK, domainB: CLOSED });
		expect(half.structuredContent).toMatchObject({ ok: false, a: { ok: true }, b: { ok: false } });
		expect(await overlayOf(page)).toMatch(/There is nothing to compare[\s\S]*robots\.txt/);
		await native.call(page, "highlight_findings", { query: "no such thing" });
		expect(await page.innerText("#tool-fault")).toContain("Nothing on this page matches “no such thing”.");
		const lift = await native.call(page, "simulate_lift", { domain: CLOSED });
		expect([lift.isError, lift.structuredContent.ok]).toEqual([true, false]);
		await page.route("**/api/v1/public/audit", (route) => route.abort());
		expect(await textOf("audit_domain", { domain: QUICK })).toContain("connection to the server was lost");
		await page.unroute("**/api/v1/public/audit");
		const closed = await native.call(page, "audit_domain", { domain: CLOSED });
		expect(closed.structuredContent).toMatchObject({ ok: false, domain: CLOSED });
		expect(closed.content[0]?.text).toMatch(/could not be audited[\s\S]*robots\.txt/);
		await close();
	});

	it("are documented on a page where a person can call them", { timeout: 60_000 }, async () => {
		const { page, errors, close } = await native.open(at("/tools/"));
		expect(await page.innerText("#tools-here")).toBe(
			"Your browser supports WebMCP: its agent finds 12 tools on this page.",
		);
		const entry = (name: string) => page.locator(`[data-tool="${name}"]`);
		expect(await entry("get_session").locator(".tool-state").innerText()).toContain("signed-in");
		expect(await entry("get_session").getByRole("button").isDisabled()).toBe(true);
		expect(await page.locator('.tool-state[data-tone="green"]').count()).toBe(12);
		await entry("compare_domains").getByLabel("First website").fill(QUICK);
		await page.keyboard.press("Enter");
		await entry("compare_domains").getByText("Fill in the field “Second website” first.").waitFor();
		expect(await page.evaluate("document.activeElement.id")).toBe("compare_domains-domainB");
		await page.keyboard.type(BARE);
		await entry("compare_domains").getByRole("button").press("Enter");
		await entry("compare_domains").getByText("The tool answered:").waitFor();
		expect(await page.evaluate("document.activeElement.textContent.trim()")).toBe("Try it");
		expect(await entry("compare_domains").locator("pre").first().innerText()).toContain(`A is ${QUICK}, B is ${BARE}.`);
		expect(await faultsInBothSchemes(page)).toEqual([]);
		expect(errors).toEqual([]);
		await close();
	});

	it("are reported as unavailable without browser support or scripts", async () => {
		const { page, close } = await polyfilled.open(at("/tools/"));
		expect(await page.innerText("#tools-here")).toContain("This page provides it, with 12 tools");
		await page.addInitScript("Object.defineProperty(window, 'isSecureContext', { value: false })");
		await page.reload();
		await page.waitForSelector("text=No tools here: browsers accept tools only over HTTPS");
		expect(await page.innerText('[data-tool="get_health"] .tool-state')).toContain("the browser did not accept it");
		const plain = await page.context().browser()?.newPage({ javaScriptEnabled: false });
		if (!plain) throw new Error("The browser is gone.");
		await plain.goto(at("/tools/"));
		expect(await plain.locator(".tool-state:visible, #tools-here:visible").count()).toBe(0);
		expect(await plain.innerText(".notice")).toContain("Without JavaScript");
		await plain.close();
		await close();
	});
});
