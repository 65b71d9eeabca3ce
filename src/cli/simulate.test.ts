import { expect, test } from "vitest";
import { simulationReport } from "./simulate.ts";
import type { Ink } from "./terminal.ts";

const same = (text: string) => text;
const INK: Ink = { strong: same, quiet: same, good: same, middling: same, bad: same, width: 80 };
const OUTCOME = {
	domain: "example.com",
	methodology: "0.1.0",
	current: 40,
	simulated: 40,
	fixes: ["noindex", "search-bots"],
	axes: { structure: 40, accessibility: 40 },
	pillars: [],
	deltas: [],
	sequence: [],
};

test("reports that nothing is left to fix", () => {
	expect(simulationReport({ ...OUTCOME, current: 100 }, INK)).toContain("100 of 100. Nothing to fix");
});

test("shows the score after each step, and what caps it", () => {
	const report = simulationReport(
		{
			...OUTCOME,
			fixes: ["noindex"],
			sequence: [
				{
					id: "noindex",
					fix: "Delete \u001b[31mit.",
					score: 40,
					delta: 0,
					opens: ["noindex"],
					closed: ["search-blocked"],
				},
				{ id: "search-bots", fix: "Open it.", score: 96, delta: 56, opens: ["search-blocked"], closed: [] },
			],
		},
		INK,
	);
	expect(report).toContain("   1.  40    +0  noindex  lifts the cap of noindex; search-blocked still caps the score");
	expect(report).toContain("   2.  96   +56  search-bots  lifts the cap of search-blocked");
	expect(report).toContain("With this fix");
	expect(report).toContain("With everything     96");
	expect(report).not.toContain("\u001b");
});
