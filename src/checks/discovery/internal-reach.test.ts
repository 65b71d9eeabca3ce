import { expect, test } from "vitest";
import type { PageVisit } from "#evidence/digest/rendered.ts";
import type { Page, Sitemap } from "#evidence/evidence-map.ts";
import { absent, anAnchor, aPage, ask, found, HOME } from "../page.testkit.ts";
import { internalReach } from "./internal-reach.ts";

const sitemap = (paths: readonly string[]) =>
	found({
		kind: "urlset",
		child: null,
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
