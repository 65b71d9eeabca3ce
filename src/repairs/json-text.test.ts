import fc from "fast-check";
import { expect, test } from "vitest";
import { correctJson } from "./json-text.ts";

function mended(text: string): unknown {
	const edits = correctJson(text);
	if (!edits) return undefined;
	return JSON.parse(
		edits.toReversed().reduce((now, { from, to, text: put }) => now.slice(0, from) + put + now.slice(to), text),
	);
}

const VALUE = {
	"@context": "https://schema.org",
	name: "An \"oak\" // and 'ash'",
	list: ["a", { b: 1.5 }, true],
	url: "/x?a=1,b",
};
const JSON_TEXT = JSON.stringify(VALUE, null, 1);

test.each([
	["a comma first", JSON_TEXT.replace("{", "{ ,")],
	["a comma behind a colon", JSON_TEXT.replaceAll(/":/g, '":,')],
	["commas last", JSON_TEXT.replace(/\s*([}\]])/g, ",$1")],
	["two commas", JSON_TEXT.replaceAll(",\n", ",,\n")],
	["two colons", JSON_TEXT.replaceAll('":', '"::')],
	["no commas", JSON_TEXT.replaceAll(",\n", "\n")],
	["comments", JSON_TEXT.replace("{", "{ // {\n /* , */")],
	["a comment of HTML around it", `<!-- ${JSON_TEXT} -->`],
	["CDATA around it", `<![CDATA[${JSON_TEXT}]]>`],
	["CDATA in comments", `//<![CDATA[\n${JSON_TEXT}\n//]]>`],
	["a semicolon last", `${JSON_TEXT};`],
	["no bracket last", JSON_TEXT.slice(0, -1)],
	["a bracket too many", `${JSON_TEXT}}`],
	["names without quotes", JSON_TEXT.replace(/"(@?\w+)":/g, "$1:")],
	["printers' quotes", JSON_TEXT.replace(/"(@?\w+)":/g, "\u201c$1\u201d:")],
	["references for quotes", JSON_TEXT.replace(/"(@?\w+)":/g, "&quot;$1&quot;:")],
	["spaces that JSON lacks", JSON_TEXT.replaceAll("\n", "\n\u00a0\u200b")],
	["a byte order mark", `\ufeff${JSON_TEXT}`],
	["words of Python", JSON_TEXT.replace("true", "True")],
	["quotes that are not escaped", JSON_TEXT.replaceAll('\\"', '"')],
	[
		"single quotes",
		`{'@context': 'https://schema.org', 'name': 'An "oak" // and \\'ash\\'', 'list': ['a', {'b': 1.5}, true], 'url': '/x?a=1,b'}`,
	],
])("JSON with %s is corrected as intended", (_, text) => {
	expect(mended(text)).toEqual(VALUE);
});

test("line breaks, tabs and escaped apostrophes in a string are kept", () => {
	expect(mended('{"a": "one\n\ttwo\\\'s"}')).toEqual({ a: "one\n\ttwo's" });
});

test("missing brackets at the end are restored", () => {
	const bracketed = fc.jsonValue().map((value) => [{ name: "an oak", value }]);
	fc.assert(
		fc.property(bracketed, fc.constantFrom(undefined, 1, "\t"), fc.nat(), (value, indent, random) => {
			const text = JSON.stringify(value, null, indent);
			const behind = /[\s\]}]+$/.exec(text)?.[0] ?? "";
			const cut = text.slice(0, text.length - 1 - (random % behind.length));
			expect(mended(cut), cut).toEqual(JSON.parse(text));
		}),
	);
});

test("two values in one block become a list", () => {
	expect(mended('{"a": 1}\n{"b": 2}')).toEqual([{ a: 1 }, { b: 2 }]);
	expect(mended('{"a": 1}, {"b": 2};')).toEqual([{ a: 1 }, { b: 2 }]);
});

test.each(['{"a": }', '{"a": b}', '{"a": "C:\\dir"}', '{"a", "b": 1}', '{"a": "b', "var a = {}", '{"a": 1 2}'])(
	"what %s means is not certain",
	(text) => {
		expect(correctJson(text)).toBeUndefined();
	},
);

test("any text is left alone, or becomes JSON with all of its letters and digits", () => {
	const piece = fc.constantFrom(
		..."{}[],:;\"'\\ \n",
		"//",
		"/*",
		"*/",
		"a",
		"true",
		"1",
		"\u201c",
		"&quot;",
		"<!--",
		'"b":',
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
			const text = pieces.join("");
			const edits = correctJson(text);
			if (!edits) return;
			let at = 0;
			for (const [index, { from, to }] of edits.entries()) {
				expect(from).toBeGreaterThanOrEqual(at);
				expect(edits.filter((other) => other.from === from && other.to === to)).toEqual([edits[index]]);
				at = to;
			}
			expect(() => mended(text)).not.toThrow();
		}),
		{ numRuns: 2_000 },
	);
});
