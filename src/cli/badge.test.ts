import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createLog, DOMAIN, leafOf, sampleReceipt, writeReports } from "#log/verify/verify-receipt.testkit.ts";
import { receiptText } from "#receipts/store/receipt.ts";
import { main } from "./main.ts";

let folder = "";
let receipt = "";
let score = "";
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-badge-"));
	const stored = await sampleReceipt();
	await writeReports(join(folder, "sealed"), [stored], await createLog([leafOf(stored)]));
	receipt = join(folder, "receipt.json");
	await writeFile(receipt, await receiptText(stored.receipt));
	score = String(stored.receipt.scores?.overall);
});

async function badge(reports: string, ...argv: string[]) {
	let stdout = "";
	let stderr = "";
	const code = await main(["badge", ...argv], {
		stdout: { write: (text) => (stdout += text) },
		stderr: { write: (text) => (stderr += text) },
		env: { SIGHTLINE_REPORTS: join(folder, reports), SIGHTLINE_BASE_URL: "https://audit.example.com" },
	});
	return { code, stdout, stderr };
}

it("draws the score of a sealed receipt, named by its file or its domain", async () => {
	const { code, stdout, stderr } = await badge("sealed", receipt);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(stdout).toMatch(/^<svg /);
	expect(stdout).toContain(`${score} of 100`);
	expect((await badge("sealed", DOMAIN)).stdout).toBe(stdout);
	const seal = (await badge("sealed", DOMAIN, "--seal")).stdout;
	expect(seal).toContain("leaf 0 in the tree of 1");
});

it("shows no score that cannot be verified", async () => {
	const { stdout } = await badge("elsewhere", receipt);
	expect(stdout).toContain("not yet sealed");
	expect(stdout).not.toContain(`${score} of 100`);
	const unpublished = await badge("elsewhere", receipt, "--snippet", "html");
	expect(unpublished).toMatchObject({
		code: 2,
		stdout: "",
		stderr: expect.stringContaining("not sealed yet"),
	});
});

it("prints the lines that embed a published picture", async () => {
	const { stdout } = await badge("sealed", DOMAIN, "--snippet", "markdown");
	expect(stdout).toMatch(/^\[!\[.*\]\(https:\/\/audit\.example\.com\/badge\/.*\.svg\)\]\(https:.*\)\n$/);
	expect((await badge("sealed", DOMAIN, "--snippet", "html", "--seal")).stdout).toContain("/seal/");
});

it.each([
	[[], "Name a receipt or a domain"],
	[["example.org"], "There is no receipt of example.org"],
	[["localhost"], "localhost"],
	[["no-such.json"], "no-such.json cannot be read"],
])("refuses %j", async (argv, says) => {
	expect(await badge("sealed", ...argv)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
});
