import { describe, expect, test } from "vitest";
import type { Report } from "#core/report.ts";
import { makeFinding, makeReceipt, makeScores } from "../publication/receipt.testkit.ts";
import { differenceText, sinceWords } from "./difference-texts.ts";
import { methodologyChange, methodologySentence } from "./methodology-change.ts";
import { differReceipts } from "./receipt-difference.ts";

const title = (outcome: "pass" | "fail") =>
	makeFinding("title", "discovery", {
		title: outcome === "pass" ? "The page has a title" : "The page has no title",
		outcome,
		lift: outcome === "pass" ? 0 : 3,
	});
const before = makeReceipt({
	auditedAt: "2026-11-01T02:00:00.000Z",
	methodology: "1.0.0",
	engine: "0.3.0",
	scores: makeScores(84),
	findings: [makeFinding("title", "discovery", { title: "The page has a title", outcome: "fail", lift: 1 })],
});
const after = makeReceipt({ methodology: "2.0.0", scores: makeScores(62), findings: [title("pass")] });
const again: Report = { ...before, methodology: "2.0.0", scores: makeScores(59), findings: [title("fail")] };
const judged = { kept: true, score: 59, report: again } as const;

describe("a change of methodology between two audits", () => {
	test("is split into what the methodology did and what the site did, which add up to the difference", () => {
		const { split } = methodologyChange(before, after, judged) ?? {};
		expect(split).toEqual({ earlier: 59, later: 62, methodology: -25, site: 3 });
		const text = differenceText(differReceipts(before, after, judged));
		expect(text.headline).toBe(
			"62 after 84. The methodology changed from 1.0.0 to 2.0.0; by 2.0.0, what was seen then gives 59, and the same checks give 62 now: −25 points are the methodology, +3 the site.",
		);
		expect(sinceWords(differReceipts(before, after, judged))).toContain("−25 points are the methodology, +3 the site.");
	});

	test("leaves only what the site did among the changes, where the earlier evidence was judged again", () => {
		const difference = differReceipts(before, after, judged);
		expect(difference.comparable).toBe(true);
		expect(difference.why.map(({ id }) => id)).toEqual(["title"]);
		const text = differenceText(difference);
		expect(text.why).toEqual(["Corrected: “The page has no title”."]);
		expect(text.notes[0]).toContain("“Before” is what methodology 2.0.0 says of the earlier evidence");
	});

	test("is split by the numbers alone where only they are known, and findings are then not compared as the site's", () => {
		const difference = differReceipts(before, after, { kept: true, score: 85 });
		expect(difference).toMatchObject({ comparable: false, why: [] });
		expect(differenceText(difference).headline).toContain(
			"gives 85, and the same checks give 62 now: +1 point is the methodology, −23 the site.",
		);
	});

	test("cannot be split where the evidence is not kept, or gives no score, and says so", () => {
		const sentence = (given: Parameters<typeof methodologyChange>[2]) =>
			methodologySentence(methodologyChange(before, after, given) ?? { from: "", to: "" });
		expect(sentence({ kept: false })).toBe(
			"The methodology changed from 1.0.0 to 2.0.0, and the evidence of the earlier audit is not kept: how much of the difference is the site is unknown.",
		);
		expect(sentence({ kept: true })).toContain("gives no score by 2.0.0");
		expect(sentence(undefined)).toBe("");
		expect(differenceText(differReceipts(before, after)).headline).toBe(
			"62 after 84. Scores of different methodologies are not comparable: 1.0.0 before, 2.0.0 after.",
		);
	});

	test("is none where one methodology judged both, or where the audits do not compare anyway", () => {
		expect(methodologyChange(again, after, judged)).toBeUndefined();
		expect(methodologyChange({ ...before, mode: "deep" }, after, judged)).toBeUndefined();
		expect(methodologyChange({ ...before, source: "folder" }, after, judged)).toBeUndefined();
		expect(differReceipts({ ...before, mode: "deep" }, after, judged).comparable).toBe(false);
	});
});
