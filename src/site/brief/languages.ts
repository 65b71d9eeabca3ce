import { REFUSAL } from "#core/brand.ts";
import type { Language } from "#core/language.ts";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import { PRESET_LABELS } from "#core/preset.ts";
import type { Placeholder, Text } from "#core/wording.ts";
import { type Wording, wordingIn } from "#core/wording-in.ts";
import { ACCESS } from "./access-texts.ts";
import { SENTENCES } from "./audit-sentences.ts";
import { GERMAN } from "./languages/de.ts";
import { SPANISH } from "./languages/es.ts";
import { FRENCH } from "./languages/fr.ts";
import * as repairTexts from "./repair-texts.ts";
import { SITE_PAGES } from "./site-pages-texts.ts";
import * as texts from "./texts.ts";

const ENGLISH_TEXTS = {
	...texts,
	ACCESS,
	...repairTexts,
	SENTENCES,
	SITE_PAGES,
	PRESET_LABELS,
	PILLAR_WORDS: pillarWords(),
	REFUSAL,
} as const;

/** The same keys and placeholders, other words. */
type Translated<T> = T extends string ? Text<Placeholder<T>> : { readonly [Key in keyof T]: Translated<T[Key]> };

export type Texts = Translated<typeof ENGLISH_TEXTS>;

/** All that a brief is written with in one language. */
export interface Words extends Texts, Wording {}

const TEXTS: Readonly<Record<Language, Texts>> = {
	en: ENGLISH_TEXTS,
	de: GERMAN,
	fr: FRENCH,
	es: SPANISH,
};

const made = new Map<Language, Words>();

export function wordsIn(lang: Language): Words {
	const words = made.get(lang) ?? { ...TEXTS[lang], ...wordingIn(lang) };
	made.set(lang, words);
	return words;
}

export const ENGLISH: Words = wordsIn("en");

function pillarWords() {
	const words = Object.values(PILLARS).map(({ key, label }) => [key, { label, within: label.toLowerCase() }]);
	return Object.fromEntries(words) as Record<PillarKey, { readonly label: string; readonly within: string }>;
}
