import { expect, it } from "vitest";
import { type PageElement, parseNoscript } from "../tree/page-tree.ts";
import { isFocusable, isTabbable } from "./focusable.ts";

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
])("%s: focus %s, Tab %s", (html, focus, tab) => {
	const [element] = parseNoscript(html).childNodes;
	expect([isFocusable(element as PageElement), isTabbable(element as PageElement)]).toEqual([focus, tab]);
});
