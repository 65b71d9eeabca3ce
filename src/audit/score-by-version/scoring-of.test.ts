import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { METHODOLOGIES } from "#core/methodology.ts";
import type { Report } from "#core/report.ts";
import type { Rubric } from "#core/rubric.ts";
import { rubricOf } from "#core/rubrics.ts";
import { scoringOf } from "./scoring-of.ts";

const golden = new URL("../golden/", import.meta.url);

function storedReports(version: string): Report[] {
	const directory = new URL(`${version}/`, golden);
	const names = readdirSync(directory).filter((name) => name.endsWith(".report.json"));
	return names.map((name) => JSON.parse(readFileSync(new URL(name, directory), "utf8")));
}

async function rulesOf(version: string) {
	const [rubric, scoring] = [await rubricOf(version), scoringOf(version)];
	if (!rubric || !scoring) throw new RangeError(`There is no formula of ${version}.`);
	return { rubric, scoring };
}

describe("the formula of a methodology", () => {
	it("is kept for every version", async () => {
		for (const { version } of METHODOLOGIES) expect(await rulesOf(version)).toBeDefined();
		for (const unknown of ["0.0.9", "constructor"]) expect(scoringOf(unknown)).toBeUndefined();
	});

	it.each(["0.1.0", "1.0.0"])("of %s gives the numbers and lifts of the reports of its time", async (version) => {
		const { rubric, scoring } = await rulesOf(version);
		const reports = storedReports(version);
		expect(reports.length).toBeGreaterThan(4);
		for (const { findings, scores, coverage, gates, notApplicable } of reports) {
			expect(scoring.score(rubric, findings)).toEqual({ scores, coverage, gates, notApplicable });
			expect(scoring.lifts(rubric, findings)).toEqual(findings.map(({ lift }) => lift));
		}
	});

	it("of 2.0.0 is the one in force, and gives its reports the numbers and first fixes of their time", async () => {
		const { rubric, scoring } = await rulesOf("2.0.0");
		const reports = storedReports("2.0.0");
		expect(reports.length).toBeGreaterThan(4);
		for (const { findings, scores, coverage, gates, notApplicable, firstFixes } of reports) {
			expect(scoring.score(rubric, findings)).toEqual({ scores, coverage, gates, notApplicable, firstFixes });
			expect(scoring.lifts(rubric, findings)).toEqual(findings.map(({ lift }) => lift));
		}
	});

	it("leaves the score out, and every lift at 0, where too little is known", async () => {
		const { rubric, scoring } = await rulesOf("1.0.0");
		const [report] = storedReports("1.0.0");
		const blind = (report?.findings ?? []).map((each) => ({ ...each, outcome: "unknown" as const }));
		expect(scoring.score(rubric, blind)).toMatchObject({ coverage: 0 });
		expect(scoring.score(rubric, blind).scores).toBeUndefined();
		expect(new Set(scoring.lifts(rubric, blind))).toEqual(new Set([0]));
	});

	it("of 1.0.0 caps the score by a closed gate, and lifts the finding that closes it", async () => {
		const { rubric, scoring } = await rulesOf("1.0.0");
		const [report] = storedReports("1.0.0");
		const findings = (report?.findings ?? []).map((each) =>
			each.id === "noindex" ? { ...each, outcome: "fail" as const } : each,
		);
		const { scores, gates } = scoring.score(rubric, findings);
		expect([scores?.overall, gates.map(({ id }) => id)]).toEqual([40, ["noindex"]]);
		const lifts = scoring.lifts(rubric, findings);
		expect(lifts[findings.findIndex(({ id }) => id === "noindex")]).toBeGreaterThan(30);
	});

	it("of 1.0.0 takes its caps from the rubric", async () => {
		const { rubric, scoring } = await rulesOf("1.0.0");
		const [report] = storedReports("1.0.0");
		const findings = (report?.findings ?? []).map((each) =>
			each.id === "noindex" ? { ...each, outcome: "fail" as const } : each,
		);
		const stricter: Rubric = { ...rubric, gates: rubric.gates.map((gate) => ({ ...gate, cap: 7 })) };
		expect(scoring.score(stricter, findings).scores?.overall).toBe(7);
	});
});
