import type { Language } from "./language.ts";
import {
	alternatives,
	digitGroups,
	filled,
	listing,
	type Placeholder,
	type PluralText,
	pluralOf,
	spokenBeside,
	spokenDate,
	spokenTime,
	type Text,
} from "./wording.ts";

/** How a language writes numbers, lists, dates and plurals. */
export interface Wording {
	readonly lang: Language;
	/** Space before a colon or a semicolon. */
	readonly gap: string;
	digitGroups(count: number): string;
	/** With one decimal. */
	decimal(value: number): string;
	/** Writes numbers without digit groups. */
	filled<T extends string>(text: T, values: Readonly<Record<Placeholder<T>, string | number>>): string;
	pluralOf<T extends PluralText>(text: T, count: number): T["one" | "other"];
	/** Shows at most `shown` items, then the number of the others. */
	listing(items: readonly string[], shown?: number): string;
	/** `a, b or c` */
	either(items: readonly string[]): string;
	/** With the language's quotation marks. */
	quoted(text: string): string;
	/** Translates a receipt's `line 4, column 8` or `header link`. */
	position(at: string): string;
	/** `4 more`, at the end of a list. */
	more(count: string): string;
	spokenDate(iso: string): string;
	spokenTime(iso: string): string;
	/** Includes the time if both are on the same day. */
	spokenBeside(iso: string, other: string): string;
}

const MORE: Readonly<Record<Language, Text<"count">>> = {
	en: "{count} more",
	de: "{count} weitere",
	fr: "{count} de plus",
	es: "{count} más",
};

/** French puts narrow no-break spaces inside quotation marks. */
const QUOTED: Readonly<Record<Language, Text<"text">>> = {
	en: "“{text}”",
	de: "„{text}“",
	fr: "«\u202f{text}\u202f»",
	es: "«{text}»",
};

const POSITION: Readonly<Record<Exclude<Language, "en">, Readonly<Record<string, string>>>> = {
	de: {
		line: "Zeile",
		column: "Spalte",
		header: "Header",
		beginning: "Anfang",
		status: "Status",
		"status line": "Statuszeile",
		certificate: "Zertifikat",
		"time to first byte": "Zeit bis zum ersten Byte",
		"decoded body": "dekodierter Inhalt",
		"layout shift": "Verschiebung des Layouts",
		"first visit": "erster Besuch",
		"second visit": "zweiter Besuch",
		"rendered text": "Text im Browser",
		"after scripts": "nach den Skripten",
		"text sent to a crawler": "Text für einen Crawler",
		"text sent to a browser": "Text für einen Browser",
		keys: "Schlüssel",
		entry: "Eintrag",
	},
	fr: {
		line: "ligne",
		column: "colonne",
		header: "en-tête",
		beginning: "début",
		status: "statut",
		"status line": "ligne de statut",
		certificate: "certificat",
		"time to first byte": "délai jusqu'au premier octet",
		"decoded body": "contenu décodé",
		"layout shift": "décalage de mise en page",
		"first visit": "première visite",
		"second visit": "deuxième visite",
		"rendered text": "texte dans le navigateur",
		"after scripts": "après les scripts",
		"text sent to a crawler": "texte envoyé à un robot",
		"text sent to a browser": "texte envoyé à un navigateur",
		keys: "clés",
		entry: "entrée",
	},
	es: {
		line: "línea",
		column: "columna",
		header: "cabecera",
		beginning: "comienzo",
		status: "estado",
		"status line": "línea de estado",
		certificate: "certificado",
		"time to first byte": "tiempo hasta el primer byte",
		"decoded body": "contenido decodificado",
		"layout shift": "desplazamiento del diseño",
		"first visit": "primera visita",
		"second visit": "segunda visita",
		"rendered text": "texto en el navegador",
		"after scripts": "tras los scripts",
		"text sent to a crawler": "texto enviado a un rastreador",
		"text sent to a browser": "texto enviado a un navegador",
		keys: "claves",
		entry: "entrada",
	},
};

/** Words followed by a number, a name or an address. Other positions are quoted from the site. */
const OPENING = /^(?:line(?= \d)|header(?= )|beginning(?= \()|status(?= \d)|entry(?= ))|(?<=^line \d+, )column/g;

export const ENGLISH_WORDING: Wording = {
	lang: "en",
	gap: "",
	digitGroups,
	decimal: (value) => value.toFixed(1),
	filled,
	pluralOf,
	listing,
	either: alternatives,
	quoted: (text) => filled(QUOTED.en, { text }),
	position: (at) => at,
	more: (count) => filled(MORE.en, { count }),
	spokenDate,
	spokenTime,
	spokenBeside,
};

/** Cached: creating a formatter takes milliseconds. */
const made = new Map<Language, Wording>([["en", ENGLISH_WORDING]]);

export function wordingIn(lang: Language): Wording {
	const wording = made.get(lang) ?? makeWording(lang as Exclude<Language, "en">);
	made.set(lang, wording);
	return wording;
}

function makeWording(lang: Exclude<Language, "en">): Wording {
	const grouped = new Intl.NumberFormat(lang, { maximumFractionDigits: 20 });
	const plain = new Intl.NumberFormat(lang, { maximumFractionDigits: 20, useGrouping: false });
	const tenths = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
	const rules = new Intl.PluralRules(lang);
	const lists = new Intl.ListFormat(lang, { type: "conjunction" });
	const choices = new Intl.ListFormat(lang, { type: "disjunction" });
	const days = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "UTC" });
	// French writes the first of a month as an ordinal, which Intl does not: 1er décembre.
	const first = (day: string) => (lang === "fr" ? day.replace(/^1 /, "1er ") : day);
	const date = (iso: string) => first(days.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`)));
	const time = (iso: string) => `${date(iso)}, ${iso.slice(11, 16)} UTC`;
	return {
		lang,
		gap: lang === "fr" ? "\u202f" : "",
		digitGroups: (count) => grouped.format(count),
		decimal: (value) => tenths.format(value),
		filled: (text, values) =>
			filled(
				text,
				Object.fromEntries(
					Object.entries<string | number>(values).map(([name, value]) => [
						name,
						typeof value === "number" ? plain.format(value) : value,
					]),
				) as typeof values,
			),
		pluralOf: (text, count) => (rules.select(count) === "one" ? text.one : text.other),
		listing: (items, shown = 3) => {
			const more = items.length - shown;
			return lists.format(more > 0 ? [...items.slice(0, shown), filled(MORE[lang], { count: more })] : [...items]);
		},
		either: (items) => choices.format(items),
		quoted: (text) => filled(QUOTED[lang], { text }),
		position: (at) => {
			const words = POSITION[lang];
			return Object.hasOwn(words, at) ? (words[at] ?? at) : at.replace(OPENING, (word) => words[word] ?? word);
		},
		more: (count) => filled(MORE[lang], { count }),
		spokenDate: date,
		spokenTime: time,
		spokenBeside: (iso, other) => (iso.slice(0, 10) === other.slice(0, 10) ? time(iso) : date(iso)),
	};
}
