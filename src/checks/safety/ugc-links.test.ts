import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { ugcLinks } from "./ugc-links.ts";

const BARE = { at: "line 80, column 4", excerpt: '<a href="https://pills.example.org/">' };
const judge = (count: number, bareCount: number) =>
	ask(ugcLinks, {}, aPage({ digest: { readerLinks: { count, bareCount, bare: bareCount > 0 ? [BARE] : [] } } }));

test.each([
	[0, 0, "not-applicable"],
	[3, 0, "pass"],
])("%i links, %i bare: %s", (count, bare, outcome) => {
	expect(judge(count, bare).outcome).toBe(outcome);
});

test.each([
	[10, 1, 0.9],
	[2, 1, 0.5],
	[4, 4, 0.25],
])("%i links, %i bare earn %f", (count, bare, ratio) => {
	expect(judge(count, bare)).toMatchObject({
		outcome: "partial",
		ratio,
		fix: expect.stringContaining("line 80, column 4"),
		exhibits: [BARE],
	});
});
