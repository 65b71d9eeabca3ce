import { MAX_ID_REFERENCES, NAME_LENGTH, VALUE_LENGTH } from "../page-caps.ts";
import aria from "./aria-roles.json" with { type: "json" };
import { cut, tidy } from "./fold-text.ts";
import type { PageElement } from "./page-tree.ts";

export function attribute(element: PageElement, name: string): string | null {
	for (const own of element.attrs) if (own.name === name) return own.value;
	return null;
}

export function hasAttribute(element: PageElement, name: string): boolean {
	return attribute(element, name) !== null;
}

export function keptValue(element: PageElement, name: string): string | null {
	const value = attribute(element, name);
	return value === null ? null : cut(value.toWellFormed(), VALUE_LENGTH);
}

export function textValue(element: PageElement, name: string): string {
	return tidy(attribute(element, name) ?? "", NAME_LENGTH);
}

/** Words of a space-separated list (HTML section 2.3.7), case preserved, as ids, types and properties need. */
export function words(value: string | null | undefined): string[] {
	return cut((value ?? "").toWellFormed(), VALUE_LENGTH)
		.split(/[\t\n\f\r ]+/)
		.filter(Boolean);
}

export function tokens(value: string | null): string[] {
	return words(value).map((word) => word.toLowerCase());
}

/** The first ids in an attribute; "" before a leading space. */
export function idList(element: PageElement, name: string): string[] {
	return cut(attribute(element, name) ?? "", VALUE_LENGTH).split(/[\t\n\f\r ]+/, MAX_ID_REFERENCES);
}

export function isTrue(element: PageElement, name: string): boolean {
	return attribute(element, name)?.trim().toLowerCase() === "true";
}

const ROLES: ReadonlySet<string> = new Set(aria.roles.split(" "));
const GLOBAL: ReadonlySet<string> = new Set(aria.globalAttributes.split(" "));

/** The role attribute's first valid role, as browsers choose it; null if none is valid. */
export function explicitRole(element: PageElement): string | null {
	return roleInForce(element, firstRole(attribute(element, "role")));
}

/** WAI-ARIA 1.2 sections 7.1 and 7.3: "none" is ignored on focusable elements and those with global attributes. */
export function roleInForce(element: PageElement, stated: string | null): string | null {
	if (stated !== "none" && stated !== "presentation") return stated;
	return isFocusable(element) || hasGlobalAttribute(element) ? null : stated;
}

export function hasGlobalAttribute(element: PageElement): boolean {
	return element.attrs.some(({ name }) => GLOBAL.has(name));
}

export function firstRole(value: string | null): string | null {
	return tokens(value).find((role) => ROLES.has(role)) ?? null;
}

const CONTROLS: ReadonlySet<string> = new Set(["button", "input", "select", "textarea"]);

/** Natively or by tabindex (HTML section 6.6.2). */
export function isFocusable(element: PageElement): boolean {
	return tabIndexOf(element) !== null || isNativeControl(element);
}

export function isTabbable(element: PageElement): boolean {
	if (isDisabled(element)) return false;
	const index = tabIndexOf(element);
	return index === null ? isNativeControl(element) : index >= 0;
}

export function isNativeControl(element: PageElement): boolean {
	switch (element.tagName) {
		case "a":
		case "area":
			return hasAttribute(element, "href");
		case "audio":
		case "video":
			return hasAttribute(element, "controls");
		case "summary":
			return element.parentNode !== null && element.parentNode.nodeName === "details";
		default:
			if (CONTROLS.has(element.tagName)) return !isDisabled(element) && !isHiddenInput(element);
			return isEditable(element);
	}
}

/** By its own attribute; ignores a surrounding fieldset. */
export function isDisabled(element: PageElement): boolean {
	return CONTROLS.has(element.tagName) && hasAttribute(element, "disabled");
}

/** HTML's rules for integers (section 2.3.4.1). */
export function tabIndexOf(element: PageElement): number | null {
	const value = attribute(element, "tabindex");
	const digits = value === null ? undefined : /^[\t\n\f\r ]*([+-]?\d{1,9})/.exec(value)?.[1];
	return digits === undefined ? null : Number(digits);
}

function isHiddenInput(element: PageElement): boolean {
	return element.tagName === "input" && attribute(element, "type")?.toLowerCase() === "hidden";
}

/** Browsers treat editable content as a text field, whatever its tag. */
export function isEditable(element: PageElement): boolean {
	const value = attribute(element, "contenteditable");
	return value !== null && value.toLowerCase() !== "false";
}
