import { describe, expect, test } from "vitest";
import type { PageAnchor, PageButton } from "#evidence/page-digest.ts";
import { aMeta, anAnchor, aPage, ask } from "../page.testkit.ts";
import { pagination } from "./pagination.ts";

const button = (name: string, parts: Partial<PageButton> = {}): PageButton => {
	return { name, at: "line 9, column 1", excerpt: `<button>${name}</button>`, ...parts };
};
const judge = (anchors: readonly PageAnchor[], buttons: readonly PageButton[] = []) =>
	ask(pagination, {}, aPage({ digest: { anchors, buttons } }));

describe("further pages", () => {
	test.each([
		["by query", anAnchor("/?page=2", "2")],
		["by path", anAnchor("/blog/page/2/", "2")],
		["in Spanish", anAnchor("/blog/pagina-2", "2")],
		["by relation", { ...anAnchor("/b", "More"), rel: ["next"] }],
		["by name", anAnchor("/blog/b", "Older posts »")],
		["by a Japanese name", anAnchor("/blog/b", "次へ")],
	])("%s", (_, anchor) => {
		expect(judge([anchor], [button("Load more")]).outcome).toBe("pass");
	});

	test.each([
		["on another host", anAnchor("https://example.net/?page=2", "2")],
		["by script", anAnchor("#", "Next")],
		["this very page", anAnchor("/", "Next")],
		["a post's short address", anAnchor("/?p=123", "A post")],
		["a hidden trap", { ...anAnchor("/?page=2", "2"), hidden: true as const }],
		["a page about pages", anAnchor("/landing-page/", "Next level")],
	])("not %s", (_, anchor) => {
		expect(judge([anchor]).outcome).toBe("not-applicable");
	});
});

describe("a button alone", () => {
	test.each([
		"Load more",
		"Load More…",
		"Show more results",
		"View all products",
		"Mehr laden",
		"Weitere Artikel anzeigen",
		"Afficher plus de produits",
		"Cargar más",
		"もっと読み込む",
	])("%s", (name) => {
		expect(judge([anAnchor("/about/")], [button(name)])).toMatchObject({
			outcome: "partial",
			ratio: 0.5,
			exhibits: [{ at: "line 9, column 1" }],
		});
	});

	test.each(["Show more", "Read more", "More", "Download more information", "Load", "Menu"])(
		"%s may be anything",
		(name) => {
			expect(judge([], [button(name)]).outcome).toBe("not-applicable");
		},
	);

	test("in the shape of a link", () => {
		expect(judge([anAnchor("javascript:more()", "Load more")]).outcome).toBe("partial");
		expect(judge([{ ...anAnchor("", "Load more"), href: null, url: null }]).outcome).toBe("partial");
	});

	test("unless it is hidden", () => {
		expect(judge([], [button("Load more", { hidden: true })]).outcome).toBe("not-applicable");
	});
});

test("what goes on with another list than the page's", () => {
	expect(judge([], [button("Load more", { apart: true })]).outcome).toBe("not-applicable");
	expect(judge([{ ...anAnchor("#", "Load more"), apart: true }]).outcome).toBe("not-applicable");
	expect(judge([], [button("Show more comments")]).outcome).toBe("not-applicable");
});

test("an article is no list", () => {
	const metas = [aMeta("og:type", "article"), aMeta("article:published_time", "2026-03-14")];
	const page = aPage({ url: "https://example.com/a/", digest: { buttons: [button("Load more")], metas } });
	expect(ask(pagination, {}, page)).toMatchObject({
		outcome: "not-applicable",
		says: expect.stringContaining("is a single article,"),
	});
});

test("the address to add keeps what is asked for", () => {
	const at = (url: string) => ask(pagination, {}, aPage({ url, digest: { buttons: [button("Load more")] } }));
	expect(at("https://example.com/shop/?kind=a&page=1")).toHaveProperty(
		"fix",
		expect.stringContaining('<a href="/shop/?kind=a&amp;page=2">Load more</a>'),
	);
	expect(at(`https://example.com/${"x".repeat(300)}`)).toHaveProperty("fix", expect.not.stringContaining("<a"));
});
