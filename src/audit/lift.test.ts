import { describe, expect, it } from "vitest";
import { type Scorable, scoreFindings } from "./score.ts";
import { liftOf, rootCausesOf, scoreWithFixed } from "./simulate.ts";

function finding(id: string, change: Partial<Scorable> = {}): Scorable {
	return {
		id,
		pillar: "content",
		axis: "structure",
		engines: ["answers"],
		outcome: "pass",
		scored: true,
		weight: 1,
		...change,
	};
}
const reach = finding("reach", { pillar: "access", axis: "accessibility" });
const none = () => [];
const exactOf = (findings: Scorable[]) => scoreFindings(findings).exact?.overall ?? Number.NaN;

describe("lift", () => {
	it("is the score after the fix minus the score before it, in tenths", () => {
		const findings = [
			reach,
			finding("a", { outcome: "fail" }),
			finding("b", { weight: 3 }),
			finding("c", { weight: 3 }),
		];
		expect(exactOf(findings)).toBeCloseTo(92.857);
		expect(liftOf(findings, "a", exactOf(findings), none)).toBe(7.1);
	});

	it("opens the gate that the finding closed", () => {
		const findings = [reach, finding("text-without-js", { outcome: "fail" }), finding("b", { weight: 5 })];
		expect(exactOf(findings)).toBe(40);
		expect(liftOf(findings, "text-without-js", 40, none)).toBe(60);
	});

	it("is smaller while another gate stays closed, and full if both are fixed", () => {
		const gates = ["noindex", "search-bots"].map((id) => finding(id, { outcome: "fail" }));
		const findings = [reach, ...gates, finding("b", { weight: 5 }), finding("c", { weight: 5 })];
		const overall = exactOf(findings);
		expect(overall).toBeLessThan(40);
		expect(liftOf(findings, "noindex", overall, none)).toBeLessThanOrEqual(40 - Math.floor(overall));
		expect(scoreWithFixed(findings, new Set(["noindex", "search-bots"]), none).exact?.overall).toBe(100);
	});

	it("excludes faults charged to the fixed cause, until an audit has judged them", () => {
		const follows = finding("outline", {
			outcome: "not-applicable",
			chargedTo: "text-without-js",
			own: { outcome: "partial", ratio: 0.5 },
		});
		const findings = [reach, finding("text-without-js", { outcome: "fail" }), follows, finding("b")];
		const rootCauses = (id: string) => (id === "outline" ? ["text-without-js"] : []);
		const fixing = (...ids: string[]) => scoreWithFixed(findings, new Set(ids), rootCauses);
		expect(fixing().exact).toEqual(scoreFindings(findings).exact);
		expect(fixing("text-without-js").exact?.overall).toBe(100);
		expect(fixing("text-without-js").coverage).toBe(1);
	});

	it("is 0 for passes, inapplicable and unscored findings", () => {
		const findings = [reach, finding("a"), finding("b", { outcome: "fail", scored: false })];
		for (const id of ["a", "b", "nowhere"]) expect(liftOf(findings, id, 100, none)).toBe(0);
	});
});

describe("rootCausesOf", () => {
	it("returns a check's root causes in order, and none for unknown ids", () => {
		const rootCauses = rootCausesOf([{ id: "outline", yieldsTo: ["text-without-js", "home-status"] }, { id: "reach" }]);
		expect(rootCauses("outline")).toEqual(["text-without-js", "home-status"]);
		expect(rootCauses("reach")).toEqual([]);
		expect(rootCauses("constructor")).toEqual([]);
	});
});
