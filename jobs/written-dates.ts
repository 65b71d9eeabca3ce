// node jobs/written-dates.ts CLDR_CORE: writes how languages write dates as data for the audit. Names and
// patterns come from this Node's Intl, which is CLDR. CLDR_CORE is the folder of the npm package cldr-core of the same
// version, which lists the locales.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plain } from "../src/evidence/html/tree/fold-text.ts";

const TARGET = fileURLToPath(new URL("../src/evidence/html/content/written-dates.json", import.meta.url));
const [cldr = ""] = process.argv.slice(2);

/** Languages whose month names are read on every page, because many pages declare the wrong language. */
const EVERYWHERE = new Set(
	"en de fr es it pt nl sv da nb nn no fi et lv lt pl cs sk hu ro hr sr sl bg sq el tr ru uk be ca gl id vi".split(" "),
);
/** Words in dates that CLDR does not have. */
const ORDINALS = "st nd rd th er ere o a of de del d di the";
/** Country domains that Google treats as generic (developers.google.com/search/docs/specialty/international). */
const GENERIC_DOMAINS = "ad ai as bz cc cd co dj eu fm io la me ms nu sc sr su tv tk ws";
/** Share of a language's regions that decides its order. */
const MOST = 0.8;
/** Calendars, their languages, and years that distinguish their eras. All languages use the first. */
const CALENDARS: readonly { name: string; languages?: string; years: readonly number[] }[] = [
	{ name: "gregory", years: [2024] },
	{ name: "persian", languages: "ckb en fa lrc mzn ps uz", years: [2024] },
	{ name: "islamic-umalqura", languages: "ar ckb en fa fr id ms ps tr ur", years: [2024] },
	{ name: "buddhist", languages: "en km lo th zh", years: [2024] },
	{ name: "roc", languages: "en nan yue zh", years: [2024] },
	{ name: "japanese", languages: "en ja ko zh", years: [2024, 2000, 1980] },
];
const WITH_MONTHS = new Set(["gregory", "persian", "islamic-umalqura"]);

type Options = Intl.DateTimeFormatOptions;
const SHORT: readonly Options[] = [{ year: "numeric", month: "numeric", day: "numeric" }, { dateStyle: "short" }];
const STYLES: readonly Options[] = [
	{ dateStyle: "long" },
	{ dateStyle: "medium" },
	...SHORT,
	...(["long", "short"] as const).flatMap((month): Options[] => [
		{ month },
		{ month, day: "numeric" },
		{ month, day: "numeric", year: "numeric" },
	]),
];

const available: readonly string[] = JSON.parse(readFileSync(join(cldr, "availableLocales.json"), "utf8"))
	.availableLocales.full;
const locales = available.filter(
	// Toki Pona writes dates in sentences.
	(tag) => tag !== "tok" && new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag,
);

/** Value → its places: a month's languages, an era's names. */
type Found = Map<string, Set<string>>;
const names: Found = new Map();
const eras: Found = new Map();
const calendars: Found = new Map();
const numeric = new Map<string, string>();
const orders = new Map<string, string>();
const glue = new Set(ORDINALS.split(" "));
const commaAfterDay = new Set<string>();

for (const locale of locales) {
	for (const { name, languages, years } of CALENDARS) {
		if (languages && !languages.split(" ").includes(languageOf(locale))) continue;
		if (WITH_MONTHS.has(name)) learnMonths(locale, name, name === "gregory" ? "gregorian" : name);
		for (const year of years) learnEra(locale, name, year);
	}
	const { calendar } = new Intl.DateTimeFormat(locale).resolvedOptions();
	if (calendar === "buddhist") add(calendars, "-543", languageOf(locale));
	else if (calendar !== "gregory") add(calendars, calendar, languageOf(locale));
	learnOrder(locale);
}
await writeFile(TARGET, `${JSON.stringify(table(), null, "\t")}\n`);

function formatter(locale: string, calendar: string, options: Options) {
	const format = new Intl.DateTimeFormat(`${locale}-u-ca-${calendar}`, { ...options, timeZone: "UTC" });
	return (date: number) => format.formatToParts(date).filter(({ type }) => type !== "weekday");
}

function learnMonths(locale: string, calendar: string, kept: string): void {
	const numberOf = formatter("en", calendar, { month: "numeric" });
	for (const style of STYLES) {
		const format = formatter(locale, calendar, style);
		for (let step = 0; step < 13; step++) {
			const date = Date.UTC(2024, 0, 15 + step * 30);
			learnMonth(languageOf(locale), kept, format(date), numberOf(date)[0]?.value ?? "");
		}
	}
}

type Parts = readonly Intl.DateTimeFormatPart[];

function learnMonth(language: string, calendar: string, parts: Parts, month: string): void {
	const isNamed = parts.some(({ type, value }) => type === "month" && !/\p{Nd}/u.test(value));
	const shown = parts.map(({ type, value }) => (type === "month" && isNamed ? `<${plain(value)}>` : plain(value)));
	const text = parts.map(({ type }, at) => (type === "era" ? " " : shown[at])).join("");
	// Letters next to a month are a case ending or an attached preposition.
	const [whole = ""] = /[\p{L}\p{M}]*<.*>[\p{L}\p{M}]*/u.exec(text) ?? [];
	const name = wordsOf(whole.replace(/[<>]/g, "")).join(" ");
	if (name !== "" && !/^m\d/.test(whole)) add(names, `${calendar} ${month} ${name}`, language);
	for (const word of wordsOf(text.replace(whole, " "))) glue.add(word);
	if (calendar !== "gregorian") return;
	if (/\d[,،] ?</.test(text)) commaAfterDay.add(language);
	const between = text
		.split(/\d+/)
		.slice(1, -1)
		.map((each) => wordsOf(each).join(" "));
	// Some name a month by a letter and its number, which is not a name.
	if (!isNamed && between.length === 2 && /[^ a-z]|[a-z]{3}/.test(between.join(" ")))
		numeric.set(between.join("|"), orderOf(parts));
}

function learnEra(locale: string, calendar: string, year: number): void {
	const date = Date.UTC(year, 5, 15);
	const counted = formatter("en", calendar, { year: "numeric", era: "short" })(date).find(
		({ type }) => type === "year",
	);
	const before = year - Number(counted?.value);
	const long: Options = { year: "numeric", month: "long", day: "numeric", era: "short" };
	for (const style of [long, ...STYLES.slice(0, 4)]) {
		for (const { type, value } of formatter(locale, calendar, style)(date)) {
			const era = WITH_MONTHS.has(calendar) ? calendar.replace("gregory", "gregorian") : String(before);
			if (type === "era") add(eras, era, wordsOf(plain(value)).join(" "));
		}
	}
}

/** The order if the year comes last, and if it has 2 digits, with the separators. */
function learnOrder(locale: string): void {
	const [whole = [], short = []] = SHORT.map((style) => formatter(locale, "gregory", style)(Date.UTC(2024, 10, 23)));
	const last = new Set([whole, short].map(orderOf).filter((order) => order.endsWith("y")));
	const marks = new Set(
		short.slice(0, 4).flatMap(({ type, value }) => (type === "literal" ? plain(value).trim() : [])),
	);
	const isShort = short.some(({ type, value }) => type === "year" && plain(value).length === 2) && marks.size === 1;
	const order = last.size === 1 ? [...last][0] : "";
	orders.set(locale.toLowerCase(), `${order} ${isShort ? orderOf(short) + [...marks][0] : ""}`);
}

function orderOf(parts: Parts): string {
	return parts.flatMap(({ type }) => (["year", "month", "day"].includes(type) ? type.charAt(0) : [])).join("");
}

function table() {
	return {
		source: `Unicode CLDR ${Reflect.get(process.versions, "cldr")}, as Intl of Node ${process.versions.node} has it, by jobs/written-dates.ts. Names without case, accents and marks. months: by calendar, January first; monthsOnlyIn: what another month is called elsewhere, and short names, by language; eras: names by the years that the Gregorian calendar has more, or the calendar that they belong to; numeric: the order of numbers with these words between; orders: that of numbers alone where the year comes last, and where it has two digits, with what stands between, by locale`,
		licence: "Unicode-3.0",
		...months(),
		glue: [...glue].toSorted().join(" "),
		eras: Object.fromEntries(
			[...eras].map(([era, found]) => [
				era,
				[...found]
					.filter((name) => name !== "")
					.toSorted()
					.join("|"),
			]),
		),
		numeric: Object.fromEntries([...numeric].toSorted()),
		commaAfterDay: [...commaAfterDay].toSorted().join(" "),
		orders: grouped(settledOrders()),
		calendars: Object.fromEntries([...calendars].map(([calendar, found]) => [calendar, [...found].join(" ")])),
		genericDomains: GENERIC_DOMAINS,
	};
}

interface Name {
	readonly calendar: string;
	readonly month: string;
	readonly name: string;
	readonly languages: ReadonlySet<string>;
}

function months() {
	const all = Array.from(names, ([key, languages]): Name => {
		const [calendar = "", month = "", ...words] = key.split(" ");
		return { calendar, month, name: words.join(" "), languages };
	});
	const everywhere: Name[] = [];
	const onlyIn: (readonly [language: string, name: string])[] = [];
	for (const alike of Map.groupBy(all, ({ calendar, name }) => `${calendar} ${name}`).values()) {
		for (const each of alike) {
			const isKnown = [...each.languages].some((language) => EVERYWHERE.has(language));
			const isClear = alike.length === 1 && (isKnown || each.name.length > 3 || /[^a-z]/.test(each.name));
			if (isKnown || isClear) everywhere.push(each);
			if (isClear || each.calendar !== "gregorian") continue;
			onlyIn.push(...Array.from(each.languages, (language) => [language, `${each.name}=${each.month}`] as const));
		}
	}
	const namesOf = (calendar: string, month: number) =>
		everywhere.flatMap((each) => (each.calendar === calendar && Number(each.month) === month ? each.name : []));
	const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
	return {
		months: Object.fromEntries(
			["gregorian", "persian", "islamic-umalqura"].map((calendar) => [
				calendar,
				numbers.map((month) => namesOf(calendar, month).toSorted().join("|")),
			]),
		),
		monthsOnlyIn: Object.fromEntries(
			[...Map.groupBy(onlyIn.toSorted(), ([language]) => language)].map(([language, own]) => [
				language,
				own.map(([, name]) => name).join("|"),
			]),
		),
	};
}

/** Omits regions with their language's order. */
function settledOrders(): Map<string, string> {
	const settled = new Map<string, string>();
	for (const [language, own] of Map.groupBy(orders, ([tag]) => languageOf(tag))) {
		const [, whole = ""] = own.find(([tag]) => tag === language) ?? [];
		const alike = own.filter(([, each]) => each.split(" ")[0] === whole.split(" ")[0]);
		settled.set(language, alike.length >= own.length * MOST ? whole : " ");
		settled.set(`${language}-${new Intl.Locale(language).maximize().region?.toLowerCase()}`, whole);
		for (const [tag, each] of own) if (tag !== language) settled.set(tag, each);
		for (const tag of settled.keys()) {
			if (tag.startsWith(`${language}-`) && settled.get(tag) === settled.get(language)) settled.delete(tag);
		}
	}
	return settled;
}

function grouped(values: ReadonlyMap<string, string>): Record<string, string> {
	const groups = Map.groupBy(values, ([, value]) => value);
	return Object.fromEntries(
		[...groups].map(([value, all]) => [
			value,
			all
				.map(([tag]) => tag)
				.toSorted()
				.join(" "),
		]),
	);
}

function add(found: Found, key: string, value: string): void {
	found.set(key, (found.get(key) ?? new Set()).add(value));
}

function languageOf(tag: string): string {
	return tag.split("-")[0] ?? "";
}

function wordsOf(text: string): readonly string[] {
	return text.match(/[\p{L}\p{M}\u200c\u200d]+/gu) ?? [];
}
