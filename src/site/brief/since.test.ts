import { describe, expect, it } from "vitest";
import { makeFinding, makeReceipt, makeScores } from "../publication/receipt.testkit.ts";
import { fixedFaults, fixedWords, type PastAudit, sinceOf } from "./since.ts";

function audit(day: number, overall?: number, parts: Partial<PastAudit> = {}): PastAudit {
	const at = `2026-11-${String(day).padStart(2, "0")}T02:00:00.000Z`;
	const basis = { auditedAt: at, methodology: "2.1.0", source: "network", mode: "light" } as const;
	return { ...basis, ...(overall === undefined ? {} : { scores: { overall } }), ...parts };
}

describe("the history in a sentence", () => {
	it.each([
		[[audit(9, 80)], "This is the first audit of the site."],
		[[audit(9, 81), audit(2, 80)], "Up 1 point since 2 November 2026, from 80 to 81."],
		[[audit(9, 70), audit(2, 80)], "Down 10 points since 2 November 2026, from 80 to 70."],
		[
			[audit(9, 80), audit(8, 80), audit(7, 80), audit(2, 60)],
			"The score has been 80 since 7 November 2026, in 3 audits.",
		],
		[[audit(9), audit(2, 80)], "The site could not be audited this time. Score on 2 November 2026: 80."],
		[[audit(9), audit(2)], "2 audits gave no score."],
		[[audit(9, 80), audit(2)], "This is the first audit with a score."],
		[
			[audit(9, 80), audit(2, 60, { methodology: "1.0.0" })],
			"Earlier audits used another method, so their scores are not comparable.",
		],
	] as const)("%#: %j", (history, says) => {
		expect(sinceOf(history).says).toBe(says);
	});

	it("counts all stored audits, and shows the newest", () => {
		const nights = Array.from({ length: 60 }, (_, night) =>
			audit(1, 41, { auditedAt: new Date(Date.UTC(2026, 10, 23 - night, 2)).toISOString() }),
		) as [PastAudit, ...PastAudit[]];
		const { says, points } = sinceOf(nights);
		expect(says).toBe("The score has been 41 since 25 September 2026, in 60 audits.");
		expect(points).toHaveLength(24);
	});

	it("includes the time for audits on the same day", () => {
		const history = [audit(9, 83, { auditedAt: "2026-11-09T03:00:00.000Z" }), audit(9, 80)] as const;
		expect(sinceOf(history).says).toBe("Up 3 points since 9 November 2026, 02:00 UTC, from 80 to 83.");
	});

	it("has the comparable scores, oldest first", () => {
		const history = [audit(9, 80), audit(8), audit(7, 60, { mode: "deep" }), audit(2, 50)] as const;
		expect(sinceOf(history).points).toEqual([
			{ at: history[3].auditedAt, score: 50 },
			{ at: history[1].auditedAt },
			{ at: history[0].auditedAt, score: 80 },
		]);
	});
});

describe("what was fixed since", () => {
	const fault = (id: string, outcome: "fail" | "pass", lift: number) =>
		makeFinding(id, "discovery", { title: outcome === "fail" ? `${id} is wrong` : `${id} is right`, outcome, lift });
	const audited = (day: number, overall: number, faults: readonly string[], parts = {}) => ({
		id: String(day).padStart(64, "0"),
		receipt: makeReceipt({
			auditedAt: `2026-11-${String(day).padStart(2, "0")}T02:00:00.000Z`,
			scores: makeScores(overall),
			findings: ["a", "b", "c", "d", "e", "f"].map((id, at) =>
				fault(id, faults.includes(id) ? "fail" : "pass", faults.includes(id) ? 10 - at : 0),
			),
			...parts,
		}),
	});

	it("names fixed faults between audits, newest first, with both receipts", () => {
		const audits = [
			audited(3, 60, ["a", "b"]),
			audited(20, 90, []),
			audited(9, 70, ["b"]),
			audited(12, 69, ["b", "c"]),
		];
		expect(
			fixedFaults(audits).map(({ from, to, titles }) => [from.at.slice(8, 10), to.at.slice(8, 10), titles]),
		).toEqual([
			["12", "20", ["b is wrong", "c is wrong"]],
			["03", "09", ["a is wrong"]],
		]);
		expect(fixedWords(fixedFaults(audits))[1]).toEqual({
			says: "Fixed by 9 November 2026 (score 60 → 70): “a is wrong”.",
			receipts: [audits[0]?.id, audits[2]?.id],
		});
	});

	it("ignores audits that are not comparable, and counts unnamed faults", () => {
		expect(fixedFaults([audited(9, 90, []), audited(3, 60, ["a"], { methodology: "0.1.0" })])).toEqual([]);
		expect(fixedFaults([audited(9, 90, []), audited(3, 60, ["a"], { scores: undefined })])).toEqual([]);
		const [words] = fixedWords(fixedFaults([audited(9, 90, []), audited(3, 30, ["a", "b", "c", "d", "e", "f"])]));
		expect(words?.says).toBe(
			"Fixed by 9 November 2026 (score 30 → 90): “a is wrong”, “b is wrong”, “c is wrong”, “d is wrong” and 2 more.",
		);
	});
});
