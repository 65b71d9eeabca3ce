import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { openStage, type Stage, type StageOptions } from "./people-stage.testkit.ts";
import { signInAs, type Visitor } from "./people-visitor.testkit.ts";
import { printedPages } from "./printed-pages.testkit.ts";
import { inRepository } from "./process.testkit.ts";
import { accessibilityFaults, executablePath, sharedBrowser } from "./test-browser.testkit.ts";

const missing = whyNoTestInternet() ?? (executablePath ? undefined : "no browser");
const CLIENT = "shop.example.com";
const PORTAL = "/agency/portal/nordlicht/";
const TEXT = "Wir reparieren Fahrräder aller Marken in unserer Werkstatt am Hafen. ".repeat(30);
const page = (head: string, body: string) =>
	`<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Radwerkstatt am Hafen</title>${head}</head><body><main><h1>Radwerkstatt</h1><p>${TEXT}</p>${body}</main></body></html>`;
const BROKEN = page('<meta name="robots" content="noindex">', '<img src="/rad.png">');
const REPAIRED = page('<link rel="canonical" href="https://shop.example.com/">', '<img src="/rad.png" alt="Ein Rad">');
const A_DAY_LATER = {
	nodeOptions: ["--import", pathToFileURL(inRepository("test/e2e/later-clock.testkit.ts")).href],
	environment: { TEST_DAYS_LATER: "1" },
};

describe.skipIf(missing !== undefined)(missing ? `skipped: ${missing}` : "an agency's brief for a client", () => {
	let browser: Browser;
	let data: string;
	beforeAll(async () => {
		browser = await sharedBrowser();
		data = await mkdtemp(join(tmpdir(), "sightline-agency-history-"));
	});
	afterAll(() => rm(data, { recursive: true, force: true }));

	/** The server keeps its state between stages; the client's site is separate. */
	async function onStage(
		html: string,
		options: Pick<StageOptions, "environment" | "nodeOptions">,
		work: (stage: Stage, editor: Visitor) => Promise<void>,
	) {
		const internet = await openTestInternet({ hosts: { [CLIENT]: { paths: { "/": html } } } });
		const stage = await openStage({ internet, data, ...options }).catch(async (error) => {
			await internet.close();
			throw error;
		});
		try {
			await work(stage, await signInAs(stage, "berta@example.com"));
		} finally {
			await stage.close();
			await internet.close();
		}
	}

	/** @returns the address of the client's brief */
	async function makeAndApprove(editor: Visitor): Promise<string> {
		const made = await editor.send(`${PORTAL}clients/`, "make-brief", { domain: CLIENT });
		expect(made.path, made.text).toContain("done=brief-made");
		const approved = await editor.send(PORTAL, "approve");
		return /href="[^"]*(\/brief\/[^"]*)"/.exec(approved.html)?.[1] ?? "";
	}

	async function read(stage: Stage, path: string) {
		const reader = await browser.newPage({ viewport: { width: 390, height: 844 } });
		await reader.goto(stage.home + path);
		return reader;
	}

	it("the brief is in the client's language, and lists fixes with both receipts", {
		timeout: 600_000,
	}, async () => {
		await onStage(BROKEN, {}, async (stage, editor) => {
			await editor.send("/agency/portal/", "found", { name: "Nordlicht" });
			await editor.send(`${PORTAL}clients/`, "add-client", { domain: CLIENT, name: "Rad & Tat", language: "de" });
			const reader = await read(stage, await makeAndApprove(editor));
			const words = await reader.innerText("body");
			expect(await reader.getAttribute("html", "lang")).toBe("de");
			expect(words).toContain("Was zuerst zu tun ist");
			expect(words).toContain("Rad & Tat");
			expect(words).not.toContain("Behoben bis");
			await reader.close();
		});
		await onStage(REPAIRED, A_DAY_LATER, async (stage, editor) => {
			const reader = await read(stage, await makeAndApprove(editor));
			const words = await reader.innerText("body");
			expect(words).toMatch(/Behoben bis [^:]+ \(Wertung \d+ → \d+\): „/);
			expect(words).not.toMatch(/„(?:The|No|Images|Some) /);
			const receipts = await reader
				.locator("a[href*='/receipts/']")
				.evaluateAll((all) => [...new Set(all.map((each) => (each as HTMLAnchorElement).href))]);
			expect(receipts).toHaveLength(2);
			for (const receipt of receipts) expect((await fetch(receipt)).status).toBe(200);
			expect(await reader.locator("nav").count()).toBe(0);
			expect(await accessibilityFaults(reader)).toEqual([]);
			expect(Number(await reader.evaluate("document.documentElement.scrollWidth - innerWidth"))).toBe(0);
			const printed = printedPages(await reader.pdf({ format: "A4", preferCSSPageSize: true }));
			expect(printed.length).toBeLessThanOrEqual(2);
			expect(printed.join(" ").replaceAll(" ", "")).toContain("Behobenbis");
			if (process.env.SHOTS) await reader.screenshot({ path: `${process.env.SHOTS}/agency-390.png`, fullPage: true });
			await reader.close();
		});
	});
});
