import { plain, withAsciiDigits } from "../tree/fold-text.ts";
import data from "./money.json" with { type: "json" };

/** Separates digits of adjacent elements, as in small cents or an element per digit. A Unicode noncharacter. */
export const BORDER = "\ufdd0";

/** Bounded quantifiers, so linear time. */
const NUMBER = /\d{1,15}(?:[.,'’ ]\d{1,15}){0,5}/g;
/** Separators of other scripts and keyboards → European ones. */
const MARKS: Readonly<Record<string, string>> = {
	"٫": ".",
	"．": ".",
	"٬": ",",
	"،": ",",
	"，": ",",
	"⹁": ",",
	"＇": "'",
	ʼ: "'",
};
const MARK = new RegExp(`[${Object.keys(MARKS).join("")}]`, "g");

/** Directional marks and line break opportunities. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u2066-\u2069]/g;

function withPlainNumbers(text: string): string {
	return withAsciiDigits(text.replace(UNSEEN, "")).replace(MARK, (mark) => MARKS[mark] ?? mark);
}

const UNITS: Readonly<Record<string, number>> = data.units;
const UNIT = ` ?(?:${Object.keys(UNITS).join("|")})`;
const DIGITS = "\\d{1,12}(?:[.,]\\d{1,3}|['’ ]\\d{2,3}|\ufdd0\\d{1,3}){0,6}";
const WITH_UNITS = new RegExp(`${DIGITS}(?:${UNIT}(?: ?${DIGITS})?){1,3}`, "gu");
const AMOUNT = new RegExp(`${DIGITS}(?:${UNIT}(?: ?${DIGITS})?){0,3}(?:[.,][-–—]{1,2})?`, "gu");

/** Characters to search for a currency next to a number. */
const BESIDE = 40;
/** Words in the longest currency name. */
const WORDS = 5;
const SIGN = "[\\p{L}\\p{M}\\p{Sc}][\\p{L}\\p{M}\\p{Sc}.'’‘/་༌-]*";
const BEFORE = new RegExp(`(?:${SIGN} )*${SIGN} ?$`, "u");
const LAST_SIGN = new RegExp(`${SIGN}$`, "u");
const NEXT_SIGN = new RegExp(`^( ?)(${SIGN})`, "u");
const BEHIND = new RegExp(`^ ?${SIGN}(?: ${SIGN})*`, "u");
/** Scripts without spaces: the following word is attached to the currency. */
const UNSPACED = /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7ff]/;

let made: {
	readonly codes: ReadonlySet<string>;
	readonly signs: ReadonlySet<string>;
	readonly names: ReadonlySet<string>;
	/** First letters: most words start with others. */
	readonly starts: ReadonlySet<string>;
	/** Last words of names. */
	readonly ends: ReadonlySet<string>;
	/** First words of names with several words. */
	readonly firsts: ReadonlySet<string>;
};

function currencies() {
	made ??= read();
	return made;
}

function read(): typeof made {
	const signs = data.signs.split("|");
	const names = data.names.split("|");
	const all = [...signs, ...names];
	return {
		codes: new Set(data.codes.split(" ")),
		signs: new Set(signs),
		names: new Set(names),
		starts: new Set(all.map((each) => each.charAt(0))),
		ends: new Set(all.map((each) => each.slice(each.lastIndexOf(" ") + 1))),
		firsts: new Set(all.flatMap((each) => (each.includes(" ") ? [firstWord(each)] : []))),
	};
}

function firstWord(text: string): string {
	return text.split(" ", 1)[0] ?? "";
}

/** Amounts of money as written, with currency, in ASCII digits. */
export function amountsIn(text: string): string[] {
	const found: string[] = [];
	let reached = 0;
	const numbers = withPlainNumbers(text);
	for (const { 0: number, index } of numbers.matchAll(AMOUNT)) {
		if (index < reached) continue;
		const end = index + number.length;
		const before = currencyBefore(numbers.slice(Math.max(reached, index - BESIDE), index), number);
		const behind = before > 0 ? 0 : currencyBehind(numbers.slice(end, end + BESIDE), number);
		if (before + behind === 0) continue;
		// Cents after the currency: 1 299€99.
		const cents =
			behind > 0 ? (/^\d{2}(?!\d)/.exec(numbers.slice(end + behind, end + behind + 3))?.[0].length ?? 0) : 0;
		reached = end + behind + cents;
		found.push(numbers.slice(index - before, reached).trim());
	}
	return found;
}

/** Length including the space; 0 if there is none. */
function currencyBefore(text: string, number: string): number {
	if (!mayEndCurrency(text.trimEnd())) return 0;
	const [run = ""] = BEFORE.exec(text) ?? [];
	const words = run.trimEnd().split(" ");
	for (let count = Math.min(WORDS, words.length); count > 0; count--) {
		const sign = words.slice(-count).join(" ");
		const last = /\p{Sc}$/u.exec(sign)?.[0];
		if (sign !== "" && !data.words.includes(sign) && isCurrency(sign, number))
			return run.length - run.lastIndexOf(sign);
		if (count === 1 && last) return run.length - run.lastIndexOf(last);
	}
	return 0;
}

/** Fast check by the last word: few numbers follow a currency. */
function mayEndCurrency(text: string): boolean {
	const word = LAST_SIGN.exec(text.slice(text.lastIndexOf(" ") + 1))?.[0];
	if (word === undefined) return false;
	const sign = word.replace(/\.+$/, "");
	const { codes, ends } = currencies();
	return /\p{Sc}$/u.test(word) || codes.has(sign) || ends.has(sign) || ends.has(plain(sign));
}

function currencyBehind(text: string, number: string): number {
	const [, before = "", begin = ""] = NEXT_SIGN.exec(text) ?? [];
	if (begin === "") return 0;
	const space = before.length;
	const words = beginsSeveral(begin) ? (BEHIND.exec(text)?.[0] ?? begin).trimStart().split(" ", WORDS) : [begin];
	for (let count = words.length; count > 0; count--) {
		const sign = words.slice(0, count).join(" ");
		if (isCurrency(sign, number)) return space + sign.replace(/\.+$/, "").length;
	}
	const [first = ""] = begin.split("-");
	if (first !== "" && first !== begin && isCurrency(first, number)) return space + first.length;
	const symbol = /^\p{Sc}/u.exec(first)?.[0] ?? (UNSPACED.test(first) ? startOf(first, number) : undefined);
	return symbol === undefined ? 0 : space + symbol.length;
}

function beginsSeveral(word: string): boolean {
	const { firsts } = currencies();
	return firsts.has(word) || firsts.has(firstWord(plain(word)));
}

function startOf(word: string, number: string): string | undefined {
	if (!currencies().starts.has(word.charAt(0))) return undefined;
	for (let length = 8; length > 0; length--)
		if (isCurrency(word.slice(0, length), number)) return word.slice(0, length);
	return undefined;
}

/** A single letter is a currency only next to an amount with a separator: `R1,299`. */
function isCurrency(written: string, number: string): boolean {
	const sign = written.replace(/\.+$/, "");
	const { codes, signs, names } = currencies();
	if (/^\p{L}$/u.test(sign) && !UNSPACED.test(sign) && !/[.,]\d{2,3}$/.test(number)) return false;
	return /^\p{Sc}$/u.test(sign) || codes.has(sign) || signs.has(sign) || names.has(plain(sign));
}

/** Whether the text is only a currency, as next to dashes instead of an amount. */
export function isCurrencySign(text: string): boolean {
	return text === "" || isCurrency(text, "0.00");
}

/** A currency in place of the decimal point: `1 299€99`. */
const AS_POINT = new RegExp(`(\\d) ?${SIGN} ?(?=\\d{2}(?!\\d))`, "gu");

/** Possible values of the numbers in a text, normalized: `1.299` is `1299` in Madrid and `1.299` in Dublin. */
export function numbersIn(text: string): Set<string> {
	const numbers = new Set<string>();
	const written = withPlainNumbers(text);
	const parted = written.replaceAll(BORDER, " ");
	const pointed = parted.replace(AS_POINT, (found, digit: string) =>
		currencyBehind(found.slice(1), "0.00") > 0 ? `${digit} ` : found,
	);
	for (const each of new Set([written.replaceAll(BORDER, ""), parted, pointed])) {
		for (const [found] of each.matchAll(NUMBER)) for (const reading of readings(found)) numbers.add(reading);
	}
	for (const [found] of parted.matchAll(WITH_UNITS))
		for (const sum of sumsOf(found)) numbers.add(canonical(String(sum)));
	return numbers;
}

const PART = new RegExp(`([\\d.,'’ ]+?)(${UNIT}|$)`, "gu");

/** 1億2,000万 is 120,000,000; its prefix is 100,000,000. */
function* sumsOf(written: string): Generator<number> {
	let sum = 0;
	for (const [, digits = "", unit = ""] of written.matchAll(PART)) {
		const value = Number(digits.replace(/[,'’ ]/g, ""));
		if (Number.isNaN(value)) return;
		sum += value * 10 ** (UNITS[unit.trim()] ?? 0);
		yield Math.round(sum * 100) / 100;
	}
}

/** Possible values of one number. */
export function readings(spelling: string): readonly string[] {
	const groups = spelling.split(/[.,'’ ]/);
	const found = new Set(groups.map((group) => canonical(group)));
	const marks = [...spelling].filter((char) => /[.,'’ ]/.test(char));
	// Adjacent groups may be one number or several: try each run of groups.
	for (let from = 0; from < groups.length; from++) {
		for (let to = from + 2; to <= groups.length; to++) {
			for (const reading of joined(groups.slice(from, to), marks.slice(from, to - 1))) found.add(reading);
		}
	}
	return [...found];
}

function joined(groups: readonly string[], marks: readonly string[]): string[] {
	const [first = "", ...rest] = groups;
	const last = rest.at(-1) ?? "";
	const inner = rest.slice(0, -1);
	const found: string[] = [];
	if (isGrouped(first, rest)) found.push(canonical(first + rest.join("")));
	// A space before two digits separates small raised cents.
	const decimal = marks.at(-1) === "." || marks.at(-1) === "," || (marks.at(-1) === " " && last.length === 2);
	if (decimal && (inner.length === 0 || isGrouped(first, inner))) {
		found.push(canonical(`${first}${inner.join("")}.${last}`));
	}
	return found;
}

/** By thousands, or by lakh and crore: 1,29,999. */
function isGrouped(first: string, rest: readonly string[]): boolean {
	if (first.length > 3 || rest.at(-1)?.length !== 3) return false;
	const inner = rest.slice(0, -1);
	return inner.every(({ length }) => length === 3) || (first.length <= 2 && inner.every(({ length }) => length === 2));
}

/** Removes all separators except a decimal point. */
export function canonical(written: string): string {
	const [whole = "", part = ""] = written.split(".");
	const cents = part.replace(/0{1,15}$/, "");
	const bare = whole.replace(/^0{1,15}(?=\d)/, "");
	return cents === "" ? bare : `${bare}.${cents}`;
}
