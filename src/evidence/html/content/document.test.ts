import { describe, expect, it } from "vitest";
import { MAX_DEPTH, readPage } from "../digest-page.ts";
import { MAX_METAS } from "./document.ts";

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

const readHtml = (html: string) => readPage(html, "https://site.example/");

it.each([
	["<div id=root></div><script src=a.js></script>", "<div id=root>"],
	["<div id=app>Loading…</div>", "<div id=app>"],
	["<div id=__next><div><svg></svg></div></div>", "<div id=__next>"],
	["<noscript>Turn on JavaScript</noscript><div id=root></div>", "<div id=root>"],
	["<app-root></app-root>", "<app-root>"],
	["<my-app ng-version=19></my-app>", "<my-app ng-version=19>"],
	["<div id=___gatsby><div id=gatsby-focus-wrapper></div></div>", "<div id=___gatsby>"],
	[`<div id=app>${"word ".repeat(50)}</div><div id=root></div>`, "<div id=root>"],
	[
		"<div id=root><p hidden>not seen, however long it may be, since nobody without the script can read it</p></div>",
		"<div id=root>",
	],
])("finds the empty mount element in %s", (html, excerpt) => {
	expect(readHtml(html).appRoot).toMatchObject({ excerpt });
});

it.each([
	`<div id=root>${"word ".repeat(50)}</div>`,
	"<div id=Root></div><div class=app></div>",
	"<template><div id=root></div></template>",
	"<p>page",
])("finds no empty mount element in %s", (html) => {
	expect(readHtml(html).appRoot).toBeNull();
});

it("counts elements, scripts and depth of the document, without templates", () => {
	const html =
		"<!doctype html><html><head></head><body><div><p>x</p></div><script></script><template><b></b></template>";
	expect(readHtml(html).counts).toMatchObject({ elements: 6, depth: 4, scripts: 1 });
});

it.each([
	["data", '<script type="application/ld+json">{}</script><script type=importmap>{}</script>', 2],
	[
		"a tag manager and its snippet",
		'<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>window.dataLayer=window.dataLayer||[];</script>',
		2,
	],
	["its own Matomo", '<script src="/stats/matomo.js"></script>', 1],
	["a program", '<script src="/app.js"></script><script type=module src="/a.mjs"></script><script>draw()</script>', 0],
	["a program on a host that only ends alike", '<script src="https://notplausible.io/script.js"></script>', 0],
	["a long program that also counts", `<script>gtag("a");${"draw();".repeat(400)}</script>`, 0],
	["classic types", '<script type="text/javascript">draw()</script><script type="">draw()</script>', 0],
])("counts scripts that draw nothing: %s", (_, html, idleScripts) => {
	expect(readHtml(html).counts).toMatchObject({ idleScripts });
});

it("reports no more depth than browsers nest", () => {
	expect(readHtml("<div>".repeat(300)).counts.depth).toBe(302);
	expect(readHtml("<div>".repeat(5_000)).counts.depth).toBe(MAX_DEPTH);
});
