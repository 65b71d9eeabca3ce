import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { lang } from "./lang.ts";

const tagged = (text: string) =>
	aPage({ digest: { lang: { text, at: "line 2, column 1", excerpt: `<html lang="${text}">` } } });

test.each(["en", "de", "pt-BR", "zh-Hant-TW", "yue", "EN-us", "de-CH-1996", "sl-rozaj-biske"])("%s is a tag", (tag) => {
	expect(ask(lang, {}, tagged(tag))).toMatchObject({ outcome: "pass", exhibits: [{ at: "line 2, column 1" }] });
});

test.each(["english", "en_US", "x-none", "e", "en-", "en US", "*"])("%s is none", (tag) => {
	expect(ask(lang, {}, tagged(tag))).toMatchObject({ outcome: "fail", says: expect.stringContaining(`lang="${tag}"`) });
});

test("missing and empty differ in words", () => {
	expect(ask(lang, {}, aPage({ digest: { lang: null } })).says).toBe(
		"<html> of https://example.com/ has no lang attribute.",
	);
	expect(ask(lang, {}, tagged(" ")).says).toBe("<html> of https://example.com/ has an empty lang attribute.");
});

test("an underscore is mended", () => {
	expect(ask(lang, {}, tagged("en_US"))).toHaveProperty("fix", expect.stringContaining('<html lang="en-US">'));
});
