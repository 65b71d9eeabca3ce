import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { auditSample } from "#audit/sample-audit.testkit.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Report } from "#core/report.ts";
import { EvidenceFiles } from "#receipts/store/evidence-archive.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { main } from "./main.ts";

const DOMAIN = "tidewater-books.example.net";
let root = "";
let file: (name: string) => string;

/** Receipts of methodology 0.0.9 and of the current one for the same archived evidence. */
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-diff-"));
	file = (name) => join(root, name);
	await mkdir(file("reports"));
	const { record, report } = await auditSample(DOMAIN);
	const digest = await new EvidenceFiles(file("data/evidence")).put(record);
	const write = async (name: string, change: Partial<Report>) => {
		const { receipt } = await createReceipt({ ...report, ...change }, digest);
		await writeFile(file(name), await receiptText(receipt));
	};
	await write("old.json", { methodology: "0.0.9" });
	await write("new.json", { auditedAt: "2026-12-01T02:00:00.000Z" });
	await write("other.json", { domain: "other.example" });
});

async function sightline(data: string, ...argv: string[]) {
	const texts = { stdout: "", stderr: "" };
	const env = { SIGHTLINE_REPORTS: file("reports"), SIGHTLINE_DATA: file(data) };
	const code = await main(argv, {
		stdout: { write: (text) => (texts.stdout += text) },
		stderr: { write: (text) => (texts.stderr += text) },
		env,
	});
	return { code, stderr: texts.stderr, stdout: texts.stdout.replaceAll(/\s+/g, " ") };
}

describe("sightline diff", () => {
	it("attributes differences to the methodology, for receipts in any order", async () => {
		const { code, stdout } = await sightline("data", "diff", file("new.json"), "--since", file("old.json"));
		expect(code).toBe(0);
		expect(stdout).toContain(`${DOMAIN}, from 21 November 2026`);
		expect(stdout).toMatch(
			new RegExp(`The methodology changed from 0\\.0\\.9 to ${METHODOLOGY}; by .* the methodology,`),
		);
		expect((await sightline("data", "diff", file("old.json"), "--since", file("new.json"))).stdout).toBe(stdout);
	});

	it("attributes nothing to the site if the evidence is the same", async () => {
		const { stdout } = await sightline("data", "diff", file("new.json"), "--since", file("old.json"), "--json");
		const { headline, why, notes } = JSON.parse(stdout);
		expect([headline, why]).toEqual([expect.stringMatching(/ 0 the site\.$/), []]);
		expect(notes[0]).toContain("every difference below is one of the site");
	});

	it("says so where the evidence is not kept", async () => {
		const { code, stdout } = await sightline("none", "diff", file("new.json"), "--since", file("old.json"));
		expect(code).toBe(0);
		expect(stdout).toContain("the evidence of the earlier audit is not kept: how much of the difference is the site");
	});

	it("refuses receipts that are not comparable", async () => {
		expect(await sightline("data", "diff", file("new.json"))).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("--since <receipt.json>"),
		});
		expect(await sightline("data", "diff", file("new.json"), "--since", file("other.json"))).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("are two domains"),
		});
		expect(await sightline("data", "diff", file("new.json"), "--since", file("no.json"))).toMatchObject({ code: 2 });
	});
});

describe("sightline replay of a receipt of methodology 0.0.9", () => {
	it("reports changed checks, and compares the common ones", async () => {
		const { code, stdout } = await sightline("data", "replay", file("old.json"));
		expect(code).toBe(1);
		expect(stdout).toContain(`was graded by methodology 0.0.9 in sightline 0.3.4; this is ${METHODOLOGY} in sightline`);
		expect(stdout).toContain("Checks have changed since, so different bytes are not a fault of the receipt");
		expect(stdout).toMatch(/The score was \d+ of 100; graded again, the same evidence gives \d+ of 100\./);
		expect(stdout).toMatch(/Of \d+ checks in both versions, \d+ have the same result/);
		expect(stdout).toContain("The replay of sightline 0.3.4");
	});

	it("prints the receipt as judged now", async () => {
		const { stdout } = await sightline("data", "replay", file("old.json"), "--print");
		expect(JSON.parse(stdout)).toMatchObject({ v: 2, domain: DOMAIN, methodology: METHODOLOGY });
	});

	it("says so where its evidence is not kept", async () => {
		const { code, stderr } = await sightline("none", "replay", file("old.json"));
		expect([code, stderr]).toEqual([2, expect.stringContaining("evidence")]);
		await rm(file("none"), { recursive: true, force: true });
	});
});
