import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import type { Report } from "#core/report.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { main } from "./main.ts";

const FOLDER = ["--dir", fileURLToPath(new URL("../../samples/sites/orbitboard.example.org", import.meta.url))];
const SITE = [...FOLDER, "--as", "orbitboard.example.org"];

async function brief(...argv: string[]) {
	let stdout = "";
	let stderr = "";
	const code = await main(["brief", ...argv], {
		stdout: { write: (text) => (stdout += text) },
		stderr: { write: (text) => (stderr += text) },
		env: { SIGHTLINE_REPORTS: "/nowhere", SIGHTLINE_DATA: "/nowhere" },
	});
	return { code, stdout, stderr };
}

async function receiptFile(report: Report): Promise<string> {
	const { receipt } = await createReceipt(report, "e".repeat(64));
	const path = join(await mkdtemp(join(tmpdir(), "sightline-brief-")), "receipt.json");
	await writeFile(path, await receiptText(receipt));
	return path;
}

it("has verdict, first fixes and receipt in all 3 formats", async () => {
	const asData = JSON.parse((await brief(...SITE, "--json")).stdout);
	const { code, stdout, stderr } = await brief(...SITE);
	const markdown = (await brief(...SITE, "--markdown", "--agency", "North_light & Co")).stdout;
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(asData).toMatchObject({ ok: true, clientDomain: "orbitboard.example.org", receipt: { state: "unsaved" } });
	const words = stdout.replaceAll(/\s+/g, " ");
	expect(asData.recommendations.length).toBeGreaterThan(3);
	for (const { title, consequence, pages } of asData.recommendations) {
		expect(words).toContain(title);
		expect(words).toContain([consequence, pages, "Fix: "].filter(Boolean).join(" "));
		expect(markdown).toContain(`**${title}**`);
	}
	for (const text of [words, markdown]) {
		expect(text).toContain(`${asData.overallScore} of 100`);
		expect(text).toContain("Folder, before publication;");
		expect(text).toContain(REFUSAL);
		expect(text).toContain("(not kept)");
	}
	expect(markdown).toContain("Prepared by North_light & Co");
	for (const line of stdout.split("\n").slice(0, 8)) expect(line.length).toBeLessThanOrEqual(88);
});

it("shows a saved receipt as of its day, sanitized for terminal and Markdown", async () => {
	const report = exampleReport();
	const findings = report.findings.map((each) => ({
		...each,
		fix: "Take \u001b[31m](https://evil.example) <script> out.",
	}));
	const path = await receiptFile({ ...report, findings });
	const { code, stdout } = await brief(path);
	expect(code).toBe(0);
	// There is no log that could contain it.
	expect(stdout).toMatch(/Receipt [0-9a-f]{64},/);
	expect(stdout).not.toContain("\u001b");
	const markdown = (await brief(path, "--markdown")).stdout;
	expect(markdown).toContain("evil.example`) `<script>");
});

it("accepts a paper size only for a PDF", async () => {
	const { code, stderr } = await brief(...SITE, "--paper", "Letter");
	expect([code, stderr]).toEqual([2, expect.stringContaining("--paper needs --pdf")]);
	expect((await brief(...SITE, "--pdf", "x.pdf", "--paper", "A5")).code).toBe(2);
});

it("says why there is no score, and exits with 3", async () => {
	const { scores: _none, ...rest } = exampleReport();
	const failure = { code: "robots-refused", says: "robots.txt keeps our bot out." } as const;
	const path = await receiptFile({ ...rest, ok: false, findings: [], failure });
	expect(await brief(path)).toMatchObject({ code: 3, stdout: expect.stringContaining("could not be audited") });
});

it.each([
	[[], "Name a domain"],
	[["example.com", "--markdown", "--json"], "Use only one of --markdown, --json and --pdf"],
	[["example.com", "--json", "--pdf", "a.pdf"], "Use only one of --markdown, --json and --pdf"],
	[["example.com", "--pdf", "-"], "--pdf needs a file name"],
	[["example.com", "--pdf", "/nowhere/a.pdf"], "--pdf /nowhere/a.pdf cannot be written"],
	[["example.com", "--agency", ""], '--agency "" cannot be used. It must have 1 to 60 characters. Give a name'],
	[["example.com", "--agency", "https://spam.example"], "must be a name, not an address"],
	[["--dir", "dist"], "--dir needs --as"],
])("refuses %j", async (argv, says) => {
	expect(await brief(...argv)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
});
