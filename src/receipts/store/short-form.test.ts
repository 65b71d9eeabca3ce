import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleReports } from "#audit/sample-audit.testkit.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Finding, Report } from "#core/report.ts";
import { currentRubric } from "#core/rubrics.ts";
import {
	createReceipt,
	LIGHT_RECEIPT_BYTES,
	parseReceipt,
	RECEIPT_BYTES,
	readReceipt,
	receiptText,
	rubricText,
} from "./receipt.ts";
import { exampleReport } from "./report.testkit.ts";

const EVIDENCE = "e".repeat(64);

const reports = await sampleReports();

const textOf = async (report: Report) => receiptText((await createReceipt(report, EVIDENCE)).receipt);

describe("the short form", () => {
	it("repeats nothing of the rubric, and parses to the full receipt", async () => {
		const rubric = await currentRubric();
		for (const report of reports) {
			const { id, receipt } = await createReceipt(report, EVIDENCE);
			const text = await receiptText(receipt);
			expect(createHash("sha256").update(text).digest("hex")).toBe(id);
			for (const { reference } of rubric.checks) expect(text).not.toContain(`"reference":"${reference}"`);
			expect(await readReceipt(text, "It")).toEqual({ id, receipt });
			expect(await parseReceipt(text)).toEqual(receipt);
			expect(receipt).toMatchObject(report);
		}
	});

	it("omits checks of other modes and absent unscored signals", async () => {
		for (const report of reports) {
			const { findings } = JSON.parse(await textOf(report));
			for (const id of ["contrast", "crawl-delay"]) expect(findings).toContainEqual({ id });
		}
	});

	it("keeps headings, weights and references that differ from the rubric", async () => {
		const [finding] = exampleReport().findings;
		if (!finding) throw new RangeError("The example has a finding.");
		const own = { ...finding, title: "Two headings say the same", weight: 5 as const, tableStakes: true as const };
		const text = await textOf({ ...exampleReport(), findings: [own] });
		expect(text).toContain('"title":"Two headings say the same"');
		expect((await readReceipt(text, "It")).receipt.findings).toEqual([own]);
	});

	it.each(["javascript:alert(1)", "http://example.org/", 'https://example.org/">', "example.org"])(
		"accepts only web addresses as references: %s",
		async (reference) => {
			const findings = exampleReport().findings.map((finding) => ({ ...finding, reference }));
			const text = await textOf({ ...exampleReport(), findings });
			await expect(readReceipt(text, "It")).rejects.toThrow(/reference/);
		},
	);

	it.each([
		['"v":2', '"v":3'],
		['"partial":"', '"partially":"'],
		['"excerpt":', '"url":"https://shop.example.com/","excerpt":'],
		['"id":"heading-outline"', '"axis":"structure","id":"heading-outline"'],
		['"methodology":"', '"methodology":"9.'],
		["{", '{"novelty":1,'],
	])("is refused where another hand wrote it: %s as %s", async (from, to) => {
		const text = await textOf(exampleReport());
		expect(text).toContain(from);
		await expect(readReceipt(text.replace(from, to), "It")).rejects.toMatchObject({ code: "receipt-invalid" });
	});

	it("commits to its rubric", async () => {
		const text = await textOf(exampleReport());
		const digest = (await rubricText(METHODOLOGY))?.digest ?? "";
		expect(JSON.parse(text).rubric).toBe(digest);
		await expect(readReceipt(text.replace(digest, "f".repeat(64)), "It")).rejects.toThrow(
			`It uses another rubric of methodology ${METHODOLOGY} than this program.`,
		);
		const leanOnNone = text.replace(`"rubric":"${digest}",`, "");
		await expect(readReceipt(leanOnNone, "It")).rejects.toMatchObject({ code: "receipt-invalid" });
	});

	it("is refused for a version that never existed", async () => {
		expect(await rubricText("0.0.9")).toBeUndefined();
	});

	it("is refused for an unknown methodology, which is named", async () => {
		const text = (await textOf(exampleReport())).replace(`"methodology":"${METHODOLOGY}"`, '"methodology":"9.9.9"');
		await expect(readReceipt(text, "It")).rejects.toThrow("It uses the rubric of methodology 9.9.9");
	});
});

describe("the size of a light audit's receipt", () => {
	it("is at most 28 kB for the samples, with every exhibit", async () => {
		for (const report of reports) {
			const { receipt } = await createReceipt(report, EVIDENCE);
			expect(Buffer.byteLength(await receiptText(receipt))).toBeLessThanOrEqual(LIGHT_RECEIPT_BYTES);
			expect(receipt.findings).toEqual(report.findings);
		}
	});

	it("is limited by omitting exhibits of passes, never of faults", async () => {
		const [report] = reports;
		if (!report) throw new RangeError("There are reports.");
		const exhibits = [1, 2, 3].map((line) => ({
			url: "https://a.example/",
			at: `line ${line}`,
			excerpt: "x".repeat(150),
		}));
		const findings = report.findings.map((each) => ({ ...each, evidence: exhibits }));
		const { receipt } = await createReceipt({ ...report, findings }, EVIDENCE);
		for (const { outcome, own, evidence } of receipt.findings)
			if (outcome === "fail" || outcome === "partial" || own) expect(evidence).toEqual(exhibits);
		expect(receipt.findings.filter(({ outcome }) => outcome === "pass").flatMap(({ evidence }) => evidence)).toEqual(
			[],
		);
	});
});

describe("the size of a whole site's receipt", () => {
	const words = fc.constantFrom("x", "例", '"', "a ");
	const text = (most: number) =>
		fc.tuple(words, fc.nat(most)).map(([word, length]) => word.repeat(length).slice(0, most));

	type Said = Record<"says" | "fix" | "excerpt" | "at" | "path", string> & { readonly places: number };

	/** Every check fails, with its longest text. */
	const saying: fc.Arbitrary<Said> = fc.record({
		says: text(600),
		fix: text(800),
		excerpt: text(80),
		at: text(200),
		path: text(250),
		places: fc.nat(10),
	});

	async function fullReport({ says, fix, excerpt, at, path, places }: Said): Promise<Report> {
		const page = `https://shop.example.com/${path}`;
		const findings = (await currentRubric()).checks.map(({ fault = "", title, ...check }): Finding => {
			const { id, pillar, axis, engines, scored, weight, reference } = check;
			return {
				...{ id, pillar, axis, engines: [...engines], scored, weight, reference, title: fault || title },
				...{
					outcome: "partial",
					ratio: 0.123,
					lift: 12.3,
					says,
					fix,
					pages: { judged: 9_999, short: 9_998, templates: [{ template: `/${path}/*`, short: 9 }] },
				},
				evidence: Array.from({ length: 5 }, () => ({ url: page, at, excerpt })),
				places: Array.from({ length: places }, (_, line) => ({ page, line: line + 1, column: 1, excerpt })),
			};
		});
		const responses = Array.from({ length: 99 }, () => ({ url: page, status: 200, sha256: "a".repeat(64), bytes: 9 }));
		const template = `/${path}/*`;
		const templates = Array.from({ length: 20 }, () => ({ template, pages: 9, score: 50, worst: "title" }));
		return { ...exampleReport(), findings, responses, site: { pages: 10_000, templates } };
	}

	it("is at most 40 kB for any content, and places are dropped first", async () => {
		await fc.assert(
			fc.asyncProperty(saying, async (said) => {
				const report = await fullReport(said);
				const { receipt } = await createReceipt(report, EVIDENCE);
				const written = await receiptText(receipt);
				expect(Buffer.byteLength(written)).toBeLessThanOrEqual(RECEIPT_BYTES);
				expect((await readReceipt(written, "It")).receipt).toEqual(receipt);
				const counts = ({ findings }: Report) => findings.map(({ id, pages }) => [id, pages?.judged, pages?.short]);
				expect(counts(receipt)).toEqual(counts(report));
				const bare = { ...receipt, findings: receipt.findings.map(({ places: _places, ...rest }) => rest) };
				const whole = { ...report, findings: report.findings.map(({ places: _places, ...rest }) => rest) };
				if (receipt.findings.some(({ places }) => places)) expect(bare).toMatchObject(whole);
			}),
			{ numRuns: FULL ? 400 : 12 },
		);
	});
});
