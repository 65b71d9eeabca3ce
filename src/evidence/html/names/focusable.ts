import { attribute, hasAttribute } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";

/** Form controls that can have the focus unless they are disabled. */
const CONTROLS: ReadonlySet<string> = new Set(["button", "input", "select", "textarea"]);

/** True when the element can have the focus by itself or by tabindex (HTML section 6.6.2). */
export function isFocusable(element: PageElement): boolean {
	return tabIndexOf(element) !== null || isNativeControl(element);
}

/** True when the Tab key reaches it. */
export function isTabbable(element: PageElement): boolean {
	if (isDisabled(element)) return false;
	const index = tabIndexOf(element);
	return index === null ? isNativeControl(element) : index >= 0;
}

/** Elements that take the focus, and clicks, without tabindex. */
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

/** Disabled by its own attribute; a fieldset around it is not looked at. */
export function isDisabled(element: PageElement): boolean {
	return CONTROLS.has(element.tagName) && hasAttribute(element, "disabled");
}

/** Value of tabindex by HTML's rules for integers (section 2.3.4.1); null where there is none. */
export function tabIndexOf(element: PageElement): number | null {
	const value = attribute(element, "tabindex");
	const digits = value === null ? undefined : /^[\t\n\f\r ]*([+-]?\d{1,9})/.exec(value)?.[1];
	return digits === undefined ? null : Number(digits);
}

function isHiddenInput(element: PageElement): boolean {
	return element.tagName === "input" && attribute(element, "type")?.toLowerCase() === "hidden";
}

function isEditable(element: PageElement): boolean {
	const value = attribute(element, "contenteditable");
	return value !== null && value.toLowerCase() !== "false";
}
