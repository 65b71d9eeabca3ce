import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printDocument } from "#audit/print-document.ts";
import { REFUSAL } from "#core/brand.ts";
import type { Receipt } from "#core/receipt.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { buildBrief } from "#site/brief/brief.ts";
import { briefHtml } from "#site/brief/brief-html.ts";
import { failedReceipt } from "#site/publication/receipt.testkit.ts";
import { AGENCY, FULL, fullReceipt, LONGEST } from "#test/e2e/brief-reports.testkit.ts";
import { printedPages } from "#test/e2e/printed-pages.testkit.ts";
import { executablePath } from "#test/e2e/test-browser.testkit.ts";
import { briefStyles } from "./brief.ts";
import { main } from "./main.ts";

const wordsOf = (pdf: Uint8Array) => printedPages(pdf).map((words) => words.replaceAll(" ", ""));
const packed = (text: string) => text.replaceAll(" ", "");

/** The brief with all that a page may hold beside the receipt. */
async function printed(receipt: Receipt, paper: "A4" | "Letter" = "A4"): Promise<string[]> {
	const stored = await createReceipt(receipt, receipt.evidenceDigest);
	const day = (number: number) => new Date(Date.UTC(2026, 0, number, 2)).toISOString();
	const brief = buildBrief(stored, {
		baseUrl: "https://sightline.test",
		agencyName: AGENCY,
		logIndex: 1_234_567,
		peers: { says: "Of the other 30 online shops on the wall, ".repeat(3), scores: [12, ...Array(30).keys()] },
		since: {
			says: "Down 28 points since 9 February 2026, from 40 to 12.",
			points: [40, 20, 12].map((score, index) => ({ at: day(1 + index), score })),
		},
	});
	const html = briefHtml(brief, await briefStyles(), "logged");
	expect(html.match(/(?:src|href)=|url\((?!"data:)/g)).toBeNull();
	return wordsOf(await printDocument(html, executablePath ?? "", paper));
}

describe.skipIf(executablePath === undefined)("a printed brief", () => {
	it("is the two pages of the fullest receipt there is, drawings and all, by the command", async () => {
		const folder = await mkdtemp(join(tmpdir(), "sightline-brief-pdf-"));
		const [file, pdf] = [join(folder, "receipt.json"), join(folder, "brief.pdf")];
		const full = fullReceipt(FULL);
		const { receipt } = await createReceipt(full, full.evidenceDigest);
		await writeFile(file, await receiptText(receipt));
		const quiet = { write: () => true };
		const env = { SIGHTLINE_REPORTS: "/nowhere", SIGHTLINE_DATA: "/nowhere", CHROME_PATH: executablePath };
		expect(await main(["brief", file, "--pdf", pdf], { stdout: quiet, stderr: quiet, env })).toBe(0);
		const [first = "", second = "", ...more] = wordsOf(await readFile(pdf));
		expect(more).toEqual([]);
		for (const words of [FULL, "Not ready", "Who can reach you", "What to do first", "about 15 minutes", "Page 1 of 2"])
			expect(first).toContain(packed(words));
		for (const words of ["12 today,", "How the score is made up", "What a machine sees", REFUSAL, FULL, "Page 2 of 2"])
			expect(second).toContain(packed(words));
		// Nobody has looked for it in a log.
		expect(first + second).not.toMatch(/next ?seal|notyetinthelog|leaf/i);
	});

	it("holds peers and history on them too, and the longest name there is, on A4 and Letter", async () => {
		for (const [domain, paper] of [
			[FULL, "Letter"],
			[LONGEST, "A4"],
		] as const) {
			const pages = await printed(fullReceipt(domain), paper);
			expect(pages).toHaveLength(2);
			expect(pages[0]).toContain(packed(AGENCY));
			for (const words of ["Among its peers", "Down 28 points", REFUSAL]) expect(pages[1]).toContain(packed(words));
		}
	});

	it("is one page without a score", async () => {
		const pages = await printed(failedReceipt());
		expect(pages).toHaveLength(1);
		expect(pages[0]).toContain(packed("What we tried"));
	});
});
