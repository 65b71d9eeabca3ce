import { expect, test } from "vitest";
import { absent, aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { trainingStance } from "./training-stance.ts";

const ROBOTS = "https://example.com/robots.txt";
const judge = (...groups: readonly RobotsLines[]) => ask(trainingStance, { robots: found(aRobots(...groups), ROBOTS) });

test("it is never scored", () => {
	expect(trainingStance.scored).toBe(false);
});

test("an opt-out is shown, with its lines, and passes", () => {
	const verdict = judge([["GPTBot", "Google-Extended"], ["Disallow: /"]], [["CCBot"], ["Allow: /"]]);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: ROBOTS, at: "line 3", excerpt: "Disallow: /" }] });
	expect(verdict.says).toContain("turns away GPTBot and Google-Extended");
	expect(verdict.says).toContain("lets in by name CCBot");
	expect(verdict.says).toContain("says nothing of its own to ClaudeBot");
	expect(verdict.says).toContain("Google-Extended does not govern AI Overviews");
});

test("a site that is closed to all takes no stance on training", () => {
	expect(judge([["*"], ["Disallow: /"]]).outcome).toBe("not-applicable");
});

test("silence takes no stance", () => {
	expect(judge([["*"], ["Disallow: /admin/"]]).outcome).toBe("not-applicable");
	expect(ask(trainingStance, { robots: absent(404, ROBOTS) }).outcome).toBe("not-applicable");
});
