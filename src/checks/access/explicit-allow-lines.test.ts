import { expect, test } from "vitest";
import { absent, aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { explicitAllowLines } from "./explicit-allow-lines.ts";

const ROBOTS = "https://example.com/robots.txt";
const judge = (...groups: readonly RobotsLines[]) =>
	ask(explicitAllowLines, { robots: found(aRobots(...groups), ROBOTS) });

test("a welcome that silence gives anyway is seen", () => {
	expect(judge([["*"], ["Disallow: /x"]], [["GPTBot"], ["Allow: /"]])).toMatchObject({
		outcome: "pass",
		exhibits: [{ url: ROBOTS, at: "line 4", excerpt: "Allow: /" }],
	});
	expect(judge([["Googlebot"], ["Disallow:"]])).toMatchObject({ exhibits: [{ excerpt: "User-agent: Googlebot" }] });
});

test.each<[string, readonly RobotsLines[]]>([
	[
		"a door in a closed wall",
		[
			[["*"], ["Disallow: /"]],
			[["GPTBot"], ["Allow: /"]],
		],
	],
	["rules of its own", [[["GPTBot"], ["Allow: /", "Disallow: /x"]]]],
	["the group for all", [[["*"], ["Allow: /"]]]],
	["a crawler that we do not know", [[["SomeBot"], ["Allow: /"]]]],
])("%s is none", (_, groups) => {
	expect(judge(...groups).outcome).toBe("not-applicable");
});

test("nor is a missing file", () => {
	expect(ask(explicitAllowLines, { robots: absent(404, ROBOTS) }).outcome).toBe("not-applicable");
});
