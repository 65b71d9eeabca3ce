import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";
import { MAX_METAS } from "../page-caps.ts";

const read = (html: string) => readPage(html, "https://site.example/");

describe("dir", () => {
	it.each([
		["<html dir=rtl>", "rtl"],
		['<html lang="ar" dir="RTL">', "rtl"],
		["<html dir=auto>", "auto"],
		["<html dir=sideways>", undefined],
		["<html>", undefined],
		["<html><p dir=rtl>", undefined],
	])("of %s is %j", (html, dir) => {
		expect(read(html).dir).toBe(dir);
	});
});

describe("lang", () => {
	it.each([
		["<html lang=en>", "en"],
		['<html lang=" de-AT ">', "de-AT"],
		['<html lang="">', ""],
		["<html>", undefined],
		["<p>", undefined],
		["<html xml:lang=en>", undefined],
	])("of %s is %j", (html, lang) => {
		expect(read(html).lang?.text).toBe(lang);
	});
});

describe("titles", () => {
	it("are decoded and folded, wherever they stand, but for SVG's", () => {
		const html = "<title>A &amp;\n B</title><body><svg><title>no</title></svg><title>C</title><template><title>no";
		expect(read(html).titles.map((title) => title.text)).toEqual(["A & B", "C"]);
	});

	it("may be empty or missing", () => {
		expect(read("<title> </title>").titles).toMatchObject([{ text: "" }]);
		expect(read("<p>").titles).toEqual([]);
	});
});

describe("metas", () => {
	it("are found by each kind of key", () => {
		const html = `<meta charset=utf-8><meta name=Robots content=noindex><meta property=og:title content=T>
			<meta http-equiv=Refresh content=5><meta itemprop=name content=N><meta name="" content=x>`;
		expect(read(html).metas.map(({ by, key, content }) => [by, key, content])).toEqual([
			["name", "robots", "noindex"],
			["property", "og:title", "T"],
			["http-equiv", "refresh", "5"],
			["itemprop", "name", "N"],
		]);
	});

	it("with two keys make two statements, and content may be missing", () => {
		const { metas } = read("<meta name=description property=og:description>");
		expect(metas.map(({ key, content }) => [key, content])).toEqual([
			["description", ""],
			["og:description", ""],
		]);
	});

	it("are cut at their cap", () => {
		expect(read("<meta name=a content=b>".repeat(MAX_METAS + 5)).metas).toHaveLength(MAX_METAS);
	});
});

describe("links", () => {
	it("keep what is written, and tell head from body", () => {
		const html = `<link rel="Canonical  alternate" href="/a" hreflang=de type=text/html><body><link rel=canonical>`;
		expect(read(html).links).toMatchObject([
			{ rel: ["canonical", "alternate"], href: "/a", hreflang: "de", type: "text/html", inHead: true },
			{ rel: ["canonical"], href: null, hreflang: null, type: null, inHead: false },
		]);
	});

	it("stand in the body behind anything that ends the head", () => {
		expect(read("<head><title>x</title><div></div><link rel=canonical href=/>").links[0]?.inHead).toBe(false);
	});
});

describe("base", () => {
	it.each([
		["<base target=_top><base href=/b/><base href=/c/>", "/b/"],
		["<base>", null],
	])("of %s is %j", (html, href) => {
		expect(read(html).baseHref).toBe(href);
	});
});

it("knows a doctype", () => {
	expect(read("<!DOCTYPE html><p>").doctype).toBe(true);
	expect(read("<p>").doctype).toBe(false);
});
