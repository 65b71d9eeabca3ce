import { attribute, hasAttribute } from "./attributes.ts";
import { displayHides, readStyle } from "./inline-style.ts";
import { type PageElement, SVG } from "./page-tree.ts";
import { firstRole } from "./roles.ts";

/** What an element inherits from its ancestors; of each element it describes the inside. */
export interface InheritedContext {
	readonly head: boolean;
	/** Inside `<template>`: no part of the document. */
	readonly template: boolean;
	/** Its text is no text of the page: scripts, styles, form values, and the fallback content of media. */
	readonly notText: boolean;
	readonly notRendered: boolean;
	readonly notExposed: boolean;
	/**
	 * A style sheet of the page hides it as the page is sent. Its text still counts: scripts and media queries show such
	 * parts. It is not judged.
	 */
	readonly hiddenBySheet: boolean;
	readonly inert: boolean;
	readonly main: boolean;
	readonly nav: boolean;
	/** Inside article, aside, nav or section, or their roles. */
	readonly sectioned: boolean;
}

export const ROOT_CONTEXT: InheritedContext = {
	head: false,
	template: false,
	notText: false,
	notRendered: false,
	notExposed: false,
	hiddenBySheet: false,
	inert: false,
	main: false,
	nav: false,
	sectioned: false,
};

export type IsHiddenBySheet = (element: PageElement) => boolean;

/** What one element adds: only what is true. */
type Changes = { -readonly [K in keyof InheritedContext]?: true };

const HIDDEN: Changes = { notRendered: true, notExposed: true };
const NOT_TEXT: Changes = { notText: true };
const BY_SHEET: Changes = { hiddenBySheet: true };

/** HTML section 15.3.1 (hidden elements), and elements whose content browsers show only when they lack the feature. */
const HTML_CHANGES: ReadonlyMap<string, Changes> = new Map<string, Changes>([
	["head", { head: true, ...HIDDEN }],
	...withChanges("script style noscript title iframe noembed noframes rp audio video canvas", NOT_TEXT),
	// A select shows one of its options, a datalist none until somebody types; a textarea holds a value.
	...withChanges("select datalist textarea", NOT_TEXT),
	...withChanges("article aside section nav", { sectioned: true }),
]);

/** A `<title>` in SVG is not drawn, but it names the image. */
const SVG_CHANGES: ReadonlyMap<string, Changes> = new Map<string, Changes>([
	["title", { notRendered: true }],
	...withChanges("script style desc metadata", NOT_TEXT),
]);

const ROLE_CHANGES: ReadonlyMap<string, Changes> = new Map<string, Changes>([
	["main", { main: true }],
	["navigation", { nav: true, sectioned: true }],
	...withChanges("article complementary region", { sectioned: true }),
]);

/** The context inside an element, given that of its parent. Shares the parent's object where nothing changes. */
export function contextInside(
	element: PageElement,
	outer: InheritedContext,
	isHidden?: IsHiddenBySheet,
): InheritedContext {
	const svg = element.namespaceURI === SVG;
	const byTag = (svg ? SVG_CHANGES : HTML_CHANGES).get(element.tagName);
	const byElement = svg ? undefined : ownChanges(element);
	const byAttributes = element.attrs.length === 0 ? undefined : attributeChanges(element);
	const bySheet = isHidden && !outer.hiddenBySheet && isHidden(element) ? BY_SHEET : undefined;
	if (!byTag && !byElement && !byAttributes && !bySheet) return outer;
	return { ...outer, ...byTag, ...byElement, ...byAttributes, ...bySheet };
}

function ownChanges(element: PageElement): Changes | undefined {
	switch (element.tagName) {
		case "main":
		case "nav":
			// Another role takes the element's own away.
			if ((firstRole(attribute(element, "role")) ?? element.tagName) !== element.tagName) return undefined;
			return element.tagName === "main" ? { main: true } : { nav: true };
		case "dialog":
			return hasAttribute(element, "open") ? undefined : HIDDEN;
		case "template":
			// A declarative shadow root is drawn in place of its host's content.
			return hasAttribute(element, "shadowrootmode") ? undefined : { template: true, ...HIDDEN };
		default:
			return undefined;
	}
}

function attributeChanges(element: PageElement): Changes | undefined {
	let changes: Changes | undefined;
	for (const { name, value } of element.attrs) {
		const more = changesOf(name, value);
		if (more) changes = { ...changes, ...more };
	}
	return changes;
}

function changesOf(name: string, value: string): Changes | undefined {
	switch (name) {
		case "hidden":
			// `until-found` opens like <details>, whose text counts too.
			return value.toLowerCase() === "until-found" ? undefined : HIDDEN;
		case "popover":
			return HIDDEN;
		case "style":
			return displayHides(readStyle(value)) ? HIDDEN : undefined;
		case "aria-hidden":
			return value.toLowerCase() === "true" ? { notExposed: true } : undefined;
		case "inert":
			return { notExposed: true, inert: true };
		case "role":
			return ROLE_CHANGES.get(firstRole(value) ?? "");
		default:
			return undefined;
	}
}

function withChanges(names: string, changes: Changes): [string, Changes][] {
	return names.split(" ").map((name) => [name, changes]);
}
