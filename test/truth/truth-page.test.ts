import { describe, expect, it } from "vitest";
import { EXPLANATIONS, MAX_EXPLANATIONS } from "./explanations.ts";
import type { JudgeResult } from "./judge-result.ts";
import { BARS, truthPage } from "./truth-page.ts";

const result = (parts: Partial<JudgeResult>): JudgeResult => ({
	judge: "axe-core",
	cases: 10,
	agreed: 10,
	disagreements: [],
	...parts,
});
const NAMING = { case: "a.example/x · aria-not-permitted", expected: "no fault", ours: "fault" };
const OPEN = { case: "a.example/y · title", expected: "fault (document-title)", ours: "no fault" };

describe("the table of the truth", () => {
	it("passes if every judge is above its bar and every disagreement is explained", () => {
		const { markdown, faults } = truthPage([result({ agreed: 93, cases: 94, disagreements: [NAMING] })], BARS, "1.0.0");
		expect(faults).toEqual([]);
		expect(markdown).toContain("| axe-core | 94 | 93 | 98.93 % |  | 1 | 0 | 92.00 % |");
		expect(markdown).toContain("https://www.w3.org/TR/wai-aria-1.2/#namefromprohibited");
		expect(markdown).toContain("a.example/x · aria-not-permitted: judge says no fault; we say fault");
	});

	it("fails for an unexplained disagreement, and for a judge below its bar", () => {
		const { markdown, faults } = truthPage([result({ agreed: 9, disagreements: [OPEN] })], BARS, "1.0.0");
		expect(faults).toEqual([
			"axe-core: 9 of 10 agree, required 0.92",
			"axe-core: 1 disagreement without an explanation",
		]);
		expect(markdown).toContain("**Without an explanation**");
	});

	it("accepts no explanation for another judge or disagreement", () => {
		const other = result({ judge: "Lighthouse", agreed: 9, disagreements: [NAMING] });
		const opposite = result({
			agreed: 9,
			disagreements: [{ ...NAMING, expected: "fault (aria-allowed-attr)", ours: "no fault" }],
		});
		expect(truthPage([other], [], "1.0.0").faults).toHaveLength(1);
		expect(truthPage([opposite], [], "1.0.0").faults).toHaveLength(1);
	});

	it("never rounds up, and escapes foreign text in its cell", () => {
		const odd = { case: "x | y\n<script>", expected: "`a`", ours: "b" };
		const { markdown } = truthPage([result({ cases: 10_000, agreed: 9_999, disagreements: [odd] })], [], "1.0.0");
		expect(markdown).toContain("99.99 %");
		expect(markdown).toContain("- x y \\<script\\>: judge says \\`a\\`; we say b");
	});
});

describe("explanations", () => {
	it("are few, whole sentences, and cite a standard", () => {
		expect(EXPLANATIONS.length).toBeLessThanOrEqual(MAX_EXPLANATIONS);
		for (const { because, standard } of EXPLANATIONS) {
			expect(because).toMatch(/^[A-Za-z].{40,}\.$/);
			expect(standard).toMatch(
				/^https:\/\/(?:www\.w3\.org|html\.spec\.whatwg\.org|www\.rfc-editor\.org|developers\.google\.com)\//,
			);
		}
	});
});
