import { describe, expect, test } from "vitest";
import type { UsageStatement } from "#evidence/evidence-map.ts";
import { absent, aPage, aRobots, ask, found, HOME } from "../page.testkit.ts";
import { contentSignalSyntax } from "./content-signal-syntax.ts";

const ROBOTS = "https://example.com/robots.txt";

function aStatement(field: UsageStatement["field"], said: Readonly<Record<string, string>>): UsageStatement {
	const preferences = Object.entries(said).map(([key, value]) => ({ key, value }));
	const excerpt = preferences.map(({ key, value }) => `${key}=${value}`).join(", ");
	return { field, agents: ["*"], path: null, preferences, error: null, at: "line 2", excerpt };
}
const judge = (...usage: readonly UsageStatement[]) =>
	ask(contentSignalSyntax, { robots: found({ ...aRobots(), usage }, ROBOTS), home: found(aPage()) });

describe("Content-Signal", () => {
	test.each([
		[{ search: "yes", "ai-train": "no" }, "pass"],
		[{ use: "reference" }, "pass"],
		[{ search: "y" }, "partial"],
		[{ "ai-training": "no" }, "partial"],
		[{ use: "yes" }, "partial"],
		[{ search: "" }, "partial"],
	])("%j: %s", (said, outcome) => {
		expect(judge(aStatement("content-signal", said as unknown as Record<string, string>)).outcome).toBe(outcome);
	});
});

describe("Content-Usage", () => {
	test.each([
		[{ "train-ai": "n", search: "y" }, "pass"],
		[{ "train-ai": "no" }, "partial"],
		[{ "ai-train": "n" }, "pass"],
		[{ constructor: "n" }, "pass"],
		[{ "ai-train": "n", search: "no" }, "partial"],
	])("%j: %s", (said, outcome) => {
		expect(judge(aStatement("content-usage", said as unknown as Record<string, string>)).outcome).toBe(outcome);
	});

	test("an unknown label is said to be ignored", () => {
		const verdict = judge(aStatement("content-usage", { "train-ai": "n", "ai-robots": "n" }));
		expect(verdict.says).toContain('does not define "ai-robots":');
	});

	test("a syntax error is reported with its reason", () => {
		const verdict = judge({ ...aStatement("content-usage", {}), error: "Parse error: x at offset 3" });
		expect(verdict.says).toContain("Parse error: x at offset 3");
	});
});

test("the part that is earned is the share of sound statements", () => {
	const sound = aStatement("content-signal", { search: "yes" });
	const broken = aStatement("content-signal", { serach: "yes" });
	expect(judge(sound, sound, broken)).toMatchObject({ ratio: 1 - 1 / 3, exhibits: [{ url: ROBOTS, at: "line 2" }] });
	expect(judge(broken, broken)).toMatchObject({ ratio: 0.25 });
});

test("a header of the home page counts too", () => {
	const usage = [{ ...aStatement("content-usage", { "train-ai": "maybe" }), at: "header content-usage" }];
	const page = aPage();
	const home = found({ ...page, response: { ...page.response, usage } });
	expect(ask(contentSignalSyntax, { robots: absent(404, ROBOTS), home })).toMatchObject({
		outcome: "partial",
		exhibits: [{ url: HOME, at: "header content-usage" }],
	});
});

test("a missing signal is not a fault", () => {
	expect(judge().outcome).toBe("not-applicable");
	expect(ask(contentSignalSyntax, {}).outcome).toBe("not-applicable");
});
