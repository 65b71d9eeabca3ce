import { expect, test } from "vitest";
import type { Page } from "#evidence/evidence-map.ts";
import { aPage, ask, aText } from "../page.testkit.ts";
import { thinText } from "./thin-text.ts";

test.each<[string, number | undefined, string, number?]>([
	["evidence from before it was counted", undefined, "not-applicable"],
	["two sentences", 39, "fail"],
	["three", 40, "partial", 40 / 120],
	["nearly enough", 119, "partial", 119 / 120],
	["three paragraphs", 120, "pass"],
])("%s: %s words is %s", (_, contentWords, outcome, ratio) => {
	const verdict = ask(thinText, {}, aPage({ digest: { text: aText({ contentWords, contentStart: "Hello" }) } }));
	expect(verdict).toMatchObject(ratio === undefined ? { outcome } : { outcome, ratio });
});

test("a page beside the home page may be short", () => {
	const contact = aPage({ url: "https://example.com/contact/", digest: { text: aText({ contentWords: 30 }) } });
	const asHome = (value: Page) => ({ home: { state: "found", url: value.url, status: 200, value } }) as const;
	expect(ask(thinText, asHome(aPage()), contact).outcome).toBe("not-applicable");
	expect(ask(thinText, asHome(contact), contact).outcome).toBe("fail");
});
