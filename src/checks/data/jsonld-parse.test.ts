import { expect, test } from "vitest";
import type { JsonLdBlock } from "#evidence/page-digest.ts";
import { aPage, ask } from "../page.testkit.ts";
import { jsonldParse } from "./jsonld-parse.ts";

const GOOD: JsonLdBlock = { at: "line 8, column 1", excerpt: '{"@type":"WebSite"}', ok: true };
const BROKEN: JsonLdBlock = {
	at: "line 20, column 1",
	excerpt: '{"@type":"Organization",}',
	ok: false,
	error: "A comma stands before the closing brace (line 1, column 24 of the block).",
	faultAt: "line 20, column 59",
};
const TWICE: JsonLdBlock = {
	...GOOD,
	twice: [{ at: "line 9, column 3", excerpt: '"name": "y"', name: "name" }],
};
const EMPTY: JsonLdBlock = { at: "line 5, column 1", excerpt: "<script>", ok: true, empty: true };
const judge = (...blocks: readonly JsonLdBlock[]) =>
	ask(jsonldParse, {}, aPage({ digest: { jsonLd: { blocks, nodes: [] } } }));

test.each([
	["none", [], "not-applicable"],
	["readable", [GOOD, GOOD], "pass"],
	["one of two broken", [GOOD, BROKEN], "fail"],
	["a name twice", [GOOD, TWICE], "partial"],
	["an empty one alone", [EMPTY], "fail"],
	["an empty one beside another", [EMPTY, GOOD], "partial"],
	["an empty one beside a broken one", [EMPTY, BROKEN], "fail"],
	["a name twice, and a broken block", [TWICE, BROKEN], "fail"],
] as const)("%s", (_, blocks, outcome) => {
	expect(judge(...blocks).outcome).toBe(outcome);
});

test("names line and column in the page and in the block, and the broken bytes", () => {
	expect(judge(GOOD, BROKEN)).toMatchObject({
		says: "1 of 2 blocks of JSON-LD has syntax errors (line 20, column 59: A comma stands before the closing brace (line 1, column 24 of the block)).",
		fix: expect.stringContaining("line 20, column 59 of https://example.com/"),
		exhibits: [{ at: "line 20, column 59", excerpt: '{"@type":"Organization",}' }],
	});
});

test("names duplicates", () => {
	expect(judge(TWICE)).toMatchObject({
		ratio: 0.5,
		says: expect.stringContaining('"name" at line 9, column 3'),
		exhibits: [{ at: "line 9, column 3", excerpt: '"name": "y"' }],
	});
});

test("an empty block is called empty, not a syntax error", () => {
	expect(judge(EMPTY, GOOD, GOOD, GOOD)).toMatchObject({
		ratio: 0.75,
		fault: "A block of structured data is empty",
		says: "1 of 4 blocks of JSON-LD of https://example.com/ is empty (line 5, column 1).",
		fix: "Fill in the block at line 5, column 1 of https://example.com/, or delete it.",
	});
	expect(judge(EMPTY, EMPTY)).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining("are empty (line 5,"),
	});
});
