import { expect, test } from "vitest";
import type { Sitemap } from "#evidence/evidence-map.ts";
import { absent, aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { answerIndexers } from "./answer-indexers.ts";

const URL = "https://example.com/robots.txt";
const judge = (...groups: readonly RobotsLines[]) => ask(answerIndexers, { robots: found(aRobots(...groups), URL) });

test("silence is permission: no crawler needs a line of its own", () => {
	expect(judge([["*"], ["Disallow: /admin/"]]).outcome).toBe("pass");
	expect(ask(answerIndexers, { robots: absent(404, URL) }).outcome).toBe("pass");
});

test("closing out training crawlers costs nothing", () => {
	const training = ["GPTBot", "ClaudeBot", "Google-Extended", "Applebot-Extended", "CCBot", "meta-externalagent"];
	expect(judge([training, ["Disallow: /"]]).outcome).toBe("pass");
});

test.each(["OAI-SearchBot", "Claude-SearchBot", "PerplexityBot"])("%s closed out is a fail", (token) => {
	const verdict = judge([[token], ["Disallow: /"]]);
	expect(verdict).toMatchObject({ outcome: "fail", exhibits: [{ at: "line 2", excerpt: "Disallow: /" }] });
	expect(verdict.says).toContain(token);
});

test("crawlers of smaller reach alone cost a part", () => {
	const verdict = judge([["DuckAssistBot", "Amzn-SearchBot"], ["Disallow: /"]]);
	expect(verdict).toMatchObject({ outcome: "partial", ratio: 7 / 9 });
	expect(verdict.says).toContain("Amzn-SearchBot and DuckAssistBot");
});

test("a closed site fails by the line of the group for all", () => {
	const verdict = judge([["*"], ["Disallow: /"]]);
	expect(verdict.outcome).toBe("fail");
	expect(verdict.says).toContain("in the group for all crawlers");
});

test("Applebot follows Googlebot's group without its own", () => {
	expect(judge([["Googlebot"], ["Disallow: /"]])).toMatchObject({
		outcome: "partial",
		says: expect.stringContaining("Applebot"),
	});
	expect(judge([["Googlebot"], ["Disallow: /"]], [["Applebot"], ["Allow: /"]]).outcome).toBe("pass");
});

test("what another line closes is not charged to the search crawlers", () => {
	expect(judge([["Googlebot", "PerplexityBot"], ["Disallow: /"]], [["Applebot"], ["Allow: /"]])).not.toHaveProperty(
		"ownCause",
	);
	expect(judge([["Googlebot"], ["Disallow: /"]], [["PerplexityBot"], ["Disallow: /"]])).toMatchObject({
		outcome: "fail",
		ownCause: true,
	});
});

test("a server error in place of the file is charged to the file", () => {
	expect(ask(answerIndexers, { robots: absent(500, URL) }).outcome).toBe("unknown");
	expect(ask(answerIndexers, { robots: absent(429, URL) }).outcome).toBe("unknown");
});

test("what is closed to search engines as well is charged there; what is closed to answers alone, here", () => {
	const entries = ["/a/1", "/a/2", "/b/1", "/b/2"].map((path) => ({
		loc: `https://example.com${path}`,
		lastmod: null,
	}));
	const sitemap = found<Sitemap>({
		declaredIn: "robots.txt",
		kind: "urlset",
		contentType: "application/xml",
		bytes: 900,
		count: 4,
		entries,
		child: null,
		faults: [],
		excerpt: "<urlset>",
	});
	const over = (...groups: readonly RobotsLines[]) =>
		ask(answerIndexers, { robots: found(aRobots(...groups), URL), sitemap });
	expect(over([["*"], ["Disallow: /a/"]]).outcome).toBe("pass");
	expect(over([["PerplexityBot"], ["Disallow: /a/"]])).toMatchObject({ outcome: "partial", ratio: 0.5 });
	expect(over([["DuckAssistBot"], ["Disallow: /a/"]])).toMatchObject({ outcome: "partial", ratio: 0.75 });
});
