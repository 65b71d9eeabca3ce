import { expect, test } from "vitest";
import type { MarkdownAnswer } from "#evidence/evidence-map.ts";
import { absent, aPage, ask, aText, found } from "../page.testkit.ts";
import { markdownParity } from "./markdown-parity.ts";

const PAGE = aPage({ digest: { text: aText({ fingerprint: [1, 2, 3] }) } });
const answer = (holds: number): MarkdownAnswer => ({
	contentType: "text/markdown",
	sniffed: "markdown",
	vary: [],
	words: 90,
	fingerprint: [1, 2, 4],
	holds,
	excerpt: "# Acme",
});

test.each([
	[1, "pass"],
	[0.8, "pass"],
	[0.79, "partial"],
	[0, "fail"],
])("Markdown with %d of the page: %s", (holds, outcome) => {
	expect(ask(markdownParity, { home: found(PAGE), markdown: found(answer(holds)) }).outcome).toBe(outcome);
});

test("scores the share relative to the required 80 %", () => {
	expect(ask(markdownParity, { home: found(PAGE), markdown: found(answer(0.4)) })).toMatchObject({ ratio: 0.5 });
});

test("compares nothing if one is missing or too short", () => {
	const evidence = [
		{ home: found(PAGE), markdown: absent(406) },
		{ home: absent(503), markdown: found(answer(0)) },
		{ home: found(aPage()), markdown: found(answer(0)) },
	];
	for (const each of evidence) expect(ask(markdownParity, each).outcome).toBe("not-applicable");
});
