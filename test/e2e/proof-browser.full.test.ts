import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { type ProofSite, WITHHELD } from "./proof-site.testkit.ts";
import { openProofStage, outcome, PREFIX, type ProofStage, receiptPath, states } from "./proof-stage.testkit.ts";
import { executablePath, INSECURE_HOST } from "./test-browser.testkit.ts";

let stage: ProofStage;
let site: ProofSite;
beforeAll(async () => {
	stage = await openProofStage();
	site = stage.site;
});
afterEach(() => stage.tampered.clear());
afterAll(() => stage?.close());

const suite = (name: string, tests: () => void) =>
	describe.skipIf(executablePath === undefined)(`${name}${executablePath ? "" : " (skipped: no browser)"}`, tests);

suite("the page of a receipt", () => {
	it("fetches receipt and proof and checks every link below a path, without external requests", async () => {
		const { page, foreign, errors } = await stage.open(receiptPath(site.logged.id), { reducedMotion: "no-preference" });
		expect(await outcome(page)).toMatchObject({ kind: "verified", title: "Verified in your browser." });
		const links = ["receipt", "entry", "step-1", "step-2", "step-3", "step-4", "root", "signature"];
		expect(await states(page)).toEqual(links.map((link) => `${link} checked`));
		expect(await page.locator("[data-waiting]").count()).toBe(0);
		expect({ foreign, errors }).toEqual({ foreign: [], errors: [] });
		await page.context().close();
	});

	it("shows the receipt's content and corrections", async () => {
		const { page } = await stage.open(receiptPath(site.logged.id));
		const text = await page.locator("main").innerText();
		for (const words of ["91 of 100, ready", "20 November 2026, 02:00 UTC", "since the checkpoint of 14 leaves"])
			expect(text).toContain(words);
		expect(text).toContain("Correction of 21 November 2026: The picture of the harbour has had a text");
		expect(await page.locator("#rechecks li").allInnerTexts()).toEqual(["22 November 2026, 02:00 UTC leaf 12"]);
		await page.context().close();
	});

	it("expands the full hashes of a step by keyboard", async () => {
		const { page } = await stage.open(receiptPath(site.logged.id));
		await outcome(page);
		const step = page.locator('[data-link="step-2"] summary');
		await step.focus();
		await page.keyboard.press("Enter");
		expect(await page.locator('[data-link="step-2"] > div').innerText()).toMatch(
			/(‖ [0-9a-f]{64}\)?\s+){2}= [0-9a-f]{64}/,
		);
		await page.context().close();
	});

	const flip = (at: number) => (body: Buffer) =>
		Buffer.from(body.map((byte, place) => (place === at ? byte ^ 1 : byte)));

	it("says so when one bit of the receipt has changed", async () => {
		stage.tampered.set(receiptPath(site.logged.id, ".json"), flip(100));
		const { page } = await stage.open(receiptPath(site.logged.id));
		expect(await outcome(page)).toMatchObject({
			kind: "wrong",
			title: "Not verified. The receipt's bytes do not match.",
		});
		expect((await states(page)).filter((link) => !link.endsWith(" checked"))).toEqual(["receipt wrong"]);
		const color = await page.locator('[data-part="title"]').evaluate((title) => getComputedStyle(title).color);
		expect(color).toBe("rgb(163, 39, 15)");
		await page.context().close();
	});

	it("names the step with a changed hash", async () => {
		stage.tampered.set(receiptPath(site.logged.id, ".tlog-proof"), (body) => {
			const lines = body.toString().split("\n");
			const third = lines.findIndex((line) => line.startsWith("index ")) + 3;
			const hash = lines[third] ?? "";
			return Buffer.from(lines.with(third, `${hash.startsWith("A") ? "B" : "A"}${hash.slice(1)}`).join("\n"));
		});
		const { page } = await stage.open(receiptPath(site.logged.id));
		expect(await outcome(page)).toMatchObject({ kind: "wrong", title: "Not verified. Step 3 does not match." });
		expect(await states(page)).toEqual([
			"receipt checked",
			"entry checked",
			"step-1 checked",
			"step-2 checked",
			"step-3 wrong",
			"step-4 open",
			"root open",
			"signature checked",
		]);
		await page.context().close();
	});

	it("reports a changed signature and an unreadable proof", async () => {
		const path = receiptPath(site.logged.id, ".tlog-proof");
		stage.tampered.set(path, (body) =>
			Buffer.from(body.toString().replace(/.{3}\n$/, (end) => `${end.startsWith("A") ? "B" : "A"}${end.slice(1)}`)),
		);
		const signed = await stage.open(receiptPath(site.logged.id));
		expect((await outcome(signed.page)).title).toBe("Not verified. The signature is wrong.");
		stage.tampered.set(path, (body) => body.subarray(0, 60));
		await signed.page.getByRole("button", { name: "Check again" }).click();
		await expect.poll(async () => (await outcome(signed.page)).says).toContain("This is not a valid inclusion proof.");
		await signed.page.context().close();
	});

	it("reports a valid proof of another receipt", async () => {
		const other = await readFile(stage.file(receiptPath(site.first.id, ".tlog-proof")));
		stage.tampered.set(receiptPath(site.logged.id, ".tlog-proof"), () => other);
		const { page } = await stage.open(receiptPath(site.logged.id));
		expect(await outcome(page)).toMatchObject({ kind: "wrong", says: expect.stringContaining("another receipt") });
		await page.context().close();
	});

	it("reports a missing file, and can check again", async () => {
		stage.tampered.set(receiptPath(site.logged.id, ".json"), () => undefined);
		const { page } = await stage.open(receiptPath(site.logged.id));
		expect((await outcome(page)).says).toContain("The server answered 404.");
		stage.tampered.clear();
		await page.getByRole("button", { name: "Check again" }).click();
		await expect.poll(async () => (await outcome(page)).kind).toBe("verified");
		await page.context().close();
	});

	it("claims nothing without Web Crypto", async () => {
		const { page } = await stage.open(receiptPath(site.logged.id), {}, INSECURE_HOST);
		expect(await outcome(page)).toMatchObject({ kind: "partly", title: "Not checked by your browser." });
		expect(new Set((await states(page)).map((link) => link.split(" ")[1]))).toEqual(new Set(["built"]));
		await page.context().close();
	});

	it("checks hashes and leaves the signature open without Ed25519", async () => {
		const { page } = await stage.open("/log/");
		await page.addInitScript(
			`crypto.subtle.importKey = () => Promise.reject(new DOMException("", "NotSupportedError"))`,
		);
		await page.goto(page.url().replace("/log/", receiptPath(site.logged.id)));
		expect((await outcome(page)).kind).toBe("partly");
		expect((await states(page)).at(-1)).toBe("signature open");
		await page.context().close();
	});

	it("shows the same picture without JavaScript, as built", async () => {
		const { page: live } = await stage.open(receiptPath(site.logged.id));
		await outcome(live);
		const { page } = await stage.open(receiptPath(site.logged.id), { javaScriptEnabled: false });
		const hashes = (each: Page) =>
			each.locator(".climb code").evaluateAll((codes) => codes.map((code) => code.textContent));
		// Without scripts in the page, evaluate does not work.
		const still = await page.locator(".climb code").all();
		expect(await Promise.all(still.map((code) => code.textContent()))).toEqual(await hashes(live));
		const text = await page.locator("#proof").innerText();
		expect(text).toContain("Computed when this page was built; your browser has not checked it.");
		expect(text).toContain(`verify https://receipts.example.com${PREFIX}${receiptPath(site.logged.id)}`);
		await page.context().close();
		await live.context().close();
	});

	it("of a pending receipt has no proof and no script", async () => {
		const html = await stage.built(receiptPath(site.pending.id, "/index.html"));
		expect(html).toContain("will be added at the next seal");
		expect(html).not.toMatch(/<script(?![^>]*application\/ld\+json)/);
	});
});

suite("a receipt that is not public", () => {
	it.each(["unwatched", "removed"] as const)("%s: leaf and proof stay without its content", async (kind) => {
		const { id, receipt } = site[kind];
		const html = await stage.built(receiptPath(id, "/index.html"));
		expect(html).not.toContain(receipt.domain);
		expect(html).not.toContain(WITHHELD);
		expect(html).toContain('<meta name="robots" content="noindex"');
		expect(html.includes("taken down on 21 November 2026")).toBe(kind === "removed");
		await expect(stage.built(receiptPath(id, ".json"))).rejects.toThrow("ENOENT");
		const { page } = await stage.open(receiptPath(id));
		expect(await outcome(page)).toMatchObject({ kind: "verified", title: "The entry is in the log." });
		await page.context().close();
	});

	it("of an unlisted domain is readable at its address but in no list", async () => {
		const { id, receipt } = site.unlisted;
		const html = await stage.built(receiptPath(id, "/index.html"));
		expect(html).toContain(receipt.domain);
		expect(html).toContain('<meta name="robots" content="noindex"');
		expect(await stage.built("/log/index.html")).not.toContain(`receipts/${id}`);
		expect(await stage.built("/sitemap-0.xml")).not.toContain(id);
	});
});
