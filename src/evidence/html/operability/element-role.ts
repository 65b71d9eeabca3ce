import { attribute, hasAttribute, tokens } from "../tree/attributes.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import { hasGlobalAttribute, isFocusable, roleInForce } from "../tree/roles.ts";
import { isRole } from "./aria-rules.ts";
import data from "./html-roles.json" with { type: "json" };

/** HTML-AAM 1.0 section 3.5, where the tag or the type of an input alone decides. */
const BY_TAG: ReadonlyMap<string, string> = new Map(Object.entries(data.byTag));
const BY_INPUT_TYPE: ReadonlyMap<string, string> = new Map(Object.entries(data.byInputType));
const OTHER_INPUT_TYPES: ReadonlySet<string> = new Set(data.inputTypesWithoutRole.split(" "));

/** The first word of the role attribute that is a role; null where there is none. */
export function statedRole(element: PageElement): string | null {
	return tokens(attribute(element, "role")).find(isRole) ?? null;
}

/** The role that an element has by itself; null where it has none, or the source does not decide. */
export function implicitRole(element: PageElement): string | null {
	if (element.namespaceURI === SVG) return element.tagName === "a" ? linkRole(element) : null;
	switch (element.tagName) {
		case "a":
		case "area":
			return linkRole(element);
		case "img":
			return imageRole(element);
		case "input":
			return BY_INPUT_TYPE.get(inputType(element)) ?? null;
		case "li":
			return isInList(element) ? "listitem" : null;
		case "section":
			return hasAttribute(element, "aria-label") || hasAttribute(element, "aria-labelledby") ? "region" : null;
		case "select":
			return hasAttribute(element, "multiple") || Number(attribute(element, "size")) > 1 ? "listbox" : "combobox";
		default:
			return BY_TAG.get(element.tagName) ?? null;
	}
}

/** Type of an input; `text` where it is missing or unknown (HTML section 4.10.5). */
export function inputType(element: PageElement): string {
	const type = (attribute(element, "type") ?? "").toLowerCase();
	return BY_INPUT_TYPE.has(type) || OTHER_INPUT_TYPES.has(type) ? type : "text";
}

function linkRole(element: PageElement): string | null {
	return hasAttribute(element, "href") ? "link" : null;
}

/** alt="" declares decoration, unless the image can have the focus or has a name by ARIA. */
function imageRole(element: PageElement): string {
	const decorative = attribute(element, "alt") === "";
	return decorative && !isFocusable(element) && !hasGlobalAttribute(element) ? "presentation" : "img";
}

/** A list with another role has no list items (HTML-AAM 1.0, li). */
function isInList(element: PageElement): boolean {
	const parent = element.parentNode;
	if (!parent || !("tagName" in parent) || !["ul", "ol", "menu"].includes(parent.tagName)) return false;
	const role = roleInForce(parent, statedRole(parent));
	return role === null || role === "list";
}
