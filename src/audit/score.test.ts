import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { AXES, PILLAR_KEYS } from "#core/pillar.ts";
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

describe("scoreFindings", () => {
	it("takes the geometric mean of the two axes", () => {
		const { scores } = scoreFindings([
			finding("a", { outcome: "fail", weight: 3 }),
			finding("b", { weight: 1 }),
			structure("c"),
		]);
		expect(scores?.axes).toEqual({ accessibility: 25, structure: 100 });
		expect(scores?.overall).toBe(50);
	});

	it("counts a partial outcome by its ratio", () => {
		const { scores } = scoreFindings([finding("a", { outcome: "partial", ratio: 0.25 }), structure("b")]);
		expect(scores?.axes.accessibility).toBe(25);
		expect(scores?.overall).toBe(50);
	});

	it("leaves what does not apply out of everything, and what is unknown out of the score only", () => {
		const { scores, coverage } = scoreFindings([
			finding("a"),
			finding("b", { outcome: "not-applicable", weight: 5 }),
			finding("c", { outcome: "unknown" }),
			structure("d", { weight: 2 }),
		]);
		expect(scores?.overall).toBe(100);
		expect(coverage).toBe(0.75);
	});

	it("never scores what is informational", () => {
		const { scores } = scoreFindings([finding("a"), finding("b", { outcome: "fail", scored: false }), structure("c")]);
		expect(scores?.overall).toBe(100);
	});

	it("gives no score under 60 % coverage", () => {
		const known = [finding("a", { weight: 3 }), structure("b", { weight: 3 })];
		expect(scoreFindings([...known, structure("c", { outcome: "unknown", weight: 2 })]).scores?.overall).toBe(100);
		const thin = [...known, structure("c", { outcome: "unknown", weight: 5 })];
		expect(scoreFindings(thin)).toMatchObject({ coverage: 0.545 });
		expect(scoreFindings(thin).scores).toBeUndefined();
	});

	it("gives no score where an axis is blind", () => {
		expect(scoreFindings([finding("a")]).scores).toBeUndefined();
		expect(scoreFindings([]).scores).toBeUndefined();
	});

	it.each(CURRENT_METHODOLOGY.gates)("caps the score at $cap when $check fails", ({ id, check, cap }) => {
		const others = Array.from({ length: 20 }, (_, index) => finding(`x-${index}`, { weight: 5 }));
		const result = scoreFindings([...others, finding(check, { outcome: "fail" }), structure("b")]);
		expect(result.gates.map((gate) => gate.id)).toEqual([id]);
		expect(result.scores?.overall).toBe(cap);
		expect(result.scores?.ungated).toBeGreaterThan(cap);
		const partly = scoreFindings([...others, finding(check, { outcome: "partial", ratio: 0.5 }), structure("b")]);
		expect(partly.gates).toEqual([]);
	});

	it("lets the lowest of several gates decide", () => {
		const fails = ["soft-404", "noindex"].map((id) => finding(id, { outcome: "fail" }));
		const rest = [1, 2, 3, 4, 5].map((index) => finding(`x-${index}`, { weight: 5 }));
		expect(scoreFindings([...fails, ...rest, structure("b")]).scores?.overall).toBe(40);
	});

	it("names the pillars of which nothing is known, and why", () => {
		const { notApplicable, scores } = scoreFindings([
			finding("a"),
			structure("b"),
			structure("c", { pillar: "data", outcome: "not-applicable" }),
			structure("d", { pillar: "interfaces", outcome: "unknown" }),
		]);
		expect(scores?.pillars.map((pillar) => pillar.key)).toEqual(["access", "content"]);
		const says = Object.fromEntries(notApplicable.map((each) => [each.key, each.says]));
		expect(says.data).toBe("Nothing here applies to this site.");
		expect(says.interfaces).toBe("Nothing here could be looked at in this audit.");
	});

	it("stays within 0 and 100, and never rises when an outcome gets worse", () => {
		const anyFinding = fc.record({
			id: fc.constantFrom("a", "noindex", "soft-404", "b", "c"),
			pillar: fc.constantFrom(...PILLAR_KEYS),
			axis: fc.constantFrom(...AXES),
			engines: fc.constantFrom<Scorable["engines"]>(["search"], ["answers"], ["search", "answers"]),
			outcome: fc.constantFrom(...OUTCOMES),
			scored: fc.boolean(),
			ratio: fc.constant(0.5),
			weight: fc.constantFrom(1 as const, 2 as const, 3 as const, 5 as const),
		});
		fc.assert(
			fc.property(fc.array(anyFinding, { minLength: 2, maxLength: 30 }), fc.nat(), (findings, pick) => {
				const before = scoreFindings(findings);
				const index = pick % findings.length;
				const worse = findings.map((each, at) =>
					at === index && each.outcome === "pass" ? { ...each, outcome: "fail" as const } : each,
				);
				const after = scoreFindings(worse);
				expect(before.coverage).toBe(after.coverage);
				for (const { scores } of [before, after]) {
					if (scores) expect(scores.overall).toBeGreaterThanOrEqual(0);
					if (scores) expect(scores.overall).toBeLessThanOrEqual(100);
				}
				if (before.scores && after.scores) expect(after.scores.overall).toBeLessThanOrEqual(before.scores.overall);
			}),
		);
	});
});
