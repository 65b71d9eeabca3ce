import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleReports } from "#audit/sample-audit.testkit.ts";
import { FORMULAS, rootCausesOf, simulate } from "#audit/simulate.ts";
import { CHECKS, checkOf } from "#checks/registry.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Finding, Report } from "#core/report.ts";
import { currentRubric } from "#core/rubrics.ts";
import { isFault } from "#core/verdict.ts";
import { hoursOf, roundedHours, timeWords } from "../checks/check-texts.ts";
import { makeReceipt, store } from "../publication/receipt.testkit.ts";
import { buildBrief } from "./brief.ts";
import { ENGLISH } from "./languages.ts";
import { repairOf } from "./repair.ts";

const rubric = await currentRubric();
const reports = await sampleReports();
const scoring = FORMULAS.get(METHODOLOGY);
if (!scoring) throw new RangeError("There is a formula.");

/** A sample's report with other outcomes of any of its scored checks, scored as an audit scores them. */
const audits = fc
	.record({
		report: fc.constantFrom(...reports),
		changed: fc.array(
			fc.record({
				at: fc.nat(),
				outcome: fc.constantFrom("fail", "partial", "pass" as const),
				short: fc.integer({ min: 1, max: 30 }),
			}),
			{ maxLength: 12 },
		),
	})
	.map(({ report, changed }) => {
		const findings = report.findings.map((each) => ({ ...each }));
		const scored = findings.filter((each) => each.scored && each.outcome !== "not-applicable");
		for (const { at, outcome, short } of changed) {
			const finding = scored[at % scored.length];
			if (finding) Object.assign(finding, changeOf(outcome, short));
		}
		const { scores, firstFixes, repaired, gates } = scoring.score(rubric, findings);
		const lifts = scoring.lifts(rubric, findings);
		return {
			...report,
			findings: findings.map((each, at) => ({ ...each, lift: lifts[at] ?? 0 })),
			gates,
			scores,
			firstFixes,
			repaired,
		};
	})
	.filter((report) => report.scores !== undefined);

function changeOf(outcome: "fail" | "partial" | "pass", short: number): Partial<Finding> {
	const pages = { judged: 30, short: outcome === "pass" ? 0 : short };
	const mended = outcome === "pass" ? {} : { fix: "Mend it." };
	return {
		outcome,
		home: undefined,
		own: undefined,
		chargedTo: undefined,
		ratio: outcome === "partial" ? 0.5 : undefined,
		pages,
		...mended,
	} as Partial<Finding>;
}

const briefOf = (report: object) => buildBrief(store("a1", makeReceipt(report)), { baseUrl: "https://audit.example" });
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const numbers = (text: string) => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([each]) => Number(each));

describe("the repair summary of a brief", () => {
	it("counts faults and sums their hours by role for any audit", () => {
		fc.assert(
			fc.property(audits, (report) => {
				const { repair } = briefOf(report);
				if (!repair) return;
				const faults = report.findings.filter(({ scored, outcome }) => scored && isFault(outcome));
				const mended = faults.filter(({ id }) => !checkOf(id)?.needsWriting);
				const hours = (all: readonly Finding[]) => sum(all.flatMap((each) => hoursIn(each)));
				expect(repair.fixes).toBe(mended.length);
				// As shown, so that a reader gets the same sum.
				const bySpeech = (all: readonly Finding[]) =>
					sum([...Map.groupBy(all, ({ id }) => checkOf(id)?.doneBy).values()].map((each) => roundedHours(hours(each))));
				expect(repair.hours).toBe(bySpeech(mended));
				expect(sum(repair.by.map((each) => each.hours))).toBe(repair.hours);
				const written = faults.filter((each) => !mended.includes(each));
				expect(repair.writingHours).toBe(bySpeech(written));
			}),
		);
	});

	it("promises the simulated score, and never 100 while text is missing", () => {
		fc.assert(
			fc.property(audits, (report) => {
				const brief = briefOf(report);
				const { repair, path } = brief;
				if (!repair || !brief.ok) return;
				const written = report.findings.filter(({ id, outcome }) => isFault(outcome) && checkOf(id)?.needsWriting);
				const left = new Set(written.map(({ id }) => id));
				const faults = report.findings.filter(({ scored, outcome }) => scored && isFault(outcome));
				const fixes = faults.map(({ id }) => id).filter((id) => !left.has(id));
				const { simulated } = simulate(report.findings, rootCausesOf(CHECKS), fixes);
				const most = left.size > 0 ? 99 : 100;
				expect(repair.to).toBe(Math.max(brief.overallScore, Math.min(most, Math.round(simulated))));
				expect(repair.first.to).toBe(path?.reachable ?? brief.overallScore);
				const promised = numbers(repair.says).at(-1) ?? 0;
				if (repair.says.includes(" from ")) expect([repair.to, repair.first.to]).toContain(promised);
				if (repair.details.length > 0) expect(repair.to).toBeGreaterThanOrEqual(repair.first.to);
			}),
		);
	});

	it("names only losses of faults", () => {
		fc.assert(
			fc.property(audits, (report) => {
				const { verdict } = briefOf(report);
				for (const { id, scored, outcome } of report.findings) {
					const problem = checkOf(id)?.problem;
					const isShared = CHECKS.some((each) => each.id !== id && each.problem === problem);
					if (problem !== undefined && !isShared && verdict.includes(problem))
						expect(scored && isFault(outcome), id).toBe(true);
				}
			}),
		);
	});

	it("is undefined without a score, a fault or a home page", () => {
		const [report] = reports as [Report];
		const error = { id: "home-error" as const, cap: 30, says: "It answers with an error." };
		expect(repairOf(report, undefined, [], ENGLISH)).toBeUndefined();
		expect(repairOf({ ...report, findings: [] }, 80, [], ENGLISH)).toBeUndefined();
		expect(repairOf({ ...report, gates: [error] }, 80, [], ENGLISH)).toBeUndefined();
	});

	it("gives the points for few small faults, and the scores before and after for more", () => {
		const fault = (id: string) => ({ ...findingOf(id), outcome: "fail" as const, pages: undefined });
		const says = (today: number, repaired: number, ...ids: string[]) =>
			repairOf({ findings: ids.map(fault) as Finding[], gates: [], repaired }, today, [], ENGLISH)?.says;
		expect(says(98, 100, "frames", "lists")).toBe(
			"2 small faults remain. Fixing both takes about 45 minutes and adds 2 points.",
		);
		expect(says(99, 99.4, "frames")).toBe(
			"1 small fault remains. Fixing it takes about 15 minutes and adds less than 1 point.",
		);
		expect(says(74, 96.8, "canonical", "form-works-without-js", "native-controls", "alt", "title")).toBe(
			"5 fixes, about 1.5 days of work: from 74 to 97.",
		);
		expect(says(40, 40, "thin-text")).toBe("");
	});
});

function hoursIn(finding: Finding): number[] {
	const check = checkOf(finding.id);
	return check ? [hoursOf(check, finding)] : [];
}

function findingOf(id: string): Finding {
	const [found] = reports.flatMap(({ findings }) => findings.filter((each) => each.id === id));
	if (!found) throw new RangeError(`No sample has ${id}.`);
	return { ...found, scored: true };
}

describe("hours in words", () => {
	it("grow with the hours, with an error of at most a third", () => {
		const value = (words: string) => {
			const [count = 0] = numbers(words);
			return words.includes("minute") ? count / 60 : words.includes("hour") ? count : count * 8;
		};
		fc.assert(
			fc.property(
				fc.double({ min: 0.25, max: 400, noNaN: true }),
				fc.double({ min: 0, max: 50, noNaN: true }),
				(hours, more) => {
					const [one, other] = [value(timeWords(hours, ENGLISH)), value(timeWords(hours + more, ENGLISH))];
					expect(other).toBeGreaterThanOrEqual(one);
					expect(Math.abs(one - hours) / hours).toBeLessThan(0.51);
				},
			),
		);
	});

	it.each([
		[0.25, "about 15 minutes"],
		[0.75, "about 45 minutes"],
		[1, "about 1 hour"],
		[1.5, "about 1.5 hours"],
		[4, "about 4 hours"],
		[8, "about 1 day"],
		[20, "about 2.5 days"],
		[92, "about 12 days"],
	])("%d are %s", (hours, words) => {
		expect(timeWords(hours, ENGLISH)).toBe(words);
	});

	it("are counted once per template, plus the work per page", () => {
		const pages = { judged: 30, short: 11 };
		expect(hoursOf({ doneBy: "developer", hours: 1 }, { pages })).toBe(1);
		expect(hoursOf({ doneBy: "editor", hours: 0.5, hoursPerPage: 0.25 }, { pages })).toBe(3);
		expect(hoursOf({ doneBy: "editor", hours: 0.5, hoursPerPage: 0.25 }, {})).toBe(0.5);
	});
});
