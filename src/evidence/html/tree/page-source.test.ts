import { describe, expect, it } from "vitest";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { readPage } from "../digest-page.ts";
import { PageSource } from "./page-tree.ts";

const URL = "https://site.example/";

describe("PageSource", () => {
	it.each([
		["abc", 2, "line 1, column 3"],
		["a\nbc", 2, "line 2, column 1"],
		["a\r\nb\rc\nd", 3, "line 2, column 1"],
		["a\r\nb\rc\nd", 5, "line 3, column 1"],
		["a\r\nb\rc\nd", 7, "line 4, column 1"],
		["\n\n\n", 3, "line 4, column 1"],
	])("finds the place in %j at offset %i", (text, offset, place) => {
		expect(new PageSource(text).at(offset)).toBe(place);
	});

	it("shows a start tag up to its own end, quoted > included", () => {
		const [image] = readPage('<p>\r\n <img alt="a > b"\n src=x><b>', URL).images;
		expect(image).toMatchObject({ at: "line 2, column 2", excerpt: '<img alt="a > b" src=x>' });
	});

	it("shows an element with its content, and cuts long ones", () => {
		const [title] = readPage("<title>A\u0000\u202eB</TITLE ><p>after", URL).titles;
		expect(title?.excerpt).toBe("<title>AB</TITLE >");
		const [long] = readPage(`<h1>${"word ".repeat(200)}</h1>`, URL).headings;
		expect(long?.excerpt).toHaveLength(EXCERPT_LENGTH);
		expect(long?.excerpt.startsWith("<h1>word word")).toBe(true);
	});

	it("gives copies of a mis-nested link the place of their tag", () => {
		const { anchors } = readPage("<p><a href=/x><div>one</div>two</a>", URL);
		expect(anchors.length).toBeGreaterThan(1);
		for (const anchor of anchors) expect(anchor).toMatchObject({ at: "line 1, column 4", href: "/x" });
	});
});
