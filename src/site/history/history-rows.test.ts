import { describe, expect, it, test } from "vitest";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import { createReceipt, newestFirst, summariseReceipt } from "#receipts/store/receipt.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import {
	failedReceipt,
	gatedReceipt,
	makeReceipt,
	makeScores,
	readyReceipt,
	store,
} from "../publication/receipt.testkit.ts";
import { byYear, historyRows, pagesOverTime, summaryChange } from "./history-rows.ts";

const summary = (id: string, receipt: Receipt) => summariseReceipt(store(id, receipt));
const pillar = (key: "access" | "content" | "data", score: number) => ({ key, label: key, score, summary: "" });

test("each audit is compared with the previous one, and the first is marked", () => {
	const audits = [
		summary("a", makeReceipt({ auditedAt: "2025-12-30T02:00:00.000Z", scores: makeScores(70) })),
		summary("b", makeReceipt({ auditedAt: "2026-01-02T02:00:00.000Z", scores: makeScores(74) })),
	].sort(newestFirst);
	const again = [{ auditedAt: "2026-01-05T02:00:00.000Z" }, { auditedAt: "2026-01-09T02:00:00.000Z" }];
	const rows = historyRows(audits, (id) => (id.startsWith("b") ? again : again.slice(0, 1)));
	expect(rows).toMatchObject([
		{ overall: 74, change: "Up 4 points, from 70 to 74.", previous: "a".padEnd(64, "0"), marks: [] },
		{ overall: 70, change: "The first audit.", marks: [`methodology ${METHODOLOGY}`] },
	]);
	expect(rows[1]).not.toHaveProperty("previous");
	expect(rows.map((row) => row.again)).toEqual([
		"Found the same again twice, last on 9 January 2026.",
		"Found the same again once, on 5 January 2026.",
	]);
	expect(byYear(rows).map(({ year, rows: mine }) => [year, mine.length])).toEqual([
		["2026", 1],
		["2025", 1],
	]);
});

test("a row of an older audit names caps and the pillar with the largest change", () => {
	const before = summary("a", {
		...readyReceipt(),
		scores: makeScores(70, { pillars: [pillar("access", 60), pillar("data", 50)] }),
	});
	const after = summary("b", {
		...readyReceipt(),
		gates: gatedReceipt().gates,
		scores: makeScores(40, { pillars: [pillar("access", 58), pillar("data", 80), pillar("content", 1)] }),
	});
	expect(summaryChange(before, after)).toBe(
		"Down 30 points, from 70 to 40. A cap is new (noindex). Most of it in structured data and identity, 80 after 50.",
	);
	expect(summaryChange(after, before)).toContain("A cap is lifted (noindex).");
});

test("incomparable audits are not broken down", () => {
	const old = summary(
		"a",
		makeReceipt({ methodology: "0.0.9", scores: makeScores(70, { pillars: [pillar("access", 1)] }) }),
	);
	const now = summary(
		"b",
		makeReceipt({ scores: makeScores(80, { pillars: [pillar("access", 99)] }), source: "folder" }),
	);
	expect(summaryChange(old, now)).toMatch(/^80 after 70\. Scores of different methodologies are not comparable/);
	expect(summaryChange(old, now)).not.toContain("Crawler");
	const failed = summary("f", { ...failedReceipt(), domain: "www.example.org" });
	expect(summaryChange(now, failed)).toBe("No score after 80: the site could not be audited.");
	expect(historyRows([now, old], () => [])[0]?.marks).toEqual(["from a folder", `methodology ${METHODOLOGY}`]);
});

describe("pages at fault over time", () => {
	const receiptOf = async (auditedAt: string, short: number | undefined): Promise<Receipt> => {
		const report = { ...exampleReport(), auditedAt };
		if (short === undefined) return (await createReceipt(report, "e".repeat(64))).receipt;
		const findings = report.findings.map((each) => ({ ...each, pages: { judged: 9, short } }));
		const site = { pages: 9, templates: [] };
		return (await createReceipt({ ...report, findings, site }, "e".repeat(64))).receipt;
	};

	it("are shown side by side, newest first, only for audits of several pages", async () => {
		const days = ["2026-11-23", "2026-11-22", "2026-11-21"].map((day) => `${day}T02:00:00.000Z`);
		const [newest = "", , oldest = ""] = days;
		const receipts = await Promise.all([4, undefined, 7].map((short, at) => receiptOf(days[at] ?? "", short)));
		const counts = [4, 7].map((short) => ({ judged: 9, short }));
		expect(pagesOverTime(receipts)).toEqual({
			audits: [newest, oldest],
			rows: [{ id: "heading-outline", title: "Headings form an outline", counts }],
		});
		expect(pagesOverTime(receipts.slice(1, 2))).toBeUndefined();
		expect(pagesOverTime([await receiptOf(newest, 0)])).toBeUndefined();
	});
});
