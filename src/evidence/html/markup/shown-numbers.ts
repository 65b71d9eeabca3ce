/** What numbers in a text may mean: `1.299` is a thousand and more in Madrid, and little more than one in Dublin. */

/** Digits in groups, with the separators that people write between them. Bounded, so that it takes linear time. */
const NUMBER = /\d{1,15}(?:[.,'’ ]\d{1,15}){0,5}/g;

/** Signs and codes of currencies, before or behind an amount. */
const CURRENCY =
	"\\p{Sc}|\\b(?:USD|EUR|GBP|CHF|CAD|AUD|NZD|JPY|CNY|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|UAH|RUB|INR|BRL|MXN|ARS|CLP|COP|ZAR|AED|SAR|ILS|KRW|SGD|HKD|TWD|THB|IDR|MYR|PHP|VND|kr|zł|Kč|Ft|lei|Fr|Rs)\\b";
const DIGITS = "\\d{1,12}(?:[.,'’ ]\\d{2,3}|\ufdd0\\d{1,3}){0,6}";
const AMOUNT = new RegExp(
	`(?:${CURRENCY})\\.? ?${DIGITS}|${DIGITS}(?:[.,][-–])? ?(?:${CURRENCY})(?:\\d{2}(?!\\d))?`,
	"gu",
);

/**
 * Marks where digits of two elements touch: pages draw cents small and leave out the point, or put each digit of a
 * number into an element of its own. A noncharacter, which Unicode keeps for such use.
 */
export const BORDER = "\ufdd0";

/** A currency in place of the point, before two digits: `1 299€99`. */
const AS_POINT = new RegExp(`(\\d) ?(?:${CURRENCY}) ?(?=\\d{2}(?!\\d))`, "gu");

/** All numbers that a text may be read to hold, in one spelling each: `1299`, `4.5`. */
export function numbersIn(text: string): Set<string> {
	const numbers = new Set<string>();
	const parted = text.replaceAll(BORDER, " ");
	for (const each of new Set([text.replaceAll(BORDER, ""), parted, parted.replace(AS_POINT, "$1 ")])) {
		for (const [found] of each.matchAll(NUMBER)) for (const reading of readings(found)) numbers.add(reading);
	}
	return numbers;
}

export function readings(spelling: string): readonly string[] {
	const groups = spelling.split(/[.,'’ ]/);
	const found = new Set(groups.map((group) => canonical(group)));
	const marks = [...spelling].filter((char) => /[.,'’ ]/.test(char));
	// Neighbours in a text may be one number or several: each run of groups is read.
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
	const thousands = (list: readonly string[]) => first.length <= 3 && list.every((group) => group.length === 3);
	const found: string[] = [];
	if (thousands(rest)) found.push(canonical(first + rest.join("")));
	// A space before two digits is how small raised cents are written.
	const decimal = marks.at(-1) === "." || marks.at(-1) === "," || (marks.at(-1) === " " && last.length === 2);
	if (decimal && (inner.length === 0 || thousands(inner))) found.push(canonical(`${first}${inner.join("")}.${last}`));
	return found;
}

/** Indian grouping and the like: all separators but a decimal one away. */
export function canonical(plain: string): string {
	const [whole = "", part = ""] = plain.split(".");
	const cents = part.replace(/0{1,15}$/, "");
	const bare = whole.replace(/^0{1,15}(?=\d)/, "");
	return cents === "" ? bare : `${bare}.${cents}`;
}

/** Amounts of money, as written: a number with a currency beside it; with BORDER where it has one. */
export function amountsIn(text: string): string[] {
	return Array.from(text.matchAll(AMOUNT), ([found]) => found.trim());
}
