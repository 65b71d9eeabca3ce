import { expect, test } from "vitest";
import { aPage, ask, aText } from "../page.testkit.ts";
import { contentStart } from "./content-start.ts";

test.each([
	[0, "pass"],
	[8_000, "pass"],
	[8_004, "partial"],
	[40_000, "partial"],
	[40_004, "fail"],
])("text behind %i characters: %s", (mainOffset, outcome) => {
	const verdict = ask(contentStart, {}, aPage({ digest: { text: aText({ mainOffset }) } }));
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says).toContain(`${mainOffset} characters`);
});

test("a page without text begins nowhere", () => {
	expect(ask(contentStart, {}, aPage({ digest: { text: aText({ visible: 0 }) } })).outcome).toBe("not-applicable");
});
