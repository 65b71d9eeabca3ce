import { expect, test } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { UNSCORED_SIGNALS } from "#checks/unscored/unscored-signals.ts";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { buildRubric } from "./rubric.ts";

const rubric = buildRubric({
	methodology: CURRENT_METHODOLOGY,
	checks: CHECKS,
	signals: UNSCORED_SIGNALS,
	pageOf: (id) => `https://audit.example/checks/${id}/`,
	documentation: "https://audit.example/methodology/",
});

test("the rubric holds every check with what it weighs, why, and when it was reviewed", () => {
	expect(rubric.checks.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
	expect(rubric.checks.find(({ id }) => id === "noindex")).toMatchObject({
		pillar: "access",
		axis: "accessibility",
		grade: "vendor",
		scored: true,
		weight: 5,
		reference: expect.stringMatching(/^https:/),
		reviewed: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
		page: "https://audit.example/checks/noindex/",
	});
	expect(rubric.checks.filter(({ scored }) => !scored).map(({ id }) => id)).toEqual(
		expect.arrayContaining(["training-stance", "ttfb", "token-ratio", "llms-txt-if-present"]),
	);
});

test("says which axis a check carries where it is not its pillar's", () => {
	expect(rubric.checks.find(({ id }) => id === "price-parity")).toMatchObject({ pillar: "safety", axis: "structure" });
});

test("names crawlers by role, and what is never scored with its reason and source", () => {
	expect(new Set(rubric.crawlers.tokens.map(({ role }) => role)).size).toBe(4);
	expect(rubric.unscored.length).toBeGreaterThan(15);
	for (const { why, sources } of rubric.unscored) expect([why.length > 30, sources.length > 0]).toEqual([true, true]);
});

test("is plain JSON", () => {
	expect(JSON.parse(JSON.stringify(rubric))).toEqual(rubric);
});
