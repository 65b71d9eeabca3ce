import { expect, test } from "vitest";
import type { Stated } from "#evidence/page-digest.ts";
import { aNode, aPage, ask } from "../page.testkit.ts";
import { markupVisibleParity } from "./markup-visible-parity.ts";

const fact = (property: string, visible: boolean, of = "json-ld 0"): Stated => ({
	at: "line 9, column 20",
	excerpt: `"${property}": "x"`,
	property,
	type: "Article",
	value: "x",
	visible,
	of,
});
const URL = "https://example.com/blog/glue/";
const OTHER_DAY = {
	at: "line 20, column 1",
	excerpt: "<time>",
	date: "2020-01-13",
	label: "unlabelled",
	from: "time",
} as const;
const ARTICLE = { blocks: [], nodes: [aNode(["Article"], {})] };
const judge = (...stated: readonly Stated[]) =>
	ask(markupVisibleParity, {}, aPage({ url: URL, digest: { stated, jsonLd: ARTICLE, dates: [OTHER_DAY] } }));

test.each([
	["nothing stated", [], "not-applicable"],
	["only a price, which another check looks at", [fact("price", false)], "not-applicable"],
	["all shown", [fact("headline", true), fact("datePublished", true)], "pass"],
	["one date of two", [fact("datePublished", false), fact("dateModified", true)], "pass"],
	["the number of ratings, not their value", [fact("ratingValue", false), fact("reviewCount", true)], "pass"],
	["the date of another article", [fact("datePublished", false), fact("dateModified", true, "json-ld 1")], "partial"],
	["nothing shown", [fact("name", false), fact("ratingValue", false)], "fail"],
] as const)("%s", (_, stated, outcome) => {
	expect(judge(...stated).outcome).toBe(outcome);
});

test("counts facts, and names the first hidden one", () => {
	expect(judge(fact("headline", true), fact("datePublished", false), fact("dateModified", false))).toEqual({
		outcome: "partial",
		ratio: 0.5,
		says: `1 fact of 2 in the structured data of ${URL} is not visible on the page (datePublished of Article: x).`,
		fix: `Show "x" in the text of ${URL}, or correct datePublished at line 9, column 20.`,
		exhibits: [{ url: URL, at: "line 9, column 20", excerpt: '"datePublished": "x"' }],
	});
});

test("a date is searched for as a day", () => {
	const date = { ...fact("datePublished", false), value: "2026-05-29T06:00:00+01:00" };
	expect(judge(date)).toHaveProperty("fix", expect.stringContaining('Show "2026-05-29" in the text'));
});

test("a date beside another visible one is left to date-agreement", () => {
	const value = "2024-08-01T09:00:00Z";
	const shown = { at: "line 20, column 1", excerpt: "<time>", date: "2026-01-13", from: "time" } as const;
	const withDate = (label: "published" | "unlabelled") =>
		ask(
			markupVisibleParity,
			{},
			aPage({
				url: URL,
				digest: {
					stated: [fact("headline", true), { ...fact("datePublished", false), value }],
					dates: [{ ...shown, label }],
					jsonLd: { blocks: [], nodes: [aNode(["Article"], { datePublished: [value] })] },
				},
			}),
		).outcome;
	expect(withDate("published")).toBe("pass");
	expect(withDate("unlabelled")).toBe("partial");
});

test("an article without dates is left to visible-dates; other pages need none", () => {
	const stated = [fact("datePublished", false)];
	expect(ask(markupVisibleParity, {}, aPage({ url: URL, digest: { stated, jsonLd: ARTICLE } })).outcome).toBe(
		"not-applicable",
	);
	const home = aPage({ digest: { stated: [fact("headline", false)], jsonLd: ARTICLE } });
	expect(ask(markupVisibleParity, {}, home).outcome).toBe("not-applicable");
});
