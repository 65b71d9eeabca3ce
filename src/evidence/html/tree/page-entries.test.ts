import { describe, expect, it } from "vitest";
import { Visibility } from "../style/visibility.ts";
import {
	annotate,
	closeEnded,
	contextInside,
	type InheritedContext,
	type PageElementEntry,
	type PageStep,
	ROOT_CONTEXT,
} from "./page-entries.ts";
import { isElement, type PageElement, parseNoscript, parsePage } from "./page-tree.ts";

const entriesOf = (html: string) => annotate(parsePage(html).root);

function written(step: PageStep): string {
	switch (step.kind) {
		case "start":
			return `<${step.element.tagName}>`;
		case "end":
			return `</${step.entry.element.tagName}>`;
		case "text":
			return step.node.value;
		case "comment":
			return `!${step.node.data}`;
	}
}

/** The steps inside `<html>`. */
function stepsOf(html: string, list: "steps" | "stepsWithTemplates" = "steps"): string[] {
	return entriesOf(html)[list].map(written).slice(1, -1);
}

describe("steps", () => {
	it("hold every node once, in document order", () => {
		expect(stepsOf("<body><p>a<br>b<!--c--></p>").join("")).toBe("<head></head><body><p>a<br></br>b!c</p></body>");
	});

	it("hold template content only in the list that is for it", () => {
		const html = "<body><template><i>x</i><!--y--></template>z";
		expect(stepsOf(html).join("")).toBe("<head></head><body>z</body>");
		expect(stepsOf(html, "stepsWithTemplates").join("")).toBe(
			"<head></head><body><template><i>x</i>!y</template>z</body>",
		);
	});

	it("hold declarative shadow roots as part of the page", () => {
		expect(stepsOf("<body><p><template shadowrootmode=open>x</template></p>").join("")).toContain("<p>x</p>");
	});

	it("are complete at any depth", () => {
		expect(stepsOf("<div>".repeat(50_000))).toHaveLength(2 * 50_002);
	});
});

describe("elements", () => {
	const { elements } = entriesOf("<body><p>a <b>b</b><template><i>x</i></template></p><p>c</p>");

	it("have an index, the index behind their last descendant, and their depth", () => {
		expect(elements.map(({ element, index, end, depth }) => [element.tagName, index, end, depth])).toEqual([
			["html", 0, 6, 1],
			["head", 1, 2, 2],
			["body", 2, 6, 2],
			["p", 3, 5, 3],
			["b", 4, 5, 4],
			["p", 5, 6, 3],
		]);
	});

	it("know their range of the visible text", () => {
		expect(elements.map(({ textStart, textEnd }) => [textStart, textEnd]).slice(3)).toEqual([
			[0, 3],
			[1, 3],
			[3, 5],
		]);
	});
});

it("closeEnded takes off the elements that end before an index, inner ones first", () => {
	const { elements } = entriesOf("<body><ul><li><b></b></li></ul><p></p>");
	const open: { entry: PageElementEntry }[] = [];
	const closed: string[] = [];
	for (const entry of elements) {
		closeEnded(open, entry.index, (ended) => closed.push(ended.entry.element.tagName));
		open.push({ entry });
	}
	expect(closed).toEqual(["head", "b", "li", "ul"]);
	closeEnded(open, Number.POSITIVE_INFINITY);
	expect(open).toEqual([]);
});

/** Context flags that are true inside the first element of the markup. */
function trueInside(html: string, outer: InheritedContext = ROOT_CONTEXT): string[] {
	const [node] = parseNoscript(html).childNodes;
	if (!node || !isElement(node)) throw new Error("The test's markup has no element.");
	const context = contextInside(node as PageElement, outer, new Visibility(parsePage(html)));
	const flags = Object.entries(context).filter(([name]) => !name.startsWith("hiddenBy"));
	return flags.flatMap(([name, on]) => (on === true ? [name] : []));
}

describe("contextInside", () => {
	it.each([
		["<p>", []],
		["<p hidden>", ["notRendered", "notExposed"]],
		["<p hidden=until-found>", []],
		["<p style='display: none'>", ["notRendered", "notExposed"]],
		["<p style='opacity: 0'>", ["notRendered"]],
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
		["<template shadowrootmode=open>", ["template", "notRendered", "notExposed"]],
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

	it("looks past what takes the whole page away", () => {
		const { elements } = entriesOf("<body inert aria-hidden=true><p>a");
		expect(elements.at(-1)?.context.notExposed).toBe(false);
	});

	it("shares the context around where nothing changes", () => {
		const [plain] = parseNoscript("<p class=a>").childNodes;
		expect(contextInside(plain as PageElement, ROOT_CONTEXT)).toBe(ROOT_CONTEXT);
	});
});
