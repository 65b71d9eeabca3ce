import type { BarrierKind } from "../../page-digest.ts";
import { fieldName, isField, typeOf } from "../controls/controls.ts";
import type { Page } from "../page.ts";
import { attribute, tabIndexOf, textValue } from "../tree/attributes.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import { isElement, ownText, type PageElement, SVG } from "../tree/page-tree.ts";
import {
	AT_PAGE_END,
	atEndOf,
	type BarrierList,
	inputType,
	isFilledByScript,
	isOpaque,
	quoted,
	roleRules,
	type Subject,
	tagOf,
} from "./subjects.ts";

export function findNameBarriers(subjects: readonly Subject[], list: BarrierList, page: Page): void {
	findNamelessElements(subjects, list, page);
	findNamelessGroups(subjects, list, page);
}

/** Elements checked for a name; the largest site maps have about 2,000 links. */
const MAX_NAMED = 3_000;

interface Candidate {
	readonly subject: Subject;
	readonly kind: NameKind;
}

function findNamelessElements(subjects: readonly Subject[], list: BarrierList, page: Page): void {
	const candidates = candidatesAmong(subjects);
	const mapsUsed = usesMaps(candidates, subjects);
	const opaque = subjects.flatMap(({ element, index }) => (isOpaque(element) ? index : []));
	let next = 0;
	const links = new NamelessLinks();
	for (const candidate of candidates) {
		const { subject, kind } = candidate;
		const { element, index, entry } = subject;
		while ((opaque[next] ?? index) < index) next++;
		// Areas of unused maps are not rendered.
		if (element.tagName === "area" && !mapsUsed) continue;
		list.examine(kind, subject);
		// The content of a nested custom element is unknown.
		if ((opaque[next] ?? entry.end) < entry.end || isFilledByScript(element)) continue;
		if (page.names.label(element) !== "" || hasOwnName(candidate, page)) continue;
		list.add(kind, subject, saysNameless(element, kind), AT_PAGE_END, links.takes(candidate));
	}
}

function usesMaps(candidates: readonly Candidate[], subjects: readonly Subject[]): boolean {
	const hasAreas = candidates.some(({ subject }) => subject.element.tagName === "area");
	return hasAreas && subjects.some(({ element }) => attribute(element, "usemap") !== null);
}

const PICTURES: ReadonlySet<NameKind> = new Set<NameKind>(["image-name", "svg-name", "object-name"]);

class NamelessLinks {
	#until = 0;

	takes({ subject: { index, entry }, kind }: Candidate): boolean {
		if (kind === "link-name") this.#until = Math.max(this.#until, entry.end);
		return PICTURES.has(kind) && index < this.#until;
	}
}

function candidatesAmong(subjects: readonly Subject[]): Candidate[] {
	const candidates: Candidate[] = [];
	for (const subject of subjects) {
		const kind = subject.exposed ? neededName(subject) : null;
		if (kind !== null && candidates.push({ subject, kind }) === MAX_NAMED) break;
	}
	return candidates;
}

/** A name from the element's tag or role, besides aria-labelledby, aria-label and title (HTML-AAM 1.0, section 4.1). */
function hasOwnName({ subject, kind }: Candidate, { names, labels }: Page): boolean {
	const { element, role } = subject;
	switch (kind) {
		case "image-name":
			return element.tagName === "img" && textValue(element, "alt") !== "";
		case "image-button-name":
			return textValue(element, "alt") !== "" || labels.textOf(element) !== "";
		case "svg-name":
			return hasSvgTitle(element);
		case "object-name":
		case "frame-name":
			return false;
		default:
			break;
	}
	if (element.tagName === "area") return textValue(element, "alt") !== "";
	if (isField(element)) return fieldName(element, names, labels).name !== "";
	if (element.tagName === "input") return namesItself(element) || labels.textOf(element) !== "";
	const byContent = kind !== "field-name" || roleRules(role ?? "")?.namedByContent === true;
	return (byContent && names.name(subject.entry) !== "") || labels.textOf(element) !== "";
}

/** SVG-AAM 1.0, section 8.2: a child title names the element. */
function hasSvgTitle(element: PageElement): boolean {
	return element.childNodes.some(
		(node) => isElement(node) && node.namespaceURI === SVG && node.tagName === "title" && ownText(node).trim() !== "",
	);
}

const WHAT: Readonly<Record<NameKind, string>> = {
	"link-name": "the link",
	"button-name": "the button",
	"image-button-name": "the image button",
	"menuitem-name": "the menu item",
	"summary-name": "the summary",
	"heading-name": "the heading",
	"image-name": "the image",
	"svg-name": "the graphic",
	"object-name": "the object",
	"field-name": "the field",
	"frame-name": "the frame",
};

const IDENTIFYING = ["href", "src", "data", "name", "id", "class"];

function saysNameless(element: PageElement, kind: NameKind): string {
	const identifying = IDENTIFYING.find((name) => textValue(element, name) !== "");
	const which =
		identifying === undefined
			? tagOf(element)
			: `${tagOf(element)} with ${identifying} ${quoted(textValue(element, identifying))}`;
	return `${WHAT[kind]} ${which} has no accessible name`;
}

type NameKind = Extract<BarrierKind, `${string}-name`>;

const FIELD_ROLES: readonly string[] =
	"checkbox combobox listbox menuitemcheckbox menuitemradio radio searchbox slider spinbutton switch textbox".split(
		" ",
	);

const BY_ROLE: ReadonlyMap<string, NameKind> = new Map<string, NameKind>([
	["link", "link-name"],
	// DPUB-ARIA 1.1: subclasses of link.
	...["doc-backlink", "doc-biblioref", "doc-glossref", "doc-noteref"].map((role) => [role, "link-name"] as const),
	["button", "button-name"],
	["menuitem", "menuitem-name"],
	["heading", "heading-name"],
	["img", "image-name"],
	["image", "image-name"],
	...FIELD_ROLES.map((role) => [role, "field-name"] as const),
]);

/** ACT rule 7d6734; objects and documents may contain text. */
const SVG_ROLES: ReadonlySet<string> = new Set(["img", "image", "graphics-document", "graphics-symbol"]);

const MAX_SIBLINGS = 50;

/** Media that browsers render in an object; embedded documents have their own names. */
const MEDIA_TYPE = /^(?:image|audio|video)\//i;
const MEDIA_FILE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|mp3|ogg|oga|wav|m4a|flac|mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i;

function neededName(subject: Subject): NameKind | null {
	const { element, explicit, role } = subject;
	if (element.namespaceURI === SVG && explicit !== null && SVG_ROLES.has(explicit)) {
		return subject.inLeaf ? null : "svg-name";
	}
	const special = bySpecialTag(element, explicit);
	if (special !== undefined) return special;
	if (explicit === null && isField(element)) return "field-name";
	// Declared decorative; if it is exposed anyway, that is a separate barrier.
	if (element.tagName === "img" && attribute(element, "alt") === "") return null;
	const kind = BY_ROLE.get(role ?? "") ?? null;
	// Content of a button names the button and is not exposed separately.
	return subject.inLeaf && (kind === "image-name" || kind === "heading-name") ? null : kind;
}

function bySpecialTag(element: PageElement, explicit: string | null): NameKind | null | undefined {
	if (element.tagName === "iframe" || element.tagName === "frame") {
		return isReachedFrame(element, explicit) ? "frame-name" : null;
	}
	if (explicit !== null) return undefined;
	if (element.tagName === "object") return showsMedia(element) ? "object-name" : null;
	if (element.tagName === "summary") return opensDetails(element) ? "summary-name" : null;
	return element.tagName === "input" && inputType(element) === "image" ? "image-button-name" : undefined;
}

/** Zero-size frames are for tracking; a negative tabindex removes the frame from the tab order (ACT rule cae760). */
function isReachedFrame(element: PageElement, explicit: string | null): boolean {
	if (explicit === "none" || explicit === "presentation" || (tabIndexOf(element) ?? 0) < 0) return false;
	return !(isNothing(attribute(element, "width")) && isNothing(attribute(element, "height")));
}

function isNothing(length: string | null): boolean {
	return length !== null && /^[01](?:px)?$/.test(length.trim());
}

function showsMedia(element: PageElement): boolean {
	const type = attribute(element, "type");
	if (type !== null && type.trim() !== "") return MEDIA_TYPE.test(type.trim());
	return MEDIA_FILE.test((attribute(element, "data") ?? "").slice(0, 2_000));
}

/** HTML section 4.11.2: the first summary child. Checks only a few siblings: an element may have thousands. */
function opensDetails(element: PageElement): boolean {
	const parent = element.parentNode;
	if (parent?.nodeName !== "details") return false;
	return parent.childNodes.slice(0, MAX_SIBLINGS).find((node) => node.nodeName === "summary") === element;
}

function namesItself(element: PageElement): boolean {
	const type = inputType(element);
	const value = attribute(element, "value");
	// Browsers have default labels for these two (HTML-AAM 1.0, section 4.1.2).
	if (type === "submit" || type === "reset") return value === null || value.trim() !== "";
	return type === "button" && (value ?? "").trim() !== "";
}

interface Group {
	readonly entry: PageElementEntry;
	readonly subject: Subject;
	readonly named: boolean;
	fields: number;
	opaque: boolean;
}

interface Form {
	readonly entry: PageElementEntry;
	fields: number;
	submits: boolean;
	readonly choices: Map<string, Choice>;
	readonly groups: Group[];
}

interface Choice {
	readonly first: Subject;
	readonly group: Group | undefined;
	count: number;
	/** Is in a named group, or the source cannot tell its name. */
	excused: boolean;
}

const GROUPS: ReadonlySet<string> = new Set(["group", "radiogroup"]);

/** Nameless groups of fields, per form (WCAG 1.3.1 and 3.3.2, technique H71). */
function findNamelessGroups(subjects: readonly Subject[], list: BarrierList, page: Page): void {
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

/** In HTML only a child is a legend, but some browsers and all readers accept a nested one. */
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

function isLabelled({ element }: Subject): boolean {
	return attribute(element, "aria-label") !== null || attribute(element, "aria-labelledby") !== null;
}

function judgeForm(form: Form, list: BarrierList): undefined {
	const known = atEndOf(form.entry);
	// A fieldset around a whole form draws a border, and the form's heading names it.
	const judged = new Set(
		form.groups.filter(({ subject, fields, opaque }) => {
			return subject.element.tagName === "fieldset" && fields > 1 && fields < form.fields && !opaque;
		}),
	);
	for (const { subject, named, fields } of judged) {
		list.examine("group-unnamed", subject);
		if (!named) list.add("group-unnamed", subject, `the <fieldset> around ${fields} fields has no <legend>`, known);
	}
	// Without a submit button, radio buttons may be the tabs or slides of a widget.
	if (!form.submits) return;
	for (const { first, group, count, excused } of form.choices.values()) {
		// The form's name names its only question.
		if (count < 2 || count === form.fields || (group && judged.has(group))) continue;
		list.examine("group-unnamed", first);
		const what = typeOf(first.element) === "radio" ? "radio buttons" : "checkboxes";
		const says = `the ${what} named ${quoted(textValue(first.element, "name"))} are not in a group with a name`;
		if (!excused) list.add("group-unnamed", first, says, known);
	}
}
