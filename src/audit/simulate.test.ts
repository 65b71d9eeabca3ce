import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFailure } from "#core/failure.ts";
import { METHODOLOGIES, METHODOLOGY } from "#core/methodology.ts";
import type { Finding } from "#core/report.ts";
import { currentRubric } from "#core/rubrics.ts";
import { sampleReports } from "./sample-audit.testkit.ts";
import { type Fixable, FORMULAS, repairedScore, scoreWithFixed, simulate, tenths } from "./simulate.ts";

function finding(id: string, change: Partial<Fixable> = {}): Fixable {
	return {
		id,
		pillar: "content",
		axis: "structure",
		engines: ["answers"],
		outcome: "pass",
		scored: true,
		weight: 1,
		fix: `Mend ${id}.`,
		...change,
	};
}
const reach = finding("reach", { pillar: "access", axis: "accessibility" });
const none = () => [];
const anyFindings = fc
	.array(
		fc.record({
			outcome: fc.constantFrom("pass", "fail", "partial" as const),
			weight: fc.constantFrom(1 as const, 2 as const, 3 as const, 5 as const),
			axis: fc.constantFrom("structure" as const, "accessibility" as const),
		}),
		{ maxLength: 12 },
	)
	.map((parts) => [
		reach,
		finding("kept"),
		...parts.map((part, index) =>
			finding(`f${index}`, { ...part, ...(part.outcome === "partial" ? { ratio: 0.4 } : {}) } as Partial<Fixable>),
		),
	]);
const idsOf = ({ sequence }: ReturnType<typeof simulate>) => sequence.map(({ id }) => id);

describe("simulate", () => {
	it("takes the fix that gains most at each step, with the score after it", () => {
		const findings = [
			reach,
			finding("small", { outcome: "partial", ratio: 0.5 }),
			finding("large", { outcome: "fail", weight: 3 }),
			finding("kept", { weight: 2 }),
		];
		// Structure earns 2.5 of 6.5; accessibility is at 100.
		expect(simulate(findings, none)).toEqual({
			current: 70.8,
			simulated: 100,
			fixes: ["small", "large"],
			axes: { structure: 100, accessibility: 100 },
			pillars: [
				{ key: "access", score: 100 },
				{ key: "content", score: 100 },
			],
			deltas: [
				{ id: "small", delta: 4.2 },
				{ id: "large", delta: 25 },
			],
			sequence: [
				{ id: "large", fix: "Mend large.", score: 95.8, delta: 25, opens: [], closed: [] },
				{ id: "small", fix: "Mend small.", score: 100, delta: 4.2, opens: [], closed: [] },
			],
		});
	});

	it("opens gates first, and lists those still closed", () => {
		const gates = ["noindex", "search-bots"].map((id) => finding(id, { outcome: "fail" }));
		const other = finding("other", { outcome: "fail", weight: 3 });
		const { sequence } = simulate([reach, ...gates, other, finding("kept", { weight: 5 })], none);
		expect(sequence).toMatchObject([
			{ id: "noindex", opens: ["noindex"], closed: ["search-blocked"] },
			{ id: "search-bots", opens: ["search-blocked"], closed: [] },
			{ id: "other", score: 100 },
		]);
	});

	it("lists a root cause, but not the faults charged to it", () => {
		const follows = finding("outline", {
			outcome: "not-applicable",
			chargedTo: "text-without-js",
			own: { outcome: "partial", ratio: 0.5 },
		});
		const rootCauses = (id: string) => (id === "outline" ? ["text-without-js"] : []);
		const simulation = simulate([reach, finding("text-without-js", { outcome: "fail" }), follows], rootCauses);
		expect(idsOf(simulation)).toEqual(["text-without-js"]);
		expect(simulation.simulated).toBe(100);
	});

	it("simulates only the requested fixes", () => {
		const findings = [reach, finding("a", { outcome: "fail" }), finding("b", { outcome: "fail" }), finding("kept")];
		const all = simulate(findings, none);
		const one = simulate(findings, none, ["a"]);
		expect(one.fixes).toEqual(["a"]);
		expect(one.simulated).toBe(all.sequence[0]?.score);
		expect(one.sequence).toEqual(all.sequence);
	});

	it("rejects an unknown check, and a site without a score", () => {
		const codeOf = (work: () => unknown) => {
			try {
				work();
			} catch (error) {
				return isFailure(error) ? error.code : error;
			}
			return undefined;
		};
		expect(codeOf(() => simulate([reach, finding("a")], none, ["b"]))).toBe("input-invalid");
		expect(codeOf(() => simulate([reach], none))).toBe("evidence-thin");
	});

	it("never loses points, starts with the best single fix, and ends with all fixed", () => {
		fc.assert(
			fc.property(anyFindings, (findings) => {
				const { current, deltas, sequence, simulated } = simulate(findings, none);
				const scores = [current, ...sequence.map(({ score }) => score)];
				expect(scores).toEqual(scores.toSorted((a, b) => a - b));
				expect(scores.at(-1)).toBe(simulated);
				expect(sequence[0]?.delta ?? 0).toBe(Math.max(0, ...deltas.map(({ delta }) => delta)));
				const all = new Set(findings.map(({ id }) => id));
				expect(simulated).toBe(tenths(scoreWithFixed(findings, all, none).exact?.overall ?? 0));
			}),
		);
	});
});

describe("the score after every repair", () => {
	it("excludes fixes by new text, and lies between today's score and the score with that text", () => {
		const written = new Set(["f0", "f2", "f5"]);
		fc.assert(
			fc.property(anyFindings, (findings) => {
				const repairs = findings.map(({ id }) => id).filter((id) => !written.has(id));
				const { current, simulated } = simulate(findings, none);
				const repaired = repairedScore(findings, none, written) ?? Number.NaN;
				expect(repaired).toBe(tenths(scoreWithFixed(findings, new Set(repairs), none).exact?.overall ?? 0));
				expect([current, repaired, simulated]).toEqual([current, repaired, simulated].toSorted((a, b) => a - b));
			}),
		);
	});
});

const rubric = await currentRubric();
const reports = await sampleReports();
const scoring = FORMULAS.get(METHODOLOGY);
const [report] = reports;
if (!report || !scoring) throw new RangeError("There are samples and a formula.");
const change = (by: Partial<Finding>, id?: string) =>
	report.findings.map((each) => (id === undefined || each.id === id ? { ...each, ...by } : each));

describe("the formula of a methodology", () => {
	it("exists for every version", () => {
		expect([...FORMULAS.keys()]).toEqual(METHODOLOGIES.map(({ version }) => version));
	});

	it("reproduces scores and lifts from findings and rubric", () => {
		for (const { findings, scores, coverage, gates, notApplicable, firstFixes, repaired } of reports) {
			expect(scoring.score(rubric, findings)).toEqual({ scores, coverage, gates, notApplicable, firstFixes, repaired });
			expect(scoring.lifts(rubric, findings)).toEqual(findings.map(({ lift }) => lift));
		}
	});

	it("gives no score and only lifts of 0 if too little is known", () => {
		const blind = change({ outcome: "unknown" });
		expect(scoring.score(rubric, blind)).toMatchObject({ coverage: 0 });
		expect(scoring.score(rubric, blind).scores).toBeUndefined();
		expect(new Set(scoring.lifts(rubric, blind))).toEqual(new Set([0]));
	});

	it("caps the score by a closed gate, and gives its finding a lift", () => {
		const findings = change({ outcome: "fail" }, "noindex");
		const { scores, gates } = scoring.score(rubric, findings);
		expect([scores?.overall, gates.map(({ id }) => id)]).toEqual([40, ["noindex"]]);
		const lifts = scoring.lifts(rubric, findings);
		expect(lifts[findings.findIndex(({ id }) => id === "noindex")]).toBeGreaterThan(25);
	});
});
