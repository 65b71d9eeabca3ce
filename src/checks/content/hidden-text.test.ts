import { expect, test } from "vitest";
import { aPage, ask, aText } from "../page.testkit.ts";
import { hiddenText } from "./hidden-text.ts";

const part = (how: string, text: string) => ({ at: "line 7, column 1", excerpt: `<div style="x">${text}`, how, text });

test.each([
	[1000, 0, "pass"],
	[800, 200, "pass"],
	[1199, 301, "partial"],
	[799, 299, "pass"],
	[0, 500, "fail"],
	[0, 0, "not-applicable"],
])("%i visible, %i hidden: %s", (visible, hidden, outcome) => {
	expect(ask(hiddenText, {}, aPage({ digest: { text: aText({ visible, hidden }) } })).outcome).toBe(outcome);
});

test("earns the share that is visible", () => {
	expect(ask(hiddenText, {}, aPage({ digest: { text: aText({ visible: 250, hidden: 750 }) } }))).toMatchObject({
		outcome: "partial",
		ratio: 0.25,
	});
});

test("it shows the longest part, not comments", () => {
	const hidden = [
		part("comment", "c".repeat(200)),
		part("display:none", "short"),
		part("off-screen", "cheap shoes here"),
	];
	const verdict = ask(hiddenText, {}, aPage({ digest: { text: aText({ visible: 100, hidden: 900 }), hidden } }));
	expect(verdict.says).toContain("90 % of the text");
	expect(verdict.exhibits?.map(({ excerpt }) => excerpt)).toEqual([
		'<div style="x">cheap shoes here',
		'<div style="x">short',
	]);
});
