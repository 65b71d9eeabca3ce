import { describe, expect, test } from "vitest";
import { isScored } from "#core/verdict.ts";
import type { Check } from "./define-check.ts";
import { CHECKS } from "./registry.ts";

/** Checks with words for readers. */
const WORDED = CHECKS.filter(({ fault }) => fault !== undefined);
/** In-house words that readers do not know. */
const PRIVATE = /\b(?:gates?|gated|mend|mends|mended|mending|charged|heard by nobody|heard|told)\b/i;
/** Words for web developers only. */
const TECHNICAL = /<|\bHTML\b|\bHTTP\b|\bDOM\b|\bschemas?\b|\battributes?\b|\belements?\b/i;

const textsOf = ({ title, fault, consequence, why, howToFix, weightReason, note, counterEvidence }: Check) => {
	return [title, fault, consequence, why, howToFix, weightReason, note, counterEvidence?.says].filter(
		(text) => text !== undefined,
	);
};

describe.each(WORDED.map((check) => [check.id, check] as const))("%s", (_, check) => {
	const { title, fault = "", consequence = "" } = check;

	test("has headings of at most 80 characters, without a full stop, another for a fault than for a pass", () => {
		for (const heading of [title, fault]) {
			expect(heading.length, heading).toBeLessThanOrEqual(80);
			expect(heading).toMatch(/^(?:[A-Z]|robots\.txt|llms\.txt).*[^.?!]$/);
		}
		expect(fault).not.toBe(title);
	});

	test("states in one sentence, without jargon, what a fault costs", () => {
		expect(consequence).toMatch(/^[A-Z].+\.$/);
		expect(consequence, "one sentence").not.toMatch(/[.!?]\s+[A-Z]/);
		expect(consequence).not.toMatch(TECHNICAL);
	});

	test('says its loss in a clause that can follow "but", without words of the trade', () => {
		expect(check.problem !== undefined).toBe(isScored(check));
		const { problem = "your" } = check;
		expect(problem).toMatch(/^(?:[a-z]|Google|ChatGPT|AI )/);
		expect(problem).not.toMatch(
			/[.:;<>]|canonical|JSON-LD|hreflang|ARIA|Open Graph|schema|\bHTML\b|noindex|\bOAuth|\bMCP\b/,
		);
		expect(problem.length).toBeLessThanOrEqual(85);
	});

	test("names the work, who does it, and who reads what it looks at", () => {
		expect(check.hours).toBeGreaterThanOrEqual(0.25);
		expect(check.hours).toBeLessThanOrEqual(40);
		if (check.hoursPerPage !== undefined) expect(check.scope, "only pages grow in number").not.toBe("site");
		expect(check.doneBy).toBeDefined();
		expect(check.consumer?.length ?? 0).toBeGreaterThan(3);
		expect(check.consumer).not.toMatch(/[.]$/);
	});

	test("has no word that belongs to this project alone", () => {
		for (const text of textsOf(check)) expect(text).not.toMatch(PRIVATE);
	});

	test("cites counter-evidence in whole sentences", () => {
		if (check.counterEvidence === undefined) return;
		expect(check.counterEvidence.says).toMatch(/^[A-Z].+\.$/);
		expect(URL.canParse(check.counterEvidence.source)).toBe(true);
	});
});

test("the words of some checks are written", () => {
	expect(WORDED.length).toBeGreaterThan(60);
});

test("checks without a loss are unscored, so no brief lists them as first fixes", () => {
	const harmless = CHECKS.filter(({ consequence = "" }) => consequence.startsWith("Nothing is lost"));
	expect(harmless.length).toBeGreaterThan(0);
	for (const { id, scored } of harmless) expect([id, scored]).toEqual([id, false]);
});
