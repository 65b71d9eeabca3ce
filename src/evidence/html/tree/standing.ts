import { firstRole } from "../names/roles.ts";
import { attribute, hasAttribute } from "./attributes.ts";
import { displayHides, readStyle } from "./inline-style.ts";
import { type PageElement, SVG } from "./page-tree.ts";

/** What an element inherits from those around it; of each element it describes the inside. */
export interface Standing {
	/** Inside `<head>`. */
	readonly head: boolean;
	/** Inside `<template>`: no part of the document. */
	readonly template: boolean;
	/** Its text is no text of the page: scripts, styles, form values, and what stands in for media. */
	readonly muted: boolean;
	/** Not drawn. */
	readonly unseen: boolean;
	/** Not in the accessibility tree. */
	readonly silent: boolean;
	/**
	 * A style sheet of the page hides it as the page is sent. What it says still counts: scripts and media queries show
	 * such parts. It is not judged.
	 */
	readonly concealed: boolean;
	/** Out of reach of keyboard and pointer. */
	readonly inert: boolean;
	readonly main: boolean;
	readonly nav: boolean;
	/** Inside article, aside, nav or section, or their roles. */
	readonly sectioned: boolean;
}

export const OUTERMOST: Standing = {
	head: false,
	template: false,
	muted: false,
	unseen: false,
	silent: false,
	concealed: false,
	inert: false,
	main: false,
	nav: false,
	sectioned: false,
};

/** Whether a style sheet hides an element. */
export type Conceals = (element: PageElement) => boolean;

/** What one element adds: only marks that are true. */
type Marks = { -readonly [K in keyof Standing]?: true };

const HIDDEN: Marks = { unseen: true, silent: true };
const MUTED: Marks = { muted: true };
const CONCEALED: Marks = { concealed: true };

/** HTML section 15.3.1 (hidden elements), and elements whose content browsers show only when they lack the feature. */
const HTML_MARKS: ReadonlyMap<string, Marks> = new Map<string, Marks>([
	["head", { head: true, ...HIDDEN }],
	...["script", "style", "noscript", "title", "iframe", "noembed", "noframes", "rp"].map(muted),
	...["audio", "video", "canvas"].map(muted),
	// A select shows one of its options, a datalist none until somebody types; a textarea holds a value.
	...["select", "datalist", "textarea"].map(muted),
	["article", { sectioned: true }],
	["aside", { sectioned: true }],
	["section", { sectioned: true }],
	["nav", { sectioned: true }],
]);

/** A `<title>` in SVG is not drawn, but it names the image. */
const SVG_MARKS: ReadonlyMap<string, Marks> = new Map<string, Marks>([
	["title", { unseen: true }],
	...["script", "style", "desc", "metadata"].map(muted),
]);

const ROLE_MARKS: ReadonlyMap<string, Marks> = new Map<string, Marks>([
	["main", { main: true }],
	["navigation", { nav: true, sectioned: true }],
	["article", { sectioned: true }],
	["complementary", { sectioned: true }],
	["region", { sectioned: true }],
]);

/** Standing inside an element, given the standing of its parent's inside. Shares the parent's where nothing changes. */
export function standingOf(element: PageElement, outer: Standing, conceals?: Conceals): Standing {
	const svg = element.namespaceURI === SVG;
	const byTag = (svg ? SVG_MARKS : HTML_MARKS).get(element.tagName);
	const byNature = svg ? undefined : natureMarks(element);
	const byAttributes = element.attrs.length === 0 ? undefined : attributeMarks(element);
	const bySheet = conceals && !outer.concealed && conceals(element) ? CONCEALED : undefined;
	if (!byTag && !byNature && !byAttributes && !bySheet) return outer;
	return { ...outer, ...byTag, ...byNature, ...byAttributes, ...bySheet };
}

function natureMarks(element: PageElement): Marks | undefined {
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

function attributeMarks(element: PageElement): Marks | undefined {
	let marks: Marks | undefined;
	for (const { name, value } of element.attrs) {
		const more = marksOf(name, value);
		if (more) marks = { ...marks, ...more };
	}
	return marks;
}

function marksOf(name: string, value: string): Marks | undefined {
	switch (name) {
		case "hidden":
			// `until-found` opens like <details>, whose text counts too.
			return value.toLowerCase() === "until-found" ? undefined : HIDDEN;
		case "popover":
			return HIDDEN;
		case "style":
			return displayHides(readStyle(value)) ? HIDDEN : undefined;
		case "aria-hidden":
			return value.toLowerCase() === "true" ? { silent: true } : undefined;
		case "inert":
			return { silent: true, inert: true };
		case "role":
			return ROLE_MARKS.get(firstRole(value) ?? "");
		default:
			return undefined;
	}
}

function muted(tag: string): [string, Marks] {
	return [tag, MUTED];
}
