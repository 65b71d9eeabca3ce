import { describe, expect, test } from "vitest";
import { absent, aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { searchBots } from "./search-bots.ts";

const URL = "https://example.com/robots.txt";
const judge = (...groups: readonly RobotsLines[]) => ask(searchBots, { robots: found(aRobots(...groups), URL) });

describe("allowed", () => {
	test.each<[string, readonly RobotsLines[]]>([
		["silence is permission", []],
		["an empty Disallow closes nothing", [[["*"], ["Disallow:"]]]],
		["a training opt-out costs nothing", [[["GPTBot", "ClaudeBot", "CCBot", "Google-Extended"], ["Disallow: /"]]]],
		["rules for other paths", [[["*"], ["Disallow: /admin/", "Disallow: /*?s="]]]],
		["Allow wins a tie", [[["*"], ["Disallow: /", "Allow: /"]]]],
		["only the home page itself is open: `/$` is the longer match", [[["*"], ["Disallow: /", "Allow: /$"]]]],
		[
			"a crawler's own group outweighs the group for all",
			[
				[["*"], ["Disallow: /"]],
				[["Googlebot", "Bingbot"], ["Disallow: /cart"]],
			],
		],
	])("%s", (_, groups) => {
		expect(judge(...groups).outcome).toBe("pass");
	});

	test("no file", () => {
		expect(ask(searchBots, { robots: absent(404, URL) }).outcome).toBe("pass");
	});
});

describe("closed", () => {
	test("to everybody: both crawlers are named, with the line", () => {
		const verdict = judge([["*"], ["Disallow: /"]]);
		expect(verdict).toMatchObject({
			outcome: "fail",
			says: 'robots.txt closes the home page to Googlebot and Bingbot (line 2, "Disallow: /", in the group for all crawlers).',
			exhibits: [{ url: URL, at: "line 2", excerpt: "Disallow: /" }],
		});
		expect(verdict).toHaveProperty(
			"fix",
			expect.stringContaining('"User-agent: Googlebot", "User-agent: Bingbot", "Allow: /"'),
		);
	});

	test("to one is enough, by a wildcard too", () => {
		const verdict = judge([["Bingbot"], ["Disallow: /*"]]);
		expect(verdict.outcome).toBe("fail");
		expect(verdict.says).toContain("Bingbot (line 2");
		expect(verdict.says).not.toContain("Googlebot");
	});

	test("not by a server error, which is robots-fetch's to carry", () => {
		expect(ask(searchBots, { robots: absent(503, URL) }).outcome).toBe("not-applicable");
	});
});

test("being asked to wait says nothing about the rules", () => {
	expect(ask(searchBots, { robots: absent(429, URL) }).outcome).toBe("not-applicable");
});
