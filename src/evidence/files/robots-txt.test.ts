import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { decide } from "#core/robots-rules.ts";
import { vectorPath } from "#test/vectors/vectors.ts";
import { ROBOTS_MAX_BYTES, readRobotsTxt, readUsage, usageInHeaders } from "./robots-txt.ts";

function read(text: string | Uint8Array, contentType = "text/plain") {
	const body = typeof text === "string" ? new TextEncoder().encode(text) : text;
	return readRobotsTxt({ url: "https://a.example/robots.txt", body, contentType, truncated: false });
}

function allowed(text: string | Uint8Array, path: string, token = "SightlineBot"): boolean {
	return decide(read(text).groups, token, path).allowed;
}

function faultsOf(text: string): string[] {
	return read(text).faults.map(({ kind, at, excerpt }) => `${kind}, ${at}: ${excerpt}`);
}

describe("readRobotsTxt: groups", () => {
	it("joins consecutive User-agent lines, also across other records", () => {
		const { groups } = read(
			"User-agent: GPTBot\nSitemap: https://a.example/s.xml\nUser-agent: CCBot # both\n\nDisallow: /x # here\nUser-agent: *\nAllow: /\n",
		);
		expect(groups).toEqual([
			{
				agents: ["gptbot", "ccbot"],
				line: 1,
				rules: [{ allow: false, pattern: "/x", line: 5, text: "Disallow: /x # here" }],
			},
			{ agents: ["*"], line: 6, rules: [{ allow: true, pattern: "/", line: 7, text: "Allow: /" }] },
		]);
	});

	it("starts a new group after an empty rule", () => {
		const text = "User-agent: A\nDisallow:\nUser-agent: B\nDisallow: /";
		expect(allowed(text, "/", "A")).toBe(true);
		expect(allowed(text, "/", "B")).toBe(false);
	});

	it("separates the rules of a group without a name from its neighbours", () => {
		const text = "User-agent: *\nAllow: /\n\nUser-agent: 360Spider\nDisallow: /\n";
		expect(allowed(text, "/")).toBe(true);
		expect(faultsOf(text)).toEqual(["empty-agent, line 4: User-agent: 360Spider"]);
	});

	it.each([
		["GoogleBot/2.1", "googlebot"],
		["Foo Bar", "foo"],
		["* # all", "*"],
		["*", "*"],
		["*\tall", "*"],
	])("reads the product token of %s", (value, token) => {
		expect(read(`User-agent: ${value}\nDisallow: /`).groups[0]?.agents).toEqual([token]);
	});

	it("treats a star with a no-break space as an unknown name, like Google's parser", () => {
		const text = "User-agent: *\u00a0\nDisallow: /";
		expect(allowed(text, "/")).toBe(true);
		expect(faultsOf(text)).toEqual(["empty-agent, line 1: User-agent: *"]);
		expect(allowed(Buffer.from(text, "latin1"), "/")).toBe(true);
	});
});

describe("readRobotsTxt: lines", () => {
	it.each(["\n", "\r\n", "\r"])("counts lines that end with %j", (end) => {
		const { groups } = read(["# top", "", "User-agent: *", "Disallow: /a", ""].join(end));
		expect(groups[0]).toMatchObject({ line: 3, rules: [{ line: 4 }] });
	});

	it("skips a byte order mark", () => {
		expect(allowed("\ufeffUser-agent: *\nDisallow: /", "/")).toBe(false);
	});

	it.each([
		"useragent: *\ndisallow: /",
		"user agent: *\ndisallow: /",
		"User-Agent *\nDisallow /",
		"USER-AGENT:*\nDISALLOW:/",
		"user-agent : *\n\t dissallow :\t/ ",
		"user-agent: *\ndisalow: /",
	])("obeys %j like Google's parser", (text) => {
		expect(allowed(text, "/")).toBe(false);
	});

	it("reports tolerated and unknown lines", () => {
		const text = [
			"Allow: /early",
			"User-agent:",
			"Useragent: *",
			"Disallow /no-colon",
			"Disalow: /typo",
			"Noindex: /x",
			"one two three",
			"Disallow: private/",
			"Sitemap: /sitemap.xml",
			"Crawl-delay: 10",
			"Content-Signal: search=yes",
			"Host: a.example",
		].join("\n");
		expect(faultsOf(text)).toEqual([
			"rule-before-group, line 1: Allow: /early",
			"empty-agent, line 2: User-agent:",
			"forgiven-line, line 3: Useragent: *",
			"forgiven-line, line 4: Disallow /no-colon",
			"forgiven-line, line 5: Disalow: /typo",
			"unknown-line, line 6: Noindex: /x",
			"unknown-line, line 7: one two three",
			"invalid-path, line 8: Disallow: private/",
			"relative-sitemap, line 9: Sitemap: /sitemap.xml",
		]);
	});

	it("finds no faults in a plain file", () => {
		expect(
			faultsOf("# hi\nUser-agent: *\nDisallow: /*.pdf$\nDisallow: *session\nSitemap: https://a.example/s.xml"),
		).toEqual([]);
	});

	it("keeps at most 100 faults", () => {
		expect(read("nonsense\n".repeat(5000)).faults).toHaveLength(100);
	});

	it("lists sitemaps with their lines, anywhere in the file", () => {
		const { sitemaps } = read("sitemap: https://a.example/1.xml\nUser-agent: *\nSiteMap:HTTPS://A.example/ü.xml\n");
		expect(sitemaps).toEqual([
			{ url: "https://a.example/1.xml", line: 1 },
			{ url: "https://a.example/%C3%BC.xml", line: 3 },
		]);
	});
});

describe("readRobotsTxt: paths", () => {
	it("compares octets: UTF-8, Latin-1 and escapes in either case", () => {
		const path = new URL("https://a.example/caf\u00e0/x").pathname;
		expect(allowed("User-agent: *\nDisallow: /caf\u00e0", path)).toBe(false);
		expect(allowed("User-agent: *\nDisallow: /caf%c3%a0", path)).toBe(false);
		expect(allowed(Buffer.from("User-agent: *\nDisallow: /caf\u00e0", "latin1"), "/caf%E0")).toBe(false);
	});
});

describe("readRobotsTxt: content", () => {
	it("detects a web page", () => {
		const { kind, faults, groups } = read("<!-- x -->\n<!DOCTYPE html>\n<p>Not found</p>", "text/html");
		expect({ kind, faults, groups }).toEqual({ kind: "html", faults: [], groups: [] });
	});

	it("reads text that is served as HTML", () => {
		expect(read("User-agent: *\nDisallow: /", "text/html")).toMatchObject({ kind: "text", contentType: "text/html" });
	});

	it("cuts at 512,000 bytes and drops the incomplete line", () => {
		const head = "User-agent: *\nDisallow: /first\n";
		const filler = `${"#".repeat(99)}\n`.repeat(Math.floor((ROBOTS_MAX_BYTES - head.length - 20) / 100));
		const rest = ROBOTS_MAX_BYTES - head.length - filler.length;
		const line = `Disallow: /${"x".repeat(rest)}`;
		const text = `${head}${filler}${line}yz\nDisallow: /late\n`;
		const robots = read(text);
		expect(robots.truncated).toBe(true);
		expect(robots.groups[0]?.rules.map(({ pattern }) => pattern)).toEqual(["/first"]);
	});

	it("drops the last line of a truncated body", () => {
		const body = new TextEncoder().encode("User-agent: *\nDisallow: /a\nDisallow: /");
		const { groups } = readRobotsTxt({ url: "https://a.example/robots.txt", body, contentType: "", truncated: true });
		expect(groups[0]?.rules.map(({ pattern }) => pattern)).toEqual(["/a"]);
	});

	it("keeps a last line without a line break", () => {
		expect(allowed("User-agent: *\nDisallow: /", "/")).toBe(false);
	});

	it("never throws and decides in time for any bytes", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 2000 }), fc.webPath(), (body, path) => {
				decide(read(body).groups, "SightlineBot", path);
			}),
		);
	});

	it("reads the largest files quickly", () => {
		const hostile = [
			"User-agent: a\nDisallow: /\n",
			`Disallow: /${" ".repeat(8000)}x${" ".repeat(8000)}\n`,
			"a ".repeat(8000),
			"<!--",
			":\n",
		];
		for (const line of hostile) {
			const text =
				`User-agent: *\nDisallow: /x\n${line}`.padEnd(100).repeat(1) + line.repeat(ROBOTS_MAX_BYTES / line.length);
			const started = cpuUnits();
			decide(read(text).groups, "SightlineBot", `/${"a".repeat(2000)}`);
			expect(cpuUnits() - started).toBeLessThan(2000);
		}
	});
});

describe("readRobotsTxt: hostile files", () => {
	const lines = (count: number, make: (index: number) => string) =>
		Array.from({ length: count }, (_, index) => make(index)).join("\n");
	const name = (index: number) => [...String(index)].map((digit) => "abcdefghij"[Number(digit)]).join("");

	it.each([
		["names", lines(25_000, (index) => `user-agent:${name(index)}`), 10_000],
		["groups", lines(25_000, (index) => (index % 2 ? "allow:/" : `user-agent:${name(index)}`)), 9_999],
		["stars", `user-agent:*\n${lines(30_000, (index) => `allow:/*${index % 10}****`)}`, 15_001],
		["rules", `user-agent:*\n${lines(40_000, (index) => `allow:/${index % 10}`)}`, 25_001],
	])("reports how far it was read: too many %s", (_, text, readLines) => {
		expect(read(text)).toMatchObject({ truncated: false, readLines });
	});

	it("does not copy a long list of names into hundreds of records", () => {
		const named = Array.from({ length: 9_000 }, (_, index) => `user-agent:${name(index)}`).join("\n");
		const { crawlDelays, usage } = read(`${named}\n${"crawl-delay: 1\ncontent-usage: ai=n\n".repeat(100)}`);
		expect(crawlDelays.length + usage.length).toBe(2);
	});
});

describe("readRobotsTxt: edge files", () => {
	const folder = vectorPath("robots/crawler-commons");

	it("reads all of crawler-commons' as text", () => {
		const kinds = readdirSync(folder).map((name) => read(readFileSync(join(folder, name))).kind);
		expect(kinds).toEqual(Array(24).fill("text"));
	});
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

	it("reports an empty one", () => {
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

	it("reads no path from a header", () => {
		expect(readUsage("content-usage", "/ train-ai=n", false)).toMatchObject({ path: null, preferences: [] });
	});
});

describe("in robots.txt", () => {
	it("belongs to its group, between its agents too, and does not end it", () => {
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

	it("reads crawl delays", () => {
		const { crawlDelays } = read("User-agent: *\nCrawl-delay: 1.5\nCrawl-delay: soon\nCrawl-delay: 1e9");
		expect(crawlDelays.map(({ seconds, agents }) => [seconds, agents])).toEqual([
			[1.5, ["*"]],
			[null, ["*"]],
			[null, ["*"]],
		]);
	});

	it("keeps at most 100 of each", () => {
		const address = "https://a.example/license.xml";
		const license = `License: ${address}\nLicense: /relative.xml\n`.repeat(30);
		expect(read(license).licenses).toEqual(
			Array.from({ length: 10 }, (_, index) => ({ url: address, line: 2 * index + 1 })),
		);
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
	it("is reported with its position", () => {
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
