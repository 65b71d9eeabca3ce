import axe from "axe-core";
import { expect, it } from "vitest";
import { isLanguageSubtag, isLanguageTag } from "./element-barriers.ts";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

it("knows the languages that axe-core knows, and those for private use", () => {
	const known = new Set((axe.utils as unknown as { validLangs(): string[] }).validLangs());
	const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
	const triples = pairs.flatMap((pair) => LETTERS.map((third) => pair + third));
	const own = (tag: string) => tag >= "qaa" && tag <= "qtz" && tag.length === 3;
	const differing = [...pairs, ...triples].filter((tag) => isLanguageSubtag(tag) !== (known.has(tag) || own(tag)));
	expect(differing).toEqual([]);
});

it.each(["en", "EN", "pt-BR", "zh-Hant-TW", "en-US-GB", "haw", "qaa", "iw"])("%s is a tag", (tag) => {
	expect(isLanguageTag(tag)).toBe(true);
});

it.each(["", " en", "eng", "english", "en_US", "i-lux", "x-mine", "em-US", "#1", "e", "en-", "e1"])(
	"%j is none",
	(tag) => {
		expect(isLanguageTag(tag)).toBe(false);
	},
);
