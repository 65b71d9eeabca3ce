import type { PageCaptcha, PageField, PageForm } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { NAME_LENGTH, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, keptValue, textValue, tokens } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import type { AccessibleNames } from "./accessible-names.ts";
import data from "./captcha-vendors.json" with { type: "json" };

/** One or two are there; more repeat the same one. */
const MAX_CAPTCHAS = 20;

const MAX_FORMS = 200;

/** A person fills in fewer; more come from tables of check boxes, which repeat one pattern. */
const MAX_FIELDS = 500;

interface FormDraft {
	readonly entry: PageElementEntry;
	search: boolean;
	fields: number;
	named: number;
	submits: boolean;
	password: boolean;
	buttonAction: string | null;
	buttonMethod: string | null;
}

type Control = { readonly element: PageElement; readonly around: FormDraft | undefined };

/** Controls belong to a form by nesting or by their form attribute (HTML section 4.10.18.3). */
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

/** Controls inside a form first: those that name a form may come before it. */
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

/** A button without a type submits, and so does one with an unknown type (HTML section 4.10.6). */
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

const BUTTON_TYPES: ReadonlySet<string> = new Set("submit reset button image hidden".split(" "));
const TEXT_TYPES: ReadonlySet<string> = new Set("text password number search tel email url".split(" "));
const OTHER_TYPES: ReadonlySet<string> = new Set(
	"date month week time datetime-local range color checkbox radio file".split(" "),
);

export function collectFields({ elements, names, labels, source }: Page): { fields: PageField[]; count: number } {
	const found = elements.filter(({ element }) => isField(element));
	const fields = found.slice(0, MAX_FIELDS).map(({ element, context }) => ({
		...source.startTag(element),
		tag: element.tagName,
		type: typeOf(element),
		...fieldName(element, names, labels),
		hidden: context.notExposed || context.hiddenBySheet,
	}));
	return { fields, count: found.length };
}

/** HTML-AAM 1.0, section 4.1: the order in which a field's name is looked for. */
export function fieldName(
	element: PageElement,
	names: AccessibleNames,
	labels: Labels,
): Pick<PageField, "name" | "nameFrom"> {
	const placeholder = TEXT_TYPES.has(typeOf(element)) || element.tagName === "textarea";
	const sources: readonly [PageField["nameFrom"], () => string][] = [
		["aria-labelledby", () => names.referenced(element)],
		["aria-label", () => textValue(element, "aria-label")],
		["label", () => labels.textOf(element)],
		["title", () => textValue(element, "title")],
		["placeholder", () => (placeholder ? textValue(element, "placeholder") : "")],
	];
	for (const [nameFrom, read] of sources) {
		const name = read();
		if (name !== "") return { name, nameFrom };
	}
	return { name: "", nameFrom: "none" };
}

export function isField(element: PageElement): boolean {
	if (element.tagName === "input") return !BUTTON_TYPES.has(typeOf(element));
	return element.tagName === "select" || element.tagName === "textarea";
}

export function typeOf(element: PageElement): string {
	if (element.tagName !== "input") return element.tagName;
	const type = (attribute(element, "type") ?? "").toLowerCase();
	return BUTTON_TYPES.has(type) || TEXT_TYPES.has(type) || OTHER_TYPES.has(type) ? type : "text";
}

/** HTML section 4.10.2: what a label may name, beside inputs that are not hidden. */
const LABELABLE: ReadonlySet<string> = new Set("button input meter output progress select textarea".split(" "));

/** Ten labels on one control fill a name's length; a page may point thousands at one. */
const MAX_LABELS = 10;

interface Label {
	readonly entry: PageElementEntry;
	readonly for: string | null;
}

/** HTML section 4.10.4. */
export class Labels {
	readonly #names: AccessibleNames;
	readonly #labels: Label[] = [];
	readonly #around = new Map<PageElement, readonly Label[]>();
	#byFor: ReadonlyMap<string | null, readonly Label[]> | undefined;

	constructor(elements: readonly PageElementEntry[], names: AccessibleNames) {
		this.#names = names;
		let waiting: Label[] = [];
		for (const entry of elements) {
			const { element } = entry;
			closeEnded(waiting, entry.index);
			if (element.tagName === "label") {
				const label = { entry, for: attribute(element, "for") };
				this.#labels.push(label);
				if (label.for === null) waiting.push(label);
			} else if (waiting.length > 0 && isLabelable(element)) {
				this.#around.set(element, waiting);
				waiting = [];
			}
		}
	}

	textOf(element: PageElement): string {
		const id = attribute(element, "id");
		const pointing = id && isLabelable(element) && this.#names.ownsId(element, id) ? this.#pointingAt(id) : [];
		const labels = [...pointing.slice(0, MAX_LABELS), ...(this.#around.get(element) ?? [])];
		const texts = labels.slice(0, MAX_LABELS).map(({ entry }) => this.#names.name(entry));
		return tidy(texts.filter(Boolean).join(" "), NAME_LENGTH);
	}

	#pointingAt(id: string): readonly Label[] {
		this.#byFor ??= Map.groupBy(this.#labels, (label) => label.for);
		return this.#byFor.get(id) ?? [];
	}
}

function isLabelable(element: PageElement): boolean {
	if (!LABELABLE.has(element.tagName)) return false;
	return element.tagName !== "input" || attribute(element, "type")?.toLowerCase() !== "hidden";
}

/** Markup by each vendor's installation page. `hides`: on a button or `data-size="invisible"`, shows in doubt only. */
export const CAPTCHA_VENDORS = data.vendors;

type CaptchaVendor = (typeof CAPTCHA_VENDORS)[number];

const BY_CLASS = new Map(CAPTCHA_VENDORS.flatMap((vendor) => vendor.classes.map((name) => [name, vendor] as const)));
const BY_TAG = new Map(CAPTCHA_VENDORS.flatMap((vendor) => vendor.tags.map((tag) => [tag, vendor] as const)));

export function collectCaptchas({ elements, source, url }: Page): readonly PageCaptcha[] {
	const captchas: PageCaptcha[] = [];
	let formUntil = 0;
	for (const { element, index, end } of elements) {
		if (element.namespaceURI === SVG) continue;
		if (element.tagName === "form") formUntil = Math.max(formUntil, end);
		const match = matchVendor(element, url);
		if (!match) continue;
		const [vendor, from] = match;
		const invisible = from === "widget" && isInvisible(element, vendor) ? { invisible: true as const } : {};
		const inForm = index < formUntil;
		const found = { ...source.startTag(element), vendor: vendor.name, from, inForm, ...invisible };
		if (captchas.push(found) === MAX_CAPTCHAS) break;
	}
	return captchas;
}

function matchVendor(element: PageElement, url: string): readonly [CaptchaVendor, PageCaptcha["from"]] | undefined {
	if (element.tagName === "script" || element.tagName === "iframe") {
		const vendor = bySource(attribute(element, "src"), url);
		return vendor && [vendor, element.tagName === "script" ? "script" : "frame"];
	}
	const vendor = BY_TAG.get(element.tagName) ?? byClass(attribute(element, "class"));
	return vendor && [vendor, "widget"];
}

function bySource(src: string | null, url: string): CaptchaVendor | undefined {
	const address = src === null || src.length > VALUE_LENGTH ? null : URL.parse(src, url);
	if (!address) return undefined;
	return CAPTCHA_VENDORS.find(({ sources }) => sources.some(({ host, path }) => comesFrom(address, host, path)));
}

function isInvisible(element: PageElement, { hides }: CaptchaVendor): boolean {
	if (!hides) return false;
	return element.tagName === "button" || attribute(element, "data-size")?.trim().toLowerCase() === "invisible";
}

function comesFrom({ hostname, pathname }: URL, host: string, path: string): boolean {
	const matches = host.startsWith(".") ? `.${hostname}`.endsWith(host) : hostname === host;
	return matches && pathname.includes(path);
}

function byClass(classes: string | null): CaptchaVendor | undefined {
	const name = tokens(classes).find((each) => BY_CLASS.has(each));
	return name === undefined ? undefined : BY_CLASS.get(name);
}
