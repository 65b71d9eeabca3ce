import { REFUSAL } from "#core/brand.ts";
import type { Language } from "#core/language.ts";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import { PRESET_LABELS } from "#core/preset.ts";
import type { Placeholder, Text } from "#core/wording.ts";
import { type Wording, wordingIn } from "#core/wording-in.ts";
import { ACCESS } from "./access-texts.ts";
import { SENTENCES } from "./audit-sentences.ts";
import type { CheckSentences, CheckTexts } from "./check-texts-in.ts";
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
export interface Words extends Texts, Wording {
	/** In English the checks say it themselves. */
	readonly checks: CheckTexts;
	readonly sentences: CheckSentences;
}

const LOAD: Readonly<Record<Exclude<Language, "en">, () => Promise<Omit<Words, keyof Wording>>>> = {
	de: async () => (await import("./languages/de.ts")).GERMAN,
	fr: async () => (await import("./languages/fr.ts")).FRENCH,
	es: async () => (await import("./languages/es.ts")).SPANISH,
};

export const ENGLISH: Words = { ...ENGLISH_TEXTS, checks: {}, sentences: {}, ...wordingIn("en") };

const loaded = new Map<Language, Words>([["en", ENGLISH]]);

/** Once, before anything is written in the language: a catalog is 100 kB that most programs never need. */
export async function loadLanguage(lang: Language): Promise<Words> {
	const words = loaded.get(lang) ?? { ...(await LOAD[lang as Exclude<Language, "en">]()), ...wordingIn(lang) };
	loaded.set(lang, words);
	return words;
}

/** @throws RangeError unless the language was loaded */
export function wordsIn(lang: Language): Words {
	const words = loaded.get(lang);
	if (!words) throw new RangeError(`The texts in ${lang} are not loaded.`);
	return words;
}

function pillarWords() {
	const words = Object.values(PILLARS).map(({ key, label }) => [key, { label, within: label.toLowerCase() }]);
	return Object.fromEntries(words) as Record<PillarKey, { readonly label: string; readonly within: string }>;
}
