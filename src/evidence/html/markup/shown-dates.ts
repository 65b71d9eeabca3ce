import { DAY_MS } from "#core/kept-for.ts";
import monthNames from "../content/month-names.json" with { type: "json" };

const MONTHS: ReadonlyMap<string, number> = new Map(
	monthNames.lowerCase.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

const DIGITS = /(?<!\d)(\d{1,4})(?:\. ?|[/-])(\d{1,2})(?:\. ?|[/-])(\d{1,4})(?!\d)/g;
const EAST_ASIAN = /(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/g;
const WORD = /\p{L}{3,12}/gu;
/** A day before a month's name: `17`, `17th`, `17.`, `1er`, `17 de`. */
const DAY_BEFORE = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|°|ª)?\.?(?: (?:de|of|di))? ?[-–]? ?$/;
/** A day behind it: `May 17`, `May 17th`. */
const DAY_AFTER = /^\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:.])/;
/** A year behind month or day: `2026`, `, 2026`, `de 2026`, `'26`. */
const YEAR = /^\.?,? ?(?:de |del |of )?['’]?(\d{4}|\d{2})(?![\d:])/;

/** Years of two digits are of this century up to here. */
const PIVOT = 70;

/**
 * Days that a text names, as `YYYY-MM-DD`, or `MM-DD` where it names no year; `YYYY-MM` for a month without a day.
 * Where day and month can be read in two ways, both are named.
 */
export function datesIn(text: string): Set<string> {
	const dates = new Set<string>();
	const add = (year: string | null, month: number, day: number): void => {
		if (month < 1 || month > 12 || day < 1 || day > 31) return;
		const rest = `${two(month)}-${two(day)}`;
		dates.add(year === null ? rest : `${fullYear(year)}-${rest}`);
	};
	for (const [, a = "", b = "", c = ""] of text.matchAll(DIGITS)) {
		if (a.length === 4) add(a, Number(b), Number(c));
		if (a.length <= 2 && c.length !== 1 && c.length !== 3) {
			add(c, Number(b), Number(a));
			add(c, Number(a), Number(b));
		}
	}
	for (const [, year = "", month, day] of text.matchAll(EAST_ASIAN)) add(year, Number(month), Number(day));
	for (const [year, month, day] of namedDays(text)) {
		if (day === null) dates.add(`${year}-${two(month)}`);
		else add(year, month, day);
	}
	return dates;
}

/** Days and months by the names of months; null for what is not said. */
function namedDays(text: string): [year: string | null, month: number, day: number | null][] {
	const found: [string | null, number, number | null][] = [];
	for (const { 0: word, index } of text.matchAll(WORD)) {
		const month = MONTHS.get(word.toLowerCase());
		if (month === undefined) continue;
		const days = aroundMonth(text, index, word.length);
		for (const [year, day] of days) found.push([year, month, day]);
		const year = days.length > 0 ? undefined : yearBehind(text, index + word.length);
		if (year !== undefined) found.push([year, month, null]);
	}
	return found;
}

/** The year of a month that has no day. */
function yearBehind(text: string, end: number): string | undefined {
	const year = YEAR.exec(text.slice(end, end + 24))?.[1];
	return year?.length === 4 ? year : undefined;
}

function aroundMonth(text: string, index: number, length: number): [year: string | null, day: number][] {
	const before = DAY_BEFORE.exec(text.slice(Math.max(0, index - 14), index));
	const rest = text.slice(index + length, index + length + 24);
	const found: [string | null, number][] = [];
	if (before) found.push([YEAR.exec(rest)?.[1] ?? null, Number(before[1])]);
	const after = DAY_AFTER.exec(rest);
	if (after) found.push([YEAR.exec(rest.slice(after[0].length))?.[1] ?? null, Number(after[1])]);
	return found;
}

/**
 * The days that a stated date may be shown as: its own, and with a time of day also those of places where it is another
 * day. Empty where it is no date (schema.org/Date, schema.org/DateTime: ISO 8601).
 */
export function daysOf(stated: string): readonly string[] {
	const [, day, time] = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/.exec(stated) ?? [];
	if (day === undefined || Number.isNaN(Date.parse(day))) return [];
	if (time === undefined) return [day];
	const noon = Date.parse(`${day}T12:00:00Z`);
	return [-1, 0, 1].map((shift) => new Date(noon + shift * DAY_MS).toISOString().slice(0, 10));
}

function fullYear(year: string): string {
	if (year.length === 4) return year;
	return `${Number(year) < PIVOT ? "20" : "19"}${year}`;
}

function two(number: number): string {
	return String(number).padStart(2, "0");
}
