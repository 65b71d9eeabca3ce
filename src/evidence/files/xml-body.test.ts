import { describe, expect, it } from "vitest";
import { strayAmpersand } from "./xml-body.ts";

describe("strayAmpersand", () => {
	it.each([
		["<loc>\nhttps://a.example/?a=1&b=2</loc>", { line: 2, column: 23 }],
		["<loc>a & b</loc>", { line: 1, column: 8 }],
		["&", { line: 1, column: 1 }],
		["a&b", { line: 1, column: 2 }],
		["<![CDATA[\n&\n]]>&x ", { line: 3, column: 4 }],
	])("finds it in %j", (xml, place) => {
		expect(strayAmpersand(xml)).toEqual(place);
	});

	it.each([
		"<loc>https://a.example/?a=1&amp;b=2</loc>",
		"&#38;&#x26;&eacute;",
		"<![CDATA[a & b]]>",
		"<!-- a & b -->",
		"",
	])("finds none in %j", (xml) => {
		expect(strayAmpersand(xml)).toBeUndefined();
	});
});
