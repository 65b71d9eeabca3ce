import { attribute, tokens } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { isFocusable } from "./focusable.ts";

/** Roles an author may write: WAI-ARIA 1.2 section 5.4, with the ones that the 1.3 draft adds and browsers know. */
const ROLES: ReadonlySet<string> = new Set(
	`alert alertdialog application article associationlist associationlistitemkey associationlistitemvalue banner
	blockquote button caption cell checkbox code columnheader combobox comment complementary contentinfo definition
	deletion dialog directory document emphasis feed figure form generic graphics-document graphics-object
	graphics-symbol grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math
	menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation
	progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton
	status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar
	tooltip tree treegrid treeitem`.split(/\s+/),
);

/** Global states and properties (WAI-ARIA 1.2 section 6.5): an element that has one means something. */
const GLOBAL: ReadonlySet<string> = new Set(
	`atomic busy controls current describedby description details flowto keyshortcuts label labelledby live owns relevant
	roledescription`
		.split(/\s+/)
		.map((name) => `aria-${name}`),
);

/**
 * The role attribute's first word that is a role, as browsers choose it; null leaves the element its own role. That is
 * also so for "none" on what can have the focus or carries a global attribute (WAI-ARIA 1.2 section 7.3).
 */
export function explicitRole(element: PageElement): string | null {
	const role = firstRole(attribute(element, "role"));
	if (role !== "none" && role !== "presentation") return role;
	return isFocusable(element) || hasGlobalAttribute(element) ? null : role;
}

/** True when the element has an attribute for which its declared "none" is ignored. */
export function hasGlobalAttribute(element: PageElement): boolean {
	return element.attrs.some(({ name }) => GLOBAL.has(name));
}

export function firstRole(value: string | null): string | null {
	return tokens(value).find((role) => ROLES.has(role)) ?? null;
}
