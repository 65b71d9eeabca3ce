import { defaultTreeAdapter, parse, parseFragment, type Token, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { MAX_STYLES, MAX_TREE_NODES } from "../page-caps.ts";

export type PageElement = Tree.Element;
export type PageParent = Tree.ParentNode;
export type PageText = Tree.TextNode;

export const SVG = "http://www.w3.org/2000/svg";

export interface PageTree {
	readonly root: Tree.Document;
	/** True when the page has more nodes than are kept; the tree then holds its beginning. */
	readonly full: boolean;
	readonly styles: readonly PageElement[];
}

/** Where a node begins in the source; nodes that the parser made up have no place. */
interface Placed {
	offset?: number;
}

export function offsetOf(node: Tree.Node): number | undefined {
	return (node as Placed).offset;
}

export function isElement(node: Tree.Node): node is Tree.Element {
	return "tagName" in node;
}
export function isText(node: Tree.Node): node is Tree.TextNode {
	return node.nodeName === "#text";
}
export function isComment(node: Tree.Node): node is Tree.CommentNode {
	return node.nodeName === "#comment";
}

/** Child nodes, also those of `<template>`, which hang on a fragment of their own. */
export function childrenOf(parent: PageParent): readonly Tree.ChildNode[] {
	return "content" in parent ? parent.content.childNodes : parent.childNodes;
}

export function ownText(element: PageElement): string {
	return element.childNodes.map((node) => (isText(node) ? node.value : "")).join("");
}

/** Parses as a browser with scripting does: the content of `<noscript>` is text. */
export function parsePage(html: string): PageTree {
	const { adapter, root, styles } = boundedAdapter();
	try {
		parse(html, { sourceCodeLocationInfo: true, treeAdapter: adapter });
	} catch (error) {
		if (error !== TREE_FULL) throw error;
		return { root, full: true, styles };
	}
	return { root, full: false, styles };
}

/** Parses the inside of a `<noscript>`, as a reader without scripting does. */
export function parseNoscript(html: string): Tree.DocumentFragment {
	return parseFragment(html, { scriptingEnabled: false });
}

const TREE_FULL = new Error("The tree holds as many nodes as are kept.");

/**
 * parse5's own adapter, but: it stops at MAX_TREE_NODES, and keeps one number per node where parse5 would keep the
 * places of every attribute and end tag (half the memory, a quarter of the time).
 */
function boundedAdapter() {
	const root = defaultTreeAdapter.createDocument();
	const styles: PageElement[] = [];
	let nodes = 0;
	const count = () => {
		if (++nodes > MAX_TREE_NODES) throw TREE_FULL;
	};
	// Copies of a mis-nested link share their tag's attributes, and parse5 gives them no place of their own.
	const links = new Map<readonly Token.Attribute[], number>();
	const adapter: typeof defaultTreeAdapter = {
		...defaultTreeAdapter,
		createDocument: () => root,
		createElement(tagName, namespace, attributes) {
			count();
			const element: Tree.Element & Placed = defaultTreeAdapter.createElement(tagName, namespace, attributes);
			const original = tagName === "a" ? links.get(attributes) : undefined;
			if (original !== undefined) element.offset = original;
			if (tagName === "style" && styles.length < MAX_STYLES) styles.push(element);
			return element;
		},
		createCommentNode(data) {
			count();
			return defaultTreeAdapter.createCommentNode(data);
		},
		setNodeSourceCodeLocation(node, location) {
			// Text is put together from several tokens; the first one is where it begins.
			if (!location) return;
			(node as Placed).offset ??= location.startOffset;
			if (isElement(node) && node.tagName === "a") links.set(node.attrs, location.startOffset);
		},
		getNodeSourceCodeLocation: () => null,
		updateNodeSourceCodeLocation: () => undefined,
	};
	return { adapter, root, styles };
}
