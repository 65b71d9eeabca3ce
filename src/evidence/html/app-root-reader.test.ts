import { expect, it } from "vitest";
import { readPage } from "./read-page.ts";

const read = (html: string) => readPage(html, "https://site.example/").appRoot;

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
])("sees the empty mount element in %s", (html, excerpt) => {
	expect(read(html)).toMatchObject({ excerpt });
});

it.each([
	`<div id=root>${"word ".repeat(50)}</div>`,
	"<div id=Root></div><div class=app></div>",
	"<template><div id=root></div></template>",
	"<p>page",
])("sees none in %s", (html) => {
	expect(read(html)).toBeNull();
});
