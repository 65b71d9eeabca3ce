import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const read = (html: string) => readPage(html, "https://site.example/").fields;

describe("name of a field", () => {
	it.each([
		["<label for=a>Mail</label><input id=a>", "Mail", "label"],
		["<input id=a><label for=a>Mail</label>", "Mail", "label"],
		["<label>Mail <input></label>", "Mail", "label"],
		["<label>Land <select><option>Austria</select></label>", "Land", "label"],
		["<label>Text <textarea>draft</textarea> here</label>", "Text here", "label"],
		["<label aria-label=L>no <input></label>", "L", "label"],
		["<label><img alt=Search><input></label>", "Search", "label"],
		["<label for=a>One</label><label for=a>Two</label><input id=a>", "One Two", "label"],
		["<label for=a>For</label><label>Around <input id=a></label>", "For Around", "label"],
		["<label for=b>no <input></label>", "", "none"],
		["<label for=''>no <input></label>", "", "none"],
		["<label>no <button>b</button><input></label>", "", "none"],
		["<label>Yes <input type=hidden><input></label>", "Yes", "label"],
		["<label> </label><input title=T>", "T", "title"],
		["<label for=a> </label><input id=a title=T placeholder=P>", "T", "title"],
		["<label for=a>no</label><p id=a></p><input id=a>", "", "none"],
		["<input aria-label=L title=T>", "L", "aria-label"],
		["<label for=a>no</label><input id=a aria-label=L>", "L", "aria-label"],
		["<input aria-labelledby='a b' aria-label=no><i id=a>A</i><i id=b>B</i>", "A B", "aria-labelledby"],
		["<input aria-labelledby=missing placeholder=P>", "P", "placeholder"],
		["<textarea placeholder=P></textarea>", "P", "placeholder"],
		["<input type=checkbox placeholder=no>", "", "none"],
		["<select></select>", "", "none"],
	])("in %s is %j, from %s", (html, name, nameFrom) => {
		expect(read(html).at(-1)).toMatchObject({ name, nameFrom });
	});

	it("by a label goes to the first control inside alone", () => {
		expect(read("<label>L <input><input></label>").map((field) => field.name)).toEqual(["L", ""]);
	});

	it("by an id goes to the first element that has it alone", () => {
		expect(read("<label for=a>L</label><input id=a><input id=a>").map((field) => field.name)).toEqual(["L", ""]);
	});

	it("by nested labels comes from both", () => {
		expect(read("<label>Out <label>In <input></label></label>")[0]?.name).toBe("Out In In");
	});
});

describe("fields", () => {
	it("are what a person fills in", () => {
		const html = `<input><input type=EMAIL><input type=nonsense><input type=checkbox><select></select><textarea></textarea>
			<input type=hidden><input type=submit><input type=Reset><input type=button><input type=image><button>b</button>
			<template><input></template>`;
		expect(read(html).map(({ tag, type }) => `${tag} ${type}`)).toEqual([
			"input text",
			"input email",
			"input text",
			"input checkbox",
			"select select",
			"textarea textarea",
		]);
	});

	it("may be hidden", () => {
		expect(read("<input hidden><div aria-hidden=true><input></div><input>").map((field) => field.hidden)).toEqual([
			true,
			true,
			false,
		]);
	});

	it("stay linear in labels: 10,000 of each", () => {
		const rows = Array.from({ length: 10_000 }, (_, row) => `<label for=f${row}>L${row}</label><input id=f${row}>`);
		const page = readPage(rows.join(""), "https://site.example/");
		expect(page.counts.fields).toBe(10_000);
		expect(page.fields.every((field, row) => field.name === `L${row}`)).toBe(true);
	});
});
