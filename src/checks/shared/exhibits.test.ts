import { expect, test } from "vitest";
import { aPage, HOME } from "../page.testkit.ts";
import { attributeText, clip, exhibitsOf, headerExhibit, pasted } from "./exhibits.ts";

test.each([
	["short", "short", 10],
	["  two\n\tlines\u0000 ", "two lines", 20],
	["exactly ten", "exactly ten", 11],
	["one longer", "one long…", 9],
	["abc😀def", "abc…", 5],
	["abc\ud83d", "abc\ufffd", 5],
])("%j is clipped to %j", (text, clipped, length) => {
	expect(clip(text, length)).toBe(clipped);
	expect(clip(text, length).isWellFormed()).toBe(true);
});

test("an excerpt has at most 160 characters", () => {
	expect(clip("x".repeat(161))).toHaveLength(160);
});

test("every place is shown", () => {
	const place = { at: "line 3, column 1", excerpt: "<img>" };
	expect(exhibitsOf(aPage(), Array(9).fill(place))).toEqual(Array(9).fill({ url: HOME, ...place }));
});

test("a header exhibit has the header's name, if it was sent", () => {
	const page = aPage({ headers: { link: "<a>" } });
	expect(headerExhibit(page, "link")).toEqual([{ url: HOME, at: "header link", excerpt: "<a>" }]);
	expect(headerExhibit(page, "vary")).toEqual([]);
});

test.each([
	["/cart/?action=add&book=7", "/cart/?action=add&amp;book=7"],
	['The "Bindery"', "The &quot;Bindery&quot;"],
	["&amp;", "&amp;amp;"],
	["plain", "plain"],
])("%s is written as %s", (value, written) => {
	expect(attributeText(value)).toBe(written);
});

test.each([
	["A title", "A title"],
	[' The\n"Bindery" & more ', "The &quot;Bindery&quot; &amp; more"],
	["x".repeat(200), "x".repeat(200)],
	["x".repeat(201), null],
])("%j is pasted as %j", (value, code) => {
	expect(pasted(value)).toBe(code);
});
