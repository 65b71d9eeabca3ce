import { describe, expect, it } from "vitest";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import type { Report } from "#core/report.ts";
import { auditRootCause, chargeExpected, chargeOf, judgeRootCauses, MODES } from "./root-causes.ts";
import { ROOT_CAUSE_SITES } from "./root-causes-sites.ts";

const named = (name: string) => {
	const site = ROOT_CAUSE_SITES.find((each) => each.name === name);
	if (!site) throw new Error(`There is no site "${name}".`);
	return site;
};

/** Each audit is made once. */
const made = new Map<string, Promise<Report>>();
const audit: typeof auditRootCause = (site, mode) => {
	const name = `${mode} ${site.name}`;
	const report = made.get(name) ?? auditRootCause(site, mode);
	made.set(name, report);
	return report;
};

// Each waits for a crawler's pace.
describe.concurrent.each(MODES)("in a %s audit", (mode) => {
	describe.concurrent.each(ROOT_CAUSE_SITES.map((site) => [site.name, site] as const))("%s", (_, site) => {
		it("costs points once, and its own cap holds", async () => {
			const report = await audit(site, mode);
			expect(chargeOf(report)).toEqual(chargeExpected(site));
			const cap = CURRENT_METHODOLOGY.gates.find(({ id }) => id === site.gate)?.cap;
			expect(report.scores !== undefined).toBe(cap !== undefined);
			expect(report.scores?.overall ?? 0).toBeLessThanOrEqual(cap ?? 0);
			const cause = report.findings.find(({ id }) => id === site.cause);
			for (const { id, outcome, chargedTo, says } of report.findings) {
				if (chargedTo === undefined) continue;
				expect([id, outcome, chargedTo]).toEqual([id, "not-applicable", site.cause]);
				expect(says).toContain(`Follows from "${cause?.title}": `);
			}
		});
	});
});

it("correcting a shell lifts its cap, and promises nothing of what hangs on it", async () => {
	const report = await audit(named("A shell that scripts fill"), "deep");
	const cause = report.findings.find(({ id }) => id === "text-without-js");
	expect(report.findings.filter(({ chargedTo }) => chargedTo === "text-without-js").length).toBeGreaterThan(9);
	const corrected = (report.scores?.overall ?? 0) + (cause?.lift ?? 0);
	expect(corrected).toBeGreaterThan(60);
	expect(corrected).toBeLessThan(100);
});

it("a challenged site is unknown, and nothing is made up about it", async () => {
	const { ok, failure, coverage, findings } = await audit(named("A challenge before every page"), "light");
	expect({ ok, code: failure?.code }).toEqual({ ok: false, code: "challenged" });
	expect(failure?.says).toContain("we cannot see what it serves to others");
	expect(coverage).toBeLessThan(CURRENT_METHODOLOGY.coverageFloor);
	const known = findings.filter(({ outcome }) => outcome !== "unknown" && outcome !== "not-applicable");
	// That there was an answer over https is a fact.
	expect(known.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(["https pass"]);
});

it("is judged as it is tested", async () => {
	expect(await judgeRootCauses(audit)).toEqual({
		judge: "Sites with one root cause",
		cases: ROOT_CAUSE_SITES.length * 2,
		agreed: ROOT_CAUSE_SITES.length * 2,
		disagreements: [],
	});
});
