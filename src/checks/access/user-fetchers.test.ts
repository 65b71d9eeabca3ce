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

test.each(["Claude-User", "MistralAI-User", "Amzn-User"])("%s shut out costs its share", (token) => {
	const verdict = judge([[token], ["Disallow: /"]]);
	expect(verdict).toMatchObject({
		outcome: "partial",
		ratio: 1 - 1 / 3,
		fault: `robots.txt blocks ${token} from your site`,
		exhibits: [{ at: "line 2" }],
	});
	expect(verdict.says).toContain(token);
	expect(verdict.says).not.toContain("all the same");
});

test.each(["ChatGPT-User", "Perplexity-User", "meta-externalfetcher", "Google-Agent", "Google-GeminiNotebook"])(
	"%s shut out costs nothing, since its vendor says that it may come all the same",
	(token) => {
		const verdict = judge([[token], ["Disallow: /"]]);
		expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ at: "line 2" }] });
		expect(verdict.says).toContain(`Its rules against ${token} cost nothing`);
	},
);

test("all fetchers that follow robots.txt shut out fails", () => {
	const verdict = judge([["Claude-User", "MistralAI-User", "Amzn-User", "ChatGPT-User"], ["Disallow: /"]]);
	expect(verdict.outcome).toBe("fail");
	expect(verdict.says).toContain("ChatGPT-User cost nothing");
});

test("only a line of its own makes a cause of its own", () => {
	expect(judge([["PerplexityBot", "Claude-User"], ["Disallow: /"]])).not.toHaveProperty("ownCause");
	expect(judge([["*"], ["Disallow: /"]])).not.toHaveProperty("ownCause");
	expect(judge([["Googlebot"], ["Disallow: /"]], [["Claude-User"], ["Disallow: /"]])).toHaveProperty("ownCause", true);
	// One of the two lines would remain.
	expect(judge([["PerplexityBot", "Amzn-User"], ["Disallow: /"]], [["Claude-User"], ["Disallow: /"]])).toHaveProperty(
		"ownCause",
		true,
	);
});

test("a server error of robots.txt is charged to robots-fetch", () => {
	expect(ask(userFetchers, { robots: absent(500, ROBOTS) }).outcome).toBe("unknown");
});
