import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { TEXT_START_LENGTH } from "../page-caps.ts";
import { FoldedText, fold } from "./fold-text.ts";
import { contextInside, type InheritedContext, type IsHiddenBySheet, ROOT_CONTEXT } from "./inherited-context.ts";
import { withoutInvisible } from "./invisible-characters.ts";
import { childrenOf, isComment, isElement, isText, type PageElement, type PageParent } from "./page-tree.ts";
import { explicitRole } from "./roles.ts";

/** An element of the page, annotated; in `PageEntries.steps` it stands for the element's start. */
export interface PageElementEntry {
	readonly kind: "start";
	readonly element: PageElement;
	/** Index in `PageEntries.elements`; -1 inside templates. */
	readonly index: number;
	/** Index behind its last descendant: everything from `index` up to it is inside. */
	end: number;
	readonly parent: PageElementEntry | null;
	readonly depth: number;
	/** The role that the author gave it; null where the element keeps its own. */
	readonly explicitRole: string | null;
	readonly context: InheritedContext;
	readonly outer: InheritedContext;
	/** Text before and after its edges is two words. */
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

/** A tree as flat lists in document order. */
export interface PageEntries {
	/** All elements but those of templates. */
	readonly elements: readonly PageElementEntry[];
	readonly steps: readonly PageStep[];
	readonly stepsWithTemplates: readonly PageStep[];
	/** Text that a reader sees without running scripts. */
	readonly visible: FoldedText;
}

/** Elements whose edges do not separate words, as `<b>S</b>ale` reads "Sale": inline ones, and ones never drawn. */
const INLINE: ReadonlySet<string> = new Set(
	`link meta noscript rp script style template
	a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q ruby s samp slot small
	span strike strong sub sup time tspan tt u var wbr`.split(/\s+/),
);

/** What a collector does at each step of a page. */
export interface PageVisitor {
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

/**
 * Annotates every node of a tree in one pass. The stack is a list: a page may nest 100,000 deep, which recursion does
 * not survive.
 */
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

/**
 * Takes what has ended before an index off a stack of open elements, innermost first. A collector that asks what is
 * around an element calls it on the way to each element, and once with Infinity behind the last.
 */
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
