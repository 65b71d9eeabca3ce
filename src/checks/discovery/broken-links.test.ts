import { expect, test } from "vitest";
import type { PageVisit } from "#evidence/evidence-map.ts";
import { aNamed, anAnchor, aPage, ask, aVisit, found } from "../page.testkit.ts";
import { brokenLinks } from "./broken-links.ts";

const judge = (...visits: readonly PageVisit[]) =>
	ask(brokenLinks, { home: found(aPage()), visits: found<readonly PageVisit[]>(visits) });
const DEAD = { status: 404 } as const;

test.each<[string, readonly PageVisit[], string]>([
	["all answer", [aVisit("/a"), aVisit("/b", { status: 301 })], "pass"],
	["one is dead", [aVisit("/a", DEAD), aVisit("/b")], "partial"],
	["two are dead", [aVisit("/a", DEAD), aVisit("/b", { status: 410 }), aVisit("/c")], "partial"],
	["the only one is dead", [aVisit("/a", DEAD)], "fail"],
	["three are dead", ["/a", "/b", "/c"].map((path) => aVisit(path, { status: 500 })), "fail"],
	["one shows the page for what does not exist", [aVisit("/a", { softNotFound: true }), aVisit("/b")], "partial"],
	["a refusal is no dead link", [aVisit("/a", { status: 403 }), aVisit("/b", { status: 401 })], "pass"],
	["nobody answered", [aVisit("/a", { status: null, failure: "challenged" })], "not-applicable"],
	["only the sitemap names it", [aVisit("/a", { ...DEAD, from: ["sitemap"], linkedFrom: null })], "not-applicable"],
])("%s", (_, visits, outcome) => {
	expect(judge(...visits).outcome).toBe(outcome);
});

test("names the dead links and what they answer", () => {
	expect(judge(aVisit("/a", DEAD), aVisit("/b"))).toMatchObject({
		ratio: 0.5,
		says: "We checked 2 links of the home page. Broken: https://example.com/a (404).",
		fix: expect.stringContaining("https://example.com/a on https://example.com/"),
		exhibits: [{ url: "https://example.com/a", excerpt: "404" }],
	});
});

test("names every place of the home page that leads to it", () => {
	const anchors = ["line 3", "line 9", "line 12"].map((at, index) => ({
		...anAnchor(index === 1 ? "https://example.com/b" : "https://example.com/a"),
		at,
	}));
	const visits = found<readonly PageVisit[]>([aVisit("/a", DEAD), aVisit("/b")]);
	const verdict = ask(brokenLinks, { home: found(aPage({ digest: { anchors } })), visits });
	expect(verdict).toMatchObject({ exhibits: [{ url: "https://example.com/", at: "line 3" }, { at: "line 12" }] });
});

test("the first image counts in every audit", () => {
	const seen = (status: number) =>
		ask(brokenLinks, {
			home: found(aPage()),
			named: found([aNamed("image", "/a.png", { status }), aNamed("hreflang", "/de/", DEAD)]),
		});
	expect(seen(200)).toMatchObject({ outcome: "pass", says: "We checked 1 image of the home page: it works." });
	expect(seen(404)).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		says: expect.stringContaining("https://example.com/a.png (404)"),
	});
});

test("what did not answer is counted nowhere", () => {
	const silent = aVisit("/b", { status: null, failure: "challenged" });
	expect(judge(aVisit("/a"), silent)).toHaveProperty("says", "We checked 1 link of the home page: it works.");
});
