/** Languages of briefs, as BCP 47 tags. */
export const LANGUAGES = ["en", "de", "fr", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Names in the language itself. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
	en: "English",
	de: "Deutsch",
	fr: "Français",
	es: "Español",
};

/** Options of a form. */
export const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** Locales of Open Graph. */
export const LOCALES: Readonly<Record<Language, string>> = { en: "en_GB", de: "de_DE", fr: "fr_FR", es: "es_ES" };
