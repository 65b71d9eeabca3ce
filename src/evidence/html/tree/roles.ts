import aria from "./aria-roles.json" with { type: "json" };
import { attribute, hasAttribute, tokens } from "./attributes.ts";
import type { PageElement } from "./page-tree.ts";

/** Roles an author may write. */
const ROLES: ReadonlySet<string> = new Set(aria.roles.split(" "));
/** Global states and properties: an element that has one means something. */
const GLOBAL: ReadonlySet<string> = new Set(aria.globalAttributes.split(" "));

/**
 * The role attribute's first word that is a role, as browsers choose it; null leaves the element its own role. That is
 * also so for "none" on what can have the focus or carries a global attribute (WAI-ARIA 1.2 section 7.3).
 */
export function explicitRole(element: PageElement): string | null {
	return roleInForce(element, firstRole(attribute(element, "role")));
}

/** The role that takes the place of the element's own (WAI-ARIA 1.2 sections 7.1 and 7.3). */
export function roleInForce(element: PageElement, stated: string | null): string | null {
	if (stated !== "none" && stated !== "presentation") return stated;
	return isFocusable(element) || hasGlobalAttribute(element) ? null : stated;
}

/** True when the element has an attribute for which its declared "none" is ignored. */
export function hasGlobalAttribute(element: PageElement): boolean {
	return element.attrs.some(({ name }) => GLOBAL.has(name));
}

export function firstRole(value: string | null): string | null {
	return tokens(value).find((role) => ROLES.has(role)) ?? null;
}

/** Form controls that can have the focus unless they are disabled. */
const CONTROLS: ReadonlySet<string> = new Set(["button", "input", "select", "textarea"]);

/** True when the element can have the focus by itself or by tabindex (HTML section 6.6.2). */
export function isFocusable(element: PageElement): boolean {
	return tabIndexOf(element) !== null || isNativeControl(element);
}

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

/** Editable content is a text field to browsers, whatever its tag. */
export function isEditable(element: PageElement): boolean {
	const value = attribute(element, "contenteditable");
	return value !== null && value.toLowerCase() !== "false";
}
