import { expect, test } from "vitest";
import { aPage, ask, aText } from "../page.testkit.ts";
import { tokenRatio } from "./token-ratio.ts";

const ratio = (bytes: number, visible: number, words: number) =>
	ask(tokenRatio, {}, aPage({ digest: { bytes, text: aText({ visible, words }) } }));

test.each([
	[10_000, 500, 80, "pass"],
	[10_000, 499, 80, "partial"],
	[10_000, 0, 0, "not-applicable"],
	// Chinese: 300 characters are 900 bytes.
	[10_000, 300, 300, "pass"],
])("%i bytes with %i characters in %i words: %s", (bytes, visible, words, outcome) => {
	expect(ratio(bytes, visible, words).outcome).toBe(outcome);
});

test("states the share", () => {
	expect(ratio(10_000, 120, 20).says).toContain("1 % of the 10000 bytes");
});
