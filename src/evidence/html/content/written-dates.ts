import monthNames from "./month-names.json" with { type: "json" };

/** Dates as people write them, in the languages whose month names are known, in ISO 8601, and in digits. */

export interface WrittenDate {
	/** `YYYY-MM-DD`; null where the day is not certain: 03/04/2026, March 2026. */
	readonly date: string | null;
	/** True for a month without a day, which in a sentence is seldom the page's own date. */
	readonly isMonth: boolean;
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
		/(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?[ -]?(?:of |de |d')?(\p{L}{3,12})\.?,?[ -]?(?:de |del )?((?:19|20)\d\d)(?!\d)/gu,
		([d, month, y]) => namedDate(y, month, d),
	],
	[
		/(?<!\p{L})(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d\d)(?!\d)/gu,
		([month, d, y]) => namedDate(y, month, d),
	],
	// Hungarian, and ledgers.
	[
		/(?<!\d)((?:19|20)\d\d)\.? (\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:])/gu,
		([y, month, d]) => namedDate(y, month, d),
	],
	[/(?<!\d)(\d{1,2}) thang (\d{1,2})(?:,? nam|,)? ((?:19|20)\d\d)(?!\d)/gu, ([d, m, y]) => isoDate(y, m, d)],
	// With full stops the day comes first, save for American magazines.
	[/(?<!\d)(\d{1,2})\. ?(\d{1,2})\. ?((?:19|20)\d\d)(?!\d)/gu, ([d, m, y]) => isoDate(y, m, d) ?? isoDate(y, d, m)],
	// What has three parts and begins with one digit is a version more often than a date.
	[/(?<![\d.])(\d\d)\.(\d\d)\.(\d\d)(?!\.?\d)/gu, ([a, b, y]) => eitherOrder(Number(a), Number(b), ofCentury(y))],
	[/(?<![\d/])(\d{1,2})\/(\d\d)\/(\d\d)(?![\d/])/gu, ([a, b, y]) => eitherOrder(Number(a), Number(b), ofCentury(y))],
	[/(?<!\d)(\d{1,2})[/-](\d{1,2})[/-]((?:19|20)\d\d)(?!\d)/gu, ([a, b, y]) => eitherOrder(Number(a), Number(b), y)],
];

/** `March 2026`, `marzo de 2026` */
const MONTH = /(?<![\p{L}\d]|\d\.? )(\p{L}{3,12})\.?,? (?:de |del )?((?:19|20)\d\d)(?!\d)/gu;
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
			return date === undefined ? [] : [{ date, isMonth: false, ...placeOf(match) }];
		}),
	);
	const months = Array.from(plain.matchAll(MONTH)).flatMap((match): WrittenDate[] =>
		MONTH_NUMBER.has(match[1] ?? "") ? [{ date: null, isMonth: true, ...placeOf(match) }] : [],
	);
	const inOrder = [...found, ...months].toSorted((a, b) => a.start - b.start || b.end - a.end);
	let reached = 0;
	return inOrder.filter(({ start, end }) => {
		const isFirst = reached <= start;
		reached = Math.max(reached, end);
		return isFirst;
	});
}

function placeOf({ index, 0: text }: RegExpExecArray): Pick<WrittenDate, "start" | "end"> {
	return { start: index, end: index + text.length };
}

/** The day of an ISO 8601 value, as of `datetime`; null when it holds none. */
export function isoDay(value: string): string | null {
	const [, year, month, day] = /^\s*(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(value) ?? [];
	return isoDate(year, month, day) ?? null;
}

const UPDATED =
	/updat|modif|revis|reviewed|edited|aktualisier|geandert|bearbeitet|stand(?= ?:)|mis[e]? a jour|actualiz|aggiorna|atualiz|bijgewerkt|gewijzigd|uppdater|opdater|oppdater|paivitetty|muokattu|aktualiz|upraven|frissit|modosit|guncelle|обновл|изменен|оновлен|змінен|ενημερ|diperbarui|diubah|cap nhat|更新|수정|업데이트/g;
const PUBLISHED =
	/publish|posted|publi[eck]|publica|veroffentlicht|erschienen|erstellt am|pubblica|geplaatst|gepubliceerd|written on|publicer|udgivet|julkaistu|opublik|zverejn|yayin|megjelen|kozzetet|опублик|дата публ|δημοσι|diterbitkan|dipublikasi|xuat ban|đang ngay|ngay đang|发布|發布|發表|公開|投稿日|掲載|게시|입력|등록/g;

/** Words before a day of somebody's life, an account or an offer. */
const OTHER_DAYS =
	/(?:joined|registered|member since|mitglied seit|registriert|inscrit|registrado|born|geboren|copyright|©|expires?|expiry|valid (?:until|through|till)|ends?|deadline|release(?:d| date)|established|founded)[^\p{L}\d]{0,4}(?:on|in)?$/u;

/** True where the words before a date say that it is no date of the page. */
export function isOfAnother(before: string): boolean {
	return OTHER_DAYS.test(plainText(before).trimEnd());
}

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
