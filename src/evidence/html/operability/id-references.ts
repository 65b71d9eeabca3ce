import { attribute, idList, isTrue } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { AT_PAGE_END, type BarrierList, isTemplated, quoted, tagOf } from "./barriers.ts";
import type { Subject } from "./subjects.ts";

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

/** Ids that labels, ARIA and table cells refer to: each must be there once (DOM and HTML section 3.2.6, WCAG 4.1.2). */
export function findIdBarriers(subjects: readonly Subject[], list: BarrierList): void {
	const references = firstReferences(subjects);
	if (references.size === 0) return;
	const bearersOf = Map.groupBy(subjects, ({ element }) => attribute(element, "id"));
	for (const [id, reference] of references) {
		const bearers = bearersOf.get(id);
		if (bearers || !reference.loose) list.examine(bearers ? "id-duplicate" : "id-missing");
		const from = `${reference.attribute} of ${tagOf(reference.subject.element)}`;
		// The second element with the id is the one that references miss.
		const second = bearers?.[1];
		if (second) {
			const says = `the id ${quoted(id)}, which ${from} refers to, stands ${bearers.length} times`;
			list.add("id-duplicate", second, says, AT_PAGE_END);
		} else if (!bearers && !reference.loose) {
			const says = `${from} refers to the id ${quoted(id)}, which no element has`;
			list.add("id-missing", reference.subject, says, AT_PAGE_END);
		}
	}
}

function firstReferences(subjects: readonly Subject[]): ReadonlyMap<string, Reference> {
	const references = new Map<string, Reference>();
	for (const subject of subjects) {
		if (!subject.exposed) continue;
		for (const [name, loose] of referringAttributes(subject)) {
			for (const id of idsIn(subject.element, name)) {
				const known = references.get(id);
				if (id === "" || (known && !(known.loose && !loose))) continue;
				references.set(id, { subject, attribute: name, loose });
			}
		}
	}
	return references;
}

/** Attributes that refer to ids, and whether scripts may add the elements later. */
function referringAttributes(subject: Subject): (readonly [name: string, loose: boolean])[] {
	const { element, aria } = subject;
	const names: (readonly [string, boolean])[] = [];
	if (element.tagName === "label") names.push(["for", false]);
	// That the header cell exists is asked of the table.
	if (element.tagName === "td" || element.tagName === "th") names.push(["headers", true]);
	for (const name of aria) {
		if (ALWAYS.includes(name)) names.push([name, false]);
		else if (WHILE_OPEN.includes(name)) names.push([name, !isOpen(subject)]);
	}
	return names;
}

function idsIn(element: PageElement, name: string): readonly string[] {
	const value = attribute(element, name);
	if (value === null || isTemplated(value)) return [];
	// Only label's for is one id as written; the rest are lists.
	return name === "for" ? [value] : idList(element, name);
}

function isOpen({ element }: Subject): boolean {
	return ["aria-expanded", "aria-selected"].some((name) => isTrue(element, name));
}
