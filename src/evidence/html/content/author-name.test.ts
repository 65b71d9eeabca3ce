import { expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { authorName, withoutLabel, writtenBy } from "./author-name.ts";

it.each([
	["By Ada Quire, binder", "", "Ada Quire"],
	["4 March 2026 | Text: Ada Quire", "", "Ada Quire"],
	["Ada Quire and others", "Written by", "Ada Quire"],
	["Ada Quire", "Books", undefined],
	["von Ada Quire und anderen", "", undefined],
	["Author Ada Quire", "", undefined],
	["Mi", "Di", undefined],
])("%s, behind %o", (line, before, name) => {
	expect(writtenBy(line, before)).toBe(name);
});

it.each([
	["By: Ada Quire", "Ada Quire"],
	["Posted on Monday by Ada Quire", "Ada Quire"],
	["作者： Ada Quire", "Ada Quire"],
	["Ada Quire am 14. Mai 2014, 15:40 Uhr", "Ada Quire"],
	["Ada Quire JAN. 13, 2017", "Ada Quire"],
	["Ada Quire / Oktober 25 2023", "Ada Quire"],
	["Ada Quire 4 Min Read", "Ada Quire"],
	["Ada Quire Thursday", "Ada Quire Thursday"],
	["Ada Quire Thursday, March 5, 2026", "Ada Quire"],
	["Authority for Books", "Authority for Books"],
	["Über", ""],
	["Letzte Aktualisierung: 28.01.2022", ""],
	["Letzte Aktualisierung: 28.01.2022 Autor*in Ada Quire", "Ada Quire"],
	["12", ""],
])("%s", (said, name) => {
	expect(authorName(withoutLabel(said))).toBe(name);
});

it("ends soon on hostile text", () => {
	const start = cpuUnits();
	for (const part of ["Von ", "A ", "on ", "Ada de la ", "| ", "1"]) {
		for (let round = 0; round < 500; round++) {
			const line = `By ${part.repeat(40)}`.slice(0, 160);
			writtenBy(line, line);
			authorName(withoutLabel(line.slice(0, 100)));
		}
	}
	expect(cpuUnits() - start).toBeLessThan(1_500);
});
