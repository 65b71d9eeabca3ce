import { VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, isTrue, tokens } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import { isEditable, isFocusable } from "../tree/roles.ts";
import { ariaAttribute, GLOBAL_ATTRIBUTES, roleRules } from "./aria-rules.ts";
import { type BarrierList, isTemplated, quoted, tagOf } from "./barriers.ts";
import { inputType, isOpaque, type Subject, statedRole } from "./subjects.ts";

/** Roles, states and properties against WAI-ARIA 1.2, element by element. */
export function findAriaBarriers(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) {
		if (!subject.exposed) continue;
		judgeRole(subject, list);
		judgeRequired(subject, list);
		for (const name of subject.aria) judgeAttribute(subject, name, list);
	}
}

function judgeRole(subject: Subject, list: BarrierList): void {
	const { element } = subject;
	const value = attribute(element, "role");
	if (value === null || tokens(value).length === 0 || isTemplated(value)) return;
	list.examine("role-unknown");
	if (statedRole(element) !== null) return;
	list.add("role-unknown", subject, `${quoted(value)} on ${tagOf(element)} is no role of WAI-ARIA`);
}

function judgeRequired(subject: Subject, list: BarrierList): void {
	const { element, explicit } = subject;
	if (explicit === null) return;
	const required = requiredOf(element, explicit);
	if (required.length === 0) return;
	list.examine("aria-required-missing");
	const given = providedBy(element);
	const missing = required.filter((name) => !given.includes(name) && (attribute(element, name) ?? "").trim() === "");
	if (missing.length === 0) return;
	const says = `role=${quoted(explicit)} on ${tagOf(element)} lacks ${missing.join(" and ")}`;
	list.add("aria-required-missing", subject, says);
}

function judgeAttribute(subject: Subject, name: string, list: BarrierList): void {
	const { element } = subject;
	list.examine("aria-attribute-unknown");
	if (!ariaAttribute(name)) {
		list.add("aria-attribute-unknown", subject, `${quoted(name)} on ${tagOf(element)} is no attribute of WAI-ARIA`);
		return;
	}
	const value = attribute(element, name) ?? "";
	list.examine("aria-not-permitted");
	const why = whyNotPermitted(subject, name, value);
	if (why !== null) list.add("aria-not-permitted", subject, why);
	if (value.trim() === "" || isTemplated(value)) return;
	list.examine("aria-value-invalid");
	if (isValidValue(name, value)) return;
	const says = `${name}=${quoted(value)} on ${tagOf(element)} is no value that the attribute can have`;
	list.add("aria-value-invalid", subject, says);
}

function requiredOf(element: PageElement, role: string): readonly string[] {
	// A separator that can be moved is a widget (WAI-ARIA 1.2, separator).
	if (role === "separator") return isFocusable(element) ? ["aria-valuenow"] : [];
	const required = roleRules(role)?.required ?? [];
	const open = role === "combobox" && isTrue(element, "aria-expanded");
	return open ? [...required, "aria-controls"] : required;
}

/** States that HTML itself gives an element, whatever its role (ARIA in HTML, section 4). */
const PROVIDED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
	...["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, ["aria-level"]] as const),
	["select", ["aria-expanded", "aria-controls"]],
	...["meter", "progress"].map((tag) => [tag, ["aria-valuenow"]] as const),
]);

function providedBy(element: PageElement): readonly string[] {
	return element.tagName === "input" ? providedByInput(element) : (PROVIDED.get(element.tagName) ?? []);
}

function providedByInput(element: PageElement): readonly string[] {
	if (attribute(element, "list") !== null) return ["aria-expanded", "aria-controls"];
	const type = inputType(element);
	if (type === "checkbox" || type === "radio") return ["aria-checked"];
	return type === "range" || type === "number" ? ["aria-valuenow"] : [];
}

const INTEGER = /^[+-]?\d{1,15}$/;
const NUMBER = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/;

/**
 * True when a value that is not empty fits its attribute's type (WAI-ARIA 1.2 section 6.2.4; in HTML without regard to
 * case). References need not exist here, and any word of aria-current counts as true.
 */
function isValidValue(name: string, value: string): boolean {
	const rules = ariaAttribute(name);
	if (!rules || name === "aria-current") return true;
	const word = cut(value, VALUE_LENGTH).trim().toLowerCase();
	if (word === "undefined" && rules.allowsUndefined) return true;
	switch (rules.type) {
		case "boolean":
			return word === "true" || word === "false";
		case "tristate":
			return word === "true" || word === "false" || word === "mixed" || word === "undefined";
		case "integer":
			return INTEGER.test(word);
		case "number":
			return NUMBER.test(word);
		case "token":
			return rules.values.has(word);
		case "tokenlist":
			return word.split(/[\t\n\f\r ]+/).every((each) => rules.values.has(each));
		default:
			return true;
	}
}

/** Elements that have no role of their own, so only global attributes mean anything on them (HTML-AAM 1.0). */
const WITHOUT_ROLE: ReadonlySet<string> = new Set(
	`audio b bdi bdo canvas cite data dl div embed figcaption i kbd label legend map mark object picture pre q ruby s samp
	small span u var video`.split(/\s+/),
);

/** ARIA in HTML, section 4: elements for which authors must not write aria-label or aria-labelledby. */
const WITHOUT_NAME: ReadonlySet<string> = new Set(
	"b bdi bdo code data del div em i ins label p pre q s samp small span strong sub sup u".split(" "),
);

const NAMING_ATTRIBUTES: ReadonlySet<string> = new Set(["aria-label", "aria-labelledby"]);

/** What an element's tag allows beyond its role (ARIA in HTML, section 4). */
const MORE_BY_TAG: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries({ td: ["gridcell"], th: ["gridcell", "rowheader"], select: ["listbox"], hr: ["separator"] }),
);

/** Why an attribute of WAI-ARIA is not permitted on an element, as a clause; null where it is, or the source does not decide. */
function whyNotPermitted(subject: Subject, name: string, value: string): string | null {
	const { element } = subject;
	const role = subject.explicit ?? (decidesByTag(element) ? subject.role : null);
	if (NAMING_ATTRIBUTES.has(name)) {
		const refused = role === null ? hasNoName(element) : (roleRules(role)?.prohibited.includes(name) ?? false);
		return refused && value.trim() !== "" ? noName(element, name, role) : null;
	}
	if (GLOBAL_ATTRIBUTES.has(name)) return null;
	if (role === null) {
		const refused = element.namespaceURI !== SVG && WITHOUT_ROLE.has(element.tagName) && !isEditable(element);
		return refused ? `${name} on ${tagOf(element)} means nothing without a role that supports it` : null;
	}
	if (isSupported(element, role, name)) return null;
	return `role ${quoted(role)} of ${tagOf(element)} does not support ${name}`;
}

function noName(element: PageElement, name: string, role: string | null): string {
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

/** False where the role that HTML gives depends on more than the tag. */
function decidesByTag(element: PageElement): boolean {
	if (isOpaque(element) || hasAttribute(element, "is")) return false;
	return element.tagName !== "input" || attribute(element, "list") === null;
}
