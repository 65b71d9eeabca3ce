import { NAME_LENGTH, VALUE_LENGTH } from "../page-caps.ts";
import { cut, tidy } from "./fold-text.ts";
import type { PageElement } from "./page-tree.ts";

/** Value as written; null when the attribute is missing. */
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

/** The words of a space-separated list (HTML section 2.3.7), lower case, in order. */
export function tokens(value: string | null): string[] {
	if (value === null) return [];
	return cut(value, VALUE_LENGTH)
		.toLowerCase()
		.split(/[\t\n\f\r ]+/)
		.filter(Boolean);
}
