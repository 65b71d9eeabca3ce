import { describe, expect, test } from "vitest";
import type { Check } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import type { CheckExample } from "#checks/shared/example.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { readExamples } from "./check-examples.ts";
import { auditExample, cheapestMode } from "./example-audit.ts";

const ALL = await readExamples();

/** What is missing there is an answer, a file or a header field: no element of a page lacks it. */
const OF_AN_ANSWER = new Set(["challenge", "home-status", "hsts", "lastmod", "robots-fetch", "sitemap", "soft-404"]);

/** The check and its root causes, which may take its penalty; the full form asks all checks about every example. */
function checksFor(id: string): readonly Check[] {
	if (FULL) return CHECKS;
	const wanted = new Set([id]);
	for (const each of wanted) {
		for (const cause of CHECKS.find((check) => check.id === each)?.yieldsTo ?? []) wanted.add(cause);
	}
	return CHECKS.filter((check) => wanted.has(check.id));
}

/** The first that passes and the first fault; the full form asks about all. */
function examplesOf(all: readonly CheckExample[]): readonly CheckExample[] {
	if (FULL) return all;
	const [right, wrong] = [["pass"], ["fail", "partial"]].map((outcomes) =>
		all.find(({ outcome }) => outcomes.includes(outcome)),
	);
	return [right, wrong].filter((each) => each !== undefined);
}

describe.concurrent.each(ALL.map((each) => [each.check, each.examples] as const))("%s", (id, examples) => {
	const check = CHECKS.find((each) => each.id === id);

	test.concurrent.each(examplesOf(examples).map((example) => [example.name, example] as const))(
		"%s",
		async (_, example) => {
			const report = await auditExample(example, cheapestMode(id), checksFor(id));
			const finding = report.findings.find((each) => each.id === id);
			expect({ outcome: finding?.outcome, says: finding?.says }).toMatchObject({ outcome: example.outcome });
			const isFault = finding?.fix !== undefined && finding.chargedTo === undefined;
			if (isFault && !OF_AN_ANSWER.has(id)) expect([...finding.evidence, ...(finding.places ?? [])]).not.toEqual([]);
		},
	);

	test("shows a pass, a fault, and a case where it does not apply", () => {
		const outcomes = examples.map(({ outcome }) => outcome);
		expect(outcomes).toContain("pass");
		// Every site has a home page, and search engines that ask for it.
		if (!["home-status", "search-bots"].includes(id)) expect(outcomes).toContain("not-applicable");
		// What is only shown may have no fault to plant: a stance, or a tag that is there for nobody.
		const faulty = outcomes.some((outcome) => outcome === "fail" || outcome === "partial");
		expect(faulty || check?.scored === false || check?.grade === "convention").toBe(true);
		expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
	});
});

test("the plain site has no fault", async () => {
	const { findings } = await auditExample({ name: "Plain", outcome: "pass" }, "deep");
	const faults = findings.filter(({ outcome }) => outcome === "partial" || outcome === "fail");
	expect(faults.map(({ id, says }) => `${id}: ${says}`)).toEqual([]);
});
