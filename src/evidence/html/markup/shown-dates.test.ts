import { expect, it } from "vitest";
import { daysOf, shownDays } from "../content/dates.ts";

it.each([
	"2026-03-01",
	"2026/3/1",
	"01.03.2026",
	"1. 3. 2026",
	"1/3/2026",
	"03/01/2026",
	"1.3.26",
	"March 1, 2026",
	"Mar. 1st, 2026",
	"1 March 2026",
	"1st of March 2026",
	"1. März 2026",
	"1. Mär. 2026",
	"1er mars 2026",
	"1 de marzo de 2026",
	"1 marzo 2026",
	"1 de março de 2026",
	"1 mrt 2026",
	"1 maart 2026",
	"Posted: 1 MARCH 2026, 10:30",
	"2026年3月1日",
])("%s is the first of March", (text) => {
	expect(shownDays(text)).toContain("2026-03-01");
});

it("keeps days without a year apart", () => {
	expect(shownDays("March 1")).toEqual(new Set(["03-01"]));
	expect(shownDays("may 10:30 be")).toEqual(new Set());
	expect(shownDays("version 1.2.3 of 300.400.500")).toEqual(new Set());
	expect(shownDays("It may be that 12 March 2026 comes")).toContain("2026-03-12");
});

it.each([
	["2026-03-01", ["2026-03-01"]],
	["2026-03-01T23:30:00Z", ["2026-02-28", "2026-03-01", "2026-03-02"]],
	["last week", []],
	["2026-13-01", []],
])("%s may be shown as %j", (stated, days) => {
	expect(daysOf(stated)).toEqual(days);
});
