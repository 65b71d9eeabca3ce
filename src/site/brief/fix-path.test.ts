import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleReports } from "#audit/sample-audit.testkit.ts";
import type { Receipt } from "#core/receipt.ts";
import { makeFinding, makeReceipt, makeScores, store } from "../publication/receipt.testkit.ts";
import { type Brief, buildBrief } from "./brief.ts";
import { briefContent } from "./brief-content.ts";
import { fixSteps } from "./fix-path.ts";
import { pathColumns } from "./path-chart.ts";

const CHECKS = ["sitemap", "home-status", "https", "title", "alt", "canonical"] as const;
const GATE = { id: "home-error" as const, cap: 30, says: "It answers with an error." };

const receipts = fc
	.record({
		today: fc.integer({ min: 0, max: 100 }),
		after: fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 5 }),
		order: fc.shuffledSubarray([...CHECKS], { minLength: 5 }),
		gated: fc.boolean(),
	})
	.map(({ today, after, order, gated }) =>
		makeReceipt({
			scores: makeScores(today),
			gates: gated ? [GATE] : [],
			firstFixes: after
				.toSorted((a, b) => a - b)
				.map((tenths, index) => ({ id: order[index] ?? "", score: tenths / 10 })),
			findings: CHECKS.map((id) => makeFinding(id, "content", { outcome: "fail", fix: `Mend ${id}.`, lift: 0.3 })),
		}),
	);

const samples = await sampleReports();

const briefOf = (receipt: Receipt): Brief =>
	buildBrief(store("a1", makeReceipt(receipt)), { baseUrl: "https://audit.example" });

/** What a reader with a pencil would do: the score that is shown, and the gains one after the other. */
function expectToAddUp(brief: Brief): void {
	const { path, actions, recommendations } = brief;
	if (!brief.ok || !path) return;
	expect(path.steps.map(({ title }) => title)).toEqual(actions.map(({ title }) => title));
	expect(recommendations.map(({ id }) => id)).toEqual(actions.map(({ id }) => id));
	const numbers = (text: string) => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([each]) => Number(each));
	let score = brief.overallScore;
	for (const [index, { gain }] of actions.entries()) {
		const [points, to] = gain.startsWith("+") ? numbers(gain) : [0, score];
		expect(score + (points ?? 0), gain).toBe(to);
		expect(path.steps[index]).toMatchObject({ from: score, to });
		score = to ?? score;
	}
	expect(path.reachable).toBe(score);
	const columns = pathColumns(path, { today: "today", reachable: "reachable" });
	expect(columns.map(({ value }) => Number(value))).toEqual([
		brief.overallScore,
		...path.steps.map(({ from, to }) => to - from).filter((gain) => gain > 0),
		score,
	]);
	if (columns.length === 2) return;
	const sentence = briefContent(brief, "pending").outlook.find((says) => says.includes(" today, ")) ?? "";
	for (const { to } of path.steps) expect(numbers(sentence)).toContain(to);
	expect(sentence.startsWith(`${brief.overallScore} today, `)).toBe(true);
}

test("of any report list, chart and sentence name the same steps in one order, and gains add up from the score that is shown", () => {
	fc.assert(fc.property(receipts, (receipt) => expectToAddUp(briefOf(receipt))));
});

test.each(samples.map((report) => [report.domain, report] as const))("so they do for %s", (_, report) =>
	expectToAddUp(briefOf(makeReceipt(report))),
);

test("there is none without a score, or where no steps are stated", () => {
	expect(fixSteps(undefined, [{ id: "a", score: 4 }])).toEqual([]);
	expect(briefOf(makeReceipt({ scores: makeScores(40) })).path).toBeUndefined();
});
