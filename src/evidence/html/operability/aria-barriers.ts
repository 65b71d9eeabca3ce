import { isFocusable } from "../names/focusable.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { ariaAttribute, roleRules } from "./aria-rules.ts";
import { isValidValue } from "./aria-values.ts";
import { type BarrierList, quoted, tagOf } from "./barrier-list.ts";
import { inputType, statedRole } from "./element-role.ts";
import { whyNotPermitted } from "./permitted-attributes.ts";
import type { BarrierReader, Subject } from "./subject.ts";
import { isTemplated } from "./templating.ts";

/** Roles, states and properties against WAI-ARIA 1.2, element by element. */
export class AriaBarriers implements BarrierReader {
	readonly #list: BarrierList;

	constructor(list: BarrierList) {
		this.#list = list;
	}

	enter(subject: Subject): void {
		if (!subject.exposed) return;
		this.#role(subject);
		this.#required(subject);
		for (const name of subject.aria) this.#attribute(subject, name);
	}

	#role(subject: Subject): void {
		const value = attribute(subject.element, "role");
		if (value === null || tokens(value).length === 0 || isTemplated(value)) return;
		this.#list.ask("role-unknown");
		if (statedRole(subject.element) !== null) return;
		this.#list.add("role-unknown", subject, `${quoted(value)} on ${tagOf(subject.element)} is no role of WAI-ARIA`);
	}

	#required(subject: Subject): void {
		const { element, explicit } = subject;
		if (explicit === null) return;
		const required = requiredOf(element, explicit);
		if (required.length === 0) return;
		this.#list.ask("aria-required-missing");
		const given = providedBy(element);
		const missing = required.filter((name) => !given.includes(name) && (attribute(element, name) ?? "").trim() === "");
		if (missing.length === 0) return;
		const says = `role=${quoted(explicit)} on ${tagOf(element)} lacks ${missing.join(" and ")}`;
		this.#list.add("aria-required-missing", subject, says);
	}

	#attribute(subject: Subject, name: string): void {
		const { element } = subject;
		this.#list.ask("aria-attribute-unknown");
		if (!ariaAttribute(name)) {
			const says = `${quoted(name)} on ${tagOf(element)} is no attribute of WAI-ARIA`;
			this.#list.add("aria-attribute-unknown", subject, says);
			return;
		}
		const value = attribute(element, name) ?? "";
		this.#list.ask("aria-not-permitted");
		const why = whyNotPermitted(subject, name, value);
		if (why !== null) this.#list.add("aria-not-permitted", subject, why);
		if (value.trim() === "" || isTemplated(value)) return;
		this.#list.ask("aria-value-invalid");
		if (isValidValue(name, value)) return;
		const says = `${name}=${quoted(value)} on ${tagOf(element)} is no value that the attribute can have`;
		this.#list.add("aria-value-invalid", subject, says);
	}
}

function requiredOf(element: PageElement, role: string): readonly string[] {
	// A separator that can be moved is a widget (WAI-ARIA 1.2, separator).
	if (role === "separator") return isFocusable(element) ? ["aria-valuenow"] : [];
	const required = roleRules(role)?.required ?? [];
	const open = role === "combobox" && attribute(element, "aria-expanded")?.trim().toLowerCase() === "true";
	return open ? [...required, "aria-controls"] : required;
}

/** States that HTML itself gives an element, whatever its role (ARIA in HTML, section 4). */
function providedBy(element: PageElement): readonly string[] {
	switch (element.tagName) {
		case "input":
			return providedByInput(element);
		case "h1":
		case "h2":
		case "h3":
		case "h4":
		case "h5":
		case "h6":
			return ["aria-level"];
		case "select":
			return ["aria-expanded", "aria-controls"];
		case "meter":
		case "progress":
			return ["aria-valuenow"];
		default:
			return [];
	}
}

function providedByInput(element: PageElement): readonly string[] {
	if (attribute(element, "list") !== null) return ["aria-expanded", "aria-controls"];
	const type = inputType(element);
	if (type === "checkbox" || type === "radio") return ["aria-checked"];
	return type === "range" || type === "number" ? ["aria-valuenow"] : [];
}
