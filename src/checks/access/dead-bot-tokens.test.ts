import { expect, test } from "vitest";
import { aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { deadBotTokens } from "./dead-bot-tokens.ts";

const ROBOTS = "https://example.com/robots.txt";
const judge = (...groups: readonly RobotsLines[]) => ask(deadBotTokens, { robots: found(aRobots(...groups), ROBOTS) });

test("a rule for a dead token should name the current one", () => {
	const verdict = judge([["anthropic-ai"], ["Disallow: /"]]);
	expect(verdict).toMatchObject({
		outcome: "partial",
		exhibits: [{ at: "line 1", excerpt: "User-agent: anthropic-ai" }],
	});
	expect(verdict).toHaveProperty("fix", expect.stringContaining('"User-agent: ClaudeBot"'));
});

test.each<[string, readonly RobotsLines[]]>([
	["the living name is closed out as well", [[["anthropic-ai", "ClaudeBot"], ["Disallow: /"]]]],
	[
		"the living name is let in by name",
		[
			[["anthropic-ai"], ["Disallow: /"]],
			[["ClaudeBot"], ["Allow: /"]],
		],
	],
	[
		"all are closed out",
		[
			[["anthropic-ai"], ["Disallow: /"]],
			[["*"], ["Disallow: /"]],
		],
	],
	["the dead name is let in", [[["Claude-Web"], ["Allow: /"]]]],
	["no living name is documented", [[["cohere-ai"], ["Disallow: /"]]]],
])("there is no harm if %s", (_, groups) => {
	expect(judge(...groups).outcome).toBe("pass");
});

test("without such a name there is nothing to say", () => {
	expect(judge([["ClaudeBot"], ["Disallow: /"]]).outcome).toBe("not-applicable");
});
