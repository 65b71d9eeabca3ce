import { expect, test } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { containsName, sameName } from "./site-identity.ts";

test.each([
	["Acme", "ACME"],
	["Acme GmbH", "Acme"],
	["Acme S.A.", "Acme, Inc."],
	["Müller & Söhne", "Muller Sohne"],
	["Ökonomenstimme", "Oekonomenstimme"],
	["Straße", "Strasse"],
	["Århus Bøger", "Aarhus Boger"],
	["The Harbour Post", "Harbour Post"],
	["Harbour Post Daily", "The Harbour Post Weekly"],
	["Acme Bakery", "Acme Bakery – bread since 1998"],
	["acme.com", "Acme"],
	["acme-tools.co.uk", "Acme Tools Ltd"],
	["World Health Organization", "WHO"],
	["O’Reilly", "OReilly"],
	["Datarecovery", "استعادة البيانات"],
	["東京タワー", "Tokyo Tower"],
	["", "Acme"],
	["株式会社東京", "東京"],
])("%s is %s", (one, other) => {
	expect(sameName(one, other)).toBe(true);
	expect(sameName(other, one)).toBe(true);
});

test.each([
	["Acme", "Bolt"],
	["Acme Bakery", "My WordPress Site"],
	["Acme Bakery", "Acme Hotels"],
	["GmbH", "Acme"],
	["World Health Organization", "WTO"],
	["東京", "大阪"],
])("%s is not %s", (one, other) => {
	expect(sameName(one, other)).toBe(false);
	expect(sameName(other, one)).toBe(false);
});

test("a title contains a name, also in parts", () => {
	expect(containsName("Bread, cakes and more | ACME Bakery", "Acme Bakery GmbH")).toBe(true);
	expect(containsName("Home", "Acme Bakery")).toBe(false);
	expect(containsName("โรงแรม", "Acme Bakery")).toBe(true);
});

test("a name of a megabyte is read in no time", () => {
	const started = cpuUnits();
	sameName("a.".repeat(500_000), " b".repeat(500_000));
	expect(cpuUnits() - started).toBeLessThan(200);
});
