import type { Page } from "../page.ts";
import { hidesItself } from "../style/visibility.ts";
import {
	attribute,
	hasAttribute,
	idList,
	isDisabled,
	isNativeControl,
	isTabbable,
	isTrue,
	tabIndexOf,
	textValue,
	tokens,
} from "../tree/attributes.ts";
import { closeEnded, contextInside, type PageElementEntry, type PageStep, ROOT_CONTEXT } from "../tree/page-entries.ts";
import { HTML, isElement, type PageElement } from "../tree/page-tree.ts";
import data from "./autofill-fields.json" with { type: "json" };
import registry from "./language-subtags.json" with { type: "json" };
import {
	AT_PAGE_END,
	atEndOf,
	type BarrierList,
	inputType,
	isOpaque,
	isTemplated,
	quoted,
	type Subject,
	statedRole,
	tagOf,
} from "./subjects.ts";

export function findElementBarriers(subjects: readonly Subject[], list: BarrierList, page: Page): void {
	findIdBarriers(subjects, list);
	findHiddenFocus(subjects, list);
	findMouseOnlyControls(subjects, list);
	findMovingText(subjects, list);
	findInvalidAutocomplete(subjects, list);
	findListBarriers(subjects, list);
	findLanguageBarriers(subjects, list, page);
}

const MOVING: ReadonlySet<string> = new Set(["marquee", "blink"]);

/** Elements that move or blink text automatically (WCAG 2.2.2, failure F47; HTML section 16.2: must not be used). */
function findMovingText(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) {
		const { element, entry, context } = subject;
		if (!MOVING.has(element.tagName) || context.notRendered || context.closed || isStill(subject)) continue;
		const isEmpty = entry.textEnd === entry.textStart && entry.nameEnd === entry.nameStart;
		if (isEmpty) continue;
		list.examine("moving-text", subject);
		const does = element.tagName === "blink" ? "blinks" : "moves";
		list.add("moving-text", subject, `${tagOf(element)} ${does} what stands in it`);
	}
}

/** A marquee without speed does not move. */
function isStill({ element }: Subject): boolean {
	return element.tagName === "marquee" && attribute(element, "scrollamount")?.trim() === "0";
}

const FIELDS: ReadonlySet<string> = new Set(data.fields.split(" "));
const CONTACT: ReadonlySet<string> = new Set(data.contact.split(" "));
const PLACES: ReadonlySet<string> = new Set("home work mobile fax pager".split(" "));
const MODES: ReadonlySet<string> = new Set(["shipping", "billing"]);
/** Not HTML values, but plainly meant as on or off. */
const SWITCHES: ReadonlySet<string> = new Set("on off false true none disabled enabled".split(" "));

/** autocomplete values that browsers and agents cannot parse (WCAG 1.3.5, ACT rule 73f2c2). */
function findInvalidAutocomplete(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) {
		const { element, exposed } = subject;
		if (!exposed || !isFillable(element)) continue;
		const words = tokens(attribute(element, "autocomplete"));
		const [first] = words;
		if (first === undefined || (words.length === 1 && SWITCHES.has(first))) continue;
		list.examine("autocomplete-invalid", subject);
		if (isAutofillDetail(words)) continue;
		const value = quoted(attribute(element, "autocomplete") ?? "");
		list.add("autocomplete-invalid", subject, `autocomplete=${value} on ${tagOf(element)} is not a valid HTML value`);
	}
}

function isFillable(element: PageElement): boolean {
	if (hasAttribute(element, "disabled") || attribute(element, "aria-disabled")?.toLowerCase() === "true") return false;
	if (element.tagName === "select" || element.tagName === "textarea") return true;
	return element.tagName === "input" && !["hidden", "submit", "reset", "button", "image"].includes(inputType(element));
}

/** `section-x shipping work email webauthn`: each part at most once and in this order. */
function isAutofillDetail(words: readonly string[]): boolean {
	const rest = [...words];
	if (rest.at(-1) === "webauthn") rest.pop();
	if (rest[0]?.startsWith("section-")) rest.shift();
	if (MODES.has(rest[0] ?? "")) rest.shift();
	if (rest.length === 2 && PLACES.has(rest[0] ?? "")) return CONTACT.has(rest[1] ?? "");
	// "webauthn" alone requests passkeys.
	if (rest.length === 0) return words.length === 1 && words[0] === "webauthn";
	return rest.length === 1 && (FIELDS.has(rest[0] ?? "") || CONTACT.has(rest[0] ?? ""));
}

interface LanguagePart {
	readonly entry: PageElementEntry;
	readonly lang: string;
	used: boolean;
}

/** The language that parts of a page declare (WCAG 3.1.1 and 3.1.2, ACT rules bf051a and de46e4). */
function findLanguageBarriers(subjects: readonly Subject[], list: BarrierList, { steps }: Page): void {
	let hasParts = false;
	for (const { entry } of subjects) {
		const lang = attribute(entry.element, "lang");
		if (lang === null) continue;
		if (entry.element.tagName !== "html") hasParts = true;
		else if (lang.trim() !== "") judge(entry, lang, entry.index, list);
	}
	if (hasParts) judgeParts(steps, list);
}

function judgeParts(steps: readonly PageStep[], list: BarrierList): void {
	const open: LanguagePart[] = [];
	for (const step of steps) {
		const opened = step.kind === "start" ? partOf(step) : undefined;
		if (opened) open.push(opened);
		const part = open.at(-1);
		if (!part) continue;
		if (hasContent(step)) part.used = true;
		if (step.kind !== "end" || step.entry !== part.entry) continue;
		open.pop();
		// lang="" declares the language unknown.
		if (part.lang !== "" && part.used) judge(part.entry, part.lang, atEndOf(part.entry), list);
	}
}

function partOf(entry: PageElementEntry): LanguagePart | undefined {
	const lang = entry.element.tagName === "html" ? null : attribute(entry.element, "lang");
	return lang === null ? undefined : { entry, lang, used: false };
}

function hasContent(step: PageStep): boolean {
	// Screen readers read text outside the screen.
	if (step.context.notRendered && step.context.notExposed) return false;
	if (step.kind === "start") return hasTextAttribute(step.element);
	return step.kind === "text" && !step.context.notText && /\S/.test(step.node.value);
}

function hasTextAttribute(element: PageElement): boolean {
	return textValue(element, "aria-label") !== "" || (element.tagName === "img" && textValue(element, "alt") !== "");
}

function judge(entry: PageElementEntry, lang: string, known: number, list: BarrierList): void {
	list.examine("lang-invalid", entry);
	if (isLanguageTag(lang)) return;
	const says = `lang=${quoted(lang)} on ${tagOf(entry.element)} does not begin with a registered language`;
	list.add("lang-invalid", entry, says, known);
}

/** Format of a tag; its first part chooses the language, and the rest names scripts and regions. */
const TAG = /^([a-z]{2,8})(?:-[a-z0-9]{1,8}){0,20}$/i;

/** Registered before RFC 4646 and not replaced (BCP 47 section 2.2.8). */
const GRANDFATHERED = /^i-(?:default|enochian|mingo)$/i;

/** BCP 47 section 2.2.1. Rejects `eng` because `en` exists, and `i-lux` because of `lb` (ACT bf051a, de46e4). */
export function isLanguageTag(tag: string): boolean {
	if (GRANDFATHERED.test(tag)) return true;
	const language = TAG.exec(tag)?.[1];
	return language !== undefined && isLanguageSubtag(language.toLowerCase());
}

/** Our own table: Node's changes with its ICU, and verdicts would too. Deprecated ones count (BCP 47 section 2.2.9). */
const TWO_LETTERS: ReadonlySet<string> = new Set(registry.twoLetters.split(" "));
const THREE_LETTERS = Buffer.from(registry.threeLetters, "base64");

/** Expects lower case; qaa to qtz are registered for private use. */
export function isLanguageSubtag(subtag: string): boolean {
	if (subtag.length === 2) return TWO_LETTERS.has(subtag);
	if (!/^[a-z]{3}$/.test(subtag)) return false;
	if (subtag >= "qaa" && subtag <= "qtz") return true;
	const [first, second, third] = [0, 1, 2].map((index) => subtag.charCodeAt(index) - 97) as [number, number, number];
	const bit = (first * 26 + second) * 26 + third;
	return ((THREE_LETTERS[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}

const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu"]);
const DESCRIPTION_LISTS: ReadonlySet<string> = new Set(["dl"]);
const IN_LIST: ReadonlySet<string> = new Set(["li"]);
const IN_DESCRIPTIONS: ReadonlySet<string> = new Set(["dt", "dd", "div"]);
const EMPTY: ReadonlySet<string> = new Set("script template style link meta noscript br wbr".split(" "));
/** Lists and their items (HTML sections 4.4.5 to 4.4.11, WCAG 1.3.1). */
function findListBarriers(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) {
		const { element, exposed } = subject;
		if (!exposed || element.namespaceURI !== HTML) continue;
		const { tagName } = element;
		if (LISTS.has(tagName)) judgeList(subject, IN_LIST, list);
		else if (tagName === "dl") judgeList(subject, IN_DESCRIPTIONS, list);
		else if (tagName === "li") judgeItem(subject, "no list", LISTS, list);
		else if (tagName === "dt" || tagName === "dd") judgeItem(subject, "no <dl>", DESCRIPTION_LISTS, list);
	}
}

function judgeList(subject: Subject, allowed: ReadonlySet<string>, list: BarrierList): void {
	const { element, explicit } = subject;
	// Other roles require other children.
	if (explicit !== null && explicit !== "list") return;
	list.examine("list-structure", subject);
	const wrong = element.childNodes.find((node) => isElement(node) && isWrong(node, allowed));
	if (!wrong || !isElement(wrong)) return;
	list.add("list-structure", subject, `${tagOf(element)} holds ${tagOf(wrong)} beside its items`);
}

function judgeItem(subject: Subject, missing: string, containers: ReadonlySet<string>, list: BarrierList): void {
	if (subject.explicit !== null && subject.explicit !== "listitem") return;
	list.examine("list-structure", subject);
	if (isInside(subject.element, containers)) return;
	list.add("list-structure", subject, `${tagOf(subject.element)} stands in ${missing}`);
}

function isWrong(child: PageElement, allowed: ReadonlySet<string>): boolean {
	if (allowed.has(child.tagName) || EMPTY.has(child.tagName) || isOpaque(child)) return false;
	if (statedRole(child) === "listitem") return false;
	if (hidesItself(child) || /(?:^|[\s;])display\s*:\s*none/i.test(attribute(child, "style") ?? "")) return false;
	return !contextInside(child, ROOT_CONTEXT).notExposed;
}

/** Direct children, or children of an element that is not an item, which counts as the list's fault. */
function isInside(element: PageElement, containers: ReadonlySet<string>): boolean {
	let around = element.parentNode;
	for (let steps = 0; steps < 2 && around; steps++) {
		// Slots, fragments and role=list between them are intended as lists.
		if (!isElement(around) || isOpaque(around) || containers.has(around.tagName)) return true;
		if (statedRole(around) === "list" || around.tagName === "slot") return true;
		around = around.parentNode;
	}
	return false;
}

const ALWAYS = ["aria-labelledby", "aria-describedby", "aria-details", "aria-activedescendant", "aria-flowto"];
/** References to elements that scripts may add when something opens. */
const WHILE_OPEN = ["aria-controls", "aria-owns"];

interface Reference {
	readonly subject: Subject;
	readonly attribute: string;
	readonly loose: boolean;
}

/** Ids that labels, ARIA and table cells refer to must exist exactly once (DOM and HTML section 3.2.6, WCAG 4.1.2). */
function findIdBarriers(subjects: readonly Subject[], list: BarrierList): void {
	const references = firstReferences(subjects);
	if (references.size === 0) return;
	const bearersOf = Map.groupBy(subjects, ({ element }) => attribute(element, "id"));
	for (const [id, reference] of references) {
		const bearers = bearersOf.get(id);
		if (bearers || !reference.loose) list.examine(bearers ? "id-duplicate" : "id-missing", reference.subject);
		const from = `the ${reference.attribute} attribute of ${tagOf(reference.subject.element)}`;
		// References miss the second element with the id.
		const second = bearers?.[1];
		if (second) {
			const says = `the id ${quoted(id)}, which ${from} refers to, appears ${bearers.length} times`;
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

function referringAttributes(subject: Subject): (readonly [name: string, loose: boolean])[] {
	const { element, aria } = subject;
	const names: (readonly [string, boolean])[] = [];
	if (element.tagName === "label") names.push(["for", false]);
	// The check of tables tests whether the header cell exists.
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
	// Only a label's `for` is a single id; the rest are lists.
	return name === "for" ? [value] : idList(element, name);
}

function isOpen({ element }: Subject): boolean {
	return ["aria-expanded", "aria-selected"].some((name) => isTrue(element, name));
}

interface HiddenRegion {
	readonly subject: Subject;
	focusable: PageElement | undefined;
	disabledUntil: number;
}

/** aria-hidden on the page itself, or on focusable elements (WAI-ARIA 1.2, aria-hidden; ACT 6cfa84). */
function findHiddenFocus(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) if (subject.element.tagName === "body") judgeBody(subject, list);
	// An external style sheet may hide elements with a class or id, such as closed dialogs and menus.
	const styledElsewhere = subjects.some(({ element }) => isStyleSheet(element));
	for (const { subject, focusable } of hiddenRegions(subjects)) {
		const { element } = subject;
		const mayBeClosed = styledElsewhere && (hasAttribute(element, "class") || hasAttribute(element, "id"));
		if (focusable !== element && mayBeClosed) continue;
		list.examine("aria-hidden-focusable", subject);
		if (!focusable) continue;
		const what =
			focusable === element ? "and can receive focus" : `and contains ${tagOf(focusable)}, which can receive focus`;
		const says = `${tagOf(element)} is hidden by aria-hidden ${what}`;
		list.add("aria-hidden-focusable", subject, says, AT_PAGE_END);
	}
}

function hiddenRegions(subjects: readonly Subject[]): readonly HiddenRegion[] {
	const regions: HiddenRegion[] = [];
	let region: HiddenRegion | undefined;
	for (const subject of subjects) {
		if (region && subject.index >= region.subject.entry.end) region = undefined;
		if (!region && subject.element.tagName !== "body" && hidesContent(subject)) {
			region = { subject, focusable: undefined, disabledUntil: 0 };
			regions.push(region);
		}
		if (region) findFocusable(subject, region);
	}
	return regions;
}

function judgeBody(subject: Subject, list: BarrierList): void {
	list.examine("aria-hidden-body", subject);
	const isHidden = isTrue(subject.element, "aria-hidden");
	if (!isHidden && !hasAttribute(subject.element, "inert")) return;
	const says = isHidden
		? 'aria-hidden="true" on <body> hides the whole page'
		: "inert on <body> disables the whole page";
	list.add("aria-hidden-body", subject, says);
}

function hidesContent({ element, outer }: Subject): boolean {
	return isTrue(element, "aria-hidden") && !outer.notExposed && !outer.closed && !outer.notText;
}

function findFocusable({ element, entry, index, context, outer }: Subject, region: HiddenRegion): void {
	const isDisabledSet = element.tagName === "fieldset" && hasAttribute(element, "disabled");
	if (isDisabledSet) region.disabledUntil = Math.max(region.disabledUntil, entry.end);
	if (context.notRendered || context.closed || context.inert || outer.notText) return;
	if (index >= region.disabledUntil && isTabbable(element)) region.focusable ??= element;
}

function isStyleSheet(element: PageElement): boolean {
	if (element.tagName === "style") return true;
	return element.tagName === "link" && tokens(attribute(element, "rel")).includes("stylesheet");
}

const HANDS_ON: ReadonlySet<string> = new Set(
	"html body form fieldset label button input select textarea option summary details dialog".split(" "),
);

const DOES_NOTHING =
	/^\s*(?:(?:return\s+(?:false|true)|(?:event|e)\.(?:stopPropagation|preventDefault)\(\))\s*;?\s*)*$/;

interface Clickable {
	readonly entry: PageElementEntry;
	holdsControl: boolean;
}

/** Controls that only a mouse can reach, and disruptions of the tab order (WCAG 2.1.1, 2.4.3). */
function findMouseOnlyControls(subjects: readonly Subject[], list: BarrierList): void {
	const open: Clickable[] = [];
	const close = (clickable: Clickable) => judgeClickable(clickable, open.at(-1), list);
	for (const subject of subjects) {
		const { element, exposed, entry, index } = subject;
		closeEnded(open, index, close);
		if (!exposed) continue;
		const control = isNativeControl(element) || tabIndexOf(element) !== null;
		const around = open.at(-1);
		if (around && control) around.holdsControl = true;
		if (hasAttribute(element, "tabindex")) judgeTabIndex(subject, list);
		const handler = attribute(element, "onclick");
		if (handler === null || DOES_NOTHING.test(handler.slice(0, 500)) || HANDS_ON.has(element.tagName)) continue;
		list.examine("click-without-control", subject);
		if (!control && !isDisabled(element) && statedRole(element) === null && !isOpaque(element)) {
			open.push({ entry, holdsControl: false });
		}
	}
	closeEnded(open, Number.POSITIVE_INFINITY, close);
}

function judgeClickable({ entry, holdsControl }: Clickable, around: Clickable | undefined, list: BarrierList): void {
	if (holdsControl) {
		if (around) around.holdsControl = true;
		return;
	}
	const handler = quoted(attribute(entry.element, "onclick") ?? "");
	const says = `${tagOf(entry.element)} runs ${handler} on a click, but keyboards and agents cannot use it`;
	list.add("click-without-control", entry, says, atEndOf(entry));
}

function judgeTabIndex(subject: Subject, list: BarrierList): void {
	list.examine("tabindex-positive", subject);
	const index = tabIndexOf(subject.element) ?? 0;
	if (index <= 0) return;
	const says = `tabindex="${index}" on ${tagOf(subject.element)} takes it out of the page's order`;
	list.add("tabindex-positive", subject, says);
}
