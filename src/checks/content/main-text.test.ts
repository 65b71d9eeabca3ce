import { expect, test } from "vitest";
import { aPage, ask, aText } from "../page.testkit.ts";
import { mainText } from "./main-text.ts";

test.each<[string, number | undefined, string]>([
	["evidence from before it was counted", undefined, "not-applicable"],
	["no word", 0, "fail"],
	["a slogan", 19, "fail"],
	["a sentence or two", 20, "pass"],
])("%s: %s words is %s", (_, contentWords, outcome) => {
	const verdict = ask(mainText, {}, aPage({ digest: { text: aText({ contentWords, contentStart: "Hello" }) } }));
	expect(verdict).toMatchObject({ outcome });
});
