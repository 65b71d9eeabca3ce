import { expect, test } from "vitest";
import { METHODOLOGY } from "#core/methodology.ts";
import { makeFinding, makeReceipt, makeScores } from "../publication/receipt.testkit.ts";
import { sinceWords } from "./difference-texts.ts";
import { differReceipts } from "./receipt-difference.ts";

const day = (number: string) => ({ auditedAt: `2026-11-${number}T02:00:00.000Z` });
const failing = (id: string, lift: number) => makeFinding(id, "content", { title: id, outcome: "fail", lift });

test("a difference names the largest causes, and counts the rest", () => {
	const before = makeReceipt({ ...day("01"), findings: [failing("a", 2), failing("b", 5), failing("c", 1)] });
	const after = makeReceipt({
		...day("08"),
		scores: makeScores(88),
		findings: ["a", "b", "c"].map((id) => makeFinding(id, "content", { title: id })),
	});
	expect(sinceWords(differReceipts(before, after))).toBe("Corrected: “b”. 2 other changes add to it.");
});

test("a difference names no causes if the score is equal or not comparable", () => {
	const before = makeReceipt({ ...day("01"), findings: [failing("a", 0)] });
	const after = makeReceipt({ ...day("08"), findings: [makeFinding("a", "content")] });
	expect(sinceWords(differReceipts(before, after))).toBe(
		"Since the audit of 1 November 2026 one check answers otherwise.",
	);
	expect(sinceWords(differReceipts({ ...before, methodology: "0.0.9" }, after))).toBe(
		`Since the audit of 1 November 2026: 80 after 80. Scores of different methodologies are not comparable: 0.0.9 before, ${METHODOLOGY} after.`,
	);
});
