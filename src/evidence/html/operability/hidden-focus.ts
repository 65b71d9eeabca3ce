import { isTabbable } from "../names/focusable.ts";
import { attribute, hasAttribute, tokens } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { type BarrierList, tagOf } from "./barrier-list.ts";
import type { BarrierReader, Subject } from "./subject.ts";

/** What aria-hidden takes out of the accessibility tree, and what in it can still have the focus. */
interface Region {
	readonly subject: Subject;
	focusable: PageElement | undefined;
	/** Disabled fieldsets around. */
	disabled: number;
}

/** aria-hidden on the page itself, or on something that the Tab key reaches (WAI-ARIA 1.2, aria-hidden; ACT 6cfa84). */
export class HiddenFocus implements BarrierReader {
	readonly #list: BarrierList;
	readonly #regions: Region[] = [];
	#region: Region | undefined;
	/** A style sheet elsewhere may hide what has a class or an id: dialogs and menus that are closed. */
	#styledElsewhere = false;

	constructor(list: BarrierList) {
		this.#list = list;
	}

	enter(subject: Subject): void {
		const { element, here, outer } = subject;
		if (isStyleSheet(element)) this.#styledElsewhere = true;
		if (element.tagName === "body") this.#body(subject);
		else if (!this.#region && isAriaHidden(element) && !outer.silent && !outer.concealed && !outer.muted) {
			this.#region = { subject, focusable: undefined, disabled: 0 };
			this.#regions.push(this.#region);
		}
		const region = this.#region;
		if (!region) return;
		if (isDisabledSet(element)) region.disabled++;
		if (here.unseen || here.concealed || here.inert || outer.muted || region.disabled > 0) return;
		if (isTabbable(element)) region.focusable ??= element;
	}

	leave({ element }: Subject): void {
		const region = this.#region;
		if (!region) return;
		if (isDisabledSet(element)) region.disabled--;
		if (region.subject.element === element) this.#region = undefined;
	}

	finish(): void {
		for (const { subject, focusable } of this.#regions) {
			const { element } = subject;
			if (focusable !== element && this.#mayBeClosed(element)) continue;
			this.#list.ask("aria-hidden-focusable");
			if (!focusable) continue;
			const what =
				focusable === element ? "and can have the focus" : `and holds ${tagOf(focusable)}, which can have the focus`;
			this.#list.add("aria-hidden-focusable", subject, `${tagOf(element)} is hidden by aria-hidden ${what}`);
		}
	}

	#body(subject: Subject): void {
		this.#list.ask("aria-hidden-body");
		if (!isAriaHidden(subject.element)) return;
		this.#list.add("aria-hidden-body", subject, 'aria-hidden="true" on <body> hides the whole page');
	}

	#mayBeClosed(element: PageElement): boolean {
		return this.#styledElsewhere && (hasAttribute(element, "class") || hasAttribute(element, "id"));
	}
}

function isAriaHidden(element: PageElement): boolean {
	return attribute(element, "aria-hidden")?.trim().toLowerCase() === "true";
}

function isDisabledSet(element: PageElement): boolean {
	return element.tagName === "fieldset" && hasAttribute(element, "disabled");
}

function isStyleSheet(element: PageElement): boolean {
	if (element.tagName === "style") return true;
	return element.tagName === "link" && tokens(attribute(element, "rel")).includes("stylesheet");
}
