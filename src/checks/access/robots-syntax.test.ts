import { expect, test } from "vitest";
import type { RobotsFault } from "#evidence/evidence-map.ts";
import { absent, aRobots, ask, found } from "../page.testkit.ts";
import { robotsSyntax } from "./robots-syntax.ts";

const ROBOTS = "https://example.com/robots.txt";
const judge = (...faults: readonly RobotsFault[]) =>
	ask(robotsSyntax, { robots: found({ ...aRobots([["*"], ["Allow: /"]]), faults }, ROBOTS) });
const aFault = (kind: RobotsFault["kind"], excerpt: string, line = 3): RobotsFault => ({
	kind,
	at: `line ${line}`,
	excerpt,
});

test("a file without faults passes", () => {
	expect(judge().outcome).toBe("pass");
});

test.each<[RobotsFault["kind"], string, string]>([
	["unknown-line", "Disallw: /x", "not a record that any crawler documents,"],
	["forgiven-line", "Disalow: /x", "Google's parser forgives"],
	["rule-before-group", "Disallow: /x", "no crawler follows it"],
	["relative-sitemap", "Sitemap: /sitemap.xml", "part of the sitemap's address"],
	["empty-agent", "User-agent:", "names no crawler"],
	["invalid-path", "Disallow: x", "matches nothing"],
])("%s is shown with its line", (kind, excerpt, words) => {
	const verdict = judge(aFault(kind, excerpt));
	expect(verdict).toMatchObject({
		outcome: "partial",
		ratio: 0.9,
		exhibits: [{ url: ROBOTS, at: "line 3", excerpt }],
	});
	expect(verdict.says).toContain(words);
	expect(verdict).toHaveProperty("fix", expect.stringContaining("line 3"));
});

test("a file of which no line is understood fails", () => {
	const value = { ...aRobots(), faults: [aFault("unknown-line", "Hello")] };
	expect(ask(robotsSyntax, { robots: found(value, ROBOTS) })).toMatchObject({
		outcome: "fail",
		fault: "Crawlers do not understand a single line of robots.txt",
	});
});

test("right lines around a faulty one change nothing, and ten faulty ones are too many", () => {
	const fault = aFault("unknown-line", "Hello");
	const rules = (count: number) => Array.from({ length: count }, (_, at) => `Disallow: /${at}/`);
	const beside = (right: number, faults: number) => {
		const value = { ...aRobots([["*"], rules(right)]), faults: Array.from({ length: faults }, () => fault) };
		return ask(robotsSyntax, { robots: found(value, ROBOTS) });
	};
	expect(beside(50, 2)).toMatchObject({ outcome: "partial", ratio: 0.8 });
	expect(beside(1, 2)).toMatchObject({ outcome: "partial", ratio: 0.8 });
	expect(beside(50, 10).outcome).toBe("fail");
});

test("further lines are counted, and at most five are shown", () => {
	const verdict = judge(...Array.from({ length: 9 }, (_, index) => aFault("unknown-line", "x", index + 1)));
	expect(verdict.says).toContain("8 more lines");
	expect(verdict.exhibits).toHaveLength(5);
});

test.each([
	["User-agent: 360Spider", "pass"],
	["user-agent: 80legs # slow", "pass"],
	["User-agent: ", "partial"],
	["User-agent: (compatible)", "partial"],
])("%s: %s", (excerpt, outcome) => {
	expect(judge(aFault("empty-agent", excerpt)).outcome).toBe(outcome);
});

test("without lines there is nothing to judge", () => {
	expect(ask(robotsSyntax, { robots: absent(404, ROBOTS) }).outcome).toBe("not-applicable");
	const html = { ...aRobots(), kind: "html" as const };
	expect(ask(robotsSyntax, { robots: found(html, ROBOTS) }).outcome).toBe("not-applicable");
});
