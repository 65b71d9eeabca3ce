import { checkOf } from "#checks/registry.ts";
import type { Language } from "#core/language.ts";
import { wordingIn } from "#core/wording-in.ts";
import de from "./languages/checks.de.json" with { type: "json" };
import en from "./languages/checks.en.json" with { type: "json" };
import es from "./languages/checks.es.json" with { type: "json" };
import fr from "./languages/checks.fr.json" with { type: "json" };
import { type Translation, translated } from "./receipt-sentences.ts";

export interface CheckText {
	readonly title: string;
	readonly fault: string;
	readonly consequence: string;
	readonly howToFix: string;
	/** Other headings of its faults. */
	readonly faults?: readonly string[];
	/** What it says, and what it advises, with the site's own values: see `receipt-sentences.ts`. */
	readonly says?: readonly string[];
	readonly fixes?: readonly string[];
}

type Catalog = Readonly<Record<string, CheckText>>;

/** English is what was translated, in the same order: where a check says something else by now, a test names it. */
export const CHECK_TEXTS: Readonly<Record<Language, Catalog>> = { en, de, fr, es };

/** By English headings of all checks. */
const HEADINGS: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
	en: headingsIn(en),
	de: headingsIn(de),
	fr: headingsIn(fr),
	es: headingsIn(es),
};

/** Headings with names in them. */
const PATTERNS = Object.entries<CheckText>(en).flatMap(([id, { faults = [] }]) =>
	faults.flatMap((pattern, at) => (pattern.includes("{") ? [{ id, at, pattern }] : [])),
);
const patterns = PATTERNS.map(({ pattern }) => pattern);
const listedIn = (catalog: Catalog): Translation => ({
	patterns,
	texts: PATTERNS.map(({ id, at }) => catalog[id]?.faults?.[at] ?? ""),
});
const LISTED: Readonly<Record<Language, Translation>> = {
	en: listedIn(en),
	de: listedIn(de),
	fr: listedIn(fr),
	es: listedIn(es),
};

function headingsIn(catalog: Catalog): ReadonlyMap<string, string> {
	const pairs = Object.entries(CHECK_TEXTS.en).flatMap(([id, english]) => {
		const text = catalog[id];
		if (!text) return [];
		const { faults = [] } = english;
		return [
			[english.title, text.title],
			[english.fault, text.fault],
			...faults.map((fault, at) => [fault, text.faults?.[at] ?? ""]),
		].filter((pair): pair is [string, string] => pair[1] !== "");
	});
	return new Map(pairs);
}

/** Undefined for a heading that is not known here, such as one of another version. */
export function headingIn(heading: string, lang: Language): string | undefined {
	return HEADINGS[lang].get(heading) ?? translated(heading, [LISTED[lang]], wordingIn(lang));
}

/** What its fault costs the owner; undefined for a check that is not known here. */
export function consequenceIn(id: string, lang: Language): string | undefined {
	return lang === "en" ? checkOf(id)?.consequence : CHECK_TEXTS[lang][id]?.consequence;
}

export function checkTextIn(id: string, lang: Language): CheckText | undefined {
	return CHECK_TEXTS[lang][id];
}

const NONE: readonly string[] = [];

export function ownSentences(id: string, of: "says" | "fixes", lang: Language): Translation {
	return { patterns: CHECK_TEXTS.en[id]?.[of] ?? NONE, texts: CHECK_TEXTS[lang][id]?.[of] ?? NONE };
}
