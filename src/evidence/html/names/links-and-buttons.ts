import type { PageAnchor, PageButton } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_ANCHORS, MAX_BUTTONS, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, keptValue, textValue, tokens } from "../tree/attributes.ts";
import type { PageElementEntry } from "../tree/page-entries.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";
import { explicitRole } from "../tree/roles.ts";
import type { AccessibleNames } from "./accessible-names.ts";

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

/**
 * The address that relative ones are resolved by (HTML section 2.4.2): `<base href>`, unless it cannot be read or would
 * run script.
 */
export function baseOf(baseHref: string | null, pageUrl: string): string {
	const base = baseHref === null ? null : URL.parse(baseHref, pageUrl);
	return base && base.protocol !== "data:" && base.protocol !== "javascript:" ? base.href : pageUrl;
}

function resolve(href: string | null, base: string): string | null {
	if (href === null || href.length > VALUE_LENGTH) return null;
	return URL.parse(href, base)?.href ?? null;
}

/** A button in the shape of a link. */
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

/** Ancestors that are asked; a control's own part of the page is mostly nearer. */
const MAX_ANCESTORS = 25;
const CLASS_LENGTH = 500;
/** Classes of these speak of the page as a whole, such as `search-results`. */
const WHOLE: ReadonlySet<string> = new Set(["html", "body", "main"]);
const APART: ReadonlySet<string> = new Set(["dialog", "alertdialog", "search"]);
/** Words of class and id, between spaces, hyphens and underscores. */
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

/** True inside a search, a dialog, a comment section or a feed of a social network, by roles and class names. */
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
