import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { childrenOf, isComment, isElement, isText, type PageElement, type PageParent } from "./page-tree.ts";
import { type Conceals, OUTERMOST, type Standing, standingOf } from "./standing.ts";

/** Reads one concern of a page from the events of the walk. Void elements are entered and left like others. */
export interface Reader {
	/** True when the reader also wants what stands inside `<template>`. */
	readonly templates?: boolean;
	/** `here` is the standing of the element's inside, `outer` of its parent's. */
	enter?(element: PageElement, here: Standing, outer: Standing): void;
	leave?(element: PageElement, here: Standing): void;
	text?(node: Tree.TextNode, here: Standing): void;
	comment?(node: Tree.CommentNode, here: Standing): void;
}

interface Frame {
	/** Null for the root. */
	readonly element: PageElement | null;
	readonly children: readonly Tree.ChildNode[];
	readonly here: Standing;
	next: number;
}

/**
 * Visits every node once, in document order. The stack is a list: a page may nest 100,000 deep, which recursion does
 * not survive. `conceals` tells what the page's own style sheets hide.
 */
export function walk(root: PageParent, readers: readonly Reader[], conceals?: Conceals): void {
	const listeners: Listeners = { document: readers, templates: readers.filter((reader) => reader.templates) };
	const frames: Frame[] = [{ element: null, children: childrenOf(root), here: OUTERMOST, next: 0 }];
	for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
		const node = frame.children[frame.next++];
		if (node === undefined) {
			frames.pop();
			leave(frame, listeners);
		} else if (isElement(node)) {
			frames.push(enter(node, frame.here, listeners, conceals));
		} else {
			tell(node, frame.here, listeners);
		}
	}
}

interface Listeners {
	readonly document: readonly Reader[];
	readonly templates: readonly Reader[];
}

function at(here: Standing, listeners: Listeners): readonly Reader[] {
	return here.template ? listeners.templates : listeners.document;
}

function enter(element: PageElement, outer: Standing, listeners: Listeners, conceals: Conceals | undefined): Frame {
	const here = standingOf(element, outer, conceals);
	for (const reader of at(here, listeners)) reader.enter?.(element, here, outer);
	return { element, children: childrenOf(element), here, next: 0 };
}

function leave({ element, here }: Frame, listeners: Listeners): void {
	if (element) for (const reader of at(here, listeners)) reader.leave?.(element, here);
}

function tell(node: Tree.ChildNode, here: Standing, listeners: Listeners): void {
	if (isText(node)) for (const reader of at(here, listeners)) reader.text?.(node, here);
	else if (isComment(node)) for (const reader of at(here, listeners)) reader.comment?.(node, here);
}
