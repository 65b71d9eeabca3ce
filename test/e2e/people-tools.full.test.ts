import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { cliCommand, TARBALL } from "#core/brand.ts";
import { SERVED_TOOLS } from "#mcp/tools.ts";
import { drawSeal } from "#site/badge/draw-seal.ts";
import { TOOL_CATALOG } from "#tools/catalog.ts";
import { answerDialog, callAgreed, openToolBrowser, type ToolBrowser, whyNoToolBrowser } from "./page-tools.testkit.ts";
import { makeOwner } from "./people-before.testkit.ts";
import { linkIn, openStage, type Stage } from "./people-stage.testkit.ts";
import { SERVER_BASE_URL } from "./site-build.testkit.ts";
import { faultsInBothSchemes } from "./test-browser.testkit.ts";

/** Tools of the pages of a home with accounts: of the service, of the contact form, and of whoever is signed in. */

const SHOP = "shop.example.net";

const missing = whyNoToolBrowser;
describe.skipIf(missing !== undefined)(missing ? `skipped: ${missing}` : "tools of a home with accounts", () => {
	let stage: Stage;
	let cookie: string;
	let native: ToolBrowser;
	let polyfilled: ToolBrowser;
	beforeAll(async () => {
		const data = await mkdtemp(join(tmpdir(), "sightline-tools-"));
		({ cookie } = await makeOwner({ data }, "anna@example.com", "watched.example.net"));
		[stage, native, polyfilled] = await Promise.all([
			openStage({ data }),
			openToolBrowser("native"),
			openToolBrowser("polyfilled"),
		]);
	}, 300_000);
	afterAll(async () => {
		await stage?.close();
	});

	const overlayOf = (page: Page) => page.innerText("#tool-overlay");
	/** axe-core's findings; the polyfill does not change the display. */
	const faultsOf = async ({ kind }: ToolBrowser, page: Page) => (kind === "native" ? faultsInBothSchemes(page) : []);
	/** Without the browser's own messages about refused requests. */
	const ours = (errors: readonly string[]) => errors.filter((each) => !each.startsWith("Failed to load resource"));
	const at = (path: string) => `${stage.home}${path}`;
	const program = () => `npx ${SERVER_BASE_URL}/${TARBALL}`;

	it("are 18 when signed in and 12 otherwise, following other tabs", async () => {
		const { page, errors, close } = await native.open(at("/"));
		const own = async () => (await native.names(page)).filter((name) => TOOL_CATALOG.signedIn.includes(name));
		expect(await own()).toEqual([]);
		const other = await page.context().newPage();
		await other.goto(at("/sign-in/"));
		await other.fill("[name=email]", "tabs@example.com");
		await other.click("#link button, #send-link button");
		await other.waitForSelector("text=Check your email");
		await other.goto(linkIn(await stage.mail.next("tabs@example.com"), "/sign-in/link/"));
		await other.click("main form button");
		await other.waitForURL(/dashboard/);
		await expect.poll(own).toEqual(TOOL_CATALOG.signedIn.toSorted());
		await native.call(page, "list_recent_audits");
		expect(await page.locator("#tool-overlay").count()).toBe(1);
		// Chromium ends calls of a removed tool.
		const unanswered = native.call(page, "get_session").then(
			({ isError }) => isError,
			() => true,
		);
		await page.locator("dialog.tool-dialog[open]").waitFor();
		await other.goto(at("/account/"));
		await other.click("#sign-out button");
		await other.waitForURL(/sign-in/);
		await expect.poll(own).toEqual([]);
		// The account's data disappears with it, and nobody can agree in its name.
		await expect.poll(() => page.locator("#tool-overlay, dialog").count()).toBe(0);
		expect(await unanswered).toBe(true);
		expect(errors).toEqual([]);
		await close();
	});

	it.each(["native", "polyfilled"] as const)("report the service status, %s", async (kind) => {
		const browser = kind === "native" ? native : polyfilled;
		const { page, errors, close } = await browser.open(at("/"), "", {
			permissions: ["clipboard-read", "clipboard-write"],
		});
		const health = await browser.call(page, "get_health");
		expect(health.structuredContent).toMatchObject({ status: "ok", checks: { store: { status: "ok" } } });
		expect(await page.innerText("#tool-chip")).toMatch(/All systems operational\.[\s\S]*Store\s+answers/);

		const card = await browser.call(page, "open_mcp_card");
		expect(card.structuredContent).toMatchObject({ title: "Sightline", tools: expect.any(Array) });
		expect(await overlayOf(page)).toContain("/audits/mcp");
		await page.focus("footer a");
		await page.keyboard.press("Escape");
		expect(await page.locator("#tool-overlay").count()).toBe(0);

		const command = cliCommand(program(), "www.example.com");
		const { result, asked } = await callAgreed(browser, page, "get_cli_snippet", {
			domain: "https://www.example.com/a",
		});
		expect(asked).toContain(command);
		expect(result.structuredContent).toMatchObject({ command });
		for (const [name, { structuredContent }] of Object.entries({ get_health: health, get_cli_snippet: result }))
			expect(SERVED_TOOLS[name]?.output.safeParse(structuredContent).error).toBeUndefined();
		expect(await page.evaluate("navigator.clipboard.readText()")).toBe(command);
		expect(await overlayOf(page)).toContain("Copied to your clipboard.");
		const { result: unnamed } = await callAgreed(browser, page, "get_cli_snippet", {});
		expect(unnamed.structuredContent).toMatchObject({ command: cliCommand(program(), "<domain>") });
		expect(unnamed.content[0]?.text).toContain("replace <domain> with a domain");
		expect(await faultsOf(browser, page)).toEqual([]);
		expect(errors).toEqual([]);
		await close();
	});

	it("show an outage, a late night or no response on the chip, and poll again", async () => {
		const { page, close } = await native.open(at("/"));
		const { structuredContent: well } = await native.call(page, "get_health");
		const answerBy = async (status: number, body: object | undefined) => {
			await page.unroute("**/api/health");
			await page.route("**/api/health", (route) => (body ? route.fulfill({ status, json: body }) : route.abort()));
		};
		const answered = async (status: number, body: object | undefined) => {
			await answerBy(status, body);
			return native.call(page, "get_health");
		};
		const store = { status: "down", kind: "sqlite" };
		const down = await answered(503, { ...well, status: "down", checks: { ...well.checks, store } });
		expect([down.isError, down.structuredContent.status]).toEqual([undefined, "down"]);
		expect(await page.getAttribute("#tool-chip", "data-tone")).toBe("red");
		const schedule = { lastRun: null, nextRun: "2026-11-20T02:00:00.000Z", missed: true };
		await answered(200, { ...well, checks: { ...well.checks, schedule } });
		expect(await page.innerText("#tool-chip")).toContain("late since 20 November 2026");
		const silent = await answered(0, undefined);
		expect(silent.isError).toBe(true);
		expect(await page.innerText("#tool-chip")).toContain("The service does not answer.");
		await answered(429, { ok: false, code: "rate-limited", error: "Too many requests." });
		expect(await page.innerText("#tool-chip")).toContain("Too many requests.");
		await page.clock.install();
		await answered(200, well);
		expect(await page.getAttribute("#tool-chip", "data-tone")).toBe("green");
		await answerBy(503, { ...well, status: "down", checks: { ...well.checks, store } });
		await page.clock.runFor(31_000);
		await expect.poll(() => page.getAttribute("#tool-chip", "data-tone")).toBe("red");
		await page.click("#tool-chip button");
		expect(await page.locator("#tool-chip").count()).toBe(0);
		await close();
	});

	it("ask first in a dialog that can be cancelled, closed by key, and confirmed only by a person", async () => {
		const { page, errors, close } = await native.open(at("/"));
		await page.focus("input[name=url]");
		const calling = native.call(page, "get_cli_snippet", { domain: "example.com" });
		const dialog = page.locator("dialog.tool-dialog[open]");
		expect(await dialog.innerText()).toContain("Copy the command that repeats an audit");
		expect(await page.evaluate("document.activeElement.textContent")).toBe("Cancel");
		expect(await faultsOf(native, page)).toEqual([]);
		await answerDialog(page, "cancel");
		expect((await calling).isError).toBe(true);
		expect(await page.evaluate("document.activeElement.name")).toBe("url");

		const closed = native.call(page, "get_cli_snippet", { domain: "example.com" });
		await dialog.waitFor();
		await page.keyboard.press("Escape");
		expect((await closed).isError).toBe(true);

		// A synthetic click is no consent.
		const forged = native.call(page, "get_cli_snippet", { domain: "example.com" });
		await dialog.waitFor();
		await page.evaluate("document.querySelectorAll('dialog button').forEach((each) => each.click())");
		expect(await dialog.count()).toBe(1);
		await answerDialog(page, "cancel");
		await forged;
		const refused = await native.call(page, "get_cli_snippet", { domain: "$(rm -rf .)" });
		expect([refused.isError, await page.locator("dialog").count()]).toEqual([true, 0]);
		expect(errors).toEqual([]);
		await close();
	});

	// Chromium gives a tool the agent's signal from version 156 on: here the polyfill does.
	it("close the dialog when the agent aborts", async () => {
		const { page, errors, close } = await polyfilled.open(at("/"));
		await page.evaluate(`document.modelContext.getTools().then((tools) => {
			const tool = tools.find(({ name }) => name === "get_cli_snippet");
			const options = { signal: (globalThis.givingUp = new AbortController()).signal };
			document.modelContext.executeTool(tool, { domain: "example.com" }, options).catch(() => undefined);
		})`);
		await page.locator("dialog.tool-dialog[open]").waitFor();
		await page.evaluate("globalThis.givingUp.abort()");
		await expect.poll(() => page.locator("dialog").count()).toBe(0);
		expect((await polyfilled.call(page, "get_health")).isError).toBeUndefined();
		expect(errors).toEqual([]);
		await close();
	});

	it("show the text if the browser refuses the clipboard", async () => {
		const { page, close } = await native.open(at("/"));
		await page.evaluate(
			"navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
		);
		const { result } = await callAgreed(native, page, "get_cli_snippet", { domain: "example.com" });
		expect(result.content[0]?.text).toContain("The browser blocked the clipboard.");
		expect(await overlayOf(page)).toContain(cliCommand(program(), "example.com"));
		await page.click("#tool-overlay button:text-is('Copy')");
		await expect.poll(() => page.evaluate("getSelection().toString()")).toBe(cliCommand(program(), "example.com"));
		await close();
	});

	it.each(["native", "polyfilled"] as const)("fill in the contact form for the person to submit, %s", async (kind) => {
		const browser = kind === "native" ? native : polyfilled;
		const { page, errors, close } = await browser.open(at("/wall/"));
		const note = "All of it,\nby <b>Friday</b>\u202e.";
		const { result, asked } = await callAgreed(browser, page, "request_quote", { domain: "www.example.com", note });
		expect(asked).toContain("by <b>Friday</b>.");
		expect(result.isError).toBeUndefined();
		await page.waitForURL(/\/contact\/\?kind=quote$/);
		await page.waitForSelector("form.tool-marked");
		expect(await page.inputValue("form [name=domain]")).toBe("www.example.com");
		expect(await page.inputValue("form [name=note]")).toBe("All of it,\nby <b>Friday</b>.");
		expect(await page.innerText("#tool-contact")).toContain("Filled in: Website and Message. Nothing has been sent");
		expect(await faultsOf(browser, page)).toEqual([]);
		// What was carried is painted once.
		await page.goto(page.url());
		await expect.poll(() => browser.names(page)).toContain("book_consult");
		expect(await page.locator("form.tool-marked").count()).toBe(0);

		await callAgreed(browser, page, "book_consult", { name: "Ann", email: "ann@example.com" });
		await page.waitForURL(/kind=consult/);
		await page.waitForSelector("form.tool-marked");
		expect(await page.inputValue("form [name=email]")).toBe("ann@example.com");
		await page.fill("form [name=name]", "Ann Lee");
		const again = await callAgreed(browser, page, "book_consult", { name: "Bob", email: "bob@example.com" });
		expect(again.result.content[0]?.text).toContain("Kept what the person typed: Name.");
		expect(again.result.structuredContent).toEqual({ fields: { email: "bob@example.com" }, kept: ["name"] });
		expect(await page.inputValue("form [name=name]")).toBe("Ann Lee");
		expect(await page.inputValue("form [name=email]")).toBe("bob@example.com");
		expect(await page.innerText("#tool-contact")).toContain("Kept what you typed: Name.");
		expect(errors).toEqual([]);
		expect(stage.mail.mails.filter(({ text }) => text?.includes("Friday"))).toEqual([]);
		await close();
	});

	it("show the seal of a logged receipt, and the right score for a wrong request", async () => {
		const { page, errors, close } = await native.open(at("/"), cookie);
		const facts = { slug: SHOP, displayDomain: SHOP, overallScore: 74, auditedAt: "2026-11-21T09:30:12.480Z" };
		const receipt = { id: "ab".repeat(32), logIndex: 1204 };
		const svg = await drawSeal(
			{ ...facts, ...receipt, methodology: "2.0.0", agencyName: "", receiptId: receipt.id, builtAt: facts.auditedAt },
			stage.home,
		);
		const forged = svg.replace(
			"</svg>",
			'<script>alert(1)</script><image href="https://x.example/" onload="a()"/></svg>',
		);
		const json = {
			ok: true,
			domain: SHOP,
			score: 74,
			auditedAt: facts.auditedAt,
			receipt,
			receiptUrl: at("/"),
			svg: forged,
		};
		await page.route("**/api/v1/badges", (route) => route.fulfill({ json }));
		const { result } = await callAgreed(native, page, "mint_badge", { domain: SHOP });
		expect(result.structuredContent).toMatchObject({ score: 74, receipt });
		const seal = page.locator("#tool-overlay svg[role=img]");
		expect(await seal.getAttribute("aria-label")).toContain("74");
		expect(await seal.locator(":scope > :not(path)").count()).toBe(0);
		expect((await seal.boundingBox())?.height).toBeGreaterThan(100);
		expect(await faultsOf(native, page)).toEqual([]);

		const error = `The logged receipt of ${SHOP} says 74, not 90. Send 74, or omit \`score\`.`;
		await page.unroute("**/api/v1/badges");
		await page.route("**/api/v1/badges", (route) =>
			route.fulfill({ status: 409, json: { ok: false, error, code: "score-differs" } }),
		);
		const differs = await callAgreed(native, page, "mint_badge", { domain: SHOP, score: 90 });
		expect([differs.result.isError, differs.result.content[0]?.text]).toEqual([
			true,
			expect.stringContaining("says 74"),
		]);
		// Chromium 156 names what it does not run of a document that is only read.
		const refused = "Executing inline event handler violates";
		expect(ours(errors).filter((each) => !each.startsWith(refused))).toEqual([]);
		await close();
	});

	it.each(["native", "polyfilled"] as const)("work for a signed-in person, %s", async (kind) => {
		const browser = kind === "native" ? native : polyfilled;
		const { page, errors, close } = await browser.open(at("/"), cookie, {
			permissions: ["clipboard-read", "clipboard-write"],
		});
		await expect.poll(() => browser.names(page)).toContain("get_session");
		const agreed = await callAgreed(browser, page, "get_session");
		expect(agreed.result.structuredContent).toMatchObject({ plan: "agency", email: "anna@example.com" });
		expect(await overlayOf(page)).toContain("anna@example.com");
		const calling = browser.call(page, "get_session");
		await answerDialog(page, "cancel");
		const withheld = await calling;
		expect(Object.keys(withheld.structuredContent)).not.toContain("email");
		expect(withheld.content[0]?.text).toContain("Plan: agency.");
		expect(await overlayOf(page)).not.toContain("anna@example.com");

		const listed = await browser.call(page, "list_recent_audits");
		expect(listed.structuredContent.audits).toMatchObject([{ domain: SHOP, onWall: false }]);
		expect(await page.innerText("#tool-overlay table")).toMatch(new RegExp(`${SHOP}[\\s\\S]*not there`));
		expect(await faultsOf(browser, page)).toEqual([]);

		await page.evaluate(`document.addEventListener("sightline:ticket", (event) => {
			event.preventDefault();
			globalThis.taken = event.detail;
		})`);
		const { result: ticket } = await callAgreed(browser, page, "export_ticket", { domain: SHOP });
		expect(ticket.structuredContent).toMatchObject({ domain: SHOP, isCopied: true, isTaken: true });
		const copied = await page.evaluate("navigator.clipboard.readText()");
		expect(copied).toBe(await page.evaluate("globalThis.taken.markdown"));
		expect(copied).toContain("## To check");

		const pending = await callAgreed(browser, page, "mint_badge", { domain: SHOP, score: 40 });
		expect(pending.asked).toMatch(/Score\s+40/);
		expect(pending.result.content[0]?.text).toContain("is not in the log yet");

		await callAgreed(browser, page, "open_agency_portal");
		await page.waitForURL(at("/agency/portal/"));
		await expect.poll(() => browser.names(page)).toContain("open_dashboard");
		await callAgreed(browser, page, "open_dashboard");
		await page.waitForURL(at("/dashboard/"));
		expect(ours(errors)).toEqual([]);
		await close();
	});
});
