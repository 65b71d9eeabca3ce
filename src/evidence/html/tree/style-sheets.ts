import { STYLE_SHEET_LENGTH } from "../page-caps.ts";
import { attribute, tokens } from "./attributes.ts";
import type { IsHiddenBySheet } from "./inherited-context.ts";
import { displayHides, readStyle } from "./inline-style.ts";
import { ownText, type PageElement } from "./page-tree.ts";

/** A type, classes and ids of one element, `.dialog.hidden`; anything longer depends on the elements around. */
const COMPOUND = /^(?:[a-z_-][\w-]*)?(?:[.#][a-z_-][\w-]*){0,3}$/i;
const PART = /[.#]?[^.#]+/g;
/** Compounds that are kept; a page's own style sheets have a handful. */
const MAX_COMPOUNDS = 200;
/** Start pages that scripts reveal (AMP, consent, loaders) hide the whole document this way. */
const WHOLE_PAGE: ReadonlySet<string> = new Set(["html", "body"]);

/**
 * What the page's `<style>` elements hide by plain rules: `.menu { display: none }`. Rules inside at-rules and selectors
 * with combinators are left out, so an element counts as hidden only where a rule hides it outright. Undefined for nothing.
 */
export function hiddenBySheets(styles: readonly PageElement[]): IsHiddenBySheet | undefined {
	const hidden = new Set<string>();
	let room = STYLE_SHEET_LENGTH;
	for (const style of styles) {
		if (room <= 0) break;
		if (!appliesToScreen(style) || isInTemplate(style)) continue;
		const text = ownText(style).slice(0, room);
		room -= text.length;
		if (/display|visibility/i.test(text)) readRules(text, hidden);
	}
	if (hidden.size === 0) return undefined;
	const compounds = [...hidden].map((selector) => selector.match(PART) ?? []).filter(({ length }) => length > 1);
	const hasClasses = [...hidden].some((selector) => selector.includes("."));
	const few = compounds.slice(0, MAX_COMPOUNDS);
	return (element) => matches(element, hidden, hasClasses) || (few.length > 0 && matchesOne(element, few));
}

function matchesOne(element: PageElement, compounds: readonly (readonly string[])[]): boolean {
	if (element.attrs.length === 0) return false;
	const own = new Set([element.tagName, `#${attribute(element, "id") ?? ""}`]);
	for (const word of classesOf(attribute(element, "class") ?? "")) own.add(`.${word}`);
	return compounds.some((parts) => parts.every((part) => own.has(part)));
}

function matches(element: PageElement, hidden: ReadonlySet<string>, hasClasses: boolean): boolean {
	if (hidden.has(element.tagName)) return true;
	for (const { name, value } of element.attrs) {
		if (name === "id" && hidden.has(`#${value}`)) return true;
		if (name === "class" && hasClasses && classesOf(value).some((word) => hidden.has(`.${word}`))) return true;
	}
	return false;
}

function classesOf(value: string): string[] {
	return value.slice(0, 1_000).split(/[\t\n\f\r ]+/, 50);
}

function appliesToScreen(style: PageElement): boolean {
	const media = tokens(attribute(style, "media"));
	return media.length === 0 || media[0] === "all" || (media.length === 1 && media[0] === "screen");
}

/** A style in a template belongs to nothing, or to a shadow tree of its own. */
function isInTemplate(style: PageElement): boolean {
	return style.parentNode?.nodeName === "#document-fragment";
}

/** Adds the simple selectors of rules that hide, and takes out those that a later rule shows again. */
function readRules(css: string, hidden: Set<string>): void {
	const text = withoutComments(css);
	let from = 0;
	while (from < text.length) {
		const open = text.indexOf("{", from);
		if (open < 0) return;
		const prelude = text.slice(from, open);
		// Statements such as @import end with a semicolon and have no block.
		const selectors = prelude.slice(prelude.lastIndexOf(";") + 1).trim();
		const end = selectors.startsWith("@") ? blockEnd(text, open) : text.indexOf("}", open);
		if (end < 0) return;
		if (!selectors.startsWith("@")) readRule(selectors, text.slice(open + 1, end), hidden);
		from = end + 1;
	}
}

function readRule(selectors: string, body: string, hidden: Set<string>): void {
	const style = readStyle(body);
	const hides = displayHides(style) !== null;
	if (!hides && !style.has("display") && !style.has("visibility")) return;
	for (const part of selectors.split(",")) {
		const selector = part.trim();
		if (selector === "" || !COMPOUND.test(selector) || WHOLE_PAGE.has(selector.toLowerCase())) continue;
		const key = selector.replace(/^[a-z][\w-]*/i, (tag) => tag.toLowerCase());
		if (hides) hidden.add(key);
		else hidden.delete(key);
	}
}

function withoutComments(css: string): string {
	let text = "";
	let from = 0;
	for (let open = css.indexOf("/*"); open >= 0; open = css.indexOf("/*", from)) {
		text += css.slice(from, open);
		const end = css.indexOf("*/", open + 2);
		if (end < 0) return text;
		from = end + 2;
	}
	return text + css.slice(from);
}

/** Index of the brace that closes the block opened at `open`; -1 when none does. */
function blockEnd(text: string, open: number): number {
	let depth = 0;
	for (let index = open; index < text.length; index++) {
		const char = text.charCodeAt(index);
		if (char === 123) depth++;
		else if (char === 125 && --depth === 0) return index;
	}
	return -1;
}
