import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { readRobotsTxt, readUsage, usageInHeaders } from "./robots-txt.ts";

const read = (text: string) =>
	readRobotsTxt({
		url: "https://a.example/robots.txt",
		body: new TextEncoder().encode(text),
		contentType: "text/plain",
		truncated: false,
	});

describe("Content-Signal", () => {
	it.each([
		["search=yes, ai-train=no", { search: "yes", "ai-train": "no" }],
		["Search=YES,AI-Input=No", { search: "yes", "ai-input": "no" }],
		["search = yes ,, use=reference", { search: "yes", use: "reference" }],
		["search", { search: "" }],
		["search=yes=no", { search: "yes=no" }],
	])("reads %j", (text, expected) => {
		const { preferences, error } = readUsage("content-signal", text, true);
		expect(Object.fromEntries(preferences.map(({ key, value }) => [key, value]))).toEqual(expected);
		expect(error).toBeNull();
	});

	it("says that an empty one is empty", () => {
		expect(readUsage("content-signal", " , ", true)).toEqual({ path: null, preferences: [], error: "it is empty" });
	});
});

describe("Content-Usage", () => {
	it.each<[string, string | null, Record<string, string>]>([
		["/ train-ai=n", "/", { "train-ai": "n" }],
		["/ai-ok/\ttrain-ai=y, search=n", "/ai-ok/", { "train-ai": "y", search: "n" }],
		["train-ai=n;level=2, search=Y", null, { "train-ai": "n", search: "y" }],
		[
			'search="n", ai-use, train-ai=?0, x=(a b), y=1',
			null,
			{ search: '"n"', "ai-use": "?1", "train-ai": "?0", x: "(list)", y: "1" },
		],
		["", null, {}],
	])("reads %j", (text, path, expected) => {
		const usage = readUsage("content-usage", text, true);
		expect(usage).toMatchObject({ path, error: null });
		expect(Object.fromEntries(usage.preferences.map(({ key, value }) => [key, value]))).toEqual(expected);
	});

	it.each(["train-ai=n,", "Train-AI=n", "train-ai: n", "train-ai=n search=y", "train-ai=é"])(
		"refuses %j whole",
		(text) => {
			const { preferences, error } = readUsage("content-usage", text, true);
			expect(preferences).toEqual([]);
			expect(error).toMatch(/offset \d+/);
		},
	);

	it("takes no path from a header", () => {
		expect(readUsage("content-usage", "/ train-ai=n", false)).toMatchObject({ path: null, preferences: [] });
	});
});

describe("in robots.txt", () => {
	it("belongs to its group, whose agents may stand around it, and ends none", () => {
		const { groups, usage, faults } = read(
			"Content-Signal: search=yes\nUser-agent: GPTBot\nContent-Usage: / train-ai=n # no\nUser-agent: CCBot\nDisallow: /\n",
		);
		expect(groups).toMatchObject([{ agents: ["gptbot", "ccbot"] }]);
		expect(usage).toMatchObject([
			{ field: "content-signal", at: "line 1", agents: [], excerpt: "Content-Signal: search=yes" },
			{ field: "content-usage", at: "line 3", agents: ["gptbot", "ccbot"], path: "/" },
		]);
		expect(faults).toEqual([]);
	});

	it("knows crawl delays", () => {
		const { crawlDelays } = read("User-agent: *\nCrawl-delay: 1.5\nCrawl-delay: soon\nCrawl-delay: 1e9");
		expect(crawlDelays.map(({ seconds, agents }) => [seconds, agents])).toEqual([
			[1.5, ["*"]],
			[null, ["*"]],
			[null, ["*"]],
		]);
	});

	it("keeps at most a hundred of each", () => {
		const { usage, crawlDelays } = read("Content-Signal: search=yes\nCrawl-delay: 3\n".repeat(300));
		expect([usage.length, crawlDelays.length]).toEqual([100, 100]);
	});

	it("reads hostile lines quickly", () => {
		const started = cpuUnits();
		read(`Content-Usage: ${"a=1,".repeat(4000)}\nContent-Signal: ${"=,".repeat(8000)}\n`.repeat(20));
		expect(cpuUnits() - started).toBeLessThan(2000);
	});
});

describe("in headers", () => {
	it("is reported with its place", () => {
		expect(usageInHeaders({ "content-usage": "train-ai=n", "content-signal": "ai-train=no" })).toEqual([
			{
				field: "content-signal",
				at: "header content-signal",
				excerpt: "ai-train=no",
				agents: [],
				path: null,
				preferences: [{ key: "ai-train", value: "no" }],
				error: null,
			},
			{
				field: "content-usage",
				at: "header content-usage",
				excerpt: "train-ai=n",
				agents: [],
				path: null,
				preferences: [{ key: "train-ai", value: "n" }],
				error: null,
			},
		]);
		expect(usageInHeaders({ "content-type": "text/html" })).toBeUndefined();
	});
});
