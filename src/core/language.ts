/** Languages that a brief is written in: BCP 47 tags. */
export const LANGUAGES = ["en", "de", "fr", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** As their readers call them. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
	en: "English",
	de: "Deutsch",
	fr: "Français",
	es: "Español",
};

/** As a form offers them. */
export const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** As Open Graph names them. */
export const LOCALES: Readonly<Record<Language, string>> = { en: "en_GB", de: "de_DE", fr: "fr_FR", es: "es_ES" };
