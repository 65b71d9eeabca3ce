import { describe, expect, it } from "vitest";
import { explicitRole, isFocusable, isTabbable } from "./attributes.ts";
import { isElement, type PageElement, parseNoscript } from "./page-tree.ts";

function first(html: string): PageElement {
	const [element] = parseNoscript(html).childNodes;
	if (!element || !isElement(element)) throw new Error("The test's markup has no element.");
	return element;
}

describe("explicitRole", () => {
	it.each([
		["", null],
		['role=""', null],
		["role=button", "button"],
		['role=" Link "', "link"],
		['role="foo widget tab button"', "tab"],
		["role=foo", null],
		["role=constructor", null],
		["role=none", "none"],
		["role=presentation aria-hidden=true", "presentation"],
		["role=none tabindex=0", null],
		["role=presentation aria-label=x", null],
		["role=img tabindex=0", "img"],
	])("reads %j as %j", (attributes, role) => {
		expect(explicitRole(first(`<p ${attributes}>`))).toBe(role);
	});
});

describe("focus", () => {
	it.each([
		["<a href=x>", true, true],
		["<a>", false, false],
		["<a href=x tabindex=-1>", true, false],
		["<i tabindex=' 2x'>", true, true],
		["<i tabindex=x>", false, false],
		["<button>", true, true],
		["<button disabled>", false, false],
		["<button disabled tabindex=0>", true, false],
		["<input type=hidden>", false, false],
		["<video>", false, false],
		["<video controls>", true, true],
		["<p contenteditable>", true, true],
		["<p contenteditable=false>", false, false],
		["<summary>", false, false],
		["<iframe>", false, false],
	])("of %s: by script or click %s, by the Tab key %s", (html, focus, tab) => {
		expect([isFocusable(first(html)), isTabbable(first(html))]).toEqual([focus, tab]);
	});
});
