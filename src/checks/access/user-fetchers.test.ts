import { expect, test } from "vitest";
import { absent, aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { userFetchers } from "./user-fetchers.ts";

const ROBOTS = "https://example.com/robots.txt";
const judge = (...groups: readonly RobotsLines[]) => ask(userFetchers, { robots: found(aRobots(...groups), ROBOTS) });

test("silence, no file, and rules for others pass", () => {
	expect(judge().outcome).toBe("pass");
	expect(judge([["GPTBot", "ClaudeBot", "PerplexityBot"], ["Disallow: /"]]).outcome).toBe("pass");
	expect(judge([["Claude-User"], ["Disallow: /cart"]]).outcome).toBe("pass");
	expect(ask(userFetchers, { robots: absent(404, ROBOTS) }).outcome).toBe("pass");
});

test.each(["ChatGPT-User", "Claude-User", "Perplexity-User", "MistralAI-User", "meta-externalfetcher", "Amzn-User"])(
	"%s closed out costs a part",
	(token) => {
		const verdict = judge([[token], ["Disallow: /"]]);
		expect(verdict).toMatchObject({ outcome: "partial", ratio: 0.5, exhibits: [{ at: "line 2" }] });
		expect(verdict.says).toContain(token);
	},
);

test("it is said of a fetcher that may come all the same", () => {
	expect(judge([["ChatGPT-User"], ["Disallow: /"]]).says).toContain("ChatGPT-User may come all the same");
	expect(judge([["Claude-User"], ["Disallow: /"]]).says).not.toContain("all the same");
});

test("what another line closes is charged nowhere else", () => {
	expect(judge([["PerplexityBot", "Perplexity-User"], ["Disallow: /"]])).not.toHaveProperty("ownCause");
	expect(judge([["*"], ["Disallow: /"]])).not.toHaveProperty("ownCause");
	expect(judge([["Googlebot"], ["Disallow: /"]], [["Claude-User"], ["Disallow: /"]])).toHaveProperty("ownCause", true);
	// One of the two lines would still stand.
	expect(
		judge([["PerplexityBot", "Perplexity-User"], ["Disallow: /"]], [["Claude-User"], ["Disallow: /"]]),
	).toHaveProperty("ownCause", true);
});

test("a server fault in place of the file is charged to the file", () => {
	expect(ask(userFetchers, { robots: absent(500, ROBOTS) }).outcome).toBe("not-applicable");
});
