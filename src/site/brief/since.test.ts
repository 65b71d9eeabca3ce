import { describe, expect, it } from "vitest";
import { type PastAudit, sinceOf } from "./since.ts";

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

	it("counts all that is kept, and shows the newest of it", () => {
		const nights = Array.from({ length: 60 }, (_, night) =>
			audit(1, 41, { auditedAt: new Date(Date.UTC(2026, 10, 23 - night, 2)).toISOString() }),
		) as [PastAudit, ...PastAudit[]];
		const { says, points } = sinceOf(nights);
		expect(says).toBe("The score has been 41 since 25 September 2026, in 60 audits.");
		expect(points).toHaveLength(24);
	});

	it("tells the time of what was the same day", () => {
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
