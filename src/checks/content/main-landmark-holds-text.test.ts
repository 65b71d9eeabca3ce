import { expect, test } from "vitest";
import { aPage, ask, aText } from "../page.testkit.ts";
import { mainLandmarkHoldsText } from "./main-landmark-holds-text.ts";

const MAIN = { at: "line 30, column 2", excerpt: '<main id="content">', role: "main", label: "" };
const NAV = { at: "line 9, column 2", excerpt: "<nav>", role: "navigation", label: "" };
const judge = (visible: number, main: number, landmarks = [NAV, MAIN]) =>
	ask(mainLandmarkHoldsText, {}, aPage({ digest: { landmarks, text: aText({ visible, main, start: "" }) } }));

test.each([
	["nearly all", 1000, 950, "pass"],
	["just enough", 1000, 600, "pass"],
	["a little less", 1000, 599, "partial"],
	["an empty main", 1000, 0, "fail"],
	["no text at all", 0, 0, "not-applicable"],
])("%s", (_, visible, main, outcome) => {
	expect(judge(visible, main).outcome).toBe(outcome);
});

test("a share below the line is never rounded up to it", () => {
	expect(judge(1000, 599)).toMatchObject({
		says: "<main> contains 59 % of the visible text of https://example.com/. We expect 60 % or more.",
		exhibits: [{ at: "line 30, column 2", excerpt: '<main id="content">' }],
	});
});

test("a share below the line earns its part of it", () => {
	expect(judge(1000, 300)).toMatchObject({ outcome: "partial", ratio: 0.5 });
	expect(judge(1000, 0)).toMatchObject({ outcome: "fail", fault: "The page's <main> element is empty" });
});

test("long menus around a short text are not a fault", () => {
	const text = aText({ visible: 1000, main: 400, frame: 500 });
	expect(ask(mainLandmarkHoldsText, {}, aPage({ digest: { landmarks: [NAV, MAIN], text } }))).toMatchObject({
		outcome: "pass",
		says: "<main> contains 80 % of the visible text outside header, menus and footer.",
	});
});

test("no main, with or without an article", () => {
	expect(judge(1000, 0, [NAV])).toMatchObject({
		outcome: "fail",
		fault: "The page has no <main> element, so machines guess where your content starts",
		says: "https://example.com/ has no <main> element.",
	});
	expect(judge(1000, 800, [NAV]).says).toContain("80 % of its text is inside <article>");
});

test("an empty shell yields to text-without-js", () => {
	expect(mainLandmarkHoldsText.yieldsTo).toContain("text-without-js");
});

test("two main parts are one too many", () => {
	expect(judge(1000, 950, [NAV, MAIN, { ...MAIN, at: "line 40, column 2" }])).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: "https://example.com/ has 2 main parts where one is expected: line 30, column 2 and line 40, column 2.",
	});
});
