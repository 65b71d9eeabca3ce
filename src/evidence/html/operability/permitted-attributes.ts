import { attribute, hasAttribute } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { SVG } from "../tree/page-tree.ts";
import { GLOBAL_ATTRIBUTES, roleRules } from "./aria-rules.ts";
import { quoted, tagOf } from "./barrier-list.ts";
import { inputType } from "./element-role.ts";
import { isOpaque, type Subject } from "./subject.ts";

/** Elements that have no role of their own, so only global attributes mean anything on them (HTML-AAM 1.0). */
const WITHOUT_ROLE: ReadonlySet<string> = new Set(
	`audio b bdi bdo canvas cite data dl div embed figcaption i kbd label legend map mark object picture pre q ruby s samp
	small span u var video`.split(/\s+/),
);

/** ARIA in HTML, section 4: elements for which authors must not write aria-label or aria-labelledby. */
const WITHOUT_NAME: ReadonlySet<string> = new Set(
	"b bdi bdo code data del div em i ins label p pre q s samp small span strong sub sup u".split(" "),
);

const NAMING: ReadonlySet<string> = new Set(["aria-label", "aria-labelledby"]);

/** What an element's tag allows beyond its role (ARIA in HTML, section 4). */
const MORE_BY_TAG: ReadonlyMap<string, readonly string[]> = new Map([
	["td", ["gridcell"]],
	["th", ["gridcell", "rowheader"]],
	["select", ["listbox"]],
	["hr", ["separator"]],
]);

/** Why an attribute of WAI-ARIA may not stand on an element, as a clause; null where it may, or nobody can tell. */
export function whyNotPermitted(subject: Subject, name: string, value: string): string | null {
	const { element } = subject;
	const role = subject.explicit ?? (decidesByTag(element) ? subject.role : null);
	if (NAMING.has(name)) {
		const refused = role === null ? hasNoName(element) : (roleRules(role)?.prohibited.includes(name) ?? false);
		return refused && value.trim() !== "" ? noName(subject, name, role) : null;
	}
	if (GLOBAL_ATTRIBUTES.has(name)) return null;
	if (role === null) {
		const refused = element.namespaceURI !== SVG && WITHOUT_ROLE.has(element.tagName) && !isEditable(element);
		return refused ? `${name} on ${tagOf(element)} means nothing without a role that supports it` : null;
	}
	if (isSupported(element, role, name)) return null;
	return `role ${quoted(role)} of ${tagOf(element)} does not support ${name}`;
}

function noName({ element }: Subject, name: string, role: string | null): string {
	return role === null
		? `${name} on ${tagOf(element)} is not allowed without a role that can be named`
		: `${name} is not allowed on ${tagOf(element)}: role ${quoted(role)} cannot be named`;
}

function isSupported(element: PageElement, role: string, name: string): boolean {
	const rules = roleRules(role);
	// Nothing is asked of draft roles, nor of what is marked as decoration.
	if (!rules || role === "none" || role === "presentation") return true;
	if (rules.supported.has(name)) return true;
	// A check box may be a button that stays pressed (ARIA in HTML, input type=checkbox).
	if (name === "aria-pressed" && element.tagName === "input" && inputType(element) === "checkbox") return true;
	const more = MORE_BY_TAG.get(element.tagName) ?? [];
	return more.some((other) => roleRules(other)?.supported.has(name) === true);
}

function hasNoName(element: PageElement): boolean {
	return element.namespaceURI !== SVG && WITHOUT_NAME.has(element.tagName) && !isEditable(element);
}

/** Editable content is a text field to browsers, whatever its tag. */
function isEditable(element: PageElement): boolean {
	const value = attribute(element, "contenteditable");
	return value !== null && value.toLowerCase() !== "false";
}

/** False where the role that HTML gives depends on more than the tag. */
function decidesByTag(element: PageElement): boolean {
	if (isOpaque(element) || hasAttribute(element, "is")) return false;
	return element.tagName !== "input" || attribute(element, "list") === null;
}
