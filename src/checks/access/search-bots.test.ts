import { describe, expect, test } from "vitest";
import type { PageVisit, Sitemap } from "#evidence/evidence-map.ts";
import { absent, aRobots, ask, found, type RobotsLines } from "../page.testkit.ts";
import { searchBots } from "./search-bots.ts";

const ROBOTS = "https://example.com/robots.txt";
const judge = (...groups: readonly RobotsLines[]) => ask(searchBots, { robots: found(aRobots(...groups), ROBOTS) });

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
		expect(ask(searchBots, { robots: absent(404, ROBOTS) }).outcome).toBe("pass");
	});
});

describe("closed", () => {
	test("to everybody: both crawlers are named, with the line", () => {
		const verdict = judge([["*"], ["Disallow: /"]]);
		expect(verdict).toMatchObject({
			outcome: "fail",
			says: 'robots.txt blocks the home page for Googlebot and Bingbot (line 2, "Disallow: /", in the group for all crawlers).',
			exhibits: [{ url: ROBOTS, at: "line 2", excerpt: "Disallow: /" }],
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
		expect(ask(searchBots, { robots: absent(503, ROBOTS) }).outcome).toBe("unknown");
	});
});

test("a request to wait leaves the rules unknown", () => {
	expect(ask(searchBots, { robots: absent(429, ROBOTS) }).outcome).toBe("unknown");
});

describe("other addresses", () => {
	const aSitemap = (...paths: readonly string[]) =>
		found<Sitemap>({
			declaredIn: "robots.txt",
			kind: "urlset",
			contentType: "application/xml",
			bytes: 900,
			count: paths.length,
			entries: paths.map((path) => ({ loc: new URL(path, ROBOTS).href, lastmod: null })),
			child: null,
			faults: [],
			excerpt: "<urlset>",
		});
	const paths = (folder: string, number: number) => Array.from({ length: number }, (_, index) => `${folder}${index}`);
	const over = (sitemap: ReturnType<typeof aSitemap>, ...groups: readonly RobotsLines[]) =>
		ask(searchBots, { robots: found(aRobots(...groups), ROBOTS), sitemap });

	test("closed by several lines, the crawlers are named once", () => {
		const lines = ["/a/", "/b/", "/c/"].map((path) => `Disallow: ${path}`);
		const verdict = over(aSitemap("/a/1", "/b/1", "/c/1", "/d/1"), [["*"], lines]);
		expect(verdict.says).toContain("blocks Googlebot and Bingbot (lines 2, 3 and 4) from 3 of 4 addresses");
		expect(verdict).toHaveProperty("fix", expect.stringContaining('line 2 ("Disallow: /a/"), line 3'));
	});

	test("a site that closes half of its sitemap keeps half", () => {
		const verdict = over(aSitemap(...paths("/news/", 10), ...paths("/shop/", 10)), [["*"], ["Disallow: /shop/"]]);
		expect(verdict).toMatchObject({
			outcome: "partial",
			ratio: 0.5,
			exhibits: [{ at: "line 2", excerpt: "Disallow: /shop/" }],
		});
		expect(verdict.says).toContain("10 of 20 addresses");
		expect(verdict.says).toContain("https://example.com/shop/0");
	});

	test("to one of the two is enough", () => {
		const verdict = over(aSitemap(...paths("/p/", 4)), [["Bingbot"], ["Disallow: /p/"]]);
		expect(verdict).toMatchObject({ outcome: "partial", ratio: 0.05 });
		expect(verdict.says).toContain("Bingbot (line 2,");
	});

	test("a slip, utility paths and other hosts cost nothing", () => {
		expect(over(aSitemap(...paths("/a/", 39), "/old/x"), [["*"], ["Disallow: /old/"]]).outcome).toBe("pass");
		const utility = aSitemap("/search?q=x", "/en/cart", "/wp-admin/x", "https://www.example.com/shop/1");
		const verdict = over(utility, [
			["*"],
			["Disallow: /search", "Disallow: /*cart", "Disallow: /wp-admin/", "Disallow: /shop/"],
		]);
		expect(verdict).toEqual({ outcome: "pass", says: "robots.txt lets Googlebot and Bingbot read the home page." });
	});

	test("an index is asked by its first child", () => {
		const index = aSitemap("/sitemap-1.xml");
		const child = { url: "", status: 200, kind: "urlset", count: 2, entries: aSitemap("/a", "/b").value.entries };
		const verdict = over({ ...index, value: { ...index.value, kind: "index", child } }, [["*"], ["Disallow: /b"]]);
		expect(verdict).toMatchObject({ outcome: "partial", ratio: 0.5 });
	});

	test("a deep audit's own visits count, too", () => {
		const visit: PageVisit = {
			url: "https://example.com/b/1",
			from: ["home"],
			linkedFrom: ROBOTS,
			status: 200,
			failure: null,
			end: "",
			hops: 0,
			softNotFound: false,
		};
		const robots = found(aRobots([["Googlebot"], ["Disallow: /b/"]]), ROBOTS);
		expect(ask(searchBots, { robots, visits: found([visit]) }).outcome).toBe("partial");
	});
});
