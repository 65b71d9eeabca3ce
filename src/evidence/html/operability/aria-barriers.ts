import { landmarksAmong } from "../controls/controls.ts";
import type { Page } from "../page.ts";
import { VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, idList, isEditable, isFocusable, isTrue, tokens } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import {
	AT_PAGE_END,
	ariaAttribute,
	atEndOf,
	type BarrierList,
	GLOBAL_ATTRIBUTES,
	inputType,
	isOpaque,
	isTemplated,
	quoted,
	type RoleRules,
	roleRules,
	type Subject,
	statedRole,
	TRANSPARENT_ROLES,
	tagOf,
} from "./subjects.ts";

export function findAriaBarriers(subjects: readonly Subject[], list: BarrierList, page: Page): void {
	findFaultyAttributes(subjects, list);
	findExposedDecoration(subjects, list);
	findRoleContextBarriers(subjects, list);
	findUnlabelledLandmarks(subjects, list, page);
}

function findFaultyAttributes(subjects: readonly Subject[], list: BarrierList): void {
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
	list.examine("role-unknown", subject);
	if (statedRole(element) !== null) return;
	list.add("role-unknown", subject, `${quoted(value)} on ${tagOf(element)} is not a WAI-ARIA role`);
}

function judgeRequired(subject: Subject, list: BarrierList): void {
	const { element, explicit } = subject;
	if (explicit === null) return;
	const required = requiredOf(element, explicit);
	if (required.length === 0) return;
	list.examine("aria-required-missing", subject);
	const given = providedBy(element);
	const missing = required.filter((name) => !given.includes(name) && (attribute(element, name) ?? "").trim() === "");
	if (missing.length === 0) return;
	const says = `role=${quoted(explicit)} on ${tagOf(element)} lacks ${missing.join(" and ")}`;
	list.add("aria-required-missing", subject, says);
}

function judgeAttribute(subject: Subject, name: string, list: BarrierList): void {
	const { element } = subject;
	list.examine("aria-attribute-unknown", subject);
	if (!ariaAttribute(name)) {
		list.add("aria-attribute-unknown", subject, `${quoted(name)} on ${tagOf(element)} is not a WAI-ARIA attribute`);
		return;
	}
	const value = attribute(element, name) ?? "";
	list.examine("aria-not-permitted", subject);
	const why = whyNotPermitted(subject, name, value);
	if (why !== null) list.add("aria-not-permitted", subject, why);
	if (value.trim() === "" || isTemplated(value)) return;
	list.examine("aria-value-invalid", subject);
	if (isValidValue(name, value)) return;
	const says = `${name}=${quoted(value)} on ${tagOf(element)} is not a valid value`;
	list.add("aria-value-invalid", subject, says);
}

function requiredOf(element: PageElement, role: string): readonly string[] {
	// A focusable separator is a widget (WAI-ARIA 1.2, separator).
	if (role === "separator") return isFocusable(element) ? ["aria-valuenow"] : [];
	const required = roleRules(role)?.required ?? [];
	const open = role === "combobox" && isTrue(element, "aria-expanded");
	return open ? [...required, "aria-controls"] : required;
}

/** States that HTML itself provides for an element, whatever its role (ARIA in HTML, section 4). */
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

/** WAI-ARIA 1.2 section 6.2.4; HTML ignores case. References may dangle, and any value of aria-current means true. */
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

/** Elements without an implicit role, which allow only global attributes (HTML-AAM 1.0). */
const WITHOUT_ROLE: ReadonlySet<string> = new Set(
	`audio b bdi bdo canvas cite data dl div embed figcaption i kbd label legend map mark object picture pre q ruby s samp
	small span u var video`.split(/\s+/),
);

/** ARIA in HTML, section 4: elements that prohibit aria-label and aria-labelledby. */
const WITHOUT_NAME: ReadonlySet<string> = new Set(
	"b bdi bdo code data del div em i ins label p pre q s samp small span strong sub sup u".split(" "),
);

const NAMING_ATTRIBUTES: ReadonlySet<string> = new Set(["aria-label", "aria-labelledby"]);

/** Attributes that an element's tag allows beyond its role (ARIA in HTML, section 4). */
const MORE_BY_TAG: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries({ td: ["gridcell"], th: ["gridcell", "rowheader"], select: ["listbox"], hr: ["separator"] }),
);

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
		return refused ? `${name} on ${tagOf(element)} has no effect without a role that supports it` : null;
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
	// Draft roles and decoration are not judged.
	if (!rules || role === "none" || role === "presentation") return true;
	if (rules.supported.has(name)) return true;
	// A checkbox may be a toggle button (ARIA in HTML, input type=checkbox).
	if (name === "aria-pressed" && element.tagName === "input" && inputType(element) === "checkbox") return true;
	const more = MORE_BY_TAG.get(element.tagName) ?? [];
	return more.some((other) => roleRules(other)?.supported.has(name) === true);
}

function hasNoName(element: PageElement): boolean {
	return element.namespaceURI !== SVG && WITHOUT_NAME.has(element.tagName) && !isEditable(element);
}

function decidesByTag(element: PageElement): boolean {
	if (isOpaque(element) || hasAttribute(element, "is")) return false;
	return element.tagName !== "input" || attribute(element, "list") === null;
}

interface Container {
	readonly subject: Subject;
	readonly owned: ReadonlySet<string>;
	/** Has a required child, or may have one: custom elements and aria-owns can add it. */
	satisfied: boolean;
	other: Subject | undefined;
}

/** Transparent roles, whose content counts instead, and separators of entries. */
const PASSED_OVER: ReadonlySet<string> = new Set([...TRANSPARENT_ROLES, "separator", "img", "image"]);

/** Required contexts and required owned elements (WAI-ARIA 1.2 sections 5.2.6 and 5.2.7) of common roles. */
function findRoleContextBarriers(subjects: readonly Subject[], list: BarrierList): void {
	for (const container of findContainers(subjects)) judgeContainer(container, list);
	const owned = ownedIds(subjects);
	for (const subject of subjects) {
		const { element, explicit, above } = subject;
		const context = rulesFor(subject)?.context;
		if (!context || context.size === 0) continue;
		list.examine("role-context", subject);
		if (isIn(context, above) || owned.has(attribute(element, "id") ?? "")) continue;
		const says = `role=${quoted(explicit ?? "")} on ${tagOf(element)} is not inside ${[...context].join(", ")}`;
		list.add("role-context", subject, says, AT_PAGE_END);
	}
}

function rulesFor({ exposed, explicit }: Subject): RoleRules | undefined {
	return exposed && explicit !== null ? roleRules(explicit) : undefined;
}

function findContainers(subjects: readonly Subject[]): Iterable<Container> {
	const containers = new Map<Subject, Container>();
	for (const subject of subjects) {
		const { element, above } = subject;
		if (above) fill(containers.get(above), subject);
		const owned = rulesFor(subject)?.owned;
		if (!owned || owned.size === 0) continue;
		const busy = attribute(element, "aria-busy")?.toLowerCase() === "true";
		const satisfied = busy || attribute(element, "aria-owns") !== null;
		containers.set(subject, { subject, owned, satisfied, other: undefined });
	}
	return containers.values();
}

function fill(container: Container | undefined, subject: Subject): void {
	if (!container || container.satisfied) return;
	if (isOpaque(subject.element)) container.satisfied = true;
	else if (subject.role === null || !subject.exposed) return;
	else if (container.owned.has(subject.role)) container.satisfied = true;
	else if (!PASSED_OVER.has(subject.role)) container.other ??= subject;
}

function judgeContainer({ subject, owned, satisfied, other }: Container, list: BarrierList): void {
	list.examine("role-context", subject);
	// An empty one may be waiting for its first entries.
	if (satisfied || !other) return;
	const role = quoted(subject.explicit ?? "");
	const says = `role=${role} on ${tagOf(subject.element)} holds ${tagOf(other.element)}, but no ${[...owned].join(", ")}`;
	list.add("role-context", subject, says, atEndOf(subject.entry));
}

function isIn(context: ReadonlySet<string>, above: Subject | null): boolean {
	return above !== null && (isOpaque(above.element) || context.has(above.role ?? ""));
}

function ownedIds(subjects: readonly Subject[]): ReadonlySet<string> {
	const ids = new Set<string>();
	for (const { element, aria } of subjects) {
		if (!aria.includes("aria-owns")) continue;
		for (const id of idList(element, "aria-owns")) ids.add(id);
	}
	return ids;
}

/** Elements declared decorative that browsers expose anyway (WAI-ARIA 1.2 section 7.3, ACT rule 46ca7f). */
function findExposedDecoration(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) {
		const declared = subject.exposed ? declarationOf(subject) : null;
		if (declared === null) continue;
		list.examine("decorative-exposed", subject);
		const why = whyExposed(subject);
		if (why === null) continue;
		const says = `${tagOf(subject.element)} is marked as decoration by ${declared}, but ${why}`;
		list.add("decorative-exposed", subject, says);
	}
}

function declarationOf({ element }: Subject): string | null {
	const stated = statedRole(element);
	if (stated === "none" || stated === "presentation") return `role="${stated}"`;
	return element.tagName === "img" && stated === null && attribute(element, "alt") === "" ? 'alt=""' : null;
}

function whyExposed({ element, aria }: Subject): string | null {
	if (isFocusable(element)) return "can receive focus";
	const meaning = aria.find((name) => {
		return GLOBAL_ATTRIBUTES.has(name) && name !== "aria-hidden" && /\S/.test(attribute(element, name) ?? "");
	});
	return meaning === undefined ? null : `says something by ${meaning}`;
}

/** Several landmarks of one role need labels to be distinguishable (WAI-ARIA 1.2 section 5.3.4, WCAG 2.4.1). */
function findUnlabelledLandmarks(subjects: readonly Subject[], list: BarrierList, { names }: Page): void {
	const exposed = subjects.filter((subject) => subject.exposed).map(({ entry }) => entry);
	const landmarks = landmarksAmong(exposed, names);
	for (const [role, group] of Map.groupBy(landmarks, (landmark) => landmark.role)) {
		if (group.length < 2) continue;
		const seen = new Set<string>();
		for (const { entry, label } of group) {
			list.examine("landmark-unlabelled", entry);
			const key = label.toLowerCase();
			if (seen.has(key)) {
				const what = label === "" ? "without a label" : `labelled ${quoted(label)}`;
				const says = `${tagOf(entry.element)} is one more ${role} landmark ${what}`;
				list.add("landmark-unlabelled", entry, says, AT_PAGE_END);
			}
			seen.add(key);
		}
	}
}
