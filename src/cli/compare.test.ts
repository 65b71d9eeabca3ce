import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type CompletedComparison, comparisonSchema } from "#core/audit-result.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { main } from "./main.ts";

const sample = (name: string) => fileURLToPath(new URL(`../../samples/sites/${name}`, import.meta.url));
const FOLDERS = [sample("tidewater-books.example.net"), sample("orbitboard.example.org"), "--as", "example.com"];

async function compare(...argv: string[]) {
	let stdout = "";
	let stderr = "";
	const code = await main(["compare", ...argv], {
		stdout: { write: (text) => (stdout += text) },
		stderr: { write: (text) => (stderr += text) },
		env: { SIGHTLINE_REPORTS: "/nowhere", SIGHTLINE_DATA: "/nowhere" },
	});
	return { code, stdout, stderr };
}

it("lists scores first, then differing checks, starting with the pillar that differs most", async () => {
	const { code, stdout, stderr } = await compare(...FOLDERS);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const parsed = comparisonSchema.parse(JSON.parse((await compare(...FOLDERS, "--json")).stdout));
	const { a, b, difference } = parsed as CompletedComparison;
	expect(a.overallScore - b.overallScore).toBe(difference.overallScore);
	expect(stdout).toMatch(new RegExp(`Overall +${a.overallScore} +${b.overallScore} `));
	const distances = [...stdout.matchAll(/^ {2}[A-Z].* +\d+ +\d+ +([+−]?)(\d+)$/gm)].map(([, , points]) =>
		Number(points),
	);
	const [, , , ...pillars] = distances;
	expect(pillars.length).toBeGreaterThan(4);
	expect(pillars).toEqual(pillars.toSorted((x, y) => y - x));
	const differing = a.findings.filter(
		({ id, outcome, scored }) =>
			scored && outcome === "pass" && b.findings.find((each) => each.id === id)?.outcome === "fail",
	);
	expect(differing.length).toBeGreaterThan(0);
	for (const { id } of differing) expect(stdout).toContain(`\n  ${id}\n    A  Pass: `.replace("A  ", "A "));
});

it("accepts receipts, but not of two methodologies, or the same twice", async () => {
	const folder = await mkdtemp(join(tmpdir(), "sightline-compare-"));
	const write = async (domain: string, methodology = METHODOLOGY) => {
		const { receipt } = await createReceipt({ ...exampleReport(), domain, methodology }, "e".repeat(64));
		const path = join(folder, `${domain}.json`);
		await writeFile(path, await receiptText(receipt));
		return path;
	};
	const [one, two] = [await write("one.example.com"), await write("two.example.com")];
	const old = await write("old.example.com", "0.0.9");
	expect(await compare(one, two)).toMatchObject({ code: 0, stdout: expect.stringContaining("two.example.com") });
	expect(await compare(one, old)).toMatchObject({ code: 2, stderr: expect.stringContaining("0.0.9") });
	expect(await compare(one, one)).toMatchObject({ code: 2, stderr: expect.stringContaining("same audit") });
});

it.each([
	[["example.com"], "Name a second domain, folder or receipt to compare with"],
	[["./dist", "./other"], '"./dist" is a folder, so it needs --as'],
	[["example.com", "localhost"], "localhost"],
	[["no-such.json", "example.com"], "no-such.json cannot be read"],
])("refuses %j before any request", async (argv, says) => {
	expect(await compare(...argv)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
});
