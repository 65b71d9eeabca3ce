import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { datesIn, isOfAnother, isoDay, labelOf } from "./dates.ts";

const read = (text: string) => datesIn(text).map(({ date }) => date);

describe("datesIn", () => {
	it.each([
		["4 March 2026", "2026-03-04"],
		["4th of March, 2026", "2026-03-04"],
		["March 4, 2026", "2026-03-04"],
		["Wednesday, Mar. 4 2026, 8 pm", "2026-03-04"],
		["2nd Sept 2025", "2025-09-02"],
		["04-Mar-2026", "2026-03-04"],
		["4. März 2026", "2026-03-04"],
		["4. Jänner 2026", "2026-01-04"],
		["1er août 2026", "2026-08-01"],
		["4 de marzo de 2026", "2026-03-04"],
		["4 de setiembre del 2026", "2026-09-04"],
		["4 marzo 2026", "2026-03-04"],
		["4 de março de 2026", "2026-03-04"],
		["4 maart 2026", "2026-03-04"],
		["2026-03-04", "2026-03-04"],
		["2026/3/4", "2026-03-04"],
		["04.03.2026", "2026-03-04"],
		["2026年3月4日", "2026-03-04"],
		["25/03/2026", "2026-03-25"],
		["03/25/2026", "2026-03-25"],
		["04/04/2026", "2026-04-04"],
		["03/04/2026", null],
		["März 7, 2018", "2018-03-07"],
		["01.21.2020 07:00", "2020-01-21"],
		["28.01.22", "2022-01-28"],
		["10.15.15", "2015-10-15"],
		["12.12.22", "2022-12-12"],
		["11/18/23 5:19pm", "2023-11-18"],
		["05.04.22", null],
		["28.01.99", "1999-01-28"],
		["March 2026", null],
		["Feb. 2026", null],
		["marzo de 2026", null],
		["4 mars 2026", "2026-03-04"],
		["4. marts 2026", "2026-03-04"],
		["4. maaliskuuta 2026", "2026-03-04"],
		["4 października 2026", "2026-10-04"],
		["4. března 2026", "2026-03-04"],
		["4 martie 2026", "2026-03-04"],
		["2026. március 4.", "2026-03-04"],
		["4 Mart 2026", "2026-03-04"],
		["4 марта 2026 г.", "2026-03-04"],
		["4 березня 2026", "2026-03-04"],
		["4 Μαρτίου 2026", "2026-03-04"],
		["4 Agustus 2026", "2026-08-04"],
		["4 de març de 2026", "2026-03-04"],
		["4 tháng 3, 2026", "2026-03-04"],
	])("%s", (text, date) => {
		expect(read(`x ${text} y`)).toEqual([date]);
	});

	it.each([
		"30 February 2026",
		"32.01.2026",
		"13/13/2026",
		"call 555 2026",
		"4 Marsh 2026",
		"2026-13-01",
		"12:30",
		"version 1.10.12",
		"10.11.12.13",
		"08.05.45",
		"31.31.22",
		"24/7/365 and 1/2/10/11",
	])("not in %s", (text) => {
		expect(read(text)).toEqual([]);
	});

	it("finds several, in order, with their places", () => {
		const text = "Published on 4 March 2026, updated on May 5, 2026";
		expect(datesIn(text).map(({ date, start, end }) => [date, text.slice(start, end)])).toEqual([
			["2026-03-04", "4 March 2026"],
			["2026-05-05", "May 5, 2026"],
		]);
	});

	it("ends soon on hostile text", () => {
		const start = cpuUnits();
		for (const part of ["1", "1 a", "a 1, ", "2026-", "1.1.", "de ", "1/1/", "1/11/11 "])
			datesIn(`2026 ${part.repeat(20_000)}`);
		expect(cpuUnits() - start).toBeLessThan(1_500);
	});
});

it.each([
	["Published on ", "published"],
	["Last updated: ", "updated"],
	["Posted by Ann on ", "published"],
	["Zuletzt geändert am ", "updated"],
	["Veröffentlicht: ", "published"],
	["Publié le ", "published"],
	["Mis à jour le ", "updated"],
	["Publicado el ", "published"],
	["Actualizado: ", "updated"],
	["Aggiornato il ", "updated"],
	["Publicado em ", "published"],
	["Atualizado em ", "updated"],
	["Gepubliceerd op ", "published"],
	["Laatst bijgewerkt op ", "updated"],
	["Published by Ann, updated ", "updated"],
	["Uppdaterad ", "updated"],
	["Zaktualizowano: ", "updated"],
	["Опубликовано ", "published"],
	["Обновлено: ", "updated"],
	["投稿日：", "published"],
	["The fair opens on ", null],
	["", null],
])("labelOf(%s)", (before, label) => {
	expect(labelOf(before)).toBe(label);
});

it.each([
	["2026-03-04", "2026-03-04"],
	[" 2026-03-04T08:00:00+01:00", "2026-03-04"],
	["2026-02-30", null],
	["PT5M", null],
	["08:00", null],
	["2026-03", null],
])("isoDay(%s)", (value, day) => {
	expect(isoDay(value)).toBe(day);
});

it.each([
	["Joined: ", true],
	["Member since ", true],
	["Offer valid until ", true],
	["Registered on ", true],
	["Published ", false],
	["Ada joined us. Updated ", false],
	["", false],
])("isOfAnother(%s)", (before, is) => {
	expect(isOfAnother(before)).toBe(is);
});
