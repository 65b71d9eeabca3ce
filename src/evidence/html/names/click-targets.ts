import type { PageClickTarget } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_CLICK_TARGETS } from "../page-caps.ts";
import { attribute, hasAttribute, isTrue } from "../tree/attributes.ts";
import type { PageElementEntry } from "../tree/page-entries.ts";

/** Elements that are links or controls themselves, or hand clicks on to one. */
const CONTROLS: ReadonlySet<string> = new Set(
	"a area audio body button details form html iframe input label object option select summary textarea video".split(
		" ",
	),
);
/** A handler that leaves the page, as far as its words show. */
const GOES = /\blocation\b|\bnavigate|\brouter\b|\bgo_?to|\bwindow\.open/i;
/** Elements inside one that are looked at; what holds more is a part of the page, no link. */
const MAX_INSIDE = 40;
/** Ancestors that are asked; a control's own parts are mostly nearer. */
const MAX_ANCESTORS = 25;
/** Elements of a navigation that are looked at. */
const MAX_IN_NAVIGATION = 400;
/** A longer text is a sentence. */
const LONGEST_ITEM = 40;

/** What looks like a link and is none: a handler or `data-href` on other elements, and the bare words of a navigation. */
export function collectClickTargets({ elements, names, source }: Page): PageClickTarget[] {
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

/** Links, controls, and what a script has made one. */
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

/** The innermost elements of a navigation without any control: each may be an entry whose click a script has taken. */
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
