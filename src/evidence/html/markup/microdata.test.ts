import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const BASE = "https://shop.example/a/";
const read = (html: string) => readPage(html, BASE).microdata;
const item = (inside: string, more = "") =>
	`<div itemscope itemtype="https://schema.org/Product" ${more}>${inside}</div>`;
const properties = (inside: string) => read(item(inside))[0]?.properties;

describe("values by element (HTML section 5.2.4)", () => {
	it.each([
		['<meta itemprop="x" content="a b">', "a b"],
		['<meta itemprop="x">', ""],
		['<img itemprop="x" src="i.png">', "https://shop.example/a/i.png"],
		['<a itemprop="x" href="/b">text</a>', "https://shop.example/b"],
		['<a itemprop="x">text</a>', ""],
		['<link itemprop="x" href="https://schema.org/InStock">', "https://schema.org/InStock"],
		['<object itemprop="x" data="o.svg"></object>', "https://shop.example/a/o.svg"],
		['<data itemprop="x" value="12">twelve</data>', "12"],
		['<meter itemprop="x" value="3.5">many</meter>', "3.5"],
		['<time itemprop="x" datetime="2026-03-01">1 March</time>', "2026-03-01"],
		['<time itemprop="x">2026-03-01</time>', "2026-03-01"],
		['<span itemprop="x" content="12.50">12,50</span>', "12.50"],
		["<p itemprop=x> a\n <b>b</b>c </p>", "a bc"],
		["<div itemprop=x><p>a</p><p>b</p><script>c</script></div>", "a b"],
		['<a itemprop="x" href="http://[">text</a>', "http://["],
	])("%s", (html, value) => {
		expect(properties(html)).toEqual({ x: [value] });
	});
});

describe("items", () => {
	it("hold each other, and stand for themselves without itemprop", () => {
		const html = item(
			'<p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">5</b></p>',
		);
		expect(read(html)).toMatchObject([
			{ types: ["Product"], properties: { offers: ["#1"] }, top: true, at: "line 1, column 1" },
			{ types: ["Offer"], properties: { price: ["5"] }, top: false },
		]);
	});

	it("keep several names, types and values, in the page's order", () => {
		const html =
			'<p itemscope itemtype="https://schema.org/Book http://a.example/B" itemid="#b"><i itemprop="a b">1</i><i itemprop=a>2</i>';
		expect(read(html)).toMatchObject([
			{
				types: ["Book", "http://a.example/B"],
				id: "https://shop.example/a/#b",
				properties: { a: ["1", "2"], b: ["1"] },
			},
		]);
	});

	it("point at items with an address", () => {
		const html = item('<p itemprop="brand" itemscope itemid="/brand"></p>');
		expect(read(html)[0]?.properties).toEqual({ brand: ["@id:https://shop.example/brand"] });
	});

	it("need itemscope, and a name is no property outside of them", () => {
		expect(read('<p itemtype="https://schema.org/Book"><i itemprop=name>x</i>')).toEqual([]);
	});

	it("lets no name reach a prototype", () => {
		const found = properties("<i itemprop=__proto__>x</i><i itemprop=constructor>y</i>") ?? {};
		expect(Object.entries(found)).toEqual([["constructor", ["y"]]]);
	});
});

describe("itemref", () => {
	it("brings in what is elsewhere, before or behind, in the page's order", () => {
		const html = `<p id=a itemprop=x>1</p>${item("<i itemprop=x>2</i>", 'itemref="b a nowhere a"')}<div id=b><i itemprop=x>3</i></div>`;
		expect(read(html)[0]?.properties).toEqual({ x: ["1", "2", "3"] });
	});

	it("takes nothing out of items in between, and the first of two equal ids", () => {
		const html = `${item("", "itemref=b")}<div id=b><p itemscope><i itemprop=x>inner</i></p><i itemprop=y>1</i></div><i id=b itemprop=z>2</i>`;
		expect(read(html)[0]?.properties).toEqual({ y: ["1"] });
	});

	it("counts nothing twice, and makes no item its own property", () => {
		const html = `<div id=all>${item("<i id=in itemprop=x>1</i>", 'itemprop=self itemref="all in"')}</div>`;
		expect(read(html)[0]?.properties).toEqual({ x: ["1"] });
	});

	it("ends where items hold each other", () => {
		const html = "<p itemscope id=a itemprop=p itemref=b></p><p itemscope id=b itemprop=q itemref=a></p>";
		expect(read(html).map(({ properties }) => properties)).toEqual([{ q: ["#1"] }, { p: ["#0"] }]);
	});
});
