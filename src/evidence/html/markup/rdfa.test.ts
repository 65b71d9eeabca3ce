import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const BASE = "https://shop.example/a/";
const read = (html: string) => readPage(html, BASE).rdfa;
const thing = (inside: string) => `<div vocab="https://schema.org/" typeof="Product">${inside}</div>`;
const properties = (inside: string) => read(thing(inside))[0]?.properties;

describe("values", () => {
	it.each([
		["<b property=x> a\n b </b>", "a b"],
		['<meta property="x" content="a">', "a"],
		['<b property="x" content="12.50">12,50</b>', "12.50"],
		['<a property="x" href="/b">text</a>', "https://shop.example/b"],
		['<img property="x" src="i.png">', "https://shop.example/a/i.png"],
		['<a property="x" resource="/c" href="/b">text</a>', "https://shop.example/c"],
		['<time property="x" datetime="2026-03-01">1 March</time>', "2026-03-01"],
	])("%s", (html, value) => {
		expect(properties(html)).toEqual({ x: [value] });
	});
});

describe("nodes", () => {
	it("hold each other", () => {
		const html = thing('<p property="offers" typeof="Offer"><b property="price">5</b></p><b property="name">n</b>');
		expect(read(html)).toMatchObject([
			{ types: ["Product"], id: null, properties: { offers: ["#1"], name: ["n"] }, top: true },
			{ types: ["Offer"], properties: { price: ["5"] }, top: false },
		]);
	});

	it("are one where they have one address", () => {
		const html = `${thing('<p property="brand" resource="#b" typeof="Brand"></p>')}
			<p vocab="https://schema.org/" resource="#b"><b property="name">B</b></p>`;
		expect(read(html)).toMatchObject([
			{ properties: { brand: ["@id:https://shop.example/a/#b"] } },
			{ types: ["Brand"], id: "https://shop.example/a/#b", properties: { name: ["B"] } },
		]);
	});

	it("take their names by prefix, also by schema.org's own, without a vocabulary", () => {
		const html =
			'<p typeof="schema:Person s:Robot Bare" prefix="s: http://s.example/#"><b property="foaf:nick">n</b><i property=bare>x</i>';
		expect(read(html)).toMatchObject([
			{ types: ["Person", "http://s.example/#Robot"], properties: { "http://xmlns.com/foaf/0.1/nick": ["n"] } },
		]);
	});

	it("are not made of the page's social metadata, unless the page has a type", () => {
		const head = '<head><meta property="og:title" content="t"></head>';
		expect(read(head)).toEqual([]);
		expect(read(`<html vocab="https://schema.org/" typeof="WebPage">${head}`)).toMatchObject([
			{ types: ["WebPage"], id: BASE, properties: { "http://ogp.me/ns#title": ["t"] } },
		]);
	});

	it("are talked about by their address where a property has content (RDFa 1.1 section 7.5, step 5.2)", () => {
		const html = `<p vocab="https://schema.org/" typeof="Brand" resource="/b"></p>${thing('<a property="x" content="said" href="/b">text</a>')}`;
		expect(read(html)).toMatchObject([{ types: ["Brand"], properties: { x: ["said"] } }, { properties: {} }]);
	});

	it("forget the vocabulary where it is taken away, and have it again behind", () => {
		const html = thing('<div vocab=""><b property=x>1</b></div><b property=y>2</b>');
		expect(read(html)[0]?.properties).toEqual({ y: ["2"] });
	});

	it("lets no name reach a prototype", () => {
		const found = properties("<i property=__proto__>x</i><i property=constructor>y</i>") ?? {};
		expect(Object.entries(found)).toEqual([["constructor", ["y"]]]);
	});
});
