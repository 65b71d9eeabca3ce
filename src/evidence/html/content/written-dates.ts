import monthNames from "./month-names.json" with { type: "json" };

/** Dates as people write them, in the seven languages whose month names are known, in ISO 8601, and in digits. */

export interface WrittenDate {
	/** `YYYY-MM-DD`; null where day and month cannot be distinguished, as in 03/04/2026. */
	readonly date: string | null;
	readonly start: number;
	readonly end: number;
}

const MONTH_NUMBER: ReadonlyMap<string, number> = new Map(
	monthNames.withoutDiacritics.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

type Groups = readonly (string | undefined)[];
type Reading = (groups: Groups) => string | null | undefined;

/** Undefined from a reading: these words are no date. */
const FORMS: readonly (readonly [RegExp, Reading])[] = [
	[/(?<!\d)((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu, ([y, m, d]) => isoDate(y, m, d)],
	[/((?:19|20)\d\d)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/gu, ([y, m, d]) => isoDate(y, m, d)],
	[
		/(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?[ -]?(?:of |de |d')?(\p{L}{3,10})\.?,?[ -]?(?:de |del )?((?:19|20)\d\d)(?!\d)/gu,
		([d, month, y]) => namedDate(y, month, d),
	],
	[
		/(?<!\p{L})(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d\d)(?!\d)/gu,
		([month, d, y]) => namedDate(y, month, d),
	],
	// With full stops the day comes first, save for American magazines.
	[/(?<!\d)(\d{1,2})\. ?(\d{1,2})\. ?((?:19|20)\d\d)(?!\d)/gu, ([d, m, y]) => isoDate(y, m, d) ?? isoDate(y, d, m)],
	// What has three parts and begins with one digit is a version more often than a date.
	[/(?<![\d.])(\d\d)\.(\d\d)\.(\d\d)(?!\.?\d)/gu, ([a, b, y]) => eitherOrder(Number(a), Number(b), ofCentury(y))],
	[/(?<![\d/])(\d{1,2})\/(\d\d)\/(\d\d)(?![\d/])/gu, ([a, b, y]) => eitherOrder(Number(a), Number(b), ofCentury(y))],
	[/(?<!\d)(\d{1,2})[/-](\d{1,2})[/-]((?:19|20)\d\d)(?!\d)/gu, ([a, b, y]) => eitherOrder(Number(a), Number(b), y)],
];

const YEAR = /(?:19|20)\d\d|\d[./]\d\d[./]\d\d/;

export function mayHoldDate(text: string): boolean {
	return YEAR.test(text);
}

/** Every date in a short text, in order. Works in time linear to the text for a text of bounded length. */
export function datesIn(text: string): readonly WrittenDate[] {
	if (!mayHoldDate(text)) return [];
	const plain = plainText(text);
	const found = FORMS.flatMap(([form, read]) =>
		Array.from(plain.matchAll(form)).flatMap((match): WrittenDate[] => {
			const date = read(match.slice(1));
			return date === undefined ? [] : [{ date, start: match.index, end: match.index + match[0].length }];
		}),
	).toSorted((a, b) => a.start - b.start || b.end - a.end);
	let reached = 0;
	return found.filter(({ start, end }) => {
		const isFirst = reached <= start;
		reached = Math.max(reached, end);
		return isFirst;
	});
}

/** The day of an ISO 8601 value, as of `datetime`; null when it holds none. */
export function isoDay(value: string): string | null {
	const [, year, month, day] = /^\s*(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(value) ?? [];
	return isoDate(year, month, day) ?? null;
}

const UPDATED =
	/updat|modif|revis|reviewed|edited|aktualisier|geandert|bearbeitet|stand(?= ?:)|mis[e]? a jour|actualiz|aggiorna|atualiz|bijgewerkt|gewijzigd|更新/g;
const PUBLISHED =
	/publish|posted|publi[eck]|publica|veroffentlicht|erschienen|erstellt am|pubblica|geplaatst|gepubliceerd|written on|发布|公開/g;

/** What a date is, by the words before it: the last of them counts. */
export function labelOf(before: string): "published" | "updated" | null {
	const plain = plainText(before);
	const updated = lastOf(plain, UPDATED);
	const published = lastOf(plain, PUBLISHED);
	if (updated < 0 && published < 0) return null;
	return updated > published ? "updated" : "published";
}

function lastOf(text: string, words: RegExp): number {
	return Array.from(text.matchAll(words)).at(-1)?.index ?? -1;
}

/** Lower case without diacritics, each character in its place. */
function plainText(text: string): string {
	return Array.from(text.toLowerCase(), (char) => {
		const plain = char.normalize("NFD").replace(/\p{M}/gu, "");
		return plain.length === char.length ? plain : char;
	}).join("");
}

function namedDate(year?: string, month?: string, day?: string): string | undefined {
	const number = MONTH_NUMBER.get(month ?? "");
	return number === undefined ? undefined : isoDate(year, String(number), day);
}

/** Two digits of a year from the web's beginnings to some years ahead. */
function ofCentury(year?: string): string | undefined {
	if (year === undefined || (year > "39" && year < "90")) return undefined;
	return year < "90" ? `20${year}` : `19${year}`;
}

function eitherOrder(a: number, b: number, year?: string): string | null | undefined {
	if (a === b || a > 12) return isoDate(year, String(b), String(a));
	if (b > 12) return isoDate(year, String(a), String(b));
	return isoDate(year, String(a), String(b)) === undefined ? undefined : null;
}

function isoDate(year?: string, month?: string, day?: string): string | undefined {
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== Number(month) - 1) return undefined;
	return date.getUTCDate() === Number(day) ? date.toISOString().slice(0, 10) : undefined;
}
