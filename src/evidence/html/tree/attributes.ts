import { MAX_ID_REFERENCES, NAME_LENGTH, VALUE_LENGTH } from "../page-caps.ts";
import { cut, tidy } from "./fold-text.ts";
import type { PageElement } from "./page-tree.ts";

export function attribute(element: PageElement, name: string): string | null {
	for (const own of element.attrs) if (own.name === name) return own.value;
	return null;
}

export function hasAttribute(element: PageElement, name: string): boolean {
	return attribute(element, name) !== null;
}

/** Value as written, cut at VALUE_LENGTH; null when missing. */
export function keptValue(element: PageElement, name: string): string | null {
	const value = attribute(element, name);
	return value === null ? null : cut(value.toWellFormed(), VALUE_LENGTH);
}

/** Value as one line of text for people; "" when missing. */
export function textValue(element: PageElement, name: string): string {
	return tidy(attribute(element, name) ?? "", NAME_LENGTH);
}

/** The words of a space-separated list (HTML section 2.3.7) in their own case: ids, types and properties have one. */
export function words(value: string | null | undefined): string[] {
	return cut((value ?? "").toWellFormed(), VALUE_LENGTH)
		.split(/[\t\n\f\r ]+/)
		.filter(Boolean);
}

/** The same in lower case. */
export function tokens(value: string | null): string[] {
	return words(value).map((word) => word.toLowerCase());
}

/** The first ids that an attribute lists; "" before a leading space. */
export function idList(element: PageElement, name: string): string[] {
	return cut(attribute(element, name) ?? "", VALUE_LENGTH).split(/[\t\n\f\r ]+/, MAX_ID_REFERENCES);
}

export function isTrue(element: PageElement, name: string): boolean {
	return attribute(element, name)?.trim().toLowerCase() === "true";
}
