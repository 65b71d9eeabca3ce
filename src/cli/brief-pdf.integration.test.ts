import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { auditSample } from "#audit/sample-audit.testkit.ts";
import { BRIEF_SECTIONS, NOTE_LENGTH } from "#core/agency/agency.ts";
import { REFUSAL } from "#core/brand.ts";
import { LANGUAGES } from "#core/language.ts";
import { some } from "#core/long-form.testkit.ts";
import type { Receipt } from "#core/receipt.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { type BriefOptions, buildBrief } from "#site/brief/brief.ts";
import { briefHtml } from "#site/brief/brief-html.ts";
import { ENGLISH, loadLanguage } from "#site/brief/languages.ts";
import { failedReceipt } from "#site/publication/receipt.testkit.ts";
import { repairHtml } from "#site/repair/repair-html.ts";
import { repairProof } from "#site/repair/repair-proof.ts";
import { AGENCY, FULL, fullReceipt, LONGEST } from "#test/e2e/brief-reports.testkit.ts";
import { printedPages, printHere } from "#test/e2e/printed-pages.testkit.ts";
import { executablePath } from "#test/e2e/test-browser.testkit.ts";
import { briefStyles } from "./brief.ts";
import { main } from "./main.ts";

/** A PNG of one pixel. */
const LOGO = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);
const wordsOf = (pdf: Uint8Array) => printedPages(pdf).map((words) => words.replaceAll(" ", ""));
const packed = (text: string) => text.replaceAll(" ", "");

/** The brief with everything that a page may have besides the receipt. */
async function printed(
	receipt: Receipt,
	paper: "A4" | "Letter" = "A4",
	parts: Partial<BriefOptions> = {},
): Promise<string[]> {
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
		...parts,
	});
	const html = briefHtml(brief, await briefStyles(), { place: "logged", logo: parts.agency && LOGO });
	if (!parts.agency) expect(html.match(/<[^<>]*(?:src|href)=|url\((?!"data:)/g)).toBeNull();
	return wordsOf(await printHere(html, paper));
}

describe.skipIf(executablePath === undefined)("a printed brief", () => {
	it("has two pages for the fullest receipt, including drawings", async () => {
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
		for (const words of [FULL, "Not ready", "Who can reach you", "What to do first", "about 15 minutes", "1 / 2"])
			expect(first).toContain(packed(words));
		for (const words of ["Today 12", "How the score is made up", "What a machine sees", REFUSAL, FULL, "2 / 2"])
			expect(second).toContain(packed(words));
		// No log was searched for it.
		expect(first + second).not.toMatch(/next ?seal|notyetinthelog|leaf/i);
	});

	it("fits peers, history and the longest name on them, on A4 and Letter", async () => {
		for (const [domain, paper] of some(
			[
				[LONGEST, "A4"],
				[FULL, "Letter"],
			] as const,
			2,
		)) {
			const pages = await printed(fullReceipt(domain), paper);
			expect(pages).toHaveLength(2);
			expect(pages[0]).toContain(packed(AGENCY));
			for (const words of ["Among its peers", "Down 28 points", REFUSAL]) expect(pages[1]).toContain(packed(words));
		}
	});

	it.each(some(LANGUAGES.toReversed(), LANGUAGES.length))(
		"is two pages in %s at most, of the fullest receipt and of a real audit with faults",
		async (lang) => {
			await loadLanguage(lang);
			const { report } = await auditSample("northgate-dental.example.com");
			const { receipt } = await createReceipt(report, "e".repeat(64));
			for (const each of some([fullReceipt(FULL), receipt], 2))
				expect(await printed(each, "Letter", { lang })).toHaveLength(2);
		},
	);

	it("starts with an agency's brand and names us once, on two pages in any order of sections", async () => {
		const note = "quite ordinary words of a note ".repeat(20).slice(0, NOTE_LENGTH).trim();
		const brand = { slug: "north", name: AGENCY, contact: "hello@north.example", note, version: "0".repeat(12) };
		const fixed = [1, 2, 3].map((number) => ({
			from: { receipt: "a".repeat(64), at: `2026-0${number}-01T02:00:00.000Z`, score: 10 },
			to: { receipt: "b".repeat(64), at: `2026-0${number}-09T02:00:00.000Z`, score: 12 },
			titles: [
				"The page has no title",
				"Missing pages do not return a 404",
				"No language is stated",
				"No description",
				"Five",
			],
		}));
		const orders = [BRIEF_SECTIONS.toReversed(), undefined, BRIEF_SECTIONS, ["seen"] as const];
		for (const sections of some(orders, 4)) {
			const agency = { ...brand, ...(sections && { sections: [...sections] }) };
			const pages = await printed(fullReceipt(FULL), "Letter", {
				agency,
				client: { name: "Fjord & <b>Söhne</b>" },
				fixed,
			});
			expect(pages.length).toBeLessThanOrEqual(2);
			const words = pages.join("");
			expect(words.indexOf(packed(AGENCY))).toBe(0);
			for (const says of ["Prepared for Fjord & <b>Söhne</b>", note, "Talk to us about these fixes"])
				expect(pages[0]).toContain(packed(says));
			expect(words.match(/Sightline/g)).toHaveLength(1);
			expect(words.includes(packed("What to do first"))).toBe(sections?.length !== 1);
		}
	});

	it("has one page without a score", async () => {
		const pages = await printed(failedReceipt());
		expect(pages).toHaveLength(1);
		expect(pages[0]).toContain(packed("What we tried"));
	});
});

describe.skipIf(executablePath === undefined)("a printed proof of repair", () => {
	it.each(some([54, 30, 38, 46], 4))(
		"keeps its command and the receipts on one page, %i faults long",
		async (count) => {
			const { findings } = fullReceipt(FULL);
			const [one, other] = await Promise.all(
				[FULL, "later"].map((seed, at) =>
					createReceipt(
						fullReceipt(FULL, { findings: findings.slice(0, count), auditedAt: `2026-0${at + 1}-01T02:00:00.000Z` }),
						seed.padEnd(64, "e"),
					),
				),
			);
			if (!one || !other) throw new RangeError("Two receipts were made.");
			const html = repairHtml(repairProof(one, other), await briefStyles(), "recompute the proof", ENGLISH);
			const last = wordsOf(await printHere(html, "A4")).at(-1);
			for (const words of ["Check it yourself", "1 January 2026", "1 February 2026", "recompute the proof"])
				expect(last).toContain(packed(words));
		},
	);
});
