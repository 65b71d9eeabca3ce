import { attribute, hasAttribute, isTrue, tokens } from "../tree/attributes.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { isDisabled, isNativeControl, isTabbable, tabIndexOf } from "../tree/roles.ts";
import { AT_PAGE_END, atEndOf, type BarrierList, quoted, tagOf } from "./barriers.ts";
import { isOpaque, type Subject, statedRole } from "./subjects.ts";

/** What aria-hidden takes out of the accessibility tree, and what in it can still have the focus. */
interface HiddenRegion {
	readonly subject: Subject;
	focusable: PageElement | undefined;
	/** Index up to which the elements are inside a disabled fieldset of the region. */
	disabledUntil: number;
}

/** aria-hidden on the page itself, or on something that the Tab key reaches (WAI-ARIA 1.2, aria-hidden; ACT 6cfa84). */
export function findHiddenFocus(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) if (subject.element.tagName === "body") judgeBody(subject, list);
	// A style sheet elsewhere may hide what has a class or an id: dialogs and menus that are closed.
	const styledElsewhere = subjects.some(({ element }) => isStyleSheet(element));
	for (const { subject, focusable } of hiddenRegions(subjects)) {
		const { element } = subject;
		const mayBeClosed = styledElsewhere && (hasAttribute(element, "class") || hasAttribute(element, "id"));
		if (focusable !== element && mayBeClosed) continue;
		list.examine("aria-hidden-focusable");
		if (!focusable) continue;
		const what =
			focusable === element ? "and can have the focus" : `and holds ${tagOf(focusable)}, which can have the focus`;
		const says = `${tagOf(element)} is hidden by aria-hidden ${what}`;
		list.add("aria-hidden-focusable", subject, says, AT_PAGE_END);
	}
}

/** The outermost elements that aria-hidden hides, but for the page itself. */
function hiddenRegions(subjects: readonly Subject[]): readonly HiddenRegion[] {
	const regions: HiddenRegion[] = [];
	let region: HiddenRegion | undefined;
	for (const subject of subjects) {
		if (region && subject.index >= region.subject.entry.end) region = undefined;
		if (!region && subject.element.tagName !== "body" && hidesContent(subject)) {
			region = { subject, focusable: undefined, disabledUntil: 0 };
			regions.push(region);
		}
		if (region) lookForFocus(subject, region);
	}
	return regions;
}

function judgeBody(subject: Subject, list: BarrierList): void {
	list.examine("aria-hidden-body");
	if (!isTrue(subject.element, "aria-hidden")) return;
	list.add("aria-hidden-body", subject, 'aria-hidden="true" on <body> hides the whole page');
}

function hidesContent({ element, outer }: Subject): boolean {
	return isTrue(element, "aria-hidden") && !outer.notExposed && !outer.hiddenBySheet && !outer.notText;
}

function lookForFocus({ element, entry, index, context, outer }: Subject, region: HiddenRegion): void {
	const isDisabledSet = element.tagName === "fieldset" && hasAttribute(element, "disabled");
	if (isDisabledSet) region.disabledUntil = Math.max(region.disabledUntil, entry.end);
	if (context.notRendered || context.hiddenBySheet || context.inert || outer.notText) return;
	if (index >= region.disabledUntil && isTabbable(element)) region.focusable ??= element;
}

function isStyleSheet(element: PageElement): boolean {
	if (element.tagName === "style") return true;
	return element.tagName === "link" && tokens(attribute(element, "rel")).includes("stylesheet");
}

/** Elements that hand clicks on: to a control, or from the whole page. */
const HANDS_ON: ReadonlySet<string> = new Set(
	"html body form fieldset label button input select textarea option summary details dialog".split(" "),
);

/** A handler that only holds an event back. */
const DOES_NOTHING =
	/^\s*(?:(?:return\s+(?:false|true)|(?:event|e)\.(?:stopPropagation|preventDefault)\(\))\s*;?\s*)*$/;

interface Clickable {
	readonly entry: PageElementEntry;
	/** Holds a control by which keyboards reach the same. */
	holdsControl: boolean;
}

/** What only a mouse can reach, and what breaks the order of the Tab key (WCAG 2.1.1, 2.4.3). */
export function findMouseOnlyControls(subjects: readonly Subject[], list: BarrierList): void {
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
		list.examine("click-without-control");
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
	const says = `${tagOf(entry.element)} runs ${handler} on a click, but is no control to a keyboard or an agent`;
	list.add("click-without-control", entry, says, atEndOf(entry));
}

function judgeTabIndex(subject: Subject, list: BarrierList): void {
	list.examine("tabindex-positive");
	const index = tabIndexOf(subject.element) ?? 0;
	if (index <= 0) return;
	const says = `tabindex="${index}" on ${tagOf(subject.element)} takes it out of the page's order`;
	list.add("tabindex-positive", subject, says);
}
