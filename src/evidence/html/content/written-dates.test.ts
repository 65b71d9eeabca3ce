import { expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { plain } from "../tree/fold-text.ts";
import data from "./written-dates.json" with { type: "json" };
import { dateLocaleOf, readDates } from "./written-dates.ts";

const daysIn = (text: string, tag = "", host = "site.example") =>
	Array.from(readDates(plain(text), dateLocaleOf(tag, host))).flatMap(({ days }) => days);

const LOCALES = Object.values(data.orders).flatMap((tags) => tags.split(" "));
/** Locales with month numbers as names, names with spaces, or the order year, day, month. */
const UNREAD = /^(?:blo|dz|kgp|kk-arab|kkj|ky|nmg|nqo|prg|rof|sa|ug|vai|yav|yo)\b/;
const STYLES: readonly Intl.DateTimeFormatOptions[] = [
	{ dateStyle: "long" },
	{ dateStyle: "medium" },
	{ dateStyle: "short" },
	{ year: "numeric", month: "long", day: "numeric" },
	{ year: "numeric", month: "short", day: "numeric" },
	{ year: "numeric", month: "2-digit", day: "2-digit" },
	{},
];
const DAYS = ["2024-01-23", "2023-11-23", "2026-03-04", "2025-08-01"];

const CALENDARS: readonly (readonly [calendar: string | undefined, locales: readonly string[]])[] = [
	[undefined, LOCALES.filter((tag) => !UNREAD.test(tag))],
	["buddhist", ["th", "lo", "en-US", "en-TH"]],
	["persian", ["fa", "ps", "ckb", "en-US"]],
	["islamic-umalqura", ["ar-SA", "ar-EG", "fa", "en-GB"]],
	["japanese", ["ja", "ko", "en-US"]],
	["roc", ["zh-TW", "zh-Hant", "yue", "en-US"]],
];

it.each(CALENDARS)("what Intl writes by the calendar %s is read back", (calendar, locales) => {
	const failed: string[] = [];
	for (const locale of locales) {
		const { order } = dateLocaleOf(locale, "");
		for (const style of STYLES) {
			const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC", ...(calendar ? { calendar } : {}) });
			for (const day of DAYS) {
				const text = format.format(new Date(day));
				const read = daysIn(text, locale);
				const isSure = order !== undefined || style.month === "long" || style.dateStyle === "long";
				if (!read.includes(day) || (isSure && read.length > 1))
					failed.push(`${locale}: ${text} is ${day}, not ${read}`);
			}
		}
	}
	expect(failed).toEqual([]);
	expect(locales.length).toBeGreaterThan(2);
});

it.each([
	["03/04/2026", "", "site.example", ["2026-04-03", "2026-03-04"]],
	["03/04/2026", "en", "site.example", ["2026-04-03", "2026-03-04"]],
	["03/04/2026", "en-US", "site.example", ["2026-03-04"]],
	["03/04/2026", "en", "shop.co.uk", ["2026-04-03"]],
	["03/04/2026", "en", "start.up.io", ["2026-04-03", "2026-03-04"]],
	["03/04/2026", "fr", "site.example", ["2026-04-03"]],
	["13/04/2026", "en-US", "site.example", ["2026-04-13"]],
	["26. 3. 4.", "ko", "site.example", ["2026-03-04"]],
	["113年3月4日", "zh-TW", "site.example", ["2024-03-04"]],
	["4 listopada 2026", "hr", "site.example", ["2026-10-04"]],
	["4 listopada 2026", "pl", "site.example", ["2026-11-04"]],
	["4 listopada 2026", "", "site.example", ["2026-10-04", "2026-11-04"]],
	["昭和63年1月2日", "ja", "site.example", ["1988-01-02"]],
	["公開日令和6年1月12日", "", "site.example", ["2024-01-12"]],
	["เมื่อวันที่12มกราคม2567เวลา", "", "site.example", ["2024-01-12"]],
	["Printed in 2025. March 4, 2026", "en", "site.example", ["2026-03-04"]],
])("%s in %j at %s", (text, tag, host, days) => {
	expect(daysIn(text, tag, host)).toEqual(days);
});

it.each(["10.11.12.13", "1/2/10/11", "30 February 2026", "at 10:30, 4 pm", "2026-13-01", "1404-13-01"])(
	"no date in %s",
	(text) => {
		expect(daysIn(text)).toEqual([]);
	},
);

/** Characters of hostile text: quadratic time would exceed the bound 30 times even for the shorter one. */
const LENGTH = FULL ? 1_000_000 : 100_000;

it("reads hostile text in linear time", () => {
	const start = cpuUnits();
	for (const part of ["1", "1.", "1 mai ", "2026/", "مارس 1 ", "令和", "1404/1/1 ", "ม.ค. 1 ", "a1 "]) {
		const text = plain(part.repeat(LENGTH / part.length));
		for (const reading of readDates(text, dateLocaleOf("fa", ""))) if (reading.days.length > 9) throw new Error(part);
	}
	expect(cpuUnits() - start).toBeLessThan(LENGTH / 33);
});
