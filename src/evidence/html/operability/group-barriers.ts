import { typeOf } from "../names/fields.ts";
import type { Page } from "../page.ts";
import { attribute, textValue } from "../tree/attributes.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";
import { atEndOf, type BarrierList, quoted } from "./barriers.ts";
import { isOpaque, type Subject } from "./subjects.ts";

/** A fieldset, or another element that groups by its role. */
interface Group {
	readonly entry: PageElementEntry;
	readonly subject: Subject;
	/** It or a group around it has a name. */
	readonly named: boolean;
	fields: number;
	opaque: boolean;
}

interface Form {
	readonly entry: PageElementEntry;
	fields: number;
	submits: boolean;
	/** Choices by name, such as the radio buttons of one question. */
	readonly choices: Map<string, Choice>;
	readonly groups: Group[];
}

interface Choice {
	readonly first: Subject;
	/** The innermost group around it. */
	readonly group: Group | undefined;
	count: number;
	/** Stands in a named group, or where the source does not decide what names it. */
	excused: boolean;
}

const GROUPS: ReadonlySet<string> = new Set(["group", "radiogroup"]);

/** Groups of fields without a name (WCAG 1.3.1 and 3.3.2, technique H71), form by form. */
export function findNamelessGroups(subjects: readonly Subject[], list: BarrierList, page: Page): void {
	let form: Form | undefined;
	const groups: Group[] = [];
	for (const subject of subjects) {
		if (form && subject.index >= form.entry.end) form = judgeForm(form, list);
		closeEnded(groups, subject.index);
		if (!subject.exposed) continue;
		if (subject.element.tagName === "form") form = newForm(subject);
		else if (form) addPart(form, subject, groups, page);
	}
	if (form) judgeForm(form, list);
}

function newForm({ entry }: Subject): Form {
	return { entry, fields: 0, submits: false, choices: new Map(), groups: [] };
}

function addPart(form: Form, subject: Subject, groups: Group[], page: Page): void {
	if (isOpaque(subject.element)) for (const group of groups) group.opaque = true;
	if (!isGroup(subject)) {
		addField(form, subject, groups);
		return;
	}
	const { element, entry } = subject;
	const named = page.names.label(element) !== "" || hasLegend(element) || (groups.at(-1)?.named ?? false);
	const group = { entry, subject, named, fields: 0, opaque: false };
	form.groups.push(group);
	groups.push(group);
}

function isGroup({ element, explicit }: Subject): boolean {
	return explicit === null ? element.tagName === "fieldset" : GROUPS.has(explicit);
}

/** A legend deeper inside is none to HTML, but some browsers and all readers take it for one. */
function hasLegend(element: PageElement, depth = 0): boolean {
	return element.childNodes.some((node) => {
		if (!isElement(node)) return false;
		if (node.tagName === "legend") return node.childNodes.length > 0;
		return depth < 3 && hasLegend(node, depth + 1);
	});
}

function addField(form: Form, subject: Subject, groups: readonly Group[]): void {
	const { element } = subject;
	const type = typeOf(element);
	if (element.tagName === "button" || type === "submit" || type === "image") form.submits = true;
	if (!["input", "select", "textarea"].includes(element.tagName) || /^(?:hidden|submit|image|button|reset)$/.test(type))
		return;
	form.fields++;
	for (const group of groups) group.fields++;
	if (type !== "radio" && type !== "checkbox") return;
	const name = textValue(element, "name");
	if (name === "" || (type === "checkbox" && !name.endsWith("[]"))) return;
	const key = `${type} ${name}`;
	const excused = groups.some(({ named }) => named) || subject.above?.role === "cell" || isLabelled(subject);
	const choice = form.choices.get(key) ?? { first: subject, group: groups.at(-1), count: 0, excused: false };
	choice.count++;
	choice.excused ||= excused;
	form.choices.set(key, choice);
}

/** A label of its own by ARIA may hold the question, too. */
function isLabelled({ element }: Subject): boolean {
	return attribute(element, "aria-label") !== null || attribute(element, "aria-labelledby") !== null;
}

function judgeForm(form: Form, list: BarrierList): undefined {
	const known = atEndOf(form.entry);
	// Around all fields of a form, a fieldset draws a frame, and the form's heading names it.
	const judged = new Set(
		form.groups.filter(({ subject, fields, opaque }) => {
			return subject.element.tagName === "fieldset" && fields > 1 && fields < form.fields && !opaque;
		}),
	);
	for (const { subject, named, fields } of judged) {
		list.examine("group-unnamed");
		if (!named) list.add("group-unnamed", subject, `the <fieldset> around ${fields} fields has no <legend>`, known);
	}
	// Without a button that sends it, a form's radio buttons may be the tabs or slides of a widget.
	if (!form.submits) return;
	for (const { first, group, count, excused } of form.choices.values()) {
		// A single question is named by what names the form.
		if (count < 2 || count === form.fields || (group && judged.has(group))) continue;
		list.examine("group-unnamed");
		const what = typeOf(first.element) === "radio" ? "radio buttons" : "checkboxes";
		const says = `the ${what} named ${quoted(textValue(first.element, "name"))} stand in no group with a name`;
		if (!excused) list.add("group-unnamed", first, says, known);
	}
}
