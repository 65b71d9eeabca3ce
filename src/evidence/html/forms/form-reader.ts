import type { PageForm } from "../../digest/forms.ts";
import { isField, typeOf } from "../names/field-reader.ts";
import { explicitRole } from "../names/roles.ts";
import { MAX_FORMS, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, keptValue, textValue } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";

/** A form while its controls are counted. */
interface Counted {
	readonly element: PageElement;
	search: boolean;
	fields: number;
	named: number;
	submits: boolean;
	password: boolean;
	/** The first `formaction` and `formmethod` of a submit button. */
	buttonAction: string | null;
	buttonMethod: string | null;
}

/** Forms, with the controls that belong to them by nesting or by their form attribute (HTML section 4.10.18.3). */
export class FormReader implements Reader {
	readonly #forms: Counted[] = [];
	readonly #byId = new Map<string, Counted>();
	readonly #open: Counted[] = [];
	/** Controls that name a form, which may still come. */
	readonly #away: (readonly [id: string, control: PageElement])[] = [];
	readonly #source: PageSource;
	#searches = 0;

	constructor(source: PageSource) {
		this.#source = source;
	}

	enter(element: PageElement, _here: Standing): void {
		if (element.namespaceURI === SVG) return;
		if (isSearch(element)) this.#searches++;
		if (element.tagName === "form") this.#enterForm(element);
		else if (isField(element) || submitsForm(element)) this.#control(element);
	}

	leave(element: PageElement): void {
		if (element.namespaceURI === SVG) return;
		if (isSearch(element)) this.#searches--;
		if (this.#open.at(-1)?.element === element) this.#open.pop();
	}

	finish(base: string): PageForm[] {
		for (const [id, control] of this.#away) count(this.#byId.get(id), control);
		return this.#forms.slice(0, MAX_FORMS).map((form) => this.#told(form, base));
	}

	#enterForm(element: PageElement): void {
		const search = this.#searches > 0;
		const form: Counted = {
			element,
			search,
			fields: 0,
			named: 0,
			submits: false,
			password: false,
			buttonAction: null,
			buttonMethod: null,
		};
		this.#forms.push(form);
		this.#open.push(form);
		const id = attribute(element, "id");
		if (id && !this.#byId.has(id)) this.#byId.set(id, form);
	}

	#control(element: PageElement): void {
		const elsewhere = attribute(element, "form");
		if (elsewhere) this.#away.push([elsewhere, element]);
		else if (elsewhere === null) count(this.#open.at(-1), element);
	}

	#told(form: Counted, base: string): PageForm {
		const { element, fields, named, submits, password, search } = form;
		// An empty action means the page's own address, as none does (HTML section 4.10.21.3).
		const action = attribute(element, "action") || form.buttonAction;
		const method = attribute(element, "method") ?? form.buttonMethod;
		return {
			...this.#source.startTag(element),
			action: action && action.length <= VALUE_LENGTH ? (URL.parse(action, base)?.href ?? null) : null,
			method: methodOf(method),
			methodStated: method !== null,
			fields,
			named,
			submits,
			password,
			toolName: hasAttribute(element, "toolname") ? keptValue(element, "toolname") : null,
			search,
		};
	}
}

function count(form: Counted | undefined, control: PageElement): void {
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

function isSearch(element: PageElement): boolean {
	return (explicitRole(element) ?? element.tagName) === "search";
}

/** HTML section 4.10.18.6: what is missing or unknown is `get`. */
function methodOf(stated: string | null): string {
	const method = (stated ?? "").toLowerCase();
	return method === "post" || method === "dialog" ? method : "get";
}
