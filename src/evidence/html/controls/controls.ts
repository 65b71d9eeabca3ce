import type {
	PageAnchor,
	PageButton,
	PageClickTarget,
	PageDigest,
	PageField,
	PageForm,
	PageHeading,
	PageLandmark,
} from "../../page-digest.ts";
import { unseenIn } from "../content/sections.ts";
import type { Page } from "../page.ts";
import { MAX_HEADINGS, NAME_LENGTH, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, explicitRole, hasAttribute, isTrue, keptValue, textValue, tokens } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import { isElement, type PageElement, SVG } from "../tree/page-tree.ts";
import type { AccessibleNames } from "./accessible-names.ts";
import { collectCaptchas } from "./captchas.ts";

type CountedParts = Pick<PageDigest, "headings" | "anchors" | "fields">;
type Controls = CountedParts &
	Pick<PageDigest, "landmarks" | "buttons" | "clickTargets" | "forms" | "captchas"> & {
		readonly counts: Readonly<Record<keyof CountedParts, number>>;
	};

/** The controls and structure that screen readers list: headings, landmarks, links, buttons, fields and forms. */
export function collectControls(page: Page): Controls {
	const { headings, count: headingCount } = collectHeadings(page);
	const { anchors, count: anchorCount } = collectAnchors(page);
	const { fields, count: fieldCount } = collectFields(page);
	return {
		headings,
		anchors,
		fields,
		counts: { headings: headingCount, anchors: anchorCount, fields: fieldCount },
		landmarks: collectLandmarks(page),
		buttons: collectButtons(page),
		clickTargets: collectClickTargets(page),
		forms: collectForms(page),
		captchas: collectCaptchas(page),
	};
}

export const MAX_LANDMARKS = 100;

const HEADING_TAG = /^h([1-6])$/;

function collectHeadings(page: Page): { headings: PageHeading[]; count: number } {
	const found = page.elements.filter(isHeading);
	const headings = found.slice(0, MAX_HEADINGS).map((entry) => ({
		...page.source.whole(entry.element),
		level: levelOf(entry.element),
		text: page.names.name(entry),
		...(entry.context.notExposed ? { hidden: true as const } : {}),
		...unseenIn(page, entry),
	}));
	return { headings, count: found.length };
}

function isHeading({ element, explicitRole: role }: PageElementEntry): boolean {
	return role === null ? HEADING_TAG.test(element.tagName) : role === "heading";
}

/** aria-level wins; role=heading alone is level 2 (WAI-ARIA 1.2, heading). Levels beyond 6 count as 6. */
function levelOf(element: PageElement): number {
	const stated = Number(attribute(element, "aria-level") ?? Number.NaN);
	if (Number.isInteger(stated) && stated >= 1) return Math.min(stated, 6);
	return Number(HEADING_TAG.exec(element.tagName)?.[1] ?? 2);
}

/** HTML-AAM 1.0: implicit roles. */
const ROLE_BY_TAG: ReadonlyMap<string, string> = new Map(
	Object.entries({ main: "main", nav: "navigation", header: "banner", footer: "contentinfo" }).concat(
		Object.entries({ aside: "complementary", search: "search", section: "region", form: "form" }),
	),
);
const LANDMARK_ROLES: ReadonlySet<string> = new Set(ROLE_BY_TAG.values());
/** Elements whose name is computed; unnamed sections and forms are not landmarks. */
const MAX_CANDIDATES = MAX_LANDMARKS * 10;

interface Landmark {
	readonly entry: PageElementEntry;
	readonly role: string;
	readonly label: string;
}

function collectLandmarks({ elements, names, source }: Page): PageLandmark[] {
	return landmarksAmong(elements, names)
		.slice(0, MAX_LANDMARKS)
		.map(({ entry, role, label }) => ({ ...source.startTag(entry.element), role, label }));
}

export function landmarksAmong(entries: readonly PageElementEntry[], names: Page["names"]): Landmark[] {
	const landmarks: Landmark[] = [];
	let candidates = 0;
	for (const entry of entries) {
		const role = landmarkRole(entry);
		if (role === null) continue;
		if (candidates++ === MAX_CANDIDATES) break;
		const label = names.label(entry.element);
		if (isLandmark(role, label, entry)) landmarks.push({ entry, role, label });
	}
	return landmarks;
}

export function landmarkRole({ element, explicitRole }: PageElementEntry): string | null {
	const role = explicitRole ?? ROLE_BY_TAG.get(element.tagName) ?? null;
	return role !== null && LANDMARK_ROLES.has(role) ? role : null;
}

/** region, form (WAI-ARIA 1.2) and nested asides need a name; header, footer must be the page's (HTML-AAM 1.0, 3.5). */
export function isLandmark(role: string, label: string, { context, outer, explicitRole }: PageElementEntry): boolean {
	if (context.notExposed) return false;
	if (role === "region" || role === "form") return label !== "";
	if (explicitRole !== null) return true;
	if (role === "banner" || role === "contentinfo") return !outer.sectioned && !outer.main;
	if (role === "complementary") return !outer.sectioned || label !== "";
	return true;
}

const MAX_BUTTONS = 1_000;

const MAX_CLICK_TARGETS = 100;

/** HTML site maps have up to 1,500. */
export const MAX_ANCHORS = 2_000;

/** Handlers by which scripts take over a link, unlike those for focus or loading. */
const HANDLER = /^on(?:click|dblclick|auxclick|key|mousedown|mouseup|pointer|touch)/;
const BUTTON_INPUTS: ReadonlySet<string> = new Set(["button", "submit", "reset", "image"]);

function collectAnchors(page: Page): { anchors: PageAnchor[]; count: number } {
	const { elements, names, source, base } = page;
	const found = elements.filter(({ element }) => element.tagName === "a");
	const anchors = found.slice(0, MAX_ANCHORS).map((entry) => {
		const { element, context } = entry;
		return {
			...source.whole(element),
			href: keptValue(element, "href"),
			url: resolve(attribute(element, "href"), base),
			name: names.name(entry),
			rel: tokens(attribute(element, "rel")),
			inNav: context.nav,
			scripted: isScripted(entry),
			...(context.notExposed ? { hidden: true as const } : {}),
			...unseenIn(page, entry),
			...(leadsNowhere(element) && isApart(element) ? { apart: true as const } : {}),
		};
	});
	return { anchors, count: found.length };
}

function collectButtons({ elements, names, source }: Page): PageButton[] {
	const buttons: PageButton[] = [];
	for (const entry of elements) {
		const { element, context } = entry;
		if (!isButton(entry)) continue;
		if (buttons.length === MAX_BUTTONS) break;
		const isInput = element.tagName === "input";
		buttons.push({
			...(isInput ? source.startTag(element) : source.whole(element)),
			name: isInput ? inputName(element, names) : names.name(entry),
			...(context.notExposed || context.closed ? { hidden: true as const } : {}),
			...(isApart(element) ? { apart: true as const } : {}),
		});
	}
	return buttons;
}

/** HTML section 2.4.2: `<base href>`, unless it is invalid or would run a script. */
export function baseOf(baseHref: string | null, pageUrl: string): string {
	const base = baseHref === null ? null : URL.parse(baseHref, pageUrl);
	return base && base.protocol !== "data:" && base.protocol !== "javascript:" ? base.href : pageUrl;
}

function resolve(href: string | null, base: string): string | null {
	if (href === null || href.length > VALUE_LENGTH) return null;
	return URL.parse(href, base)?.href ?? null;
}

function leadsNowhere(element: PageElement): boolean {
	return /^\s*(?:#|javascript:|$)/i.test(attribute(element, "href") ?? "");
}

function isScripted({ element, explicitRole: role }: PageElementEntry): boolean {
	return (role !== null && role !== "link") || element.attrs.some(({ name }) => HANDLER.test(name));
}

function isButton({ element, explicitRole: role }: PageElementEntry): boolean {
	if (role !== null) return role === "button";
	return element.tagName === "button" || (element.tagName === "input" && BUTTON_INPUTS.has(typeOf(element)));
}

/** HTML-AAM 1.0, sections 4.1.3 and 4.1.4; browsers have default labels for submit and reset. */
function inputName(element: PageElement, names: AccessibleNames): string {
	const type = typeOf(element);
	const written = type === "image" ? "alt" : "value";
	const stated = names.referenced(element) || textValue(element, "aria-label") || textValue(element, written);
	if (stated !== "") return stated;
	const hasNoValue = attribute(element, written) === null;
	if (hasNoValue && type === "submit") return "Submit";
	if (hasNoValue && type === "reset") return "Reset";
	return textValue(element, "title");
}

const MAX_ANCESTORS = 25;
const CLASS_LENGTH = 500;
/** Their class names describe the whole page, such as `search-results`. */
const WHOLE: ReadonlySet<string> = new Set(["html", "body", "main"]);
const APART: ReadonlySet<string> = new Set(["dialog", "alertdialog", "search"]);
const APART_CLASS = new RegExp(
	`(?:^|[\\s_-])(?:${[
		"dialog|modal|popup|lightbox|offcanvas",
		"search[_-]?(?:form|box|bar|overlay|popup|panel|drawer|dropdown|layer|flyout|suggestions?|autocomplete)",
		"(?:predictive|live|ajax|instant|quick|header)[_-]search",
		"comments?|commentlist|disqus|kommentare?|commentaires?|comentarios",
		// Social feeds, by the names that popular plugins use.
		"social|instagram|insta|facebook|twitter|tiktok|pinterest|sbi|cff|ctf|sby|juicer|elfsight|eapps|taggbox|flockler",
	].join("|")})(?=$|[\\s_-])`,
	"i",
);

function isApart(control: PageElement): boolean {
	let element: PageElement | undefined = control;
	for (let steps = 0; element && steps < MAX_ANCESTORS; steps++) {
		if (WHOLE.has(element.tagName)) return false;
		if (setsApart(element)) return true;
		const parent: PageElement["parentNode"] = element.parentNode;
		element = parent && isElement(parent) ? parent : undefined;
	}
	return false;
}

function setsApart(element: PageElement): boolean {
	if (element.attrs.length === 0) return APART.has(element.tagName);
	if (APART.has(explicitRole(element) ?? element.tagName)) return true;
	return ["class", "id"].some((name) => APART_CLASS.test((attribute(element, name) ?? "").slice(0, CLASS_LENGTH)));
}

const CONTROLS: ReadonlySet<string> = new Set(
	"a area audio body button details form html iframe input label object option select summary textarea video".split(
		" ",
	),
);
const GOES = /\blocation\b|\bnavigate|\brouter\b|\bgo_?to|\bwindow\.open/i;
/** Elements to examine inside one; an element with more is a part of the page, not a link. */
const MAX_INSIDE = 40;
const MAX_IN_NAVIGATION = 400;
/** Characters; longer texts are sentences. */
const LONGEST_ITEM = 40;

/** Elements that only look like links: a handler or `data-href` on other elements, and plain words in a navigation. */
function collectClickTargets({ elements, names, source }: Page): PageClickTarget[] {
	const targets: PageClickTarget[] = [];
	let until = 0;
	for (const entry of elements) {
		const { element, context } = entry;
		if (targets.length === MAX_CLICK_TARGETS) break;
		if (entry.index < until || CONTROLS.has(element.tagName) || context.notRendered || context.notExposed) continue;
		const isBareNavigation = !entry.outer.nav && context.nav && !holds(elements, entry, isReachable, Infinity);
		if (isBareNavigation) {
			until = entry.end;
			targets.push(...bareItems({ elements, names, source }, entry));
		} else if (takesClick(entry) && !isInControl(entry) && !holds(elements, entry, isReachable, MAX_INSIDE)) {
			until = entry.end;
			const name = names.name(entry);
			if (name !== "") targets.push({ ...source.startTag(element), name, inNav: context.nav, ...stated(entry) });
		}
	}
	return targets.slice(0, MAX_CLICK_TARGETS);
}

function takesClick(entry: PageElementEntry): boolean {
	const { element, context, explicitRole: role } = entry;
	return leads(entry) || (context.nav && role === null && hasAttribute(element, "onclick"));
}

function leads({ element, explicitRole: role }: PageElementEntry): boolean {
	const handler = attribute(element, "onclick");
	const isCurrent = hasAttribute(element, "aria-current") || isTrue(element, "aria-disabled");
	return (
		(role === "link" && !isCurrent) || hasAttribute(element, "data-href") || (handler !== null && GOES.test(handler))
	);
}

function stated(entry: PageElementEntry): Pick<PageClickTarget, "leads"> {
	return leads(entry) ? { leads: true } : {};
}

function isReachable({ element, explicitRole }: PageElementEntry): boolean {
	return CONTROLS.has(element.tagName) || explicitRole === "button";
}

function holds(
	elements: readonly PageElementEntry[],
	{ index, end }: PageElementEntry,
	wanted: (entry: PageElementEntry) => boolean,
	most: number,
): boolean {
	if (end - index > most) return true;
	for (let at = index + 1; at < end; at++) {
		const inside = elements[at];
		if (inside && wanted(inside)) return true;
	}
	return false;
}

function isInControl({ parent }: PageElementEntry): boolean {
	let around = parent;
	for (let steps = 0; around && steps < MAX_ANCESTORS; steps++, around = around.parent) {
		const { tagName } = around.element;
		if (CONTROLS.has(tagName) && tagName !== "body" && tagName !== "html" && tagName !== "form") return true;
	}
	return false;
}

const BARE = { bare: true } as const;

/** Innermost elements of a navigation without controls, where a script may handle clicks. */
function bareItems(
	{ elements, names, source }: Pick<Page, "elements" | "names" | "source">,
	nav: PageElementEntry,
): PageClickTarget[] {
	return elements.slice(nav.index + 1, Math.min(nav.end, nav.index + MAX_IN_NAVIGATION)).flatMap((entry) => {
		const { element, context, index, end } = entry;
		if (end !== index + 1 || context.notRendered || context.notExposed) return [];
		const name = names.name(entry);
		if (name === "" || name.length > LONGEST_ITEM) return [];
		return [{ ...source.startTag(element), name, inNav: true, ...(takesClick(entry) ? stated(entry) : BARE) }];
	});
}

const MAX_FORMS = 200;

/** Real forms have fewer; more come from tables of checkboxes, which repeat one pattern. */
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
function collectForms(page: Page): PageForm[] {
	return readForms(page.elements)
		.slice(0, MAX_FORMS)
		.map(({ entry, buttonAction, buttonMethod, ...form }) => {
			const { element } = entry;
			// An empty or missing action means the page's own address (HTML section 4.10.21.3).
			const action = attribute(element, "action") || buttonAction;
			const method = attribute(element, "method") ?? buttonMethod;
			return {
				...page.source.startTag(element),
				...form,
				action: action && action.length <= VALUE_LENGTH ? (URL.parse(action, page.base)?.href ?? null) : null,
				method: methodOf(method),
				methodStated: method !== null,
				toolName: keptValue(element, "toolname"),
				...unseenIn(page, entry),
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
			const none = { fields: 0, named: 0, submits: false, password: false, buttonAction: null, buttonMethod: null };
			const form = { entry, search: index < searchUntil || isCalledSearch(element), ...none };
			forms.push(form);
			open.push(form);
		} else if (isField(element) || submitsForm(element)) controls.push({ element, around: open.at(-1) });
	}
	countControls(controls, forms);
	return forms;
}

/** Controls inside a form first, because controls with a form attribute may precede it. */
function countControls(controls: readonly Control[], forms: readonly FormDraft[]): void {
	const byId = Map.groupBy(forms, ({ entry }) => attribute(entry.element, "id"));
	for (const { element, around } of controls) if (!hasAttribute(element, "form")) count(around, element);
	for (const { element } of controls) {
		const id = attribute(element, "form");
		if (id) count(byId.get(id)?.[0], element);
	}
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
	if (typeOf(control) === "search" || isCalledSearch(control)) form.search = true;
}

function isCalledSearch(element: PageElement): boolean {
	return ["id", "name", "class"].some((by) => /(?:^|[-_\s])search(?:$|[-_\s])/i.test(attribute(element, by) ?? ""));
}

/** A button with a missing or unknown type submits (HTML section 4.10.6). */
function submitsForm(element: PageElement): boolean {
	const type = (attribute(element, "type") ?? "").toLowerCase();
	if (element.tagName === "button") return type !== "button" && type !== "reset";
	return element.tagName === "input" && (type === "submit" || type === "image");
}

/** HTML section 4.10.18.6: missing or unknown values mean `get`. */
function methodOf(stated: string | null): string {
	const method = (stated ?? "").toLowerCase();
	return method === "post" || method === "dialog" ? method : "get";
}

const BUTTON_TYPES: ReadonlySet<string> = new Set("submit reset button image hidden".split(" "));
const TEXT_TYPES: ReadonlySet<string> = new Set("text password number search tel email url".split(" "));
const OTHER_TYPES: ReadonlySet<string> = new Set(
	"date month week time datetime-local range color checkbox radio file".split(" "),
);

function collectFields(page: Page): { fields: PageField[]; count: number } {
	const { names, labels, source } = page;
	const found = page.elements.filter(({ element }) => isField(element));
	const fields = found.slice(0, MAX_FIELDS).map((entry) => ({
		...source.startTag(entry.element),
		tag: entry.element.tagName,
		type: typeOf(entry.element),
		...fieldName(entry.element, names, labels),
		hidden: entry.context.notExposed || entry.context.closed,
		...unseenIn(page, entry),
	}));
	return { fields, count: found.length };
}

/** HTML-AAM 1.0, section 4.1: sources of a field's name, in order. */
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

/** HTML section 4.10.2: labelable elements, besides inputs that are not hidden. */
const LABELABLE: ReadonlySet<string> = new Set("button input meter output progress select textarea".split(" "));

/** Ten labels fill the maximum length of a name; a page may have thousands for one control. */
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
		// Like axe-core, browsers compute no name from a label that is not rendered.
		const rendered = labels.filter(({ entry }) => !entry.context.seen?.silent);
		const texts = rendered.slice(0, MAX_LABELS).map(({ entry }) => this.#names.name(entry));
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
