import { expect, it } from "vitest";
import { readPage } from "../digest-page.ts";
import { MAX_DEPTH } from "../page-caps.ts";

const read = (html: string) => readPage(html, "https://site.example/");

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
	expect(read(html).appRoot).toMatchObject({ excerpt });
});

it.each([
	`<div id=root>${"word ".repeat(50)}</div>`,
	"<div id=Root></div><div class=app></div>",
	"<template><div id=root></div></template>",
	"<p>page",
])("finds no empty mount element in %s", (html) => {
	expect(read(html).appRoot).toBeNull();
});

it("counts elements, scripts and depth of the document, without templates", () => {
	const html =
		"<!doctype html><html><head></head><body><div><p>x</p></div><script></script><template><b></b></template>";
	expect(read(html).counts).toMatchObject({ elements: 6, depth: 4, scripts: 1 });
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
	expect(read(html).counts).toMatchObject({ idleScripts });
});

it("reports no more depth than browsers nest", () => {
	expect(read("<div>".repeat(300)).counts.depth).toBe(302);
	expect(read("<div>".repeat(5_000)).counts.depth).toBe(MAX_DEPTH);
});
