import type { PageAnchor, PageButton, PageClickTarget } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { VALUE_LENGTH } from "../page-caps.ts";
import { attribute, explicitRole, hasAttribute, isTrue, keptValue, textValue, tokens } from "../tree/attributes.ts";
import type { PageElementEntry } from "../tree/page-entries.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";
import type { AccessibleNames } from "./accessible-names.ts";

const MAX_BUTTONS = 1_000;

const MAX_CLICK_TARGETS = 100;

/** Site maps written as a page reach 1,500. */
export const MAX_ANCHORS = 2_000;

/** Event handlers by which script takes a link over; ones for focus or loading do not. */
const HANDLER = /^on(?:click|dblclick|auxclick|key|mousedown|mouseup|pointer|touch)/;
const BUTTON_INPUTS: ReadonlySet<string> = new Set(["button", "submit", "reset", "image"]);

export function collectAnchors({ elements, names, source, base }: Page): { anchors: PageAnchor[]; count: number } {
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
			...(leadsNowhere(element) && isApart(element) ? { apart: true as const } : {}),
		};
	});
	return { anchors, count: found.length };
}

export function collectButtons({ elements, names, source }: Page): PageButton[] {
	const buttons: PageButton[] = [];
	for (const entry of elements) {
		const { element, context } = entry;
		if (!isButton(entry)) continue;
		if (buttons.length === MAX_BUTTONS) break;
		const isInput = element.tagName === "input";
		buttons.push({
			...(isInput ? source.startTag(element) : source.whole(element)),
			name: isInput ? inputName(element, names) : names.name(entry),
			...(context.notExposed || context.hiddenBySheet ? { hidden: true as const } : {}),
			...(isApart(element) ? { apart: true as const } : {}),
		});
	}
	return buttons;
}

/** HTML section 2.4.2: `<base href>`, unless it cannot be read or would run script. */
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
	return element.tagName === "button" || (element.tagName === "input" && BUTTON_INPUTS.has(inputType(element)));
}

/** HTML-AAM 1.0, sections 4.1.3 and 4.1.4; browsers write a word of their own on submit and reset. */
function inputName(element: PageElement, names: AccessibleNames): string {
	const type = inputType(element);
	const written = type === "image" ? "alt" : "value";
	const stated = names.referenced(element) || textValue(element, "aria-label") || textValue(element, written);
	if (stated !== "") return stated;
	const hasNoValue = attribute(element, written) === null;
	if (hasNoValue && type === "submit") return "Submit";
	if (hasNoValue && type === "reset") return "Reset";
	return textValue(element, "title");
}

function inputType(element: PageElement): string {
	return (attribute(element, "type") ?? "").toLowerCase();
}

const MAX_ANCESTORS = 25;
const CLASS_LENGTH = 500;
/** Classes of these speak of the page as a whole, such as `search-results`. */
const WHOLE: ReadonlySet<string> = new Set(["html", "body", "main"]);
const APART: ReadonlySet<string> = new Set(["dialog", "alertdialog", "search"]);
const APART_CLASS = new RegExp(
	`(?:^|[\\s_-])(?:${[
		"dialog|modal|popup|lightbox|offcanvas",
		"search[_-]?(?:form|box|bar|overlay|popup|panel|drawer|dropdown|layer|flyout|suggestions?|autocomplete)",
		"(?:predictive|live|ajax|instant|quick|header)[_-]search",
		"comments?|commentlist|disqus|kommentare?|commentaires?|comentarios",
		// Feeds of social networks, by the names that widespread plugins write.
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
/** Elements inside one that are looked at; what holds more is a part of the page, no link. */
const MAX_INSIDE = 40;
const MAX_IN_NAVIGATION = 400;
/** A longer text is a sentence. */
const LONGEST_ITEM = 40;

/** What only looks like a link: a handler or `data-href` on other elements, and the bare words of a navigation. */
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

/** Innermost elements of a navigation without any control: a script may have taken their clicks. */
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
