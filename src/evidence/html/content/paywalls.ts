import type { Located } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_PAYWALLS } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import { PAYWALL } from "./sections.ts";

/**
 * Properties by which structured data declares that something is paid for, and names its part (Google, Subscription and
 * paywalled content). The parts that may be read aloud are named in the same way, in an object of their own.
 */
const SELECTORS = /cssSelector\\?"\s{0,9}:\s{0,9}\[?\s{0,9}\\?"([^"\\]{2,200})/y;
const IS_FREE = /isAccessibleForFree\\?"\s{0,9}:\s{0,9}\\?"?(?:https?:\/\/schema\.org\/)?(true|false)/iy;
const PAID = /isAccessibleForFree\\?"\s{0,9}:\s{0,9}\\?"?(?:https?:\/\/schema\.org\/)?false/i;
const OBJECT = 1_000;
const MAX_STATEMENTS = 100;
const SIMPLE = /^[.#][\w-]+$/;
/** Attributes of known paywalls. */
const MARKS: ReadonlySet<string> = new Set(["data-paywall", "data-paywalled", "data-piano", "data-regwall"]);

/** Elements marked as being before or behind a paywall. */
export function collectPaywalls({ elements, source, sections }: Page): readonly Located[] {
	const paywalls: Located[] = [];
	if (isStatedFree(source.text)) return paywalls;
	const selectors = selectorsIn(source.text);
	for (const entry of elements) {
		const { element } = entry;
		if (element.attrs.length === 0 || element.tagName === "script" || element.namespaceURI === SVG) continue;
		if ((sections.marks(entry) & PAYWALL) === 0 && !isMarked(element, selectors)) continue;
		if (paywalls.push(source.startTag(element)) === MAX_PAYWALLS) break;
	}
	return paywalls;
}

function isMarked(element: PageElement, selectors: ReadonlySet<string>): boolean {
	if (element.attrs.some(({ name }) => MARKS.has(name))) return true;
	if (selectors.size === 0) return false;
	const id = attribute(element, "id") ?? "";
	const classes = tokens(attribute(element, "class"));
	return selectors.has(`#${id.toLowerCase()}`) || classes.some((name) => selectors.has(`.${name}`));
}

/** Simple selectors of parts that the page's structured data calls paid, lower case; others are left out. */
function selectorsIn(text: string): ReadonlySet<string> {
	const found = new Set<string>();
	for (const at of placesOf("cssSelector", text)) {
		if (!PAID.test(objectAround(text, at))) continue;
		SELECTORS.lastIndex = at;
		const value = SELECTORS.exec(text)?.[1] ?? "";
		for (const selector of value.toLowerCase().split(/[\s,]+/)) if (SIMPLE.test(selector)) found.add(selector);
	}
	return found;
}

/** True where structured data declares that all can be read for free, and nowhere the contrary. */
function isStatedFree(text: string): boolean {
	const stated = placesOf("isAccessibleForFree", text).map((at) => {
		IS_FREE.lastIndex = at;
		return IS_FREE.exec(text)?.[1]?.toLowerCase();
	});
	return stated.includes("true") && !stated.includes("false");
}

function placesOf(word: string, text: string): readonly number[] {
	const places: number[] = [];
	for (let at = text.indexOf(word); at >= 0 && places.length < MAX_STATEMENTS; at = text.indexOf(word, at + 1)) {
		places.push(at);
	}
	return places;
}

/** The text around a property: from the last brace before it to the next one. */
function objectAround(text: string, at: number): string {
	const before = text.slice(Math.max(0, at - OBJECT), at);
	const behind = text.slice(at, at + OBJECT);
	const end = behind.search(/[{}]/);
	return (
		before.slice(Math.max(before.lastIndexOf("{"), before.lastIndexOf("}")) + 1) +
		(end < 0 ? behind : behind.slice(0, end))
	);
}
