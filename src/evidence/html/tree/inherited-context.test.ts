import { describe, expect, it } from "vitest";
import { contextInside, type InheritedContext, ROOT_CONTEXT } from "./page-entries.ts";
import { isElement, type PageElement, parseNoscript } from "./page-tree.ts";

/** What is true inside the first element of the markup. */
function trueInside(html: string, outer: InheritedContext = ROOT_CONTEXT): string[] {
	const [node] = parseNoscript(html).childNodes;
	if (!node || !isElement(node)) throw new Error("The test's markup has no element.");
	const context = contextInside(node as PageElement, outer);
	return Object.entries(context).flatMap(([name, on]) => (on ? [name] : []));
}

describe("contextInside", () => {
	it.each([
		["<p>", []],
		["<p hidden>", ["notRendered", "notExposed"]],
		["<p hidden=until-found>", []],
		["<p style='display: none'>", ["notRendered", "notExposed"]],
		["<p style='opacity: 0'>", []],
		["<p popover>", ["notRendered", "notExposed"]],
		["<p aria-hidden=true>", ["notExposed"]],
		["<p aria-hidden=false>", []],
		["<p inert>", ["notExposed", "inert"]],
		["<dialog>", ["notRendered", "notExposed"]],
		["<dialog open>", []],
		["<details>", []],
		["<script>", ["notText"]],
		["<select>", ["notText"]],
		["<template>", ["template", "notRendered", "notExposed"]],
		["<template shadowrootmode=open>", []],
		["<main>", ["main"]],
		["<main role=presentation>", []],
		["<div role=main>", ["main"]],
		["<nav>", ["nav", "sectioned"]],
		["<div role=navigation>", ["nav", "sectioned"]],
		["<article>", ["sectioned"]],
		["<div role=region>", ["sectioned"]],
	])("%s", (html, expected) => {
		expect(trueInside(html)).toEqual(expected);
	});

	it("adds to the context around", () => {
		expect(trueInside("<p aria-hidden=true>", { ...ROOT_CONTEXT, main: true })).toEqual(["notExposed", "main"]);
	});

	it("marks an element that a style sheet hides", () => {
		const [plain] = parseNoscript("<p class=a>").childNodes;
		expect(contextInside(plain as PageElement, ROOT_CONTEXT, () => true)).toEqual({
			...ROOT_CONTEXT,
			hiddenBySheet: true,
		});
	});

	it("shares the context around where nothing changes", () => {
		const [plain] = parseNoscript("<p class=a>").childNodes;
		expect(contextInside(plain as PageElement, ROOT_CONTEXT)).toBe(ROOT_CONTEXT);
	});
});
