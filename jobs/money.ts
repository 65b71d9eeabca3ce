// node jobs/money.ts CLDR_CORE: writes how languages write currencies as data for the audit. Names and symbols
// come from this Node's Intl, which is CLDR. CLDR_CORE is the folder of the npm package cldr-core of the same version,
// which lists locales and the currencies of regions.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plain } from "../src/evidence/html/tree/fold-text.ts";

const TARGET = fileURLToPath(new URL("../src/evidence/html/content/money.json", import.meta.url));
const [cldr = ""] = process.argv.slice(2);
const read = (name: string) => JSON.parse(readFileSync(join(cldr, name), "utf8"));

/** Everyday names. CLDR has only full names, such as those of each country's dollar. */
const EVERYDAY =
	"dollar dollars euro euros pound pounds rupee rupees peso pesos franc francs yuan yen won tl lei leu lev leva dinar dinars dirham dirhams riyal riyals rial ruble rubles kronor kroner krone krona forint zloty zlotych złotych złoty korun koruna 圓 圆 円 元 원 บาท руб рублей рубля грн гривен гривень лв дин ден ريال درهم جنيه دينار تومان ریال đ dong";
/** Currency codes that are English words, so not currencies before a number. */
const WORDS = "ALL CUP MOP PEN SOS TOP";
/** Used everywhere. */
const WORLD = ["USD", "EUR", "GBP"];
/** Powers of 10 that have a word only in languages that do not group by thousands. */
const OWN_POWERS = [4, 5, 7, 8];

interface Period {
	readonly _to?: string;
	readonly _tender?: string;
}
const regions: Record<string, readonly Record<string, Period>[]> = read("supplemental/currencyData.json").supplemental
	.currencyData.region;
const locales: readonly string[] = read("availableLocales.json").availableLocales.full.filter(
	(tag: string) => tag !== "tok" && new Intl.NumberFormat(tag).resolvedOptions().locale === tag,
);
const codes = new Set(Object.keys(regions).flatMap(paidIn));
const signs = new Set<string>();
const names = new Set(EVERYDAY.split(" ").map(plain));
const units: Record<string, number> = {};

for (const currency of codes) for (const count of [1, 2]) names.add(plain(currencyOf("en", currency, "name", count)));
for (const locale of locales) {
	for (const currency of codes) {
		for (const display of ["symbol", "narrowSymbol"] as const) addSign(currencyOf(locale, currency, display, 1));
	}
	const { region = "" } = new Intl.Locale(locale).maximize();
	for (const currency of [...paidIn(region), ...WORLD]) {
		for (const count of [1, 2, 5, 11, 100, 1.5]) names.add(plain(currencyOf(locale, currency, "name", count)));
	}
	for (const power of OWN_POWERS) addUnit(locale, power);
}
const data = {
	source: `Unicode CLDR ${Reflect.get(process.versions, "cldr")}, as Intl of Node ${process.versions.node} has it, and what people write beside, by jobs/money.ts. signs: in their own case; names: without case and accents; words: codes that mean something else before a number; units: powers of ten`,
	licence: "Unicode-3.0",
	codes: [...codes].toSorted().join(" "),
	words: WORDS.split(" "),
	signs: [...signs].toSorted().join("|"),
	names: [...names]
		.filter((name) => /[^a-z]|.{3}|tl/.test(name) && !codes.has(name.toUpperCase()))
		.toSorted()
		.join("|"),
	units,
};
await writeFile(TARGET, `${JSON.stringify(data, null, "\t")}\n`);

function paidIn(region: string): string[] {
	const periods = (regions[region] ?? []).flatMap((each) => Object.entries(each));
	return periods.flatMap(([code, { _to, _tender }]) => (_to === undefined && _tender !== "false" ? code : []));
}

function currencyOf(
	locale: string,
	currency: string,
	currencyDisplay: "symbol" | "narrowSymbol" | "name",
	count: number,
) {
	const parts = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay }).formatToParts(count);
	const [first = ""] = parts.flatMap(({ type, value }) => (type === "currency" ? value : []));
	return first
		.replace(/[\u200b\u200e\u200f]/g, "")
		.replace(/\s+/gu, " ")
		.trim();
}

function addSign(sign: string): void {
	const bare = sign.replace(/\.$/, "");
	if (bare !== "" && !codes.has(bare) && !/^\p{Sc}$/u.test(bare)) signs.add(bare);
}

function addUnit(locale: string, power: number): void {
	for (const compactDisplay of ["short", "long"] as const) {
		const parts = new Intl.NumberFormat(locale, { notation: "compact", compactDisplay }).formatToParts(10 ** power);
		const unit = parts.find(({ type }) => type === "compact")?.value.trim() ?? "";
		const isOne = parts.some(({ type, value }) => type === "integer" && plain(value) === "1");
		// Skip single letters from a to z, which are ambiguous.
		if (isOne && /[^ -~]|^lakh$|^crore$/.test(unit) && !unit.includes(".")) units[unit] = power;
	}
}
