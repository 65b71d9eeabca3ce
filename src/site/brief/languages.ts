import { REFUSAL } from "#core/brand.ts";
import type { Language } from "#core/language.ts";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import { PRESET_LABELS } from "#core/preset.ts";
import { REHEARSAL_SUMMARY } from "#core/rehearsal.ts";
import type { Placeholder, Text } from "#core/wording.ts";
import { type Wording, wordingIn } from "#core/wording-in.ts";
import { SENTENCES } from "./audit-sentences.ts";
import type { CheckSentences, CheckTexts } from "./check-texts-in.ts";
import { REHEARSAL } from "./rehearsal-rows.ts";
import * as repairTexts from "./repair-texts.ts";
import { ACCESS, AUDIT_REPORT, MAILS } from "./report-texts.ts";
import { SITE_PAGES } from "./site-pages-texts.ts";
import * as texts from "./texts.ts";

const ENGLISH_TEXTS = {
	...texts,
	ACCESS,
	AUDIT_REPORT,
	MAILS,
	...repairTexts,
	REHEARSAL,
	REHEARSAL_SUMMARY,
	SENTENCES,
	SITE_PAGES,
	PRESET_LABELS,
	PILLAR_WORDS: pillarWords(),
	REFUSAL,
} as const;

/** Same keys and placeholders in another language. */
type Translated<T> = T extends string ? Text<Placeholder<T>> : { readonly [Key in keyof T]: Translated<T[Key]> };

export type Texts = Translated<typeof ENGLISH_TEXTS>;

/** All texts of a brief in one language. */
export interface Words extends Texts, Wording {
	/** Empty in English, where the checks have the texts. */
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

/** Call before using the language. Lazy, because a catalog has 100 kB that most programs never need. */
export async function loadLanguage(lang: Language): Promise<Words> {
	const words = loaded.get(lang) ?? {
		...typeset(await LOAD[lang as Exclude<Language, "en">](), wordingIn(lang)),
		...wordingIn(lang),
	};
	loaded.set(lang, words);
	return words;
}

/** Applies the language's quotation marks, apostrophes and spaces. Keys, which are English patterns, stay. */
function typeset<T>(value: T, wording: Wording): T {
	if (typeof value === "string") return typesetText(value, wording) as T;
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typeset(each, wording)])) as T;
}

function typesetText(text: string, { lang, quoted }: Wording): string {
	// Quotation marks of attributes and JSON are code.
	const marked = text.replace(/"([^"]*)"/g, (whole, inner: string, at: number) => {
		const isCode = /(?:=|": ?)$/.test(text.slice(0, at)) || text.startsWith(":", at + whole.length);
		return isCode ? whole : quoted(inner);
	});
	const prose = marked.replace(/(?<=^|[\s(])"([^"{}<>=]+)"(?=[\s,.;:)]|$)/g, (_, inner: string) => quoted(inner));
	const spaced = prose.replace(/(?<=[\d}]) %/g, lang === "fr" ? "\u202f%" : "\u00a0%");
	if (lang !== "fr") return spaced;
	return spaced
		.replace(/(?<=\p{L})'(?=[\p{L}{<«“"])/gu, "’")
		.replace(/ (?=[;:!?»])/g, "\u202f")
		.replace(/(?<=«) /g, "\u202f");
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
