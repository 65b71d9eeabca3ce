import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CURRENT_METHODOLOGY, METHODOLOGIES, METHODOLOGY } from "#core/methodology.ts";
import type { Rubric } from "#core/rubric.ts";
import { KEPT_RUBRICS, type RubricFile, rubricOf } from "#core/rubrics.ts";
import { buildRubric } from "./current-rubric.ts";
import { CHECKS } from "./registry.ts";
import { UNSCORED_SIGNALS } from "./unscored/unscored-signals.ts";

const fileOf = (version: string) => new URL(`../core/rubrics/${version}.json`, import.meta.url);

/** The version that the file of the one in force extends. */
const EXTENDED = "2.0.0";

if (process.env.SIGHTLINE_GOLDEN === "write" && METHODOLOGY !== EXTENDED)
	writeFileSync(fileOf(METHODOLOGY), `${JSON.stringify(await asExtension(EXTENDED), null, "\t")}\n`);

/** The rubric in force as its file has it: by its differences from an earlier one. */
async function asExtension(version: string): Promise<RubricFile> {
	const base = await rubricOf(version);
	if (!base) throw new RangeError(`There is no rubric of methodology ${version}.`);
	const known = new Map(base.checks.map((check) => [check.id, check]));
	const { checks, ...members }: Rubric = JSON.parse(JSON.stringify(buildRubric()));
	const others = Object.entries(members).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof Rubric]),
	);
	return {
		extends: version,
		methodology: members.methodology,
		...Object.fromEntries(others),
		checks: checks.map((check) => {
			const there = known.get(check.id);
			const without = Object.keys(there ?? {}).filter((name) => !Object.hasOwn(check, name));
			if (JSON.stringify(there) === JSON.stringify(check)) return check.id;
			return without.length === 0 ? check : { ...check, without };
		}),
	};
}

describe("kept rubrics", () => {
	it("are there for every methodology", () => {
		expect([...KEPT_RUBRICS].toReversed()).toEqual(METHODOLOGIES.map(({ version }) => version));
	});

	it.each(KEPT_RUBRICS)("of %s names its methodology, and each check once", async (version) => {
		const rubric = await rubricOf(version);
		expect(rubric?.methodology).toBe(version);
		const ids = rubric?.checks.map(({ id }) => id) ?? [];
		expect(new Set(ids).size).toBe(ids.length);
		expect(rubric?.checks.flatMap(({ yieldsTo }) => yieldsTo).filter((id) => !ids.includes(id))).toEqual([]);
	});

	it("are put together once: receipts are read by the thousand", async () => {
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

	it("holds every check with what it weighs, why, and when it was reviewed", () => {
		expect(rubric.checks.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
		expect(rubric.checks.find(({ id }) => id === "noindex")).toMatchObject({
			pillar: "access",
			axis: "accessibility",
			grade: "vendor",
			scored: true,
			weight: 5,
			reference: expect.stringMatching(/^https:/),
			reviewed: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
		});
		expect(rubric.checks.filter(({ scored }) => !scored).map(({ id }) => id)).toEqual(
			expect.arrayContaining(["training-stance", "ttfb", "token-ratio", "llms-txt-if-present"]),
		);
	});

	it("says which axis a check carries where it is not its pillar's", () => {
		expect(rubric.checks.find(({ id }) => id === "price-parity")).toMatchObject({
			pillar: "safety",
			axis: "structure",
		});
	});

	it("names crawlers by role, and what is never scored with its reason and source", () => {
		expect(new Set(rubric.crawlers?.tokens.map(({ role }) => role)).size).toBe(4);
		expect(rubric.unscored?.length).toBeGreaterThan(15);
		for (const { why, sources } of rubric.unscored ?? [])
			expect([why.length > 30, sources.length > 0]).toEqual([true, true]);
	});

	it("holds what a check says of its fault, and nothing where it says nothing", () => {
		const [check] = CHECKS;
		if (!check) throw new RangeError("There are no checks.");
		const words = {
			fault: "The page has no title",
			consequence: "Nobody finds it.",
			effort: "small",
			doneBy: "editor",
		};
		const counterEvidence = { says: "A study found no effect.", source: "https://example.org/study" } as const;
		const whole = { ...check, ...words, tableStakes: true, consumer: "Google Search", counterEvidence } as const;
		const { fault, consequence, effort, doneBy, consumer, ...bare } = check;
		const parts = { methodology: CURRENT_METHODOLOGY, signals: UNSCORED_SIGNALS };
		const [first] = buildRubric({ ...parts, checks: [whole as typeof check] }).checks;
		expect(first).toMatchObject({ ...words, tableStakes: true, consumer: "Google Search", counterEvidence });
		expect(Object.keys(buildRubric({ ...parts, checks: [bare as typeof check] }).checks[0] ?? {})).not.toContain(
			"fault",
		);
	});
});
