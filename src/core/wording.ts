import { DAY_MS } from "./kept-for.ts";

// Numbers, lists and dates in English sentences: the same bytes whatever the machine's locale and time zone.

/** Created lazily: it takes milliseconds, and most programs never need it. */
let grouped: Intl.NumberFormat | undefined;
const MONTHS = "January February March April May June July August September October November December".split(" ");

/** `10000` → `10,000` */
export function digitGroups(count: number): string {
	grouped ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });
	return grouped.format(count);
}

/** The word that agrees with a number: `plural(1, "has", "have")` → `has`. */
export function plural(count: number, one: string, many = `${one}s`): string {
	return count === 1 ? one : many;
}

export interface PluralText {
	readonly one: string;
	readonly other: string;
}

export function pluralOf<Text extends PluralText>(text: Text, count: number): Text["one" | "other"] {
	return count === 1 ? text.one : text.other;
}

/** A template whose placeholders are known to the compiler, so that translations must have the same ones. */
export type Text<Name extends string = never> = string & { readonly placeholders?: Name };

/** Names of the placeholders of a sentence: `"{a} of {b}"` has `"a" | "b"`. */
export type Placeholder<T extends string> = string extends T
	? T extends { readonly placeholders?: infer Name extends string }
		? Name
		: never
	: T extends `${string}{${infer Name}}${infer Rest}`
		? Name | Placeholder<Rest>
		: never;

/** Leaves braces in the values alone. */
export function filled<T extends string>(text: T, values: Readonly<Record<Placeholder<T>, string | number>>): string {
	return text.replace(/\{(\w+)\}/g, (_, name: Placeholder<T>) => String(values[name]));
}

/** `1 leaf`, `10,000 leaves` */
export function counted(count: number, one: string, many?: string): string {
	return `${digitGroups(count)} ${plural(count, one, many)}`;
}

/** `1 image`, `10000 images`: without digit groups, as in receipts. */
export function plainCount(count: number, one: string, many?: string): string {
	return `${count} ${plural(count, one, many)}`;
}

/** `a`, `a and b`, `a, b and c`; of more than `shown`: `a, b, c and 4 more`. */
export function listing(items: readonly string[], shown = 3): string {
	const more = items.length - shown;
	return joined("and", more > 0 ? [...items.slice(0, shown), `${more} more`] : items);
}

/** `a`, `a or b`, `a, b or c` */
export function alternatives(items: readonly string[]): string {
	return joined("or", items);
}

/** `0.934` → `93 %`; never rounded up to 100. */
export function percent(share: number): string {
	const rounded = Math.round(share * 100);
	return `${rounded === 100 && share < 1 ? 99 : rounded} %`;
}

/** Percentage rounded down, so that less than 60 % is never called "60 %". */
export function percentAtLeast(share: number): string {
	return `${Math.floor(share * 100)} %`;
}

/** A difference, with a true minus sign: `+3`, `−2`, `0`. */
export function signed(change: number): string {
	if (change === 0) return "0";
	return change < 0 ? `−${-change}` : `+${change}`;
}

/** At most `length` UTF-16 code units; never splits a surrogate pair. */
export function cut(text: string, length: number): string {
	return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

export function clipped(text: string, length: number): string {
	return text.length <= length ? text : `${cut(text, length - 1)}…`;
}

export function shortDigest(hex: string, digits = 16): string {
	return `${hex.slice(0, digits)}…`;
}

export function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Seconds, rounded up to minutes: 60 → `a minute`, 61 → `2 minutes` */
export function spokenWait(seconds: number): string {
	const minutes = Math.ceil(seconds / 60);
	return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** `2026-11-21T05:35:00.000Z` → `21 November 2026` */
export function spokenDate(iso: string): string {
	const [year, month, day] = iso.slice(0, 10).split("-");
	return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** `2026-11-21T05:35:00.000Z` → `21 November 2026, 05:35 UTC` */
export function spokenTime(iso: string): string {
	return `${spokenDate(iso)}, ${iso.slice(11, 16)} UTC`;
}

/** Includes the time if both are on the same day. */
export function spokenBeside(iso: string, other: string): string {
	return iso.slice(0, 10) === other.slice(0, 10) ? spokenTime(iso) : spokenDate(iso);
}

/** `from 20 November 2026 to 22 November 2026`; within a day, `on 21 November 2026, from 05:35 to 09:12 UTC` */
export function spokenSpan(from: string, to: string): string {
	if (from.slice(0, 16) === to.slice(0, 16)) return `on ${spokenTime(from)}`;
	if (from.slice(0, 10) === to.slice(0, 10))
		return `on ${spokenDate(from)}, from ${from.slice(11, 16)} to ${to.slice(11, 16)} UTC`;
	const words = Date.parse(to) - Date.parse(from) < DAY_MS ? spokenTime : spokenDate;
	return `from ${words(from)} to ${words(to)}`;
}

/** `2026-11-21T05:35:00.000Z` → `21 Nov 2026` */
export function shortDate(iso: string): string {
	return spokenDate(iso).replace(/(?<=[A-Z][a-z]{2})[a-z]+/, "");
}

/** `2026-11-21T05:35:00.000Z` → `2026-11-21 05:35 UTC` */
export function utcMinute(iso: string): string {
	return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}

/** Compares by UTF-16 code units: the same order in every locale. */
export function byCodeUnits(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

/** British English: no comma before the last item. Not Intl.ListFormat, which takes 20 ms to load. */
function joined(word: "and" | "or", items: readonly string[]): string {
	const [last = "", ...rest] = items.toReversed();
	return rest.length === 0 ? last : `${rest.toReversed().join(", ")} ${word} ${last}`;
}

export function closest(mistyped: string, words: readonly string[]): string | undefined {
	// 2 of 4 letters would match unrelated words.
	const near = mistyped.length < 5 ? Math.min(1, Math.floor(mistyped.length / 2)) : 2;
	const [best] = words
		.map((word) => ({ word, distance: editDistance(mistyped, word) }))
		.toSorted((a, b) => a.distance - b.distance);
	return best && best.distance <= near ? best.word : undefined;
}

/** Letters to insert, delete or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (const [line, letter] of [...from].entries()) {
		const next = [line + 1];
		for (const [column, other] of [...to].entries()) {
			const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
			next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}

/** W3C profile of ISO 8601 (https://www.w3.org/TR/NOTE-datetime), for sitemaps.org and Atom (RFC 4287 section 3.3). */
const FORM = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/;

export interface W3cDatetime {
	/** Milliseconds since 1970 (UTC) in whole seconds; the start of the year, month or day if no time is given. */
	readonly ms: number;
	/** `YYYY-MM-DD` as written, in its own time zone; shorter without a day. */
	readonly day: string;
	readonly timed: boolean;
}

/** Undefined for other formats, a time without zone, or 31 June. */
export function readW3cDatetime(text: string): W3cDatetime | undefined {
	const [, year, month, day, hours, minutes, seconds = "00", zone] = FORM.exec(text) ?? [];
	if (year === undefined) return undefined;
	const date = `${year}-${month ?? "01"}-${day ?? "01"}`;
	const midnight = Date.parse(`${date}T00:00:00Z`);
	// Date parses 31 June as 1 July.
	if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day ?? 1)) return undefined;
	const written = [year, month, day].filter((part) => part !== undefined).join("-");
	if (hours === undefined) return { ms: midnight, day: written, timed: false };
	const ms = Date.parse(`${date}T${hours}:${minutes}:${seconds}${zone}`);
	return Number.isNaN(ms) ? undefined : { ms, day: written, timed: true };
}

/** `12:3`, line and column; "" without a line. */
export function positionWords(line: number | undefined, column: number | undefined): string {
	if (line === undefined) return "";
	return column === undefined ? `${line}` : `${line}:${column}`;
}
