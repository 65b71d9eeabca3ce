import { aria, roles } from "aria-query";
import type { Barrier, BarrierKind, Operability } from "../../page-digest.ts";
import { isPresented } from "../content/sections.ts";
import type { Page } from "../page.ts";
import { MAX_TREE_NODES } from "../page-caps.ts";
import { attribute, hasAttribute, hasGlobalAttribute, isFocusable, roleInForce, tokens } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import data from "./html-roles.json" with { type: "json" };

export const MAX_BARRIERS = 20;
const QUOTE_LENGTH = 60;

type Place = Pick<PageElementEntry, "element" | "index">;

interface FoundBarrier {
	readonly kind: BarrierKind;
	readonly place: Place;
	readonly says: string;
	readonly inNamelessLink: boolean;
}

export const AT_PAGE_END = Number.POSITIVE_INFINITY;

/** A barrier that depends on the content is known at the element's end, inner elements first. */
export function atEndOf({ end, index }: PageElementEntry): number {
	return end - (index + 1) / (MAX_TREE_NODES + 1);
}

export class BarrierList {
	readonly #examined = new Map<BarrierKind, number>();
	readonly #found = new Map<BarrierKind, number>();
	readonly #kept = new Map<BarrierKind, FoundBarrier[]>();
	#inNamelessLinks = 0;
	readonly #firstKnown = new Map<BarrierKind, number>();
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** Counts visible elements for the page; hidden ones count only with faults. */
	examine(kind: BarrierKind, { index }: Place): void {
		if (isPresented(this.#page, index)) this.#count(kind);
	}

	#count(kind: BarrierKind): void {
		this.#examined.set(kind, (this.#examined.get(kind) ?? 0) + 1);
	}

	/** `known`: index from which the barrier is known; by default the element's start. */
	add(kind: BarrierKind, place: Place, says: string, known = place.index, inNamelessLink = false): void {
		if (!isPresented(this.#page, place.index)) this.#count(kind);
		if (inNamelessLink) this.#inNamelessLinks++;
		this.#found.set(kind, (this.#found.get(kind) ?? 0) + 1);
		this.#firstKnown.set(kind, Math.min(known, this.#firstKnown.get(kind) ?? AT_PAGE_END));
		const kept = this.#kept.get(kind) ?? [];
		this.#kept.set(kind, kept);
		const { index } = place;
		if (kept.length === MAX_BARRIERS && index >= (kept.at(-1)?.place.index ?? 0)) return;
		const after = kept.findLastIndex((other) => other.place.index <= index);
		kept.splice(after + 1, 0, { kind, place, says, inNamelessLink });
		kept.length = Math.min(kept.length, MAX_BARRIERS);
	}

	/** Barriers of one element are in order of discovery. */
	finish(): Operability {
		const first = (kind: BarrierKind) => this.#firstKnown.get(kind) ?? AT_PAGE_END;
		const kinds = [...this.#kept.keys()].sort((one, other) =>
			first(one) < first(other) ? -1 : Number(first(one) > first(other)),
		);
		const found = kinds.flatMap((kind) => this.#kept.get(kind) ?? []);
		found.sort((one, other) => one.place.index - other.place.index);
		const barriers = found.map(({ kind, place, says, inNamelessLink }): Barrier => {
			const flag = inNamelessLink ? { inNamelessLink } : {};
			return { kind, says, ...this.#page.source.startTag(place.element), ...flag };
		});
		return {
			examined: Object.fromEntries(this.#examined),
			found: Object.fromEntries(this.#found),
			barriers,
			...(this.#inNamelessLinks > 0 ? { inNamelessLinks: this.#inNamelessLinks } : {}),
		};
	}
}

export function quoted(value: string): string {
	const short = tidy(value, QUOTE_LENGTH);
	return short.length === QUOTE_LENGTH ? `"${short}…"` : `"${short}"`;
}

export function tagOf(element: PageElement): string {
	const type = element.tagName === "input" ? attribute(element, "type") : null;
	return type === null ? `<${tidy(element.tagName, QUOTE_LENGTH)}>` : `<input type=${quoted(type)}>`;
}

/** Placeholders of client-side template languages: `{{ label }}`, `${id}`, `<%= x %>`. */
const TEMPLATED = /\{\{|\$\{|<%|\[\[/;

const FILLS: ReadonlySet<string> = new Set(
	`x-text x-html v-text v-html ng-bind ng-bind-html data-bind data-i18n data-l10n-id :aria-label x-bind:aria-label
	v-bind:aria-label :alt v-bind:alt x-bind:alt :title v-bind:title x-bind:title`.split(/\s+/),
);

export function isTemplated(value: string): boolean {
	return TEMPLATED.test(value);
}

export function isFilledByScript(element: PageElement): boolean {
	return element.attrs.some(({ name }) => FILLS.has(name));
}

export interface Subject extends Pick<PageElementEntry, "element" | "index" | "context" | "outer"> {
	readonly entry: PageElementEntry;
	/** In the accessibility tree, as far as the source tells; others are not judged. */
	readonly exposed: boolean;
	readonly explicit: string | null;
	/** null: no relevant role, or the source cannot tell. */
	readonly role: string | null;
	readonly aria: readonly string[];
	/** The nearest ancestor with a relevant role or unknown content. */
	readonly above: Subject | null;
	/** Inside a button or the like, whose content is not in the accessibility tree (WAI-ARIA 1.2 section 5.2.8). */
	readonly inLeaf: boolean;
}

const TAGS: ReadonlySet<string> = new Set(
	`a area article aside blink body button caption dd details dialog dl dt fieldset footer form frame h1 h2 h3 h4 h5 h6 header
	hr html iframe img input label li link main marquee math menu meter nav object ol option output progress search section select
	style summary svg table tbody td textarea tfoot th thead tr ul`.split(/\s+/),
);

const ATTRIBUTES: ReadonlySet<string> = new Set("role id tabindex onclick lang for headers usemap".split(" "));

export const TRANSPARENT_ROLES: ReadonlySet<string> = new Set(
	`none presentation generic paragraph strong emphasis code deletion insertion subscript superscript
	blockquote form`.split(/\s+/),
);

export function findSubjects(elements: readonly PageElementEntry[]): Subject[] {
	const subjects: Subject[] = [];
	const open: Subject[] = [];
	for (const entry of elements) {
		if (!concerns(entry.element)) continue;
		closeEnded(open, entry.index);
		const subject = subjectOf(entry, open.at(-1) ?? null);
		subjects.push(subject);
		open.push(subject);
	}
	return subjects;
}

function subjectOf(entry: PageElementEntry, parent: Subject | null): Subject {
	const { element, index, context, outer } = entry;
	const explicit = roleInForce(element, statedRole(element));
	const above = parent !== null && (isOpaque(parent.element) || matters(parent)) ? parent : (parent?.above ?? null);
	const leaf = parent !== null && parent.role !== null && roleRules(parent.role)?.leaf === true;
	return {
		entry,
		element,
		index,
		context,
		outer,
		exposed: !context.notExposed && !context.closed && !outer.notText,
		explicit,
		role: explicit ?? implicitRole(element),
		aria: element.attrs.filter(({ name }) => name.startsWith("aria-")).map(({ name }) => name),
		above,
		inLeaf: leaf || (parent?.inLeaf ?? false),
	};
}

function matters({ role }: Subject): boolean {
	return role !== null && !TRANSPARENT_ROLES.has(role);
}

function concerns(element: PageElement): boolean {
	if (TAGS.has(element.tagName) || isOpaque(element)) return true;
	for (const { name } of element.attrs) if (ATTRIBUTES.has(name) || name.startsWith("aria-")) return true;
	return false;
}

/** A custom element may render anything instead of its content. */
export function isOpaque({ tagName }: PageElement): boolean {
	return tagName.includes("-");
}

/** HTML-AAM 1.0 section 3.5, for roles determined by the tag or input type alone. */
const BY_TAG: ReadonlyMap<string, string> = new Map(Object.entries(data.byTag));
const BY_INPUT_TYPE: ReadonlyMap<string, string> = new Map(Object.entries(data.byInputType));
const OTHER_INPUT_TYPES: ReadonlySet<string> = new Set(data.inputTypesWithoutRole.split(" "));

export function statedRole(element: PageElement): string | null {
	return tokens(attribute(element, "role")).find(isRole) ?? null;
}

function implicitRole(element: PageElement): string | null {
	if (element.namespaceURI === SVG) return element.tagName === "a" ? linkRole(element) : null;
	switch (element.tagName) {
		case "a":
		case "area":
			return linkRole(element);
		case "img":
			return imageRole(element);
		case "input":
			return BY_INPUT_TYPE.get(inputType(element)) ?? null;
		case "li":
			return isInList(element) ? "listitem" : null;
		case "section":
			return hasAttribute(element, "aria-label") || hasAttribute(element, "aria-labelledby") ? "region" : null;
		case "select":
			return hasAttribute(element, "multiple") || Number(attribute(element, "size")) > 1 ? "listbox" : "combobox";
		default:
			return BY_TAG.get(element.tagName) ?? null;
	}
}

/** Input type; `text` if missing or unknown (HTML section 4.10.5). */
export function inputType(element: PageElement): string {
	const type = (attribute(element, "type") ?? "").toLowerCase();
	return BY_INPUT_TYPE.has(type) || OTHER_INPUT_TYPES.has(type) ? type : "text";
}

function linkRole(element: PageElement): string | null {
	return hasAttribute(element, "href") ? "link" : null;
}

/** alt="" declares decoration, unless the image is focusable or has an ARIA name. */
function imageRole(element: PageElement): string {
	const decorative = attribute(element, "alt") === "";
	return decorative && !isFocusable(element) && !hasGlobalAttribute(element) ? "presentation" : "img";
}

/** A list with another role has no list items (HTML-AAM 1.0, li). */
function isInList(element: PageElement): boolean {
	const parent = element.parentNode;
	if (!parent || !("tagName" in parent) || !["ul", "ol", "menu"].includes(parent.tagName)) return false;
	const role = roleInForce(parent, statedRole(parent));
	return role === null || role === "list";
}

export interface RoleRules {
	readonly supported: ReadonlySet<string>;
	readonly prohibited: readonly string[];
	readonly required: readonly string[];
	readonly namedByContent: boolean;
	readonly leaf: boolean;
	readonly context: ReadonlySet<string>;
	readonly owned: ReadonlySet<string>;
}

interface AttributeRules {
	readonly type: string;
	readonly values: ReadonlySet<string>;
	readonly allowsUndefined: boolean;
}

/** WAI-ARIA 1.3 draft: browsers support them, and no rule applies to them. */
const DRAFT_ROLES =
	"associationlist associationlistitemkey associationlistitemvalue comment image sectionfooter sectionheader suggestion";
/** Attributes of the 1.3 draft that the library lacks. */
const DRAFT_ATTRIBUTES = "aria-actions aria-colindextext aria-rowindextext";

/** WAI-ARIA 1.2 section 6.5, including deprecated ones (6.5.1), and the 1.3 draft. */
export const GLOBAL_ATTRIBUTES: ReadonlySet<string> = new Set([
	...Object.keys(roles.get("roletype")?.props ?? {}),
	..."aria-disabled aria-errormessage aria-haspopup aria-invalid".split(" "),
	..."aria-braillelabel aria-brailleroledescription aria-description".split(" "),
	...DRAFT_ATTRIBUTES.split(" "),
]);

/** These states have a default value: options and tree items are not selected (WAI-ARIA 1.2). */
const NOT_REQUIRED: ReadonlySet<string> = new Set(["option", "treeitem"]);
/** A combobox refers to its popup only while open (WAI-ARIA 1.2, combobox). */
const REQUIRED: ReadonlyMap<string, readonly string[]> = new Map([["combobox", ["aria-expanded"]]]);

/** Publications may omit these, and a caption or radio group may be alone (DPUB-ARIA 1.1, WAI-ARIA 1.2). */
function isLoose(role: string): boolean {
	return role.startsWith("doc-") || role === "caption" || role === "radiogroup" || role === "rowheader";
}

/** The library lacks the required context of an option. */
const CONTEXT: ReadonlyMap<string, readonly string[]> = new Map([["option", ["listbox", "group", "combobox"]]]);

const RULES: ReadonlyMap<string, RoleRules> = new Map(
	roles.entries().flatMap(([role, rules]) => (rules.abstract ? [] : [[role, rulesFrom(role, rules)] as const])),
);

const ROLES: ReadonlySet<string> = new Set([...RULES.keys(), ...DRAFT_ROLES.split(" ")]);

const ATTRIBUTE_RULES: ReadonlyMap<string, AttributeRules> = new Map([
	...DRAFT_ATTRIBUTES.split(" ").map((name) => [name, attributeRules("string")] as const),
	...aria.entries().map(([name, { type, values = [], allowundefined = false }]) => {
		return [name as string, attributeRules(type, values.map(String), allowundefined)] as const;
	}),
]);

function isRole(word: string): boolean {
	return ROLES.has(word);
}

export function roleRules(role: string): RoleRules | undefined {
	return RULES.get(role);
}

export function ariaAttribute(name: string): AttributeRules | undefined {
	return ATTRIBUTE_RULES.get(name);
}

/** The library's types cover only a part. */
interface LibraryRules {
	readonly props: object;
	readonly prohibitedProps: object;
	readonly requiredProps: object;
	readonly childrenPresentational: boolean;
	readonly nameFrom: readonly string[];
	readonly requiredContextRole: readonly string[];
	readonly requiredOwnedElements: readonly (readonly string[])[];
}

function rulesFrom(role: string, entry: object): RoleRules {
	const rules = entry as LibraryRules;
	const loose = isLoose(role);
	return {
		supported: new Set(Object.keys(rules.props)),
		prohibited: Object.values(rules.prohibitedProps),
		required: NOT_REQUIRED.has(role) ? [] : (REQUIRED.get(role) ?? Object.keys(rules.requiredProps)),
		namedByContent: rules.nameFrom.includes("contents"),
		leaf: rules.childrenPresentational,
		context: new Set(loose ? [] : (CONTEXT.get(role) ?? rules.requiredContextRole)),
		owned: new Set(loose ? [] : rules.requiredOwnedElements.flat()),
	};
}

function attributeRules(type: string, values: readonly string[] = [], allowsUndefined = false): AttributeRules {
	return { type, values: new Set(values), allowsUndefined };
}
