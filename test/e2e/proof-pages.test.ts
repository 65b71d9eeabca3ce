import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "#core/bytes.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import { readPublishedLog } from "#log/published-log.ts";
import { createSignerKey, formatVerifierKey } from "#log/tlog/note.ts";
import type { ProofSite } from "./proof-site.testkit.ts";
import { openProofStage, outcome, PREFIX, type ProofStage, receiptPath } from "./proof-stage.testkit.ts";
import { accessibilityFaults, executablePath } from "./test-browser.testkit.ts";

let stage: ProofStage;
let site: ProofSite;
beforeAll(async () => {
	stage = await openProofStage();
	site = stage.site;
});
afterAll(() => stage?.close());

const suite = (name: string, tests: () => void) =>
	describe.skipIf(executablePath === undefined)(`${name}${executablePath ? "" : " (skipped: no browser)"}`, tests);

describe("the files of receipts and log", () => {
	it("every receipt is served verbatim with its SHA-256 as name", async () => {
		for (const { id } of [site.first, site.logged, site.unlisted, site.pending])
			expect(await sha256Hex(await readFile(stage.file(receiptPath(id, ".json"))))).toBe(id);
	});

	it("checkpoint, keys and tiles are served verbatim", async () => {
		for (const file of [
			"checkpoint",
			"vkeys",
			"checkpoints/8",
			"checkpoints/14",
			"tile/0/000.p/14",
			"tile/entries/000.p/8",
		])
			expect(await readFile(stage.file(`log/${file}`))).toEqual(
				await readFile(join(site.settings.reports, "log", file)),
			);
		const [key] = (await stage.built("/log/vkeys")).split("\n");
		expect(await stage.built("/log/vkey")).toBe(`${key}\n`);
		expect(await stage.built("/log/policy.txt")).toBe(
			`log ${key} https://receipts.example.com${PREFIX}/log/\nquorum none\n`,
		);
		expect(await stage.built("/log/checkpoints.txt")).toBe("14\n8\n");
		const { leaves } = (await readPublishedLog(join(site.settings.reports, "log"))) ?? { leaves: [] };
		const [name] = leaves.flatMap((leaf) => (leaf.kind === "list" ? [leaf.name] : [])).slice(-1);
		expect(await stage.built(`/log/${name}`)).toContain("size 13\nall ");
		expect(await stage.built("/.nojekyll")).toBe("");
		await expect(stage.built("/log/.seal-lock")).rejects.toThrow("ENOENT");
	});
});

suite("the page of the log", () => {
	it("the checkpoint is shown verbatim, with a note that it has no witnesses", async () => {
		const { page, foreign, errors } = await stage.open("/log/");
		expect(await page.locator("pre").first().textContent()).toBe(await stage.built("/log/checkpoint"));
		expect(await page.locator("#trust").innerText()).toContain("No witness has cosigned this checkpoint.");
		expect(await page.locator("main").innerText()).not.toContain("key is public");
		expect({ foreign, errors }).toEqual({ foreign: [], errors: [] });
		await page.context().close();
	});
});

suite("the page that checks files of the reader's own", () => {
	const onDisk = (id: string) => [".tlog-proof", ".json"].map((ending) => stage.file(receiptPath(id, ending)));

	it("verifies a proof and a receipt from disk, by the reader's own key too, and sends nothing", async () => {
		const { page, errors } = await stage.open("/verify/");
		const requests: string[] = [];
		page.on("request", (request) => request.url().endsWith("favicon.svg") || requests.push(request.url()));
		await page.locator("#files").setInputFiles(onDisk(site.logged.id));
		expect(await outcome(page)).toMatchObject({ kind: "verified", title: "Verified in your browser." });
		expect(await page.locator('[data-part="facts"]').innerText()).toContain("91 of 100");
		await checkByKeys(page);
		expect({ requests, errors }).toEqual({ requests: [], errors: [] });
		await page.context().close();
	});

	/** The field shows an error for an invalid key. */
	async function checkByKeys(page: Page): Promise<void> {
		const key = page.getByRole("textbox");
		await page.getByText("Check with another public key").click();
		await key.fill("no key");
		await key.blur();
		await expect.poll(() => page.locator("#key-fault").textContent()).toContain("This is not a valid public key.");
		expect(await key.getAttribute("aria-invalid")).toBe("true");
		await key.fill(formatVerifierKey(await createSignerKey("receipts.example.com/log")));
		await key.blur();
		await expect.poll(async () => (await outcome(page)).title).toBe("Not verified. The signature is wrong.");
		expect(await page.locator('[data-part="trust"]').textContent()).toBe("the key that you entered");
		await key.fill(await stage.built("/log/vkey"));
		await key.blur();
		await expect.poll(async () => (await outcome(page)).kind).toBe("verified");
		expect(await key.getAttribute("aria-invalid")).toBeNull();
	}

	it("shows no check and key before there is a file, and then takes the files one after the other", async () => {
		const { page } = await stage.open("/verify/");
		const keys = (await stage.built("/log/vkeys")).split("\n").filter(Boolean);
		expect(await page.locator("#result").innerText()).not.toMatch(/checked with/i);
		expect(await page.locator('[data-part="trust"]').textContent()).toBe("this site");
		expect(await page.locator("#key-note code").allTextContents()).toEqual(keys);
		const html = await stage.built("/verify/index.html");
		expect(html.match(/On your own machine|The same (?:on|without)/gi)).toHaveLength(1);
		const [proof = "", receipt = ""] = onDisk(site.logged.id);
		await page.locator("#files").setInputFiles(receipt);
		await expect.poll(() => page.locator('[data-part="title"]').textContent()).toBe("Now choose its proof.");
		await page.locator("#files").setInputFiles(proof);
		expect((await outcome(page)).title).toBe("Verified in your browser.");
		await page.context().close();
	});

	if (FULL)
		it("accepts dropped files", async () => {
			const { page } = await stage.open("/verify/");
			const content = await stage.built(receiptPath(site.logged.id, ".tlog-proof"));
			const transfer = await page.evaluateHandle((text) => {
				const data = new DataTransfer();
				data.items.add(new File([text], "kept.tlog-proof"));
				return data;
			}, content);
			await page.dispatchEvent('[data-part="drop"]', "drop", { dataTransfer: transfer });
			expect(await outcome(page)).toMatchObject({ kind: "verified", title: "The entry is in the log." });
			await page.context().close();
		});

	if (FULL)
		it("reports a receipt of another proof, and clears the earlier result", async () => {
			const { page } = await stage.open("/verify/");
			await page.locator("#files").setInputFiles(onDisk(site.logged.id));
			await outcome(page);
			await page.locator("#files").setInputFiles(stage.file(receiptPath(site.first.id, ".json")));
			await expect
				.poll(async () => (await outcome(page)).title)
				.toBe("Not verified. The receipt's bytes do not match.");
			expect(await page.locator('[data-part="facts"]').isVisible()).toBe(false);
			await page.context().close();
		});

	if (FULL)
		it("never shows one receipt's content with another's verdict", async () => {
			const { page } = await stage.open("/verify/", { reducedMotion: "no-preference" });
			const text = await stage.built(receiptPath(site.logged.id, ".json"));
			const forged = {
				name: "forged.json",
				mimeType: "application/json",
				buffer: Buffer.from(text.replace("91", "99")),
			};
			await page.locator("#files").setInputFiles(onDisk(site.logged.id));
			await page.locator("#files").setInputFiles(forged);
			expect((await outcome(page)).title).toBe("Not verified. The receipt's bytes do not match.");
			expect(await page.locator('[data-part="chosen"]').innerText()).toContain("forged.json");
			expect(await page.locator('[data-part="facts"]').isVisible()).toBe(false);
			await page.context().close();
		});

	if (FULL)
		it("names a file that is neither", async () => {
			const { page } = await stage.open("/verify/");
			await page.locator("#files").setInputFiles(stage.file("favicon.svg"));
			expect((await outcome(page)).says).toContain("favicon.svg is neither a proof nor a receipt.");
			await page.context().close();
		});
});

suite("every page of proofs", () => {
	const pages = () => [
		receiptPath(site.logged.id),
		receiptPath(site.removed.id),
		receiptPath(site.pending.id),
		"/log/",
		"/verify/",
	];

	it("is accessible in light and dark, and fits a screen 320 pixels wide with every step open", {
		timeout: 60_000,
	}, async () => {
		const { page } = await stage.open("/verify/");
		const home = page.url().replace("/verify/", "");
		for (const path of some(pages(), 4)) {
			await page.setViewportSize({ width: 1280, height: 720 });
			await page.goto(home + path);
			if (path === "/verify/")
				await page.locator("#files").setInputFiles(stage.file(receiptPath(site.first.id, ".tlog-proof")));
			if (path !== "/log/" && path !== receiptPath(site.pending.id)) await outcome(page);
			for (const details of await page.locator("details").all())
				await details.evaluate((element) => element.setAttribute("open", ""));
			expect(await accessibilityFaults(page), path).toEqual([]);
			await page.setViewportSize({ width: 320, height: 640 });
			expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), path).toBeLessThanOrEqual(0);
		}
		await page.context().close();
	});
});
