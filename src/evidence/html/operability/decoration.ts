import { isFocusable } from "../names/focusable.ts";
import { attribute } from "../tree/attributes.ts";
import { GLOBAL_ATTRIBUTES } from "./aria-rules.ts";
import { type BarrierList, tagOf } from "./barrier-list.ts";
import { statedRole } from "./element-role.ts";
import type { BarrierReader, Subject } from "./subject.ts";

/** Elements declared as decoration that browsers expose all the same (WAI-ARIA 1.2 section 7.3, ACT rule 46ca7f). */
export class Decoration implements BarrierReader {
	readonly #list: BarrierList;

	constructor(list: BarrierList) {
		this.#list = list;
	}

	enter(subject: Subject): void {
		const { element, exposed } = subject;
		const marked = markOf(subject);
		if (!exposed || marked === null) return;
		this.#list.ask("decorative-exposed");
		const why = whyExposed(subject);
		if (why === null) return;
		this.#list.add("decorative-exposed", subject, `${tagOf(element)} is marked as decoration by ${marked}, but ${why}`);
	}
}

function markOf({ element }: Subject): string | null {
	const stated = statedRole(element);
	if (stated === "none" || stated === "presentation") return `role="${stated}"`;
	return element.tagName === "img" && stated === null && attribute(element, "alt") === "" ? 'alt=""' : null;
}

function whyExposed({ element, aria }: Subject): string | null {
	if (isFocusable(element)) return "can have the focus";
	const telling = aria.find((name) => GLOBAL_ATTRIBUTES.has(name) && name !== "aria-hidden" && hasWords(element, name));
	return telling === undefined ? null : `says something by ${telling}`;
}

function hasWords(element: Subject["element"], name: string): boolean {
	return (attribute(element, name) ?? "").trim() !== "";
}
