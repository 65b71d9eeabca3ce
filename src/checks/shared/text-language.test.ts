import { describe, expect, test } from "vitest";
import type { TextLanguage } from "#evidence/page-digest.ts";
import { sureLanguage, writtenOtherwise } from "./text-language.ts";

const text = (languages: TextLanguage["languages"], parts: Partial<TextLanguage> = {}): TextLanguage => {
	return { letters: 3000, scripts: { Latn: 1 }, words: 600, languages, ...parts };
};
const script = (scripts: TextLanguage["scripts"], letters = 3000) => text({}, { scripts, letters });

describe("a text in another language", () => {
	test.each<[string, TextLanguage, string]>([
		["de", text({ en: 0.16, "da nb nn no": 0.01 }), "English"],
		["pt-BR", text({ es: 0.08, en: 0.01 }), "Spanish"],
		["en", text({ "cs sk": 0.14 }), "Czech or Slovak"],
		[
			"en",
			text({ id: 0.1, "id ms": 0.2, en: 0.009 }, { languages: { "id ms": 0.2, en: 0.009 } }),
			"Indonesian or Malay",
		],
		["uk", text({ ru: 0.2, uk: 0.005 }, { scripts: { Cyrl: 1 } }), "Russian"],
		["ja", script({ Latn: 0.99, Kana: 0.01 }), "Latin script"],
		["en", script({ Cyrl: 0.93, Latn: 0.07 }), "Cyrillic script"],
		["sr-Latn", script({ Cyrl: 0.98, Latn: 0.02 }), "Cyrillic script"],
		["zh-Hans", script({ Hani: 0.5, Kana: 0.5 }), "Japanese"],
		["ja", script({ Hani: 0.99, Latn: 0.01 }), "Chinese"],
	])("lang=%s: %j", (tag, seen, written) => {
		expect(writtenOtherwise(tag, seen)).toBe(written);
	});
});

describe("nothing is said of", () => {
	test.each<[string, string, TextLanguage | undefined]>([
		["the stated language", "en-GB", text({ en: 0.16 })],
		["a closely related language", "nb", text({ "da nb nn no": 0.2 })],
		["another closely related language", "ms", text({ "id ms": 0.2 })],
		["a page with a part in the stated language", "de", text({ en: 0.16, de: 0.02 })],
		["two languages side by side", "de", text({ en: 0.1, fr: 0.08 })],
		["a language without a list", "cy", text({ en: 0.16 })],
		["few words", "de", text({ en: 0.16 }, { words: 80 })],
		["a list of names", "de", text({ en: 0.03 })],
		["few letters", "ja", script({ Latn: 1 }, 300)],
		["some of the stated script", "zh", script({ Latn: 0.93, Hani: 0.07 })],
		["commands in a few sentences of the stated script", "ja", script({ Latn: 0.985, Hani: 0.015 }, 12_000)],
		["a language of two scripts", "sr", script({ Latn: 1 })],
		["a language without a known script", "am", script({ Latn: 1 })],
		["a script without a name", "en", script({ other: 1 })],
		["older evidence", "ja", undefined],
	])("%s (%s)", (_, tag, seen) => {
		expect(writtenOtherwise(tag, seen)).toBeUndefined();
	});
});

test("the language to write is known for a language alone, and not for a group", () => {
	expect(sureLanguage(text({ fr: 0.1 }))).toEqual({ group: "fr", name: "French", tag: "fr" });
	expect(sureLanguage(text({ "gl pt": 0.1 }))).toEqual({
		group: "gl pt",
		name: "Portuguese or Galician",
		tag: undefined,
	});
	expect(sureLanguage(undefined)).toBeUndefined();
});
