import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuUnits } from "./cpu-units.testkit.ts";
import { decide, namesAgent, type RobotsGroup, upperCaseEscapes } from "./robots-rules.ts";

type Rule = readonly ["allow" | "disallow", string];

function group(agents: readonly string[], ...rules: readonly Rule[]): RobotsGroup {
	return {
		agents,
		line: 1,
		rules: rules.map(([verb, pattern], index) => ({
			allow: verb === "allow",
			pattern,
			line: index + 2,
			text: `${verb}: ${pattern}`,
		})),
	};
}

function allowed(pattern: string, path: string): boolean {
	return decide([group(["*"], ["disallow", pattern])], "SightlineBot", path).allowed;
}

describe("decide", () => {
	it("allows what no rule mentions", () => {
		expect(decide([], "SightlineBot", "/")).toEqual({ allowed: true, rule: undefined, group: "none" });
	});

	it("prefers a group that names the crawler over the default group", () => {
		const groups = [group(["*"], ["disallow", "/"]), group(["sightlinebot"], ["disallow", "/private"])];
		expect(decide(groups, "SightlineBot", "/")).toMatchObject({ allowed: true, group: "SightlineBot" });
		expect(decide(groups, "SightlineBot", "/private/x").allowed).toBe(false);
		expect(decide(groups, "OtherBot", "/")).toMatchObject({ allowed: false, group: "*" });
	});

	it("merges all groups that name the crawler", () => {
		const groups = [group(["sightlinebot"], ["disallow", "/a"]), group(["sightlinebot"], ["disallow", "/b"])];
		expect(decide(groups, "sightlinebot", "/a").allowed).toBe(false);
		expect(decide(groups, "sightlinebot", "/b").allowed).toBe(false);
	});

	it("allows everything for a named group without rules", () => {
		const groups = [group(["*"], ["disallow", "/"]), group(["sightlinebot"])];
		expect(decide(groups, "SightlineBot", "/any").allowed).toBe(true);
	});

	it("prefers the longest pattern, then Allow, in either order", () => {
		const longer = group(["*"], ["allow", "/shop/sale"], ["disallow", "/shop"]);
		expect(decide([longer], "B", "/shop/sale/x").allowed).toBe(true);
		expect(decide([longer], "B", "/shop/x").rule?.text).toBe("disallow: /shop");
		expect(decide([group(["*"], ["disallow", "/p"], ["allow", "/p"])], "B", "/p").allowed).toBe(true);
		expect(decide([group(["*"], ["allow", "/p"], ["disallow", "/p"])], "B", "/p").allowed).toBe(true);
	});

	it.each([
		["/fish", "/fish", false],
		["/fish", "/fishheads/yummy.html", false],
		["/fish", "/Fish.asp", true],
		["/fish*", "/fish", false],
		["/*.php", "/folder/file.php?x", false],
		["/*.php$", "/file.php", false],
		["/*.php$", "/file.php?x", true],
		["/a*b*c", "/a1b2c3", false],
		["/a*b*c$", "/abcbd", true],
		["/a*a$", "/a", true],
		["/a*a$", "/aa", false],
		["*", "/anything", false],
		["/$", "/", false],
		["/$", "/x", true],
		["/x$y", "/x$y/z", false],
		["/?q=", "/?q=1", false],
		["/%C3%A4", "/%c3%a4", false],
		["/**//", "/x//", false],
	])("pattern %s on path %s allows it: %s", (pattern, path, open) => {
		expect(allowed(pattern, path)).toBe(open);
	});

	it("treats an empty path as the home page", () => {
		expect(allowed("/$", "")).toBe(false);
	});

	it("allows a directory with its index page, for Allow only", () => {
		const groups = [group(["*"], ["allow", "/docs/index.html"], ["disallow", "/"])];
		expect(decide(groups, "B", "/docs/").allowed).toBe(true);
		expect(decide(groups, "B", "/docs/other").allowed).toBe(false);
		expect(allowed("/docs/index.html", "/docs/")).toBe(true);
	});

	it("finds a long part like indexOf", () => {
		const word = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 33, maxLength: 60 });
		const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 400 });
		fc.assert(
			fc.property(text, word, fc.boolean(), (around, part, planted) => {
				const path = planted ? `/${around}${part}${around}` : `/${around}`;
				expect(allowed(`/*${part}`, path)).toBe(!path.includes(part));
			}),
		);
	});

	it("agrees with a regular expression on any small pattern", () => {
		const piece = fc.string({ unit: fc.constantFrom("a", "b", "/", "*"), maxLength: 12 });
		fc.assert(
			fc.property(piece, fc.boolean(), piece, (body, anchored, path) => {
				const escaped = body.split("*").join("[^]*");
				const expected = new RegExp(`^/${escaped}${anchored ? "$" : ""}`).test(`/${path}`);
				expect(allowed(`/${body}${anchored ? "$" : ""}`, `/${path}`)).toBe(!expected);
			}),
		);
	});

	it("takes linear time on hostile patterns", () => {
		const size = 100_000;
		const hostile: readonly (readonly [string, string])[] = [
			["/*".repeat(size / 2), `/${"a".repeat(size)}`],
			[`${"/*a".repeat(size / 3)}b$`, `/${"a".repeat(size)}`],
			[`/*${"a".repeat(size / 4)}b${"a".repeat(size / 4)}`, `/${"a".repeat(size)}`],
			[`/*${"ab".repeat(size / 8)}c`, `/${"ab".repeat(size / 2)}`],
		];
		const started = cpuUnits();
		for (const [pattern, path] of hostile) decide([group(["*"], ["disallow", pattern])], "B", path);
		// Quadratic time would take 10^10 steps, more than 10 seconds.
		expect(cpuUnits() - started).toBeLessThan(1000);
	});

	it("gives the same result for rules in several groups as in one", () => {
		const rule = fc.tuple(
			fc.constantFrom<Rule[0]>("allow", "disallow"),
			fc.string({ unit: fc.constantFrom("a", "*", "/"), maxLength: 4 }).map((text) => `/${text}`),
		);
		const path = fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 6 }).map((text) => `/${text}`);
		fc.assert(
			fc.property(fc.array(rule, { maxLength: 12 }), fc.array(path, { minLength: 1, maxLength: 4 }), (rules, paths) => {
				const apart = rules.map((each) => group(["a", "b"], each));
				const together = [group(["a"], ...rules), group(["b"], ...rules)];
				for (const each of [...paths, ...paths]) {
					const [one, other] = [decide(apart, "a", each), decide(together, "b", each)];
					expect([one.allowed, one.rule?.text]).toEqual([other.allowed, other.rule?.text]);
				}
			}),
		);
	});

	it("takes hardly longer for dozens of crawlers than for one, with 40,000 rules", () => {
		const rules = Array.from({ length: 40_000 }, (_, at): Rule => ["disallow", `/${at % 7}*${at}`]);
		const tokens = Array.from({ length: 50 }, (_, at) => `bot-${at}`);
		const cost = (asked: readonly string[]) => {
			const groups = [group([...tokens, "*"], ...rules)];
			const started = cpuUnits();
			for (let path = 0; path < 20; path++) for (const token of asked) decide(groups, token, `/p${path}`);
			return cpuUnits() - started;
		};
		expect(cost(tokens)).toBeLessThan(10 * cost(tokens.slice(0, 1)));
	});
});

describe("namesAgent", () => {
	it("counts a named group, not the default group", () => {
		expect(namesAgent([group(["*"])], "SightlineBot")).toBe(false);
		expect(namesAgent([group(["*"]), group(["sightlinebot"])], "SightlineBot")).toBe(true);
	});
});

describe("upperCaseEscapes", () => {
	it("changes only escapes", () => {
		expect(upperCaseEscapes("/aé%c3%zz%2f%")).toBe("/aé%C3%zz%2F%");
	});
});
