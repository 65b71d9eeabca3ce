import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { METHODOLOGIES, METHODOLOGY, type Rubric } from "#core/methodology.ts";
import { RUBRICS, rubricOf } from "#core/rubrics.ts";
import { buildRubric } from "./current-rubric.testkit.ts";
import { CHECKS } from "./registry.ts";

const fileOf = (version: string) => new URL(`../core/rubrics/${version}.json`, import.meta.url);

if (process.env.SIGHTLINE_GOLDEN === "write") writeFileSync(fileOf(METHODOLOGY), fileText(buildRubric()));

/** One line per check, for small diffs. */
function fileText(rubric: Rubric): string {
	const members = Object.entries(rubric).map(([name, value]) => {
		const rows = Array.isArray(value) ? value.map((each) => `\t\t${JSON.stringify(each)}`) : undefined;
		return `\t"${name}": ${rows ? `[\n${rows.join(",\n")}\n\t]` : JSON.stringify(value)}`;
	});
	return `{\n${members.join(",\n")}\n}\n`;
}

describe("kept rubrics", () => {
	it("are there for every methodology", () => {
		expect([...RUBRICS.keys()]).toEqual(METHODOLOGIES.map(({ version }) => version));
	});

	it.each([...RUBRICS.keys()])("of %s names its methodology, and each check once", async (version) => {
		const rubric = await rubricOf(version);
		expect(rubric?.methodology).toBe(version);
		const ids = rubric?.checks.map(({ id }) => id) ?? [];
		expect(new Set(ids).size).toBe(ids.length);
		expect(rubric?.checks.flatMap(({ yieldsTo }) => yieldsTo).filter((id) => !ids.includes(id))).toEqual([]);
	});

	it("are read once: receipts are read by the thousand", async () => {
		expect(await rubricOf(METHODOLOGY)).toBe(await rubricOf(METHODOLOGY));
	});

	it("are none for a version that never was", async () => {
		expect(await rubricOf("0.0.9")).toBeUndefined();
		expect(await rubricOf("constructor")).toBeUndefined();
	});
});

describe("the rubric in force", () => {
	const rubric = buildRubric();

	it("is what the code gives (SIGHTLINE_GOLDEN=write writes it)", async () => {
		expect(await rubricOf(METHODOLOGY)).toEqual(JSON.parse(JSON.stringify(rubric)));
	});

	it("contains every check with weight, reason and review date", () => {
		expect(rubric.checks.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
		expect(rubric.checks.find(({ id }) => id === "noindex")).toMatchObject({
			pillar: "access",
			axis: "accessibility",
			grade: "vendor",
			scored: true,
			atStake: "page",
			weight: 8,
			reference: expect.stringMatching(/^https:/),
			reviewed: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
		});
		expect(rubric.checks.filter(({ scored }) => !scored).map(({ id }) => id)).toEqual(
			expect.arrayContaining(["training-stance", "ttfb", "token-ratio", "llms-txt-if-present"]),
		);
	});

	it("states a check's axis if it differs from its pillar's", () => {
		expect(rubric.checks.find(({ id }) => id === "price-parity")).toMatchObject({
			pillar: "safety",
			axis: "structure",
		});
	});

	it("names crawlers by role, and what is never scored with its reason and source", () => {
		expect(new Set(rubric.crawlers.tokens.map(({ role }) => role)).size).toBe(5);
		expect(rubric.unscored.length).toBeGreaterThan(10);
		for (const { why, sources } of rubric.unscored) expect([why.length > 30, sources.length > 0]).toEqual([true, true]);
	});

	it("contains a check's words on its fault, with any counter-evidence", () => {
		for (const check of CHECKS) {
			const { id, fault, consequence, hours, doneBy, consumer, counterEvidence, tableStakes } = check;
			const words = { fault, consequence, hours, doneBy, consumer, counterEvidence, tableStakes };
			expect(rubric.checks.find((each) => each.id === id)).toMatchObject(JSON.parse(JSON.stringify(words)));
		}
		expect(rubric.checks.some((check) => "counterEvidence" in check)).toBe(true);
		expect(rubric.checks.every((check) => "counterEvidence" in check)).toBe(false);
	});
});
