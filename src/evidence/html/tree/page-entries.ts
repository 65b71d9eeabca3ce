import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { TEXT_START_LENGTH } from "../page-caps.ts";
import { attribute, explicitRole, firstRole, hasAttribute } from "./attributes.ts";
import { FoldedText, fold, withoutInvisible } from "./fold-text.ts";
import {
	childrenOf,
	isComment,
	isElement,
	isText,
	offsetOf,
	type PageElement,
	type PageParent,
	type PageText,
	SVG,
} from "./page-tree.ts";

const STYLE_LENGTH = 2_000;

export interface PageElementEntry {
	readonly kind: "start";
	readonly element: PageElement;
	/** Index in `PageEntries.elements`; -1 inside templates. */
	readonly index: number;
	/** Index behind its last descendant: everything from `index` up to it is inside. */
	end: number;
	readonly parent: PageElementEntry | null;
	readonly depth: number;
	readonly explicitRole: string | null;
	readonly context: InheritedContext;
	readonly outer: InheritedContext;
	readonly separatesWords: boolean;
	/** Characters of visible text before its content, and up to the end of it. */
	readonly textStart: number;
	textEnd: number;
	/** Range of its content in the buffer of `AccessibleNames`. */
	nameStart: number;
	nameEnd: number;
}

interface PageElementEnd {
	readonly kind: "end";
	readonly entry: PageElementEntry;
	readonly context: InheritedContext;
}

export interface PageTextEntry {
	readonly kind: "text";
	readonly node: Tree.TextNode;
	readonly parent: PageElementEntry | null;
	readonly context: InheritedContext;
	/** As it is drawn, white space folded; "" for what is no text of the page. */
	readonly folded: string;
	readonly textEnd: number;
}

export interface PageCommentEntry {
	readonly kind: "comment";
	readonly node: Tree.CommentNode;
	readonly context: InheritedContext;
}

export type PageStep = PageElementEntry | PageElementEnd | PageTextEntry | PageCommentEntry;

export interface PageEntries {
	readonly elements: readonly PageElementEntry[];
	readonly steps: readonly PageStep[];
	readonly stepsWithTemplates: readonly PageStep[];
	readonly visible: FoldedText;
}

/** Elements whose edges do not separate words, as `<b>S</b>ale` reads "Sale": inline ones, and ones never drawn. */
const INLINE: ReadonlySet<string> = new Set(
	`link meta noscript rp script style template
	a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q ruby s samp slot small
	span strike strong sub sup time tspan tt u var wbr`.split(/\s+/),
);

interface PageVisitor {
	start(entry: PageElementEntry): void;
	end(entry: PageElementEntry): void;
	text(entry: PageTextEntry): void;
	comment?(entry: PageCommentEntry): void;
}

export function visit<T extends PageVisitor>(steps: readonly PageStep[], visitor: T): T {
	for (const step of steps) {
		if (step.kind === "start") visitor.start(step);
		else if (step.kind === "end") visitor.end(step.entry);
		else if (step.kind === "text") visitor.text(step);
		else visitor.comment?.(step);
	}
	return visitor;
}

interface Frame {
	readonly entry: PageElementEntry | null;
	readonly children: readonly Tree.ChildNode[];
	next: number;
}

/** The stack is a list: a page may nest 100,000 deep, which recursion does not survive. */
export function annotate(root: PageParent, isHidden?: IsHiddenBySheet): PageEntries {
	const elements: PageElementEntry[] = [];
	const stepsWithTemplates: PageStep[] = [];
	const visible = new FoldedText(TEXT_START_LENGTH);
	const frames: Frame[] = [{ entry: null, children: childrenOf(root), next: 0 }];
	let hasTemplates = false;
	for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
		const node = frame.children[frame.next++];
		if (node === undefined) {
			frames.pop();
			if (frame.entry) stepsWithTemplates.push(endOf(frame.entry, elements.length, visible));
		} else if (isElement(node)) {
			const entry = startOf(node, frame.entry, elements.length, visible, isHidden);
			if (entry.context.template) hasTemplates = true;
			else elements.push(entry);
			stepsWithTemplates.push(entry);
			frames.push({ entry, children: childrenOf(node), next: 0 });
		} else if (isText(node)) stepsWithTemplates.push(textOf(node, frame.entry, visible));
		else if (isComment(node)) stepsWithTemplates.push({ kind: "comment", node, context: inside(frame.entry) });
	}
	const steps = hasTemplates ? stepsWithTemplates.filter(({ context }) => !context.template) : stepsWithTemplates;
	return { elements, steps, stepsWithTemplates, visible };
}

function inside(entry: PageElementEntry | null): InheritedContext {
	return entry === null ? ROOT_CONTEXT : entry.context;
}

function startOf(
	element: PageElement,
	parent: PageElementEntry | null,
	index: number,
	visible: FoldedText,
	isHidden: IsHiddenBySheet | undefined,
): PageElementEntry {
	const outer = inside(parent);
	const context = contextInside(element, outer, isHidden);
	const separatesWords = !INLINE.has(element.tagName);
	if (separatesWords && !context.notRendered) visible.gap();
	return {
		kind: "start",
		element,
		index: context.template ? -1 : index,
		end: index,
		parent,
		depth: parent === null ? 1 : parent.depth + 1,
		explicitRole: element.attrs.length === 0 ? null : explicitRole(element),
		context,
		outer,
		separatesWords,
		textStart: visible.length,
		textEnd: visible.length,
		nameStart: 0,
		nameEnd: 0,
	};
}

function endOf(entry: PageElementEntry, index: number, visible: FoldedText): PageElementEnd {
	entry.end = index;
	entry.textEnd = visible.length;
	if (entry.separatesWords && !entry.context.notRendered) visible.gap();
	return { kind: "end", entry, context: entry.context };
}

function textOf(node: Tree.TextNode, parent: PageElementEntry | null, visible: FoldedText): PageTextEntry {
	const context = inside(parent);
	const folded = context.notText ? "" : fold(withoutInvisible(node.value));
	if (!context.notRendered) visible.add(folded);
	return { kind: "text", node, parent, context, folded, textEnd: visible.length };
}

/** Innermost first. A collector calls it on the way to each element, and once with Infinity behind the last. */
export function closeEnded<T extends { readonly entry: PageElementEntry }>(
	open: T[],
	index: number,
	close?: (ended: T) => void,
): void {
	for (let last = open.at(-1); last && last.entry.end <= index; last = open.at(-1)) {
		open.pop();
		close?.(last);
	}
}

type Style = ReadonlyMap<string, string>;

const FAR_OFF = -999;

export function styleHides(element: PageElement): string | null {
	const style = readStyle(attribute(element, "style"));
	if (style.size === 0) return null;
	return displayHides(style) ?? WAYS.find((way) => way.hides(style))?.how ?? null;
}

/** `display:none` or `visibility:hidden`: not drawn, and not in the accessibility tree either. */
export function displayHides(style: Style): string | null {
	if (style.get("display") === "none") return "display:none";
	const visibility = style.get("visibility");
	return visibility === "hidden" || visibility === "collapse" ? "visibility:hidden" : null;
}

const WAYS: readonly { readonly how: string; hides(style: Style): boolean }[] = [
	{ how: "transparent", hides: (style) => isZero(style.get("opacity")) || style.get("color") === "transparent" },
	{ how: "zero size", hides: (style) => isZero(style.get("font-size")) || hasNoArea(style) },
	{ how: "off-screen", hides: isOffScreen },
	{ how: "colour of its background", hides: isOwnBackground },
];

/** Declarations by property, lower case, without `!important`; a later one wins. */
export function readStyle(text: string | null): Style {
	const style = new Map<string, string>();
	if (text === null) return style;
	for (const declaration of text.slice(0, STYLE_LENGTH).toLowerCase().split(";")) {
		const colon = declaration.indexOf(":");
		if (colon < 0) continue;
		const value = declaration.slice(colon + 1).replace("!important", "");
		style.set(declaration.slice(0, colon).trim(), value.trim());
	}
	return style;
}

function isZero(value: string | undefined): boolean {
	return value !== undefined && /^[+-]?(?:0+\.?0*|\.0+)(?:px|em|rem|pt|%|vw|vh)?$/.test(value);
}

function hasNoArea(style: Style): boolean {
	const clips = style.get("overflow") === "hidden" || style.get("overflow") === "clip";
	return clips && (isZero(style.get("width")) || isZero(style.get("height")));
}

export function isOffScreen(style: Style): boolean {
	return ["left", "top", "text-indent"].some((property) => {
		const pixels = /^(-\d{1,9}(?:\.\d*)?)px$/.exec(style.get(property) ?? "")?.[1];
		return pixels !== undefined && Number(pixels) <= FAR_OFF;
	});
}

function isOwnBackground(style: Style): boolean {
	const text = plainColour(style.get("color"));
	const background = plainColour(style.get("background-color") ?? style.get("background"));
	return text !== null && text === background;
}

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ white: "#ffffff", black: "#000000" }));

/** They take their value from elsewhere, each property from its own place. */
const NO_COLOURS = new Set(["inherit", "initial", "unset", "revert", "none", "transparent", "currentcolor"]);

function plainColour(value: string | undefined): string | null {
	const colour = value?.replaceAll(" ", "") ?? "";
	if (/^#[0-9a-f]{6}$/.test(colour)) return colour;
	if (/^#[0-9a-f]{3}$/.test(colour)) return colour.replace(/[0-9a-f]/g, "$&$&");
	const rgb = /^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,1)?\)$/.exec(colour);
	if (rgb)
		return `#${rgb
			.slice(1, 4)
			.map((part) => Number(part).toString(16).padStart(2, "0"))
			.join("")}`;
	if (NO_COLOURS.has(colour)) return null;
	return NAMED.get(colour) ?? (/^[a-z]{3,30}$/.test(colour) ? colour : null);
}

export interface InheritedContext {
	readonly head: boolean;
	readonly template: boolean;
	readonly notText: boolean;
	readonly notRendered: boolean;
	readonly notExposed: boolean;
	/** Hidden as the page is sent. Its text counts, since scripts and media queries show it; it is not judged. */
	readonly hiddenBySheet: boolean;
	readonly inert: boolean;
	readonly main: boolean;
	readonly nav: boolean;
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

type Changes = { -readonly [K in keyof InheritedContext]?: true };

const HIDDEN: Changes = { notRendered: true, notExposed: true };
const NOT_TEXT: Changes = { notText: true };
const BY_SHEET: Changes = { hiddenBySheet: true };

/** HTML section 15.3.1 (hidden elements), and elements whose content browsers show only when they lack the feature. */
const HTML_CHANGES: ReadonlyMap<string, Changes> = new Map<string, Changes>([
	["head", { head: true, ...HIDDEN }],
	...withChanges("script style noscript title iframe noembed noframes rp audio video canvas", NOT_TEXT),
	// A select shows one of its options, a datalist shows none at first; a textarea holds a value.
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
			return { template: true, ...HIDDEN };
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

export class BlockText {
	text = "";
	readonly #keep: number;
	#at: number | undefined;

	constructor(keep: number) {
		this.#keep = keep;
	}

	add(node: PageText): void {
		if (this.text.length >= this.#keep) return;
		const { value } = node;
		const piece = value.length > this.#keep ? value.trimStart().slice(0, this.#keep) : value;
		if (this.text === "" && piece.trim() === "") return;
		this.#at ??= offsetOf(node);
		this.text += piece;
	}

	take(): { readonly text: string; readonly at: number } {
		const { text } = this;
		const at = this.#at ?? 0;
		this.text = "";
		this.#at = undefined;
		return { text, at };
	}
}
