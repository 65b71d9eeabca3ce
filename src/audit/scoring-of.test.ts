import { describe, expect, it } from "vitest";
import { METHODOLOGIES, METHODOLOGY } from "#core/methodology.ts";
import type { Finding } from "#core/report.ts";
import { currentRubric } from "#core/rubrics.ts";
import { sampleReports } from "./sample-audit.testkit.ts";
import { FORMULAS } from "./scoring-of.ts";

const rubric = await currentRubric();
const reports = await sampleReports();
const scoring = FORMULAS.get(METHODOLOGY);
const [report] = reports;
if (!report || !scoring) throw new RangeError("There are samples and a formula.");
const change = (by: Partial<Finding>, id?: string) =>
	report.findings.map((each) => (id === undefined || each.id === id ? { ...each, ...by } : each));

describe("the formula of a methodology", () => {
	it("is there for every version", () => {
		expect([...FORMULAS.keys()]).toEqual(METHODOLOGIES.map(({ version }) => version));
	});

	it("in force gives the numbers and lifts of its reports from their findings and the rubric", () => {
		for (const { findings, scores, coverage, gates, notApplicable, firstFixes } of reports) {
			expect(scoring.score(rubric, findings)).toEqual({ scores, coverage, gates, notApplicable, firstFixes });
			expect(scoring.lifts(rubric, findings)).toEqual(findings.map(({ lift }) => lift));
		}
	});

	it("leaves the score out, and every lift at 0, where too little is known", () => {
		const blind = change({ outcome: "unknown" });
		expect(scoring.score(rubric, blind)).toMatchObject({ coverage: 0 });
		expect(scoring.score(rubric, blind).scores).toBeUndefined();
		expect(new Set(scoring.lifts(rubric, blind))).toEqual(new Set([0]));
	});

	it("caps the score by a closed gate, and lifts the finding that closes it", () => {
		const findings = change({ outcome: "fail" }, "noindex");
		const { scores, gates } = scoring.score(rubric, findings);
		expect([scores?.overall, gates.map(({ id }) => id)]).toEqual([40, ["noindex"]]);
		const lifts = scoring.lifts(rubric, findings);
		expect(lifts[findings.findIndex(({ id }) => id === "noindex")]).toBeGreaterThan(30);
	});
});
