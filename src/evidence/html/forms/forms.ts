import type { PageForm } from "../../page-digest.ts";
import { isField, typeOf } from "../names/fields.ts";
import type { Page } from "../page.ts";
import { MAX_FORMS, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, keptValue, textValue } from "../tree/attributes.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";

interface FormDraft {
	readonly entry: PageElementEntry;
	search: boolean;
	fields: number;
	named: number;
	submits: boolean;
	password: boolean;
	/** The first `formaction` and `formmethod` of a submit button. */
	buttonAction: string | null;
	buttonMethod: string | null;
}

type Control = { readonly element: PageElement; readonly around: FormDraft | undefined };

/** Forms, with the controls that belong to them by nesting or by their form attribute (HTML section 4.10.18.3). */
export function collectForms({ elements, source, base }: Page): PageForm[] {
	return readForms(elements)
		.slice(0, MAX_FORMS)
		.map(({ entry: { element }, buttonAction, buttonMethod, ...form }) => {
			// An empty action means the page's own address, as none does (HTML section 4.10.21.3).
			const action = attribute(element, "action") || buttonAction;
			const method = attribute(element, "method") ?? buttonMethod;
			return {
				...source.startTag(element),
				...form,
				action: action && action.length <= VALUE_LENGTH ? (URL.parse(action, base)?.href ?? null) : null,
				method: methodOf(method),
				methodStated: method !== null,
				toolName: keptValue(element, "toolname"),
			};
		});
}

function readForms(elements: readonly PageElementEntry[]): FormDraft[] {
	const forms: FormDraft[] = [];
	const open: FormDraft[] = [];
	const controls: Control[] = [];
	/** Index up to which the elements are inside a search. */
	let searchUntil = 0;
	for (const entry of elements) {
		const { element, index } = entry;
		if (element.namespaceURI === SVG) continue;
		if ((entry.explicitRole ?? element.tagName) === "search") searchUntil = Math.max(searchUntil, entry.end);
		closeEnded(open, index);
		if (element.tagName === "form") {
			const form = draftOf(entry, index < searchUntil);
			forms.push(form);
			open.push(form);
		} else if (isField(element) || submitsForm(element)) controls.push({ element, around: open.at(-1) });
	}
	countControls(controls, forms);
	return forms;
}

/** Controls inside a form first; those that name a form may come before it. */
function countControls(controls: readonly Control[], forms: readonly FormDraft[]): void {
	const byId = Map.groupBy(forms, ({ entry }) => attribute(entry.element, "id"));
	for (const { element, around } of controls) if (!hasAttribute(element, "form")) count(around, element);
	for (const { element } of controls) {
		const id = attribute(element, "form");
		if (id) count(byId.get(id)?.[0], element);
	}
}

function draftOf(entry: PageElementEntry, search: boolean): FormDraft {
	const none = { fields: 0, named: 0, submits: false, password: false };
	return { entry, search, ...none, buttonAction: null, buttonMethod: null };
}

function count(form: FormDraft | undefined, control: PageElement): void {
	if (!form) return;
	if (submitsForm(control)) {
		form.submits = true;
		form.buttonAction ??= attribute(control, "formaction");
		form.buttonMethod ??= attribute(control, "formmethod");
		return;
	}
	form.fields++;
	if (textValue(control, "name") !== "") form.named++;
	if (typeOf(control) === "password") form.password = true;
	if (typeOf(control) === "search") form.search = true;
}

/** A button without a type submits, and so does one with a type that is none (HTML section 4.10.6). */
function submitsForm(element: PageElement): boolean {
	const type = (attribute(element, "type") ?? "").toLowerCase();
	if (element.tagName === "button") return type !== "button" && type !== "reset";
	return element.tagName === "input" && (type === "submit" || type === "image");
}

/** HTML section 4.10.18.6: what is missing or unknown is `get`. */
function methodOf(stated: string | null): string {
	const method = (stated ?? "").toLowerCase();
	return method === "post" || method === "dialog" ? method : "get";
}
