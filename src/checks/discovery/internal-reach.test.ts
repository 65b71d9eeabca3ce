import { describe, expect, test } from "vitest";
import type { Page, PageVisit, Sitemap } from "#evidence/evidence-map.ts";
import { absent, anAnchor, aPage, ask, found, HOME } from "../page.testkit.ts";
import { internalReach } from "./internal-reach.ts";

const sitemap = (paths: readonly string[]) =>
	found({
		kind: "urlset",
		child: null,
		count: paths.length,
		entries: paths.map((path) => ({ loc: new URL(path, HOME).href, lastmod: null })),
	} as unknown as Sitemap);
const page = (path: string, ...links: readonly string[]) =>
	aPage({ url: new URL(path, HOME).href, digest: { anchors: links.map((link) => anAnchor(link)) } });

function judge(listed: readonly string[], home: Page, ...sample: readonly Page[]) {
	const visits = found<readonly PageVisit[]>([]);
	return ask(internalReach, {
		home: found(home),
		sitemap: sitemap(listed),
		visits,
		sample: found<readonly Page[]>(sample),
	});
}

test("every page is linked, from the home page or from another", () => {
	expect(judge(["/", "/a", "/b"], page("/", "/a/"), page("/a", "/b#top"), page("/b")).outcome).toBe("pass");
});

test("an orphan is named", () => {
	expect(judge(["/", "/a", "/b"], page("/", "/a"), page("/a"), page("/b", "/b"))).toMatchObject({
		outcome: "partial",
		ratio: 1 - 1 / 3,
		says: "1 of 3 pages of the sitemap (33 %) is linked from no other page: example.com/b.",
		fix: 'Add a link <a href="https://example.com/b"> to https://example.com/ or to a listing it leads to.',
	});
});

test("one orphan in ten may be on purpose", () => {
	const paths = Array.from({ length: 9 }, (_, index) => `/p${index}`);
	const pages = paths.map((path) => page(path));
	expect(judge(["/", ...paths], page("/", ...paths.slice(1)), ...pages).outcome).toBe("pass");
});

test("a sample that does not hold all pages accuses none", () => {
	expect(judge(["/", "/a", "/b"], page("/"), page("/a")).outcome).toBe("not-applicable");
	expect(judge(["/"], page("/")).outcome).toBe("not-applicable");
	const evidence = { home: found(page("/")), visits: found([]), sample: found([]) };
	expect(ask(internalReach, { ...evidence, sitemap: absent() }).outcome).toBe("not-applicable");
});

describe("an index", () => {
	const child = (name: string, ...paths: readonly string[]) => {
		const { entries, count } = sitemap(paths).value;
		return { url: `${HOME}${name}`, status: 200, kind: "urlset", count, entries };
	};
	const judgeIndex = (children: number, parts: Partial<Sitemap>) => {
		const entries = Array.from({ length: children }, (_, at) => ({ loc: `${HOME}${at}.xml`, lastmod: null }));
		const value = { kind: "index", count: children, entries, child: null, ...parts } as unknown as Sitemap;
		const pages = { home: found(page("/", "/a")), sample: found([page("/a"), page("/b")]) };
		return ask(internalReach, { ...pages, sitemap: found(value), visits: found<readonly PageVisit[]>([]) });
	};

	test("is judged by the pages of all its sitemaps", () => {
		const orphan = judgeIndex(2, { child: child("0.xml", "/", "/a"), others: [child("1.xml", "/b")] });
		expect(orphan).toMatchObject({ outcome: "partial", says: expect.stringContaining("example.com/b") });
		expect(judgeIndex(1, { child: child("0.xml", "/", "/a") }).outcome).toBe("pass");
	});

	test.each<[string, number, Partial<Sitemap>]>([
		["one that was not read", 2, { child: child("0.xml", "/", "/a") }],
		["one that is an index again", 1, { child: { ...child("0.xml", "/", "/a"), kind: "index" } }],
		["one with more pages than are kept", 1, { child: { ...child("0.xml", "/", "/a"), count: 60 } }],
	])("accuses nobody with %s", (_, children, parts) => {
		expect(judgeIndex(children, parts).outcome).toBe("not-applicable");
	});
});
