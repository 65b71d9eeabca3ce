import { expect, test } from "vitest";
import type { PageHeading } from "#evidence/page-digest.ts";
import { aHeading, aPage, ask } from "../page.testkit.ts";
import { aBarrier, operability } from "../shared/barriers.testkit.ts";
import { headingOutline } from "./heading-outline.ts";

const outline = (...levels: readonly number[]) => levels.map((level, index) => aHeading(level, `Part ${index + 1}`));
const judge = (headings: readonly PageHeading[]) =>
	ask(
		headingOutline,
		{},
		aPage({ digest: { headings, counts: { ...aPage().digest.counts, headings: headings.length } } }),
	);

test.each([
	["in order", outline(1, 2, 3, 3, 2), "pass"],
	["stepping up may skip", outline(1, 2, 3, 4, 2, 1), "pass"],
	["a heading before the first-level one", outline(2, 1, 2), "pass"],
	["several first-level headings are allowed", outline(1, 2, 1, 2), "pass"],
	["a skip", outline(1, 3), "partial"],
	["no first-level heading", outline(2, 3), "partial"],
	["no heading", [], "fail"],
	["only first-level headings", outline(1, 1, 1), "fail"],
	["two first-level headings and no other", outline(1, 1), "partial"],
	["a hidden one is not in the outline", [{ ...aHeading(1, "Menu"), hidden: true as const }], "fail"],
	["nor can it skip", [aHeading(1, "Bread"), { ...aHeading(4, "Menu"), hidden: true as const }], "pass"],
])("%s", (_, headings, outcome) => {
	expect(judge(headings).outcome).toBe(outcome);
});

test("quotes both ends of a skip and the line to change", () => {
	expect(judge([aHeading(1, "Bread"), aHeading(4, "Rye")])).toMatchObject({
		ratio: 0.75,
		fault: "Heading levels are skipped",
		says: 'https://example.com/ has 1 skipped level: from <h1> "Bread" to <h4> "Rye".',
		fix: 'Make <h4> "Rye" (line 14, column 1) an <h2>.',
		exhibits: [{ at: "line 14, column 1", excerpt: "<h4>Rye</h4>" }],
	});
});

test("no first-level heading costs half, a skip its share, and both are shown", () => {
	const verdict = judge([aHeading(2, "Bread"), aHeading(5, "Rye")]);
	expect(verdict).toMatchObject({ ratio: 0.25, fault: "The page has no first-level heading" });
	expect(verdict.says).toBe('https://example.com/ has no <h1>, and 1 skipped level: from <h2> "Bread" to <h5> "Rye".');
	expect(verdict).toHaveProperty("fix", expect.stringContaining('make <h2> "Bread" (line 12, column 1) the <h1>'));
});

test("an empty shell yields to text-without-js", () => {
	expect(headingOutline.yieldsTo).toContain("text-without-js");
});

test("a heading without text", () => {
	const empty = operability({ "heading-name": 2 }, aBarrier("heading-name", '<h2 class="line"></h2>'));
	expect(ask(headingOutline, {}, aPage({ digest: { operability: empty } }))).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		fault: "Headings have no text",
		says: "https://example.com/ has 1 heading without text.",
		fix: 'Write text into <h2 class="line"></h2> (line 20, column 3), or delete the heading.',
		exhibits: [{ excerpt: '<h2 class="line"></h2>' }],
	});
});

test("headings that are all empty, or all of the first level, are no outline", () => {
	const empty = operability({ "heading-name": 2 }, aBarrier("heading-name", "<h1>"), aBarrier("heading-name", "<h2>"));
	const headings = [aHeading(1, ""), aHeading(2, "")];
	expect(ask(headingOutline, {}, aPage({ digest: { headings, operability: empty } }))).toMatchObject({
		outcome: "fail",
		fault: "All headings are empty",
		says: "https://example.com/ has no heading with text.",
		fix: "Write text into <h1> (line 20, column 3), or delete the heading.",
	});
	expect(judge(outline(1, 1, 1))).toMatchObject({
		fault: "Every heading is a first-level heading",
		says: "https://example.com/ has 3 headings, all of them <h1>.",
		fix: expect.stringContaining('<h1> "Part 2"'),
	});
	expect(judge([])).toMatchObject({ fault: "The page has no headings", says: "https://example.com/ has no heading." });
});
