import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const read = (html: string) => readPage(html, "https://site.example/a/").forms;

describe("a form", () => {
	it("tells where it goes, how, and what it sends", () => {
		const html = `<p>x</p>
<form action="../send" method="POST" toolname="ask"><input name=q><input><textarea name=t></textarea>
<input type=hidden name=h><input type=checkbox name=c><button>Go</button></form>`;
		expect(read(html)).toEqual([
			{
				at: "line 2, column 1",
				excerpt: '<form action="../send" method="POST" toolname="ask">',
				action: "https://site.example/send",
				method: "post",
				methodStated: true,
				fields: 4,
				named: 3,
				submits: true,
				password: false,
				toolName: "ask",
				search: false,
			},
		]);
	});

	it.each([
		["<form>", null, "get", false],
		["<form action='' method=''>", null, "get", true],
		["<form method=put>", null, "get", true],
		["<form method=dialog>", null, "dialog", true],
		["<form action='https://%'>", null, "get", false],
		["<form><button formaction=/save formmethod=post>", "https://site.example/save", "post", true],
		["<base href=https://other.example/x/><form action=y>", "https://other.example/x/y", "get", false],
	])("%s", (html, action, method, methodStated) => {
		expect(read(html)).toMatchObject([{ action, method, methodStated }]);
	});

	it.each([
		["<form><button>", true],
		["<form><button type=nonsense>", true],
		["<form><input type=image>", true],
		["<form><input type=SUBMIT>", true],
		["<form><button type=button><button type=reset><input type=button>", false],
		["<form id=f></form><button form=f>", true],
		["<button form=f></button><form id=f></form>", true],
		["<form><button form=other></button></form><form id=other>", false],
		["<form><button form=''></button></form>", false],
	])("that ends in %s is sent by a button: %s", (html, submits) => {
		expect(read(html)[0]?.submits).toBe(submits);
	});

	it.each([
		["<form role=search>", true],
		["<search><form></form></search>", true],
		["<div role=search><form></form></div>", true],
		["<form><input type=search></form>", true],
		["<search></search><form>", false],
		["<form><input type=text></form>", false],
	])("%s searches: %s", (html, search) => {
		expect(read(html)[0]?.search).toBe(search);
	});

	it("knows its password, and fields that stand elsewhere", () => {
		expect(read("<form id=f></form><input form=f type=password name=p><input name=q>")).toMatchObject([
			{ fields: 1, named: 1, password: true },
		]);
	});

	it("takes the first of two with one id, and keeps the first 200", () => {
		expect(read("<form id=f></form><form id=f></form><input form=f>").map(({ fields }) => fields)).toEqual([1, 0]);
		expect(read("<form></form>".repeat(300))).toHaveLength(200);
	});
});
