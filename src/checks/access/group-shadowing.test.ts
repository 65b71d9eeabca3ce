import { describe, expect, test } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { absent, aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { groupShadowing } from "./group-shadowing.ts";

const ROBOTS = "https://example.com/robots.txt";
const judge = (...groups: readonly RobotsLines[]) => ask(groupShadowing, { robots: found(aRobots(...groups), ROBOTS) });
const ALL: RobotsLines = [["*"], ["Disallow: /drafts/", "Disallow: /*.pdf$"]];

describe("shadowed", () => {
	test("a group of its own opens what is closed to all: both lines are shown", () => {
		const verdict = judge(ALL, [["GPTBot"], ["Disallow: /shop/"]]);
		expect(verdict).toMatchObject({
			outcome: "partial",
			exhibits: [
				{ at: "line 4", excerpt: "User-agent: GPTBot" },
				{ at: "line 2", excerpt: "Disallow: /drafts/" },
				{ at: "line 3", excerpt: "Disallow: /*.pdf$" },
			],
		});
		expect(verdict.says).toContain("or 1 more rule");
		expect(verdict).toHaveProperty("fix", expect.stringContaining('"Disallow: /drafts/", "Disallow: /*.pdf$"'));
	});

	test("allowing the whole site may be meant for the rest, but hardly for private places", () => {
		expect(judge(ALL, [["GPTBot"], ["Allow: /"]])).toMatchObject({
			outcome: "partial",
			ratio: 0.75,
			fix: 'If GPTBot is not meant to read it either, add to its group in https://example.com/robots.txt: "Disallow: /drafts/". If you do want to allow it, add an "Allow" line for the same path there.',
		});
	});

	test("so does a group with other rules, or without rules", () => {
		expect(judge(ALL, [["ClaudeBot"], ["Disallow: /shop/", "Disallow: /*.pdf$"]]).outcome).toBe("partial");
		expect(judge(ALL, [["PerplexityBot"], ["Disallow:"]]).outcome).toBe("partial");
	});

	test("further crawlers are counted", () => {
		expect(judge(ALL, [["GPTBot", "CCBot"], ["Allow: /"]]).says).toContain("1 more crawler");
	});
});

describe("not shadowed", () => {
	test.each<[string, readonly RobotsLines[], string]>([
		["repeated", [ALL, [["GPTBot"], ["Disallow: /drafts/", "Disallow: /*.pdf$"]]], "pass"],
		[
			"content that is opened on purpose",
			[
				[["*"], ["Disallow: /blog/"]],
				[["GPTBot"], ["Allow: /"]],
			],
			"pass",
		],
		[
			"what helps to read a page",
			[
				[["*"], ["Disallow: /*.css$", "Disallow: /assets/", "Disallow: /llms.txt"]],
				[["GPTBot"], ["Disallow: /shop/"]],
			],
			"not-applicable",
		],
		["closed as a whole", [ALL, [["GPTBot"], ["Disallow: /"]]], "pass"],
		[
			"opened by a line of its own",
			[
				[["*"], ["Disallow: /docs/"]],
				[["GPTBot"], ["Allow: /docs/"]],
			],
			"pass",
		],
		["one group for all and for one", [[["*", "GPTBot"], ["Disallow: /drafts/"]]], "pass"],
		[
			"a closed site with one guest",
			[
				[["*"], ["Disallow: /", "Disallow: /x"]],
				[["GPTBot"], ["Allow: /"]],
			],
			"not-applicable",
		],
		["nobody named", [ALL], "not-applicable"],
		["a search engine named", [ALL, [["Googlebot"], ["Allow: /"]]], "not-applicable"],
		[
			"a rule that another opens again",
			[
				[["*"], ["Disallow: /a", "Allow: /a"]],
				[["GPTBot"], ["Allow: /"]],
			],
			"not-applicable",
		],
	])("%s", (_, groups, outcome) => {
		expect(judge(...groups).outcome).toBe(outcome);
	});

	test("no file", () => {
		expect(ask(groupShadowing, { robots: absent(404, ROBOTS) }).outcome).toBe("not-applicable");
	});
});

test("a hostile file is judged in time", () => {
	const rules = Array.from({ length: 20_000 }, (_, index) => `Disallow: /${index}*x`);
	const started = cpuUnits();
	judge([["*"], rules], [["GPTBot", "ClaudeBot", "CCBot", "PerplexityBot"], ["Allow: /"]]);
	expect(cpuUnits() - started).toBeLessThan(3000);
});
