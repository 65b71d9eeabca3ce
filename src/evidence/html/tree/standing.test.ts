import { describe, expect, it } from "vitest";
import { isElement, type PageElement, parseNoscript } from "./page-tree.ts";
import { OUTERMOST, type Standing, standingOf } from "./standing.ts";

/** The marks that are true inside the first element of the markup. */
function marksOf(html: string, outer: Standing = OUTERMOST): string[] {
	const [node] = parseNoscript(html).childNodes;
	if (!node || !isElement(node)) throw new Error("The test's markup has no element.");
	const here = standingOf(node as PageElement, outer);
	return Object.entries(here).flatMap(([mark, on]) => (on ? [mark] : []));
}

describe("standingOf", () => {
	it.each([
		["<p>", []],
		["<p hidden>", ["unseen", "silent"]],
		["<p hidden=until-found>", []],
		["<p style='display: none'>", ["unseen", "silent"]],
		["<p style='opacity: 0'>", []],
		["<p popover>", ["unseen", "silent"]],
		["<p aria-hidden=true>", ["silent"]],
		["<p aria-hidden=false>", []],
		["<p inert>", ["silent", "inert"]],
		["<dialog>", ["unseen", "silent"]],
		["<dialog open>", []],
		["<details>", []],
		["<script>", ["muted"]],
		["<select>", ["muted"]],
		["<template>", ["template", "unseen", "silent"]],
		["<template shadowrootmode=open>", []],
		["<main>", ["main"]],
		["<main role=presentation>", []],
		["<div role=main>", ["main"]],
		["<nav>", ["nav", "sectioned"]],
		["<div role=navigation>", ["nav", "sectioned"]],
		["<article>", ["sectioned"]],
		["<div role=region>", ["sectioned"]],
	])("%s", (html, marks) => {
		expect(marksOf(html)).toEqual(marks);
	});

	it("adds to what is around", () => {
		expect(marksOf("<p aria-hidden=true>", { ...OUTERMOST, main: true })).toEqual(["silent", "main"]);
	});

	it("takes up what a style sheet hides", () => {
		const [plain] = parseNoscript("<p class=a>").childNodes;
		expect(standingOf(plain as PageElement, OUTERMOST, () => true)).toEqual({ ...OUTERMOST, concealed: true });
	});

	it("shares the standing around where nothing changes", () => {
		const [plain] = parseNoscript("<p class=a>").childNodes;
		expect(standingOf(plain as PageElement, OUTERMOST)).toBe(OUTERMOST);
	});
});
