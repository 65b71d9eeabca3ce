import { expect, test } from "vitest";
import { absent, aPage, aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { trainingStance } from "./training-stance.ts";

const ROBOTS = "https://example.com/robots.txt";
const judge = (...groups: readonly RobotsLines[]) => ask(trainingStance, { robots: found(aRobots(...groups), ROBOTS) });

test("it is never scored", () => {
	expect(trainingStance.scored).toBe(false);
});

test("an opt-out is shown, with its lines, and passes", () => {
	const verdict = judge([["GPTBot", "Google-Extended"], ["Disallow: /"]], [["CCBot"], ["Allow: /"]]);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: ROBOTS, at: "line 3", excerpt: "Disallow: /" }] });
	expect(verdict.says).toContain("GPTBot and Google-Extended,");
	expect(verdict.says).toContain("allows by name CCBot");
	expect(verdict.says).toContain("has no own rules for ClaudeBot,");
	expect(verdict.says).toContain("Google-Extended has no effect on AI Overviews");
});

test("a site that disallows everything has no stance on training", () => {
	expect(judge([["*"], ["Disallow: /"]]).outcome).toBe("not-applicable");
});

test("a missing rule is no stance", () => {
	expect(judge([["*"], ["Disallow: /admin/"]]).outcome).toBe("not-applicable");
	expect(ask(trainingStance, { robots: absent(404, ROBOTS) }).outcome).toBe("not-applicable");
});

test("reservations by TDMRep and RSL are shown, wherever they stand, beside or without rules for crawlers", () => {
	const link = { at: "line 4, column 1", excerpt: "<link>", hreflang: null, inHead: true } as const;
	const page = aPage({
		headers: {
			"tdm-reservation": "1",
			link: '</a>; rel=preload, <https://example.com/header.xml>; type="application/rsl+xml"; rel="license"',
		},
		digest: {
			metas: [{ at: "line 3, column 1", excerpt: "<meta>", key: "tdm-reservation", by: "name", content: "0" }],
			links: [
				{ ...link, rel: ["license"], href: "/link.xml", type: "application/rsl+xml" },
				{ ...link, rel: ["license"], href: "https://creativecommons.org/licenses/by/4.0/", type: null },
			],
		},
	});
	const robots = { ...aRobots(), licenses: [{ url: "https://example.com/robots.xml", line: 7 }] };
	const verdict = ask(trainingStance, { robots: found(robots, ROBOTS), home: found(page) });
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: { length: 5 } });
	for (const each of ["reserves text and data mining", "allows text", "/header.xml", "/link.xml", "/robots.xml"])
		expect(verdict.says).toContain(each);
	expect(verdict.says).not.toContain("creativecommons");
	expect(ask(trainingStance, { robots: absent(404, ROBOTS), home: found(page) }).outcome).toBe("pass");
});

test("a rule against the crawler of OpenAI's advertisements is no stance on training", () => {
	expect(judge([["OAI-AdsBot"], ["Disallow: /"]])).toMatchObject({
		outcome: "not-applicable",
		says: expect.stringContaining("OAI-AdsBot, which only reads landing pages"),
	});
});
