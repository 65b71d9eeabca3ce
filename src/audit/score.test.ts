import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { AXES, ENGINES, PILLAR_KEYS, PILLARS } from "#core/pillar.ts";
import { OUTCOMES } from "#core/verdict.ts";
import { type Scorable, scoreFindings } from "./score.ts";

function finding(id: string, change: Partial<Scorable> = {}): Scorable {
	return {
		id,
		pillar: "access",
		axis: "accessibility",
		engines: ["search", "answers"],
		outcome: "pass",
		scored: true,
		weight: 1,
		...change,
	};
}
const structure = (id: string, change: Partial<Scorable> = {}) =>
	finding(id, { pillar: "content", axis: "structure", ...change });
const stake = (id: string, change: Partial<Scorable> = {}) => finding(id, { tableStakes: true, ...change });

describe("scoreFindings", () => {
	it("takes the mean of the two axes", () => {
		const { scores } = scoreFindings([
			finding("a", { outcome: "fail", weight: 3 }),
			finding("b", { weight: 1 }),
			structure("c"),
		]);
		expect(scores?.axes).toEqual({ accessibility: 25, structure: 100 });
		expect(scores?.overall).toBe(63);
	});

	it("takes an axis as the mean of its pillars, whatever the weights of their checks", () => {
		const { scores } = scoreFindings([
			finding("a"),
			structure("b", { weight: 5, outcome: "fail" }),
			structure("c", { weight: 5 }),
			structure("d", { pillar: "data", weight: 1 }),
		]);
		expect(scores?.pillars.map(({ key, score }) => [key, score])).toEqual([
			["access", 100],
			["content", 50],
			["data", 100],
		]);
		expect(scores?.axes.structure).toBe(75);
	});

	it("counts a partial outcome by its ratio", () => {
		const { scores } = scoreFindings([finding("a", { outcome: "partial", ratio: 0.25 }), structure("b")]);
		expect(scores?.axes.accessibility).toBe(25);
	});

	it("adds nothing for table stakes that pass, and subtracts for those that fail", () => {
		const merits = [finding("a", { outcome: "fail" }), finding("b"), structure("c")];
		const accessibility = (...more: Scorable[]) => scoreFindings([...merits, ...more]).scores?.axes.accessibility;
		expect(accessibility()).toBe(50);
		expect(accessibility(stake("d", { weight: 5 }), stake("e"))).toBe(50);
		expect(accessibility(stake("d", { weight: 5, outcome: "fail" }))).toBe(10);
		expect(accessibility(stake("d", { weight: 5, outcome: "partial", ratio: 0.8 }))).toBe(42);
		expect(accessibility(...["d", "e"].map((id) => stake(id, { weight: 5, outcome: "fail" })))).toBe(0);
	});

	it("lets a pillar with only table stakes lower its axis, but never raise it", () => {
		const merits = [finding("a", { pillar: "semantics", outcome: "partial", ratio: 0.5 }), structure("b")];
		const axis = (...more: Scorable[]) => scoreFindings([...merits, ...more]).scores?.axes.accessibility;
		expect(axis(stake("c"), stake("d", { pillar: "delivery" }))).toBe(50);
		expect(axis(stake("c", { outcome: "fail", weight: 5 }), stake("d", { pillar: "delivery" }))).toBe(40);
	});

	it("gives 0 on an axis on which nothing can be earned", () => {
		const { scores } = scoreFindings([stake("a"), structure("b")]);
		expect(scores).toMatchObject({ axes: { accessibility: 0, structure: 100 }, overall: 50 });
	});

	it("counts faults charged to a root cause as the check itself judged", () => {
		const following = structure("c", {
			outcome: "not-applicable",
			chargedTo: "b",
			own: { outcome: "partial", ratio: 0.5 },
			weight: 2,
		});
		const { scores, coverage } = scoreFindings([finding("a"), structure("b", { weight: 2 }), following]);
		expect(scores?.axes.structure).toBe(75);
		expect(coverage).toBe(1);
	});

	it("excludes inapplicable findings from everything, and unknown ones from the score only", () => {
		const { scores, coverage } = scoreFindings([
			finding("a"),
			finding("b", { outcome: "not-applicable", weight: 5 }),
			finding("c", { outcome: "unknown" }),
			structure("d", { weight: 2 }),
		]);
		expect(scores?.overall).toBe(100);
		expect(coverage).toBe(0.75);
	});

	it("never scores informational findings", () => {
		const { scores } = scoreFindings([finding("a"), finding("b", { outcome: "fail", scored: false }), structure("c")]);
		expect(scores?.overall).toBe(100);
	});

	it("gives no score below 60 % coverage", () => {
		const known = [finding("a", { weight: 3 }), structure("b", { weight: 3 })];
		expect(scoreFindings([...known, structure("c", { outcome: "unknown", weight: 2 })]).scores?.overall).toBe(100);
		const thin = [...known, structure("c", { outcome: "unknown", weight: 5 })];
		expect(scoreFindings(thin)).toMatchObject({ coverage: 0.545 });
		expect(scoreFindings(thin).scores).toBeUndefined();
	});

	it("gives no score if all checks of an axis are unknown", () => {
		expect(scoreFindings([finding("a")]).scores).toBeUndefined();
		expect(scoreFindings([]).scores).toBeUndefined();
	});

	it("explains a pillar's score in words", () => {
		const summaryOf = (...findings: Scorable[]) =>
			scoreFindings([...findings, structure("z")]).scores?.pillars[0]?.summary;
		expect(summaryOf(finding("a"))).toBe("The only check passes.");
		expect(summaryOf(finding("a"), finding("b"))).toBe("Both checks pass.");
		const mixed = [finding("a"), finding("b", { outcome: "partial" }), finding("c", { outcome: "fail" })];
		expect(summaryOf(...mixed)).toBe("1 of 3 checks passes, 1 passes in part.");
		const lost = stake("d", { weight: 5, outcome: "fail" });
		expect(summaryOf(...mixed, lost)).toBe(
			"1 of 4 checks passes, 1 passes in part. They earn 50 points, and missing basics cost 40.",
		);
		expect(summaryOf(lost)).toBe("0 of 1 check passes. Missing basics cost 40 of 100 points.");
		expect(summaryOf(finding("a"), finding("noindex", { outcome: "fail", home: "fail" }))).toBe(
			"1 of 2 checks passes. A grave fault caps this at 40.",
		);
	});

	it("states a cap as the number shown", () => {
		const ratio = fc.double({ min: 0.01, max: 0.99, noNaN: true });
		const others = fc.array(fc.tuple(ratio, fc.constantFrom(1, 2, 3, 5, 8)), { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(others, (parts) => {
				const partial = parts.map(([ratio, weight], index) =>
					(index % 2 === 0 ? finding : stake)(`part-${index}`, { weight, outcome: "partial", ratio }),
				);
				const gate = finding("noindex", { outcome: "fail", home: "fail" });
				const [pillar] = scoreFindings([...partial, gate, structure("z")]).scores?.pillars ?? [];
				const [, cap = `${pillar?.score}`] = /caps this at (.*)\.$/.exec(pillar?.summary ?? "") ?? [];
				expect(cap).toBe(`${pillar?.score}`);
			}),
		);
	});
});

describe("gates", () => {
	const others = Array.from({ length: 20 }, (_, index) => finding(`x-${index}`, { weight: 5 }));

	it.each(CURRENT_METHODOLOGY.gates)("cap the score at $cap if $check fails", ({ id, check, cap }) => {
		const result = scoreFindings([...others, finding(check, { outcome: "fail" }), structure("b")]);
		expect(result.gates.map((gate) => gate.id)).toEqual([id]);
		expect(result.scores?.overall).toBeLessThanOrEqual(cap);
		expect(result.scores?.ungated).toBeGreaterThan(cap);
		const partly = scoreFindings([...others, finding(check, { outcome: "partial", ratio: 0.5 }), structure("b")]);
		expect(partly.gates).toEqual([]);
	});

	it.each(CURRENT_METHODOLOGY.gates)("of $check cap the pillar, the axis and the engines that it concerns", (gate) => {
		const pillars = PILLAR_KEYS.map((pillar) => finding(`y-${pillar}`, { pillar, axis: PILLARS[pillar].axis }));
		const { scores } = scoreFindings([...pillars, finding(gate.check, { outcome: "fail", scored: false })]);
		const { concerns } = gate;
		for (const { key, score } of scores?.pillars ?? [])
			expect(score, key).toBe(concerns.pillars.includes(key) ? gate.cap : 100);
		for (const axis of AXES) if (concerns.axes.includes(axis)) expect(scores?.axes[axis]).toBeLessThanOrEqual(gate.cap);
		for (const engine of ENGINES) {
			if (concerns.engines.includes(engine)) expect(scores?.engines[engine]).toBeLessThanOrEqual(gate.cap);
		}
	});

	it("lower even a low score, and two of them more than one", () => {
		const low = [finding("a", { outcome: "fail", weight: 5 }), finding("b"), structure("c", { outcome: "fail" })];
		const overall = (...failing: string[]) =>
			scoreFindings([...low, ...failing.map((id) => finding(id, { outcome: "fail", scored: false }))]).exact?.overall ??
			0;
		expect(overall("noindex")).toBeLessThan(overall());
		expect(overall("noindex", "soft-404")).toBeLessThan(overall("noindex"));
	});

	it("are not closed by charged faults, nor by pages other than the home page", () => {
		const follows = finding("noindex", { outcome: "not-applicable", own: { outcome: "fail" }, chargedTo: "a" });
		const elsewhere = finding("noindex", { outcome: "fail", home: "pass" });
		for (const each of [follows, elsewhere]) expect(scoreFindings([each, structure("b")]).gates).toEqual([]);
	});
});

describe("any findings", () => {
	const anyFinding = fc.record({
		id: fc.constantFrom("a", "noindex", "soft-404", "main-text", "b", "c"),
		pillar: fc.constantFrom(...PILLAR_KEYS),
		axis: fc.constantFrom(...AXES),
		engines: fc.constantFrom<Scorable["engines"]>(["search"], ["answers"], ["search", "answers"]),
		outcome: fc.constantFrom(...OUTCOMES),
		scored: fc.boolean(),
		tableStakes: fc.constantFrom(true as const, undefined),
		ratio: fc.constant(0.5),
		weight: fc.constantFrom(1 as const, 2 as const, 3 as const, 5 as const),
	});
	const anyFindings = fc.array(anyFinding, { minLength: 2, maxLength: 30 });

	it("score between 0 and 100, and never more if an outcome gets worse", () => {
		fc.assert(
			fc.property(anyFindings, fc.nat(), fc.constantFrom("partial", "fail"), (findings, pick, outcome) => {
				const before = scoreFindings(findings);
				const index = pick % findings.length;
				const worse = findings.map((each, at) =>
					at === index && each.outcome === "pass" ? { ...each, outcome } : each,
				);
				const after = scoreFindings(worse);
				expect(before.coverage).toBe(after.coverage);
				expect(after.scores === undefined).toBe(before.scores === undefined);
				if (!before.scores || !after.scores) return;
				for (const { overall } of [before.scores, after.scores]) {
					expect(overall).toBeGreaterThanOrEqual(0);
					expect(overall).toBeLessThanOrEqual(100);
				}
				expect(after.exact?.overall).toBeLessThanOrEqual((before.exact?.overall ?? 0) + 1e-9);
			}),
		);
	});
	it("never score more by table stakes that pass", () => {
		fc.assert(
			fc.property(anyFindings, fc.constantFrom(...PILLAR_KEYS), (findings, pillar) => {
				const before = scoreFindings(findings);
				const after = scoreFindings([...findings, stake("passing", { pillar, axis: PILLARS[pillar].axis })]);
				if (!before.exact || !after.exact) return;
				expect(after.exact.overall).toBeLessThanOrEqual(before.exact.overall + 1e-9);
			}),
		);
	});
});
