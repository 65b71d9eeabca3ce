import { expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { markdownText } from "./markdown-text.ts";

it.each([
	["# Title\n\nSome *bold* **words**.", "Title\n\nSome bold words."],
	[
		'See [the list](https://x.example/list "t") and [more][1].\n\n[1]: https://x.example/',
		"See the list and more.\n\n",
	],
	["![A cover](cover.png) text", "  text"],
	["---\ntitle: x\n---\ntext", "text"],
	["--- no front matter", "--- no front matter"],
	["1. one\n2) two\n- three\n> four", "one\ntwo\nthree\nfour"],
	["```js\nlet [a](b) = 1;\n```\nafter", "let [a](b) = 1;\nafter"],
	['<div class="x">text</div> a &amp; b <!-- no -->', "text a & b "],
	["snake\\_case \\# no heading", "snake_case # no heading"],
	["| a | b |\r\n|---|---|\r\n| c | d |", "| a | b |\n|---|---|\n| c | d |"],
])("%j", (markdown, text) => {
	expect(markdownText(markdown)).toBe(text);
});

it.each([
	["brackets", "[".repeat(200_000)],
	["targets", "](".repeat(100_000)],
	["tags", "<a ".repeat(70_000)],
	["images", "![".repeat(100_000)],
	["lines", "[x\n".repeat(100_000)],
])("ends soon on hostile %s", (_, markdown) => {
	const start = cpuUnits();
	markdownText(markdown);
	expect(cpuUnits() - start).toBeLessThan(2_000);
});
