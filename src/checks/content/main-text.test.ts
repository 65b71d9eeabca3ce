import { expect, test } from "vitest";
import { aPage, ask, aText } from "../page.testkit.ts";
import { mainText } from "./main-text.ts";

test.each<[string, number | undefined, string, number?]>([
	["evidence from before it was counted", undefined, "not-applicable"],
	["no word", 0, "fail"],
	["a slogan", 19, "fail"],
	["two sentences", 30, "partial", 0.25],
	["nearly enough", 119, "partial", 119 / 120],
	["three paragraphs", 120, "pass"],
])("%s: %s words is %s", (_, contentWords, outcome, ratio) => {
	const verdict = ask(mainText, {}, aPage({ digest: { text: aText({ contentWords, contentStart: "Hello" }) } }));
	expect(verdict).toMatchObject(ratio === undefined ? { outcome } : { outcome, ratio });
});
