import { isDisabled, isNativeControl, tabIndexOf } from "../names/focusable.ts";
import { attribute, hasAttribute, tokens } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { type BarrierList, quoted, tagOf } from "./barrier-list.ts";
import { statedRole } from "./element-role.ts";
import { type BarrierReader, isOpaque, type Subject } from "./subject.ts";

/** Elements that hand clicks on: to a control, or from the whole page. */
const HANDS_ON: ReadonlySet<string> = new Set(
	"html body form fieldset label button input select textarea option summary details dialog".split(" "),
);

/** A handler that only holds an event back. */
const DOES_NOTHING =
	/^\s*(?:(?:return\s+(?:false|true)|(?:event|e)\.(?:stopPropagation|preventDefault)\(\))\s*;?\s*)*$/;

interface Clickable {
	readonly subject: Subject;
	/** Holds a control by which keyboards reach the same. */
	holdsControl: boolean;
}

/** What only a mouse can reach, and what breaks the order of the Tab key (WCAG 2.1.1, 2.4.3). */
export class Keyboard implements BarrierReader {
	readonly #list: BarrierList;
	readonly #open: Clickable[] = [];

	constructor(list: BarrierList) {
		this.#list = list;
	}

	enter(subject: Subject): void {
		const { element, exposed } = subject;
		const control = isNativeControl(element) || tabIndexOf(element) !== null;
		const around = this.#open.at(-1);
		if (around && control && exposed) around.holdsControl = true;
		if (!exposed) return;
		if (hasAttribute(element, "tabindex")) this.#tabIndex(subject);
		const handler = attribute(element, "onclick");
		if (handler === null || DOES_NOTHING.test(handler.slice(0, 500)) || HANDS_ON.has(element.tagName)) return;
		this.#list.ask("click-without-control");
		if (!control && !isDisabled(element) && !hasRole(element) && !isOpaque(element)) {
			this.#open.push({ subject, holdsControl: false });
		}
	}

	leave({ element }: Subject): void {
		const clickable = this.#open.at(-1);
		if (clickable?.subject.element !== element) return;
		this.#open.pop();
		const around = this.#open.at(-1);
		if (clickable.holdsControl) {
			if (around) around.holdsControl = true;
			return;
		}
		const handler = quoted(attribute(element, "onclick") ?? "");
		const says = `${tagOf(element)} runs ${handler} on a click, but is no control to a keyboard or an agent`;
		this.#list.add("click-without-control", clickable.subject, says);
	}

	#tabIndex(subject: Subject): void {
		this.#list.ask("tabindex-positive");
		const index = tabIndexOf(subject.element) ?? 0;
		if (index <= 0) return;
		const says = `tabindex="${index}" on ${tagOf(subject.element)} takes it out of the page's order`;
		this.#list.add("tabindex-positive", subject, says);
	}
}

function hasRole(element: PageElement): boolean {
	return statedRole(element) !== null && tokens(attribute(element, "role")).length > 0;
}
