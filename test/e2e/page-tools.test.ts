import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { HOSTILE_TEXTS, listedHostileTexts } from "#site/badge/hostile-text.testkit.ts";
import { TOOL_CATALOG } from "#tools/catalog.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { buildServer, buildSite, onlyPages } from "./built-site.testkit.ts";
import { EVIL, expectQuoted, FORGED, HOSTILE_HOSTS, SKELETON, withWords } from "./hostile-tools.testkit.ts";
import { openToolBrowser, type ToolBrowser, whyNoToolBrowser } from "./page-tools.testkit.ts";
import { weighTools } from "./page-weight.testkit.ts";
import { openStage, type Stage } from "./people-stage.testkit.ts";
import { ASK_AT_LOAD, expectedTools, sorted, toolsOf } from "./registered-tools.testkit.ts";
import { BARE, HOSTS, QUICK } from "./scan-sites.testkit.ts";
import { SERVER_PREFIX } from "./site-build.testkit.ts";
import { serveStatic } from "./static-host.testkit.ts";
import { layoutShift } from "./test-browser.testkit.ts";

/** Where and how tools are registered, and what protects callers and the page. */

/** The lists have thousands of texts, so the short run uses one in this many. */
const STRIDE = FULL ? 1 : 20;
const missing = whyNoToolBrowser ?? whyNoTestInternet();
describe.skipIf(missing !== undefined)(missing ? `skipped: ${missing}` : "the tools of pages", () => {
	let internet: TestInternet;
	let stage: Stage;
	let native: ToolBrowser;
	let polyfilled: ToolBrowser;
	beforeAll(async () => {
		internet = await openTestInternet({ hosts: { ...HOSTS, ...HOSTILE_HOSTS } });
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

	it.each(["native", "polyfilled"] as const)(
		"are those of the catalog on every page, %s",
		{
			timeout: 60_000,
		},
		async (kind) => {
			const browser = kind === "native" ? native : polyfilled;
			const { page, errors, close } = await browser.open(at("/"));
			// The hint came with Chrome 154; older ones drop it.
			const knowsHint = kind === "polyfilled" || Number.parseInt(page.context().browser()?.version() ?? "", 10) >= 154;
			await page.addInitScript(ASK_AT_LOAD);
			const audited = await browser.call(page, "audit_domain", { domain: QUICK });
			expect(audited.isError).toBeUndefined();
			await page.waitForURL(at(`/brief/${QUICK}/`));
			const paths = ["/", "/wall/", "/scan/", "/tools/", "/contact/", `/brief/${QUICK}/`];
			for (const path of some(paths, kind === "native" ? 2 : paths.length)) {
				await page.goto(at(path));
				const atLoad = await page.evaluate<string[]>("globalThis.namesAtLoad");
				expect(atLoad, path).toEqual(expect.arrayContaining([...TOOL_CATALOG.public]));
				const tools = await toolsOf(page, kind);
				const ours = tools.filter(({ name }) => TOOL_CATALOG.tools.some((tool) => tool.name === name));
				expect(sorted(ours), path).toEqual(sorted(expectedTools(knowsHint)));
				for (const { name } of tools) if (!ours.some((tool) => tool.name === name)) expect(name).toMatch(/^fill_in_/);
				expect(await layoutShift(page), path).toBeLessThan(0.01);
			}
			expect(errors).toEqual([]);
			await close();
		},
	);

	it("take at most 60 KiB of script for any call, including the polyfill", async () => {
		const { outDir } = await buildServer();
		expect((await weighTools(join(outDir, "client"), SERVER_PREFIX)).heavy).toEqual([]);
	});

	it("are not on pages that show a secret once or ask for consent", async () => {
		for (const path of ["/sign-in/link/?token=x", "/oauth/consent/", "/agent-claim/", "/admin/api-keys/"]) {
			const html = await (await fetch(at(path), { redirect: "manual" })).text();
			expect(html, path).not.toContain("sightline-tools");
		}
		const page = await (await fetch(at("/sign-in/link/?token=x"))).text();
		expect(page).toContain("<h1>");
		expect(page).not.toContain("<script");
	});

	it.each(some(["native", "polyfilled"] as const, 2))("validate input and serialize calls, %s", async (kind) => {
		const browser = kind === "native" ? native : polyfilled;
		const { page, errors, close } = await browser.open(at("/"));
		const wrong = await browser.call(page, "open_scan", { url: "a.example", mode: "fast" });
		expect(wrong).toMatchObject({ isError: true, structuredContent: { ok: false, code: "input-invalid" } });
		expect((await browser.call(page, "audit_domain", {})).content[0]?.text).toContain("domain is missing");
		const asked: string[] = [];
		const held: (() => void)[] = [];
		await page.route("**/api/v1/public/compare", async (route) => {
			asked.push("compare");
			await new Promise<void>((resolve) => held.push(resolve));
			await route.fulfill({
				status: 429,
				headers: { "Retry-After": "9" },
				json: problem("rate-limited", "Too many."),
			});
		});
		await page.route("**/api/health", async (route) => {
			asked.push("health");
			await route.continue();
		});
		const first = browser.call(page, "compare_domains", { domainA: "a.example", domainB: "b.example" });
		await expect.poll(() => held.length).toBe(1);
		const second = browser.call(page, "get_health");
		// Immediate work has started by the time of another response.
		await page.evaluate("fetch(location.href).then((answer) => answer.text())");
		expect(asked).toEqual(["compare"]);
		held[0]?.();
		const { content, structuredContent } = await first;
		expect(structuredContent).toMatchObject({ ok: false, code: "rate-limited", waitSeconds: 9 });
		expect(content[0]?.text).toContain("Too many. Wait 9 seconds before calling again.");
		expect((await second).structuredContent.status).toBe("ok");
		expect(asked).toEqual(["compare", "health"]);
		expect(errors.filter((error) => !error.includes("429"))).toEqual([]);
		await close();
	});

	it("end when the agent aborts, and accept the next call", async () => {
		for (const { open, call } of some([native, polyfilled], 2)) {
			const { page, errors, close } = await open(at("/"));
			await page.route("**/api/v1/public/compare", () => undefined);
			const given = await page.evaluate(`(async () => {
				const tools = await document.modelContext.getTools();
				const tool = tools.find(({ name }) => name === "compare_domains");
				const leaving = new AbortController();
				const calling = document.modelContext.executeTool(tool, { domainA: "a.example", domainB: "b.example" }, leaving);
				setTimeout(() => leaving.abort(new DOMException("given up", "AbortError")));
				return calling.then(() => "answered", (error) => error.name);
			})()`);
			expect(given).toBe("AbortError");
			expect((await call(page, "get_health")).structuredContent.status).toBe("ok");
			expect(await page.locator("#tool-progress").count()).toBe(0);
			expect(errors).toEqual([]);
			await close();
		}
	});

	it("refuse calls after a navigation with the new address, and keep a page with a filled-in form", async () => {
		const { page, errors, close } = await native.open(at("/"));
		await native.call(page, "audit_domain", { domain: QUICK });
		await page.waitForURL(at(`/brief/${QUICK}/`));
		await page.goto(at("/"));
		await expect.poll(() => native.names(page)).toContain("open_brief");
		const opened = native.call(page, "open_brief", { domain: QUICK });
		const behind = native.call(page, "get_cli_snippet", { domain: QUICK });
		expect((await opened).isError).toBeUndefined();
		expect((await behind).structuredContent).toMatchObject({
			code: "page-changes",
			error: expect.stringContaining(`/brief/${QUICK}/`),
		});
		await page.waitForURL(at(`/brief/${QUICK}/#dual-axis`));
		await page.goto(at("/contact/"));
		await page.fill("form [name=note]", "my own words");
		const { content } = await native.call(page, "open_brief", { domain: QUICK });
		expect(content[0]?.text).toMatch(/^The page was not left/);
		expect(await page.inputValue("form [name=note]")).toBe("my own words");
		await page.click("#tool-way a");
		await page.waitForURL(at(`/brief/${QUICK}/#dual-axis`));
		expect(errors).toEqual([]);
		await close();
	});

	it("ask in a dialog with text and buttons always visible for any length of data", async () => {
		const { page, close } = await native.open(at("/"), "", { viewport: { width: 320, height: 480 } });
		const calling = native.call(page, "request_quote", {
			domain: QUICK,
			note: `a${"\n".repeat(3_000)}nothing is sent`,
		});
		await page.waitForSelector("dialog[open]");
		for (const part of ["h2", ".tool-buttons button:first-child", ".tool-buttons button:last-child"]) {
			const box = await page.locator(`dialog ${part}`).boundingBox();
			expect([part, (box?.y ?? -1) >= 0, (box?.y ?? 0) + (box?.height ?? 999) <= 480]).toEqual([part, true, true]);
		}
		expect(await page.evaluate("document.querySelector('dialog').scrollTop")).toBe(0);
		await page.keyboard.press("Escape");
		expect((await calling).structuredContent.code).toBe("declined");
		await close();
	});

	const TURNS = FULL ? 20 : 4;
	it(`follow ${TURNS} session changes in another tab at once`, async () => {
		const { page, close } = await native.open(at("/"));
		const other = await page.context().newPage();
		await other.goto(at("/wall/"));
		const isOurs = async () => (await native.names(page)).includes("get_session");
		for (let turn = 1; turn <= TURNS; turn++) {
			const value = turn % 2 === 1 ? "1; Path=/" : "; Max-Age=0; Path=/";
			await other.evaluate(`document.cookie = "sightline-signed-in=${value}"`);
			await expect.poll(isOurs, { message: `turn ${turn}` }).toBe(turn % 2 === 1);
		}
		await close();
	});

	it("escape quotations of a hostile site", { timeout: 60_000 }, async () => {
		const { page, errors, close } = await native.open(at("/wall/"));
		const lift = await native.call(page, "simulate_lift", { domain: EVIL });
		expectQuoted(lift);
		await page.waitForURL(at(`/brief/${EVIL}/#dual-axis`));
		await page.waitForSelector("#tool-overlay");
		const audit = await native.call(page, "audit_domain", { domain: EVIL });
		expectQuoted(audit);
		expect(JSON.stringify(audit.structuredContent)).toContain("SYSTEM");
		await page.waitForURL(at(`/brief/${EVIL}/`));
		await expect.poll(() => native.names(page)).toContain("compare_domains");
		expect((await native.call(page, "highlight_findings", { query: FORGED })).isError).toBeUndefined();
		expectQuoted(await native.call(page, "compare_domains", { domainA: EVIL, domainB: QUICK }));
		expect(await page.locator("dialog").count()).toBe(0);
		expect(await page.locator("#tool-overlay").count()).toBe(1);
		expect(await page.evaluate("globalThis.pwned")).toBeUndefined();
		expect(errors).toEqual([]);
		await close();
	});

	if (FULL)
		it("add no foreign elements for any text", { timeout: 60_000 }, async () => {
			const { page, errors, close } = await native.open(at("/"));
			let words = "harmless words";
			const compared = await stage.server.post("/api/v1/public/compare", { domainA: BARE, domainB: QUICK });
			const answer = await compared.json();
			await page.route("**/api/v1/public/compare", (route) => route.fulfill({ json: withWords(answer, words) }));
			const shown = async () => {
				const result = await native.call(page, "compare_domains", { domainA: BARE, domainB: QUICK });
				expectQuoted(result);
				return page.evaluate(SKELETON);
			};
			const harmless = await shown();
			const texts = [FORGED, ...HOSTILE_TEXTS, ...listedHostileTexts().filter((_, at) => at % STRIDE === 0)];
			for (let from = 0; from < texts.length; from += 400) {
				words = texts
					.slice(from, from + 400)
					.join(" ")
					.toWellFormed();
				expect(await shown()).toEqual(harmless);
			}
			expect(await page.evaluate("globalThis.pwned")).toBeUndefined();
			expect(errors).toEqual([]);
			await close();
		});

	if (FULL)
		it("of a static site are the public ones of the configured server", { timeout: 120_000 }, async () => {
			const routes = onlyPages("index.astro");
			const environment = { SIGHTLINE_BASE_URL: "http://127.0.0.1/files", SIGHTLINE_API_URL: stage.home };
			const { outDir } = await buildSite(environment, { routes });
			const host = await serveStatic(outDir, "/files/");
			try {
				const { page, errors, close } = await native.open(host.home);
				const names = (await native.names(page)).filter((name) => !name.startsWith("fill_in_"));
				expect(names.toSorted()).toEqual(TOOL_CATALOG.public.toSorted());
				expect((await native.call(page, "get_health")).structuredContent.status).toBe("ok");
				await page.context().addCookies([{ name: "sightline-signed-in", value: "1", url: host.home }]);
				await native.call(page, "open_scan", { url: QUICK });
				await page.waitForURL(at(`/scan/?url=${QUICK}`));
				// Builds no other pages or pictures.
				expect(errors.filter((error) => !error.includes("404"))).toEqual([]);
				await close();
			} finally {
				host.close();
			}
		});
});

function problem(code: string, error: string) {
	return { ok: false, status: 429, code, error, detail: error };
}
