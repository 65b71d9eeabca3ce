import { MAX_ID_REFERENCES, VALUE_LENGTH } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import { type BarrierList, quoted, tagOf } from "./barrier-list.ts";
import type { BarrierReader, Subject } from "./subject.ts";
import { isTemplated } from "./templating.ts";

/** What refers to elements that must be there whatever is open or closed. */
const ALWAYS = ["aria-labelledby", "aria-describedby", "aria-details", "aria-activedescendant", "aria-flowto"];
/** What refers to elements that scripts may add once something opens. */
const WHILE_OPEN = ["aria-controls", "aria-owns"];

interface Reference {
	readonly subject: Subject;
	readonly attribute: string;
	/** Scripts may add the element later. */
	readonly loose: boolean;
}

interface Bearers {
	count: number;
	/** The second element with the id: the one that references miss. */
	second: Subject | undefined;
}

/** Ids that labels, ARIA and table cells refer to: each must stand once (DOM and HTML section 3.2.6, WCAG 4.1.2). */
export class IdReferences implements BarrierReader {
	readonly #list: BarrierList;
	readonly #ids = new Map<string, Bearers>();
	/** The first reference to each id. */
	readonly #references = new Map<string, Reference>();

	constructor(list: BarrierList) {
		this.#list = list;
	}

	enter(subject: Subject): void {
		const id = attribute(subject.element, "id");
		if (id) this.#bear(id, subject);
		if (subject.exposed) this.#refer(subject);
	}

	finish(): void {
		for (const [id, reference] of this.#references) {
			const bearers = this.#ids.get(id);
			if (bearers || !reference.loose) this.#list.ask(bearers ? "id-duplicate" : "id-missing");
			const from = `${reference.attribute} of ${tagOf(reference.subject.element)}`;
			if (bearers?.second) {
				const says = `the id ${quoted(id)}, which ${from} refers to, stands ${bearers.count} times`;
				this.#list.add("id-duplicate", bearers.second, says);
			} else if (!bearers && !reference.loose) {
				this.#list.add("id-missing", reference.subject, `${from} refers to the id ${quoted(id)}, which no element has`);
			}
		}
	}

	#bear(id: string, subject: Subject): void {
		const bearers = this.#ids.get(id);
		if (!bearers) {
			this.#ids.set(id, { count: 1, second: undefined });
			return;
		}
		bearers.count++;
		bearers.second ??= subject;
	}

	#refer(subject: Subject): void {
		const { element, aria } = subject;
		if (element.tagName === "label") this.#take(subject, "for", false, 1);
		// That the header cell exists is asked of the table.
		if (element.tagName === "td" || element.tagName === "th") this.#take(subject, "headers", true);
		for (const name of aria) {
			if (ALWAYS.includes(name)) this.#take(subject, name, false);
			else if (WHILE_OPEN.includes(name)) this.#take(subject, name, !isOpen(subject));
		}
	}

	#take(subject: Subject, name: string, loose: boolean, max = MAX_ID_REFERENCES): void {
		const value = attribute(subject.element, name);
		if (value === null || isTemplated(value)) return;
		// Only label's for is one id as written; the rest are lists.
		const ids = max === 1 ? [value] : cut(value, VALUE_LENGTH).split(/[\t\n\f\r ]+/, max);
		for (const id of ids) {
			const known = this.#references.get(id);
			if (id !== "" && (!known || (known.loose && !loose)))
				this.#references.set(id, { subject, attribute: name, loose });
		}
	}
}

function isOpen({ element }: Subject): boolean {
	return ["aria-expanded", "aria-selected"].some((name) => attribute(element, name)?.trim().toLowerCase() === "true");
}
