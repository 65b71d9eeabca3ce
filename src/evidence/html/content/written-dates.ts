import { DAY_MS } from "#core/kept-for.ts";
import { Phrases } from "./phrases.ts";
import data from "./written-dates.json" with { type: "json" };

/** Calendars by Intl's names; others share the Gregorian months and count years from another one. */
type Calendar = "gregorian" | "persian" | "islamic-umalqura";

type Order = "ymd" | "dmy" | "mdy";

export interface DateReading {
	/** `YYYY-MM-DD`; `MM-DD` without year, `YYYY-MM` without day. Several if the order or name is ambiguous. */
	readonly days: readonly string[];
	readonly part: "day" | "month" | "yearless";
	/** Just as likely something else: a version, or a distant 2-digit year. */
	readonly weak: boolean;
	readonly start: number;
	readonly end: number;
}

/** Order of numeric dates by the page's language and country. */
export interface DateLocale {
	readonly language: string;
	/** If the year comes last. */
	readonly order: Order | undefined;
	/** With a 2-digit year: order and separator. */
	readonly short: { readonly order: Order; readonly mark: string } | undefined;
	/** First year, as in `eras`. */
	readonly era: string | undefined;
}

/** @param tag BCP 47, as the page states it @param host its country counts if the tag has no region */
export function dateLocaleOf(tag: string, host: string): DateLocale {
	const { orders, calendars, genericDomains } = tables();
	const [language = "", ...subtags] = tag.toLowerCase().split(/[-_]/);
	const domain = /\.([a-z]{2})$/.exec(host)?.[1] ?? "";
	const country = domain === "uk" ? "gb" : domain;
	const stated = subtags.find((each) => /^[a-z]{2}$/.test(each));
	const region = stated ?? (genericDomains.has(domain) ? "" : country);
	const script = subtags.find((each) => /^[a-z]{4}$/.test(each));
	const tags = [`${language}-${script}-${region}`, `${language}-${region}`, `${language}-${script}`, language];
	const [order, short = ""] = tags.flatMap((each) => orders.get(each) ?? [])[0]?.split(" ") ?? [];
	const isTaiwan = language === "zh" && (region === "tw" || script === "hant");
	return {
		language,
		order: order === "" ? undefined : (order as Order),
		short: short === "" ? undefined : { order: short.slice(0, 3) as Order, mark: short.slice(3) },
		era: isTaiwan ? String(REPUBLIC) : calendars.get(language),
	};
}

interface Month {
	readonly calendar: Calendar;
	readonly month: number;
	/** Languages in which the month has this name; absent for all. */
	readonly only?: string;
}

type Word = { readonly months?: readonly Month[]; readonly glue?: true; readonly eras?: readonly string[] };

interface Tables {
	readonly words: Phrases<Word>;
	readonly orders: ReadonlyMap<string, string>;
	readonly calendars: ReadonlyMap<string, string>;
	readonly numeric: ReadonlyMap<string, string>;
	readonly commaAfterDay: ReadonlySet<string>;
	readonly genericDomains: ReadonlySet<string>;
}

let made: Tables | undefined;

/** Created for the first page that may contain a date. */
function tables(): Tables {
	made ??= {
		words: new Phrases(namedWords(), merged),
		orders: new Map(Object.entries(data.orders).flatMap(([order, tags]) => tags.split(" ").map((tag) => [tag, order]))),
		calendars: new Map(
			Object.entries(data.calendars).flatMap(([calendar, tags]) => tags.split(" ").map((tag) => [tag, calendar])),
		),
		numeric: new Map(Object.entries(data.numeric)),
		commaAfterDay: new Set(data.commaAfterDay.split(" ")),
		genericDomains: new Set(data.genericDomains.split(" ")),
	};
	return made;
}

function* namedWords(): Generator<readonly [string, Word]> {
	for (const [calendar, months] of Object.entries(data.months)) {
		for (const [index, names] of months.entries()) {
			const month: Month = { calendar: calendar as Calendar, month: index + 1 };
			for (const name of names.split("|")) yield [name, { months: [month] }];
		}
	}
	for (const [only, names] of Object.entries(data.monthsOnlyIn)) {
		for (const each of names.split("|")) {
			const [name = "", number] = each.split("=");
			yield [name, { months: [{ calendar: "gregorian", month: Number(number), only }] }];
		}
	}
	for (const word of data.glue.split(" ")) yield [word, { glue: true }];
	for (const [era, names] of Object.entries(data.eras)) {
		for (const name of names.split("|")) yield [name, { eras: [era] }];
	}
}

function merged(one: Word, other: Word): Word {
	const glue = one.glue ?? other.glue;
	return {
		months: [...(one.months ?? []), ...(other.months ?? [])],
		eras: [...(one.eras ?? []), ...(other.eras ?? [])],
		...(glue ? { glue } : {}),
	};
}

interface Part {
	/** "" for a month name. */
	readonly digits: string;
	readonly months: readonly Month[];
	/** Eras named next to the number. */
	readonly eras: string[];
	readonly start: number;
	end: number;
	/** Text between the previous part and this one: words, and punctuation without spaces. */
	readonly words: string;
	readonly marks: string;
}

/** In order, without overlaps, in linear time. @param text as returned by `plain` */
export function* readDates(text: string, locale?: DateLocale): Generator<DateReading> {
	for (const parts of partsIn(text, locale)) {
		for (let at = 0; at < parts.length; ) {
			const found = named(parts, at, locale) ?? numeric(parts, at, locale) ?? { length: 1 };
			const last = parts[at + found.length - 1];
			if (found.reading) yield { ...found.reading, start: parts[at]?.start ?? 0, end: last?.end ?? 0 };
			at += found.length;
		}
	}
}

/** Characters. Words further from a number are not part of a date. */
const NEAR = 40;
const TOKEN = /\d+(?::\d+)+|\d+|[\p{L}\p{M}\u200c\u200d]+|\S/gu;
const MARK = /^[-./,،፣⹁'’׳״ʼ()#‐‑·॰་]$/u;

/** Runs of numbers and months, separated only by what dates contain. */
function* partsIn(text: string, locale: DateLocale | undefined): Generator<readonly Part[]> {
	const run = new Run(locale);
	for (let at = 0, reach = -1; ; ) {
		if (at > reach) {
			const next = text.slice(at).search(/\d/);
			yield run.take();
			if (next < 0) return;
			reach = at + next + NEAR;
			at = Math.max(at, at + next - NEAR);
		}
		TOKEN.lastIndex = at;
		const token = TOKEN.exec(text);
		if (!token) break;
		at = run.add(text, token[0], token.index);
		if (/^\d/.test(token[0])) reach = at + NEAR;
		if (run.isOver) yield run.take();
	}
	yield run.take();
}

class Run {
	isOver = false;
	readonly #locale: DateLocale | undefined;
	#parts: Part[] = [];
	#words = "";
	#marks = "";
	#era: { readonly eras: readonly string[]; readonly end: number } | undefined;

	constructor(locale: DateLocale | undefined) {
		this.#locale = locale;
	}

	take(): readonly Part[] {
		const parts = this.#parts;
		this.#parts = [];
		this.#words = "";
		this.#marks = "";
		this.#era = undefined;
		this.isOver = false;
		return parts;
	}

	/** Adds a token. @returns where the next token may begin */
	add(text: string, token: string, start: number): number {
		const end = start + token.length;
		if (/^\d{1,4}$/.test(token)) {
			this.#push(token, [], start, end);
			return end;
		}
		const { words } = tables();
		const found = words.at(text, token, end);
		const edge = found ? undefined : this.#atEdge(words, text, token, start);
		if (found) this.isOver = !this.#name(found.value, token, start, found.end);
		else if (edge) this.isOver = !this.#name(edge, token, start, end);
		else if (MARK.test(token)) this.#marks += token;
		else this.isOver = true;
		return found?.end ?? end;
	}

	/** For scripts that put no space between a number and a word. */
	#atEdge(words: Phrases<Word>, text: string, token: string, start: number): Word | undefined {
		const isBehind = this.#parts.at(-1)?.end === start;
		const before = isBehind ? words.atEdge(token, "start") : undefined;
		if (before || !/\d/.test(text.charAt(start + token.length))) return before;
		const after = words.atEdge(token, "end");
		if (after) this.take();
		return after;
	}

	#push(digits: string, months: readonly Month[], start: number, end: number): void {
		const era = this.#era;
		const eras = digits !== "" && era && start - era.end <= 1 ? [...era.eras] : [];
		this.#parts.push({ digits, months, eras, start, end, words: this.#words, marks: this.#marks });
		this.#words = "";
		this.#marks = "";
		this.#era = undefined;
	}

	/** False if the word has no meaning in dates of this language. */
	#name({ months = [], eras = [], glue }: Word, word: string, start: number, end: number): boolean {
		const language = this.#locale?.language;
		const own = months.filter(({ only }) => only !== undefined && only === language);
		const common = own.length > 0 ? own : months.filter(({ only }) => only === undefined);
		const last = this.#parts.at(-1);
		if (common.length > 0) this.#push("", common, start, end);
		else if (eras.length > 0) {
			this.#era = { eras, end };
			if (last && last.digits !== "" && start - last.end <= 2) last.eras.push(...eras);
		}
		if (common.length === 0 && glue) this.#words += (this.#words === "" ? "" : " ") + word;
		return common.length > 0 || eras.length > 0 || glue === true;
	}
}

interface Found {
	/** Number of parts. */
	readonly length: number;
	readonly reading?: Omit<DateReading, "start" | "end">;
}

interface Year {
	readonly calendar: Calendar;
	readonly year: number;
}

/** Years (Y), other numbers (N) and months (M), with the index of year, month and day. A 2-digit year is a guess. */
const FORMS: readonly (readonly [shape: RegExp, y: number, m: number, d: number])[] = [
	[/^NMY/, 2, 1, 0],
	[/^MNY/, 2, 0, 1],
	[/^YMN(?!Y)/, 0, 1, 2],
	[/^YNM(?!Y)/, 0, 2, 1],
	[/^NMN(?!M)/, 2, 1, 0],
	[/^MNN(?![MY])/, 2, 0, 1],
];

/** Dates with a month name, in every order that a language uses. */
function named(parts: readonly Part[], at: number, locale: DateLocale | undefined): Found | undefined {
	const here = parts.slice(at, at + 4);
	const shape = here.map((part) => shapeOf(part, locale)).join("");
	const [a, b] = here;
	if (!a || !b || (shape.startsWith("NM") && isApart(b, locale))) return undefined;
	for (const [form, ...roles] of FORMS) {
		const [y, m, d] = form.test(shape) ? roles.map((role) => here[role]) : [];
		const found = y && m && d && whole(y, m, d, locale);
		if (found) return found;
	}
	if (/^YM(?!NY)/.test(shape)) return monthOf(b, a, locale);
	if (/^MY/.test(shape)) return monthOf(a, b, locale);
	if (/^MN/.test(shape)) return withoutYear(a, b);
	return /^NM/.test(shape) ? withoutYear(b, a) : undefined;
}

/** "Volume 4, March 2026" */
function isApart({ marks }: Part, locale: DateLocale | undefined): boolean {
	return marks.includes(",") && !tables().commaAfterDay.has(locale?.language ?? "");
}

function shapeOf(part: Part, locale: DateLocale | undefined): "M" | "Y" | "N" {
	if (part.digits === "") return "M";
	return yearsOf(part, locale).length > 0 ? "Y" : "N";
}

/** A day that its month does not have is no date; nor is the month next to it. */
function whole(y: Part, { months }: Part, d: Part, locale: DateLocale | undefined): Found | undefined {
	if (d.digits.length > 2) return undefined;
	const years = yearsOf(y, locale);
	const isShort = years.length === 0 && y.digits.length === 2;
	if (years.length === 0 && !isShort) return undefined;
	const all = isShort ? [shortYear(y.digits, locale)] : years;
	const days = all.flatMap(({ calendar, year }) =>
		months.flatMap((each) => (each.calendar === calendar ? (dayOf(calendar, year, each.month, d.digits) ?? []) : [])),
	);
	return { length: 3, ...(days.length > 0 ? { reading: { days: distinct(days), part: "day", weak: isShort } } : {}) };
}

function monthOf({ months }: Part, y: Part, locale: DateLocale | undefined): Found {
	const days = yearsOf(y, locale).flatMap(({ calendar, year }) =>
		months.flatMap((each) =>
			calendar === "gregorian" && each.calendar === calendar ? `${year}-${two(each.month)}` : [],
		),
	);
	return { length: 2, ...(days.length > 0 ? { reading: { days: distinct(days), part: "month", weak: false } } : {}) };
}

function withoutYear({ months }: Part, { digits }: Part): Found | undefined {
	const day = Number(digits);
	if (digits.length > 2 || day < 1 || day > 31) return undefined;
	const days = months.flatMap(({ calendar, month }) => (calendar === "gregorian" ? `${two(month)}-${two(day)}` : []));
	return {
		length: 2,
		...(days.length > 0 ? { reading: { days: distinct(days), part: "yearless", weak: false } } : {}),
	};
}

/** Numeric dates: by units such as 年, by the page's language, or by the position of the year. */
function numeric(parts: readonly Part[], at: number, locale: DateLocale | undefined): Found | undefined {
	const [a, b, c] = parts.slice(at, at + 3);
	if (!a?.digits || !b?.digits || !c?.digits) return undefined;
	const isShort = [a, c].every((part) => yearsOf(part, locale).length === 0);
	const byWords = tables().numeric.get(`${b.words}|${c.words}`);
	if (!byWords && !isRow(b, c)) return undefined;
	// A row of 4 numbers is an address or a count.
	if (isShort && [parts[at - 1] && a, parts[at + 3]].some((part) => part && isRow(b, part))) return { length: 3 };
	const isKnown = isShort && locale?.short?.mark === b.marks;
	const orders = byWords ? [[byWords as Order]] : ordersOf([a, b, c], locale, isShort);
	const days = orders
		.map((group) => group.flatMap((order) => inOrder([a, b, c], order, locale)))
		.find((group) => group.length > 0);
	if (!days) return undefined;
	const weak = isShort && !isKnown && !isUsual([a, b, c]);
	return { length: 3, reading: { days: distinct(days), part: "day", weak } };
}

function isRow(one: Part, other: Part): boolean {
	return one.words === "" && other.words === "" && one.marks === other.marks && /^[-./‐‑]$/.test(one.marks);
}

/** Groups of orders: the first group that yields a day is taken. */
function ordersOf([a, b]: readonly [Part, Part, Part], locale: DateLocale | undefined, isShort: boolean): Order[][] {
	if (!isShort && yearsOf(a, locale).length > 0) return [["ymd"]];
	const short = locale?.short?.mark === b.marks ? locale.short.order : undefined;
	const order = isShort ? (short ?? locale?.order) : locale?.order;
	if (order) return [[order], ["dmy", "mdy"]];
	// With periods the day comes first, except in American magazines.
	return b.marks === "." && !isShort ? [["dmy"], ["mdy"]] : [["dmy", "mdy"]];
}

function inOrder(parts: readonly [Part, Part, Part], order: Order, locale: DateLocale | undefined): string[] {
	const [y, m, d] = [..."ymd"].map((part) => parts[order.indexOf(part)]);
	if (!y || !m || !d || m.digits.length > 2 || d.digits.length > 2) return [];
	const years = yearsOf(y, locale);
	if (years.length === 0 && y.digits.length !== 2) return [];
	const all = years.length > 0 ? years : [shortYear(y.digits, locale)];
	return all.flatMap(({ calendar, year }) => dayOf(calendar, year, Number(m.digits), d.digits) ?? []);
}

/** 3 parts starting with a single digit are more often a version than a date. */
function isUsual([a, b, c]: readonly [Part, Part, Part]): boolean {
	const isFar = c.digits >= "40" && c.digits < "90";
	return !isFar && b.digits.length === 2 && (b.marks === "/" || (b.marks === "." && a.digits.length === 2));
}

/** 2-digit years below this belong to this century. */
const PIVOT = 70;

function shortYear(digits: string, locale: DateLocale | undefined): Year {
	const number = Number(digits);
	const [counted] = locale?.era ? yearIn(locale.era, number + 2500) : [];
	if (counted && counted.year >= 2000) return counted;
	return { calendar: "gregorian", year: number + (number < PIVOT ? 2000 : 1900) };
}

/** Pages are dated within these years; this excludes prices and room numbers. */
const YEARS: Readonly<Record<Calendar, readonly [from: number, to: number]>> = {
	gregorian: [1900, 2099],
	persian: [1330, 1430],
	"islamic-umalqura": [1380, 1480],
};
const BUDDHIST = 543;
const REPUBLIC = 1911;

/** Empty if the number cannot be a year. A 2-digit number needs an era. */
function yearsOf(part: Part | undefined, locale: DateLocale | undefined): readonly Year[] {
	if (!part || part.digits === "") return [];
	const number = Number(part.digits);
	const byEra = part.eras.flatMap((era) => yearIn(era, number));
	if (byEra.length > 0) return byEra;
	if (part.digits.length === 3 && locale?.era === String(REPUBLIC)) return yearIn(locale.era, number);
	if (part.digits.length !== 4) return [];
	const all = ["gregorian", String(-BUDDHIST), "persian", "islamic-umalqura"].flatMap((era) => yearIn(era, number));
	const own = all.filter(({ calendar }) => calendar === locale?.era);
	return own.length > 0 ? own : all;
}

/** @param era a calendar, or the number of Gregorian years before its first year */
function yearIn(era: string, number: number): Year[] {
	const calendar = era in YEARS ? (era as Calendar) : "gregorian";
	const year = era in YEARS ? number : number + Number(era);
	const [from, to] = YEARS[calendar];
	return year >= from && year <= to ? [{ calendar, year }] : [];
}

function dayOf(calendar: Calendar, year: number, month: number, digits: string): string | undefined {
	const day = Number(digits);
	if (calendar === "gregorian") return isoDate(String(year), String(month), digits);
	const [begin = 0, days = 0] = monthsOf(calendar).get(`${year} ${month}`) ?? [];
	return day < 1 || day > days ? undefined : new Date(begin + (day - 1) * DAY_MS).toISOString().slice(0, 10);
}

export function isoDate(year?: string, month?: string, day?: string): string | undefined {
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== Number(month) - 1) return undefined;
	return date.getUTCDate() === Number(day) ? date.toISOString().slice(0, 10) : undefined;
}

type Months = ReadonlyMap<string, readonly [begin: number, days: number]>;

const MONTHS_OF = new Map<Calendar, Months>();

/** Start and length of the months since 1950 according to ICU; cached, because computing them takes milliseconds. */
function monthsOf(calendar: Calendar): Months {
	const known = MONTHS_OF.get(calendar);
	if (known) return known;
	const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
		year: "numeric",
		month: "numeric",
		day: "numeric",
		timeZone: "UTC",
	});
	const begins: [name: string, begin: number][] = [];
	for (let time = Date.UTC(1950, 0); time < Date.UTC(2061, 0); time += 32 * DAY_MS) {
		const parts = format.formatToParts(time);
		const [year, month, day] = ["year", "month", "day"].map((part) =>
			Number.parseInt(parts.find(({ type }) => type === part)?.value ?? "", 10),
		);
		time -= ((day ?? 1) - 1) * DAY_MS;
		begins.push([`${year} ${month}`, time]);
	}
	const months = new Map(
		begins
			.slice(0, -1)
			.map(([name, begin], at) => [name, [begin, ((begins[at + 1]?.[1] ?? 0) - begin) / DAY_MS]] as const),
	);
	MONTHS_OF.set(calendar, months);
	return months;
}

function distinct(days: readonly string[]): readonly string[] {
	return [...new Set(days)];
}

function two(number: number): string {
	return String(number).padStart(2, "0");
}
