import { describe, expect, it } from "vitest";
import { readActCases } from "./act-cases.ts";
import { ACT_RULES, type ActJudgement, judgeActCases } from "./judge-act.ts";

const cases = await readActCases(new Set(ACT_RULES.keys()));

describe("ACT test cases", () => {
	const judged = (): ActJudgement => judgeActCases(cases);

	it("agrees with W3C about what fails", () => {
		const { cases: count, agreed } = judged();
		expect(count).toBe(393);
		expect(agreed).toBeGreaterThanOrEqual(377);
	});

	it("differs only where a level of WCAG is not ours to ask for", () => {
		// WCAG 2.2.1 (level A) allows a delay beyond 20 hours, as rule bc659a says; bisz58 tests 2.2.4 and 3.2.5 (AAA).
		const differing = judged().disagreements.map(({ rule, title }) => `${rule} ${title}`);
		expect(differing).toEqual(["bisz58 Failed Example 2", "bisz58 Failed Example 3"]);
	});
});

describe("judging", () => {
	const one = (rule: string, html: string, expected: "failed" | "passed", contentType = "text/html") => {
		const body = new TextEncoder().encode(html);
		return judgeActCases([{ rule, title: "Case", url: "https://www.w3.org/", expected, contentType, body }]);
	};

	it("tells what we say and what was expected", () => {
		expect(one("c487ae", "<a href=x></a>", "passed")).toMatchObject({
			cases: 1,
			agreed: 0,
			disagreements: [{ expected: "passed", ours: 'the link <a> with href "x" has no accessible name' }],
		});
		expect(one("c487ae", "<a href=x>X</a>", "failed").disagreements).toMatchObject([{ ours: "no fault" }]);
	});

	it("agrees about a fault by the verdict of a check, too", () => {
		expect(one("2779a5", "<p>x", "failed").agreed).toBe(1);
		expect(one("2779a5", "<title>x</title>", "passed").agreed).toBe(1);
	});

	it("finds no fault in something that is not a page", () => {
		expect(one("2779a5", "<svg/>", "passed", "image/svg+xml").agreed).toBe(1);
	});

	it("refuses a rule that nothing answers for", () => {
		expect(() => one("afw4f7", "<p>x", "passed")).toThrow("afw4f7");
	});
});
