import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";
import { CAPTCHA_VENDORS } from "./captchas.ts";

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
		["<form class='search-bar d-flex'>", true],
		["<form><input id=book-search-input></form>", true],
		["<form class=research><input name=searching></form>", false],
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

const fieldsIn = (html: string) => readPage(html, "https://site.example/").fields;

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
		expect(fieldsIn(html).at(-1)).toMatchObject({ name, nameFrom });
	});

	it("by a label goes to the first control inside alone", () => {
		expect(fieldsIn("<label>L <input><input></label>").map((field) => field.name)).toEqual(["L", ""]);
	});

	it("by an id goes to the first element that has it alone", () => {
		expect(fieldsIn("<label for=a>L</label><input id=a><input id=a>").map((field) => field.name)).toEqual(["L", ""]);
	});

	it("by nested labels comes from both", () => {
		expect(fieldsIn("<label>Out <label>In <input></label></label>")[0]?.name).toBe("Out In In");
	});
});

describe("fields", () => {
	it("are what a person fills in", () => {
		const html = `<input><input type=EMAIL><input type=nonsense><input type=checkbox><select></select><textarea></textarea>
			<input type=hidden><input type=submit><input type=Reset><input type=button><input type=image><button>b</button>
			<template><input></template>`;
		expect(fieldsIn(html).map(({ tag, type }) => `${tag} ${type}`)).toEqual([
			"input text",
			"input email",
			"input text",
			"input checkbox",
			"select select",
			"textarea textarea",
		]);
	});

	it("may be hidden", () => {
		expect(fieldsIn("<input hidden><div aria-hidden=true><input></div><input>").map((field) => field.hidden)).toEqual([
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

const captchasIn = (html: string) => readPage(html, "https://site.example/").captchas;

describe("a challenge", () => {
	it.each([
		['<script src="https://www.google.com/recaptcha/api.js"></script>', "reCAPTCHA", "script"],
		['<script src="//www.recaptcha.net/recaptcha/enterprise.js?render=k"></script>', "reCAPTCHA", "script"],
		['<iframe src="https://www.google.com/recaptcha/api2/anchor?k=1"></iframe>', "reCAPTCHA", "frame"],
		['<div class="mt-2 g-recaptcha" data-sitekey=k></div>', "reCAPTCHA", "widget"],
		["<button class=g-recaptcha data-callback=send>Send</button>", "reCAPTCHA", "widget"],
		['<script src="https://js.hcaptcha.com/1/api.js"></script>', "hCaptcha", "script"],
		['<script src="https://hcaptcha.com/1/api.js"></script>', "hCaptcha", "script"],
		["<div class=h-captcha></div>", "hCaptcha", "widget"],
		['<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>', "Cloudflare Turnstile", "script"],
		["<div class=cf-turnstile></div>", "Cloudflare Turnstile", "widget"],
		[
			'<script src="https://cdn.jsdelivr.net/npm/@friendlycaptcha/sdk@0.2.0/site.min.js"></script>',
			"Friendly Captcha",
			"script",
		],
		["<div class=frc-captcha></div>", "Friendly Captcha", "widget"],
		['<script src="https://static.geetest.com/v4/gt4.js"></script>', "GeeTest", "script"],
		['<script src="https://a1.b2.eu-west-3.captcha.awswaf.com/a1/jsapi.js"></script>', "AWS WAF CAPTCHA", "script"],
		["<awswaf-captcha></awswaf-captcha>", "AWS WAF CAPTCHA", "widget"],
		['<script src="https://client-api.arkoselabs.com/v2/k/api.js"></script>', "Arkose Labs", "script"],
		["<div class=mtcaptcha></div>", "MTCaptcha", "widget"],
		["<div class=smart-captcha></div>", "Yandex SmartCaptcha", "widget"],
		["<altcha-widget></altcha-widget>", "ALTCHA", "widget"],
	])("%s", (html, vendor, from) => {
		expect(captchasIn(html)).toMatchObject([{ vendor, from, inForm: false }]);
	});

	it.each([
		'<script src="https://www.google.com/maps/api.js"></script>',
		'<script src="https://a1.eu-west-3.token.awswaf.com/a1/challenge.js"></script>',
		'<script src="https://evilhcaptcha.com/x.js"></script>',
		'<script src="/recaptcha/local.js"></script>',
		"<p class='g-recaptcha-terms'>Protected</p>",
		"<a href='https://www.google.com/recaptcha/about/'>About</a>",
		"<script src='https://%'></script><script>grecaptcha</script>",
	])("is not in %s", (html) => {
		expect(captchasIn(html)).toEqual([]);
	});

	it.each([
		['<div class=g-recaptcha data-size="invisible"></div>', true],
		['<div class=h-captcha data-size="Invisible"></div>', true],
		["<button class=g-recaptcha data-callback=send>Send</button>", true],
		["<div class=g-recaptcha data-size=compact></div>", undefined],
		["<div class=cf-turnstile data-size=invisible></div>", undefined],
	])("of %s shows nothing at first: %s", (html, invisible) => {
		expect(captchasIn(html)[0]?.invisible).toBe(invisible);
	});

	it("knows whether it is in a form", () => {
		const html = "<form><p><i class=h-captcha></i></p></form><i class=h-captcha></i>";
		expect(captchasIn(html).map(({ inForm }) => inForm)).toEqual([true, false]);
	});

	it("is listed 20 times at most, and by one vendor each", () => {
		expect(captchasIn("<i class=h-captcha></i>".repeat(30))).toHaveLength(20);
		const classes = CAPTCHA_VENDORS.flatMap((vendor) => vendor.classes);
		expect(new Set(classes).size).toBe(classes.length);
	});
});
