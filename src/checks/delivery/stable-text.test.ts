import { expect, test } from "vitest";
import { absent, aPage, ask, aText, found } from "../page.testkit.ts";
import { stableText } from "./stable-text.ts";

const page = (different: number, places = 100) =>
	found(
		aPage({
			digest: { text: aText({ fingerprint: Array.from({ length: places }, (_, i) => (i < different ? -1 : i)) }) },
		}),
	);

test.each([
	[0, "pass"],
	[20, "pass"],
	[21, "partial"],
	[100, "partial"],
])("%i of 100 places differ: %s", (different, outcome) => {
	expect(ask(stableText, { home: page(0), homeAgain: page(different) }).outcome).toBe(outcome);
});

test("states the share", () => {
	expect(ask(stableText, { home: page(0), homeAgain: page(60) }).says).toContain("about 40 %");
});

test("nothing is compared without text, or without a second visit", () => {
	expect(ask(stableText, { home: page(0, 0), homeAgain: page(0, 0) }).outcome).toBe("not-applicable");
	expect(ask(stableText, { home: page(0), homeAgain: absent(503) }).outcome).toBe("not-applicable");
});
