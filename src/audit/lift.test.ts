import { describe, expect, it } from "vitest";
import { liftOf, rootCausesOf, scoreWithFixed } from "./lift.ts";
import { type Scorable, scoreFindings } from "./score.ts";

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
const overallOf = (findings: Scorable[]) => scoreFindings(findings).scores?.overall ?? Number.NaN;

describe("lift", () => {
	it("is the score with the finding passing, minus the score", () => {
		const findings = [reach, finding("a", { outcome: "fail" }), finding("b", { weight: 3 })];
		expect(overallOf(findings)).toBe(87);
		expect(liftOf(findings, "a", 87, none)).toBe(13);
	});

	it("opens the gate that the finding closed", () => {
		const findings = [reach, finding("text-without-js", { outcome: "fail" }), finding("b", { weight: 5 })];
		expect(overallOf(findings)).toBe(50);
		expect(liftOf(findings, "text-without-js", 50, none)).toBe(50);
	});

	it("gives nothing while another gate stays closed, and all when both are fixed", () => {
		const gates = ["noindex", "search-bots"].map((id) => finding(id, { outcome: "fail" }));
		const findings = [reach, ...gates, finding("b", { weight: 5 }), finding("c", { weight: 5 })];
		expect(overallOf(findings)).toBe(40);
		expect(liftOf(findings, "noindex", 40, none)).toBe(0);
		expect(scoreWithFixed(findings, new Set(["noindex", "search-bots"]), none).scores?.overall).toBe(100);
	});

	it("hands penalties back that were charged to the fixed cause", () => {
		const charged = finding("outline", {
			outcome: "not-applicable",
			chargedTo: "text-without-js",
			own: { outcome: "partial", ratio: 0.5 },
		});
		const findings = [reach, finding("text-without-js", { outcome: "fail" }), charged];
		const rootCauses = (id: string) => (id === "outline" ? ["text-without-js"] : []);
		expect(scoreWithFixed(findings, new Set(), rootCauses).scores?.overall).toBe(overallOf(findings));
		expect(scoreWithFixed(findings, new Set(["text-without-js"]), rootCauses).scores?.overall).toBe(87);
		expect(scoreWithFixed(findings, new Set(["text-without-js", "outline"]), rootCauses).scores?.overall).toBe(100);
	});

	it("is 0 for what passes, does not apply or is not scored", () => {
		const findings = [reach, finding("a"), finding("b", { outcome: "fail", scored: false })];
		for (const id of ["a", "b", "nowhere"]) expect(liftOf(findings, id, 100, none)).toBe(0);
	});
});

describe("rootCausesOf", () => {
	it("gives what a check names, in its order, and nothing for any other id", () => {
		const rootCauses = rootCausesOf([{ id: "outline", yieldsTo: ["text-without-js", "home-status"] }, { id: "reach" }]);
		expect(rootCauses("outline")).toEqual(["text-without-js", "home-status"]);
		expect(rootCauses("reach")).toEqual([]);
		expect(rootCauses("constructor")).toEqual([]);
	});
});
