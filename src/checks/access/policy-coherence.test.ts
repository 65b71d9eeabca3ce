import { describe, expect, test } from "vitest";
import type { UsageStatement } from "#evidence/evidence-map.ts";
import { aMeta, aPage, aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { policyCoherence } from "./policy-coherence.ts";

const ROBOTS = "https://example.com/robots.txt";

function says(text: string, agents: readonly string[] = ["*"], parts: Partial<UsageStatement> = {}): UsageStatement {
	const preferences = text.split(",").map((pair) => {
		const [key = "", value = ""] = pair.trim().split("=");
		return { key, value };
	});
	return {
		field: "content-signal",
		agents,
		path: null,
		preferences,
		error: null,
		at: "line 9",
		excerpt: text,
		...parts,
	};
}
const judge = (usage: readonly UsageStatement[], groups: readonly RobotsLines[] = [], page = aPage()) =>
	ask(policyCoherence, { robots: found({ ...aRobots(...groups), usage }, ROBOTS), home: found(page) });
const withMeta = (content: string) => aPage({ digest: { metas: [aMeta("robots", content)] } });

describe("coherent", () => {
	test.each<[string, ReturnType<typeof judge>]>([
		["a no beside open doors", judge([says("ai-train=no, search=yes")])],
		[
			"training closed, where only the group for all is addressed",
			judge([says("ai-train=yes")], [[["GPTBot"], ["Disallow: /"]]]),
		],
		["training closed beside a yes to it", judge([says("ai-train=yes", [])], [[["CCBot"], ["Disallow: /"]]])],
		[
			"a yes and a no to training",
			judge([says("ai-train=yes"), says("train-ai=n", ["*"], { field: "content-usage" })]),
		],
		[
			"answers are welcome, and a fetcher shut out that need not follow it",
			judge([says("ai-input=yes", [])], [[["ChatGPT-User"], ["Disallow: /"]]]),
		],
		[
			"a yes to one crawler, and others closed out",
			judge([says("search=yes", ["claudebot"])], [[["*"], ["Disallow: /"]]]),
		],
		["a yes for one folder", judge([says("search=yes", ["*"], { path: "/blog/" })], [[["*"], ["Disallow: /"]]])],
		["a yes and a snippet limit", judge([says("ai-input=yes")], [], withMeta("max-snippet:160"))],
		["statements to different crawlers", judge([says("ai-train=yes", ["gptbot"]), says("ai-train=no", ["ccbot"])])],
	])("%s", (_, verdict) => {
		expect(verdict.outcome).toBe("pass");
	});
});

describe("contradicted", () => {
	test("search is welcome, search engines are closed out: both lines are shown", () => {
		const verdict = judge([says("search=yes")], [[["*"], ["Disallow: /"]]]);
		expect(verdict).toMatchObject({
			outcome: "partial",
			exhibits: [
				{ at: "line 9", excerpt: "search=yes" },
				{ at: "line 2", excerpt: "Disallow: /" },
			],
		});
		expect(verdict.says).toContain("Googlebot and Bingbot");
	});

	test.each<[string, ReturnType<typeof judge>, string]>([
		[
			"answers, and an index crawler closed out by the same group",
			judge([says("ai-input=yes", ["perplexitybot"])], [[["PerplexityBot"], ["Disallow: /"]]]),
			"PerplexityBot",
		],
		["answers, and nosnippet", judge([says("ai-input=yes")], [], withMeta("nosnippet")), "says nosnippet"],
		["search, and noindex", judge([says("search=yes")], [], withMeta("noindex")), "says noindex"],
		[
			"a line outside every group speaks to all",
			judge([says("ai-input=yes", [])], [[["Claude-User"], ["Disallow: /"]]]),
			"Claude-User",
		],
		[
			"one vocabulary says yes, the other no",
			judge([says("search=yes"), says("search=n", ["*"], { field: "content-usage" })]),
			"says the opposite",
		],
	])("%s", (_, verdict, words) => {
		expect(verdict.outcome).toBe("partial");
		expect(verdict.says).toContain(words);
	});

	test("a header against the file", () => {
		const page = aPage();
		const usage = [says("search=no", [], { at: "header content-signal" })];
		const verdict = judge([says("search=yes")], [], { ...page, response: { ...page.response, usage } });
		expect(verdict.says).toContain("header content-signal");
	});
});

test("nothing stated, nothing asked", () => {
	expect(judge([], [[["*"], ["Disallow: /"]]]).outcome).toBe("not-applicable");
});
