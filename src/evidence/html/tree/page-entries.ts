import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { TEXT_START_LENGTH } from "../page-caps.ts";
import type { HowHidden, Seen, Visibility } from "../style/visibility.ts";
import { attribute, explicitRole, firstRole } from "./attributes.ts";
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

export interface PageElementEntry {
	readonly kind: "start";
	readonly element: PageElement;
	/** Index in `PageEntries.elements`; -1 inside templates. */
	readonly index: number;
	/** Index after its last descendant: the range from `index` to it is inside. */
	end: number;
	readonly parent: PageElementEntry | null;
	readonly depth: number;
	readonly explicitRole: string | null;
	readonly context: InheritedContext;
	readonly outer: InheritedContext;
	readonly separatesWords: boolean;
	/** Characters of visible text before its content, and up to its end. */
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
	/** As rendered, with white space collapsed; "" if it is not text of the page. */
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

/** Elements whose edges do not separate words, as `<b>S</b>ale` reads "Sale": inline ones, and ones never rendered. */
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

/** Uses an explicit stack: a page may nest 100,000 levels deep, which would overflow recursion. */
export function annotate(root: PageParent, visibility?: Visibility): PageEntries {
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
			const entry = startOf(node, frame.entry, elements.length, visible, visibility);
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
	visibility: Visibility | undefined,
): PageElementEntry {
	const outer = inside(parent);
	const context = contextInside(element, outer, visibility);
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

/** Innermost first. Call it before each element, and finally with Infinity. */
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

export interface InheritedContext {
	readonly head: boolean;
	readonly template: boolean;
	readonly notText: boolean;
	/** Its text is invisible to readers. */
	readonly notRendered: boolean;
	readonly notExposed: boolean;
	/** In the head or a template, or removed from the accessibility tree: no style can show it. */
	readonly hiddenByPlace: boolean;
	readonly hiddenByAria: boolean;
	/** A control shows it: its text counts, but its content is not judged. */
	readonly closed: boolean;
	/** Set on the hidden element and its descendants. */
	readonly how: HowHidden | undefined;
	readonly seen: Seen | undefined;
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
	hiddenByPlace: false,
	hiddenByAria: false,
	closed: false,
	how: undefined,
	seen: undefined,
	inert: false,
	main: false,
	nav: false,
	sectioned: false,
};

type Changes = { -readonly [K in Exclude<keyof InheritedContext, "how" | "seen">]?: true };

const SILENT: Changes = { hiddenByAria: true, notExposed: true };
const HIDDEN: Changes = { hiddenByPlace: true, notRendered: true, ...SILENT };
const NOT_TEXT: Changes = { notText: true };

/** HTML section 15.3.1 (hidden elements), and fallback content of elements that browsers support. */
const HTML_CHANGES: ReadonlyMap<string, Changes> = new Map<string, Changes>([
	["head", { head: true, ...HIDDEN }],
	...withChanges("script style noscript title iframe noembed noframes rp audio video canvas", NOT_TEXT),
	// A select shows one option, a datalist none at first; a textarea contains a value.
	...withChanges("select datalist textarea", NOT_TEXT),
	...withChanges("article aside section nav", { sectioned: true }),
]);

/** A `<title>` in SVG is not rendered, but names the image. */
const SVG_CHANGES: ReadonlyMap<string, Changes> = new Map<string, Changes>([
	["title", { hiddenByPlace: true, notRendered: true }],
	...withChanges("script style desc metadata", NOT_TEXT),
]);

const ROLE_CHANGES: ReadonlyMap<string, Changes> = new Map<string, Changes>([
	["main", { main: true }],
	["navigation", { nav: true, sectioned: true }],
	...withChanges("article complementary region", { sectioned: true }),
]);

/** @param visibility if absent, only attributes hide, as for a fragment */
export function contextInside(
	element: PageElement,
	outer: InheritedContext,
	visibility?: Visibility,
): InheritedContext {
	const svg = element.namespaceURI === SVG;
	const byTag = (svg ? SVG_CHANGES : HTML_CHANGES).get(element.tagName);
	const byElement = svg ? undefined : ownChanges(element);
	const byAttributes = element.attrs.length === 0 ? undefined : attributeChanges(element);
	const before = outer.seen ?? visibility?.top;
	const seen = before && visibility?.within(element, before);
	if (seen === before) {
		return byTag || byElement || byAttributes ? { ...outer, ...byTag, ...byElement, ...byAttributes } : outer;
	}
	const context = { ...outer, ...byTag, ...byElement, ...byAttributes };
	const { unseen = false, silent = false, closed = false, how } = seen ?? {};
	const { hiddenByPlace, hiddenByAria } = context;
	return { ...context, seen, closed, how, notRendered: hiddenByPlace || unseen, notExposed: hiddenByAria || silent };
}

function ownChanges(element: PageElement): Changes | undefined {
	switch (element.tagName) {
		case "main":
		case "nav":
			// Another role replaces the implicit one.
			if ((firstRole(attribute(element, "role")) ?? element.tagName) !== element.tagName) return undefined;
			return element.tagName === "main" ? { main: true } : { nav: true };
		case "template":
			return { template: true, ...HIDDEN };
		default:
			return undefined;
	}
}

/** Hiding the whole page from screen readers is one fault and must not conceal others. */
const WHOLE: ReadonlySet<string> = new Set(["html", "body"]);

function attributeChanges(element: PageElement): Changes | undefined {
	let changes: Changes | undefined;
	const isWhole = WHOLE.has(element.tagName);
	for (const { name, value } of element.attrs) {
		const more = isWhole && name !== "role" ? undefined : changesOf(name, value);
		if (more) changes = { ...changes, ...more };
	}
	return changes;
}

function changesOf(name: string, value: string): Changes | undefined {
	switch (name) {
		case "aria-hidden":
			return value.toLowerCase() === "true" ? SILENT : undefined;
		case "inert":
			return { ...SILENT, inert: true };
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
