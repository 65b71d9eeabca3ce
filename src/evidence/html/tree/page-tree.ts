import { defaultTreeAdapter, parse, parseFragment, type Token, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { MAX_NOSCRIPTS, MAX_STYLES, MAX_TREE_NODES } from "../page-caps.ts";
import { StreamedParts } from "./streamed-parts.ts";

export type PageElement = Tree.Element;
export type PageParent = Tree.ParentNode;
export type PageText = Tree.TextNode;

export const SVG = "http://www.w3.org/2000/svg";

export interface PageTree {
	readonly root: Tree.Document;
	/** True when the page has more nodes than are kept; the tree then holds its beginning. */
	readonly full: boolean;
	readonly styles: readonly PageElement[];
	/** Puts what `<noscript>` elements hold in their place, where `isPage` says that it is a page and no notice. */
	openNoscripts(isPage: (fragment: Tree.DocumentFragment) => boolean): void;
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
	const { adapter, root, found, startAt } = boundedAdapter();
	const { styles, streamed, noscripts } = found;
	const unlessFull = (work: () => void): boolean => {
		try {
			work();
			return false;
		} catch (error) {
			if (error !== TREE_FULL) throw error;
			return true;
		}
	};
	const full = unlessFull(() => parse(html, { sourceCodeLocationInfo: true, treeAdapter: adapter }));
	streamed.place(offsetOf);
	return {
		root,
		full,
		styles,
		openNoscripts: (isPage) => {
			unlessFull(() => {
				for (const noscript of noscripts) {
					const text = noscript.childNodes[0];
					if (!text || !isText(text) || text.value.length < MIN_NOSCRIPT_PAGE) continue;
					startAt(offsetOf(text) ?? 0);
					const options = { scriptingEnabled: false, sourceCodeLocationInfo: true, treeAdapter: adapter };
					const fragment = parseFragment(text.value, options);
					if (isPage(fragment)) takePlaceOf(noscript, fragment);
				}
			});
		},
	};
}

/** Shorter ones ask to turn scripts on, or hold an image. */
const MIN_NOSCRIPT_PAGE = 500;

function takePlaceOf(element: PageElement, { childNodes }: Tree.DocumentFragment): void {
	const parent = element.parentNode;
	const index = parent?.childNodes.indexOf(element) ?? -1;
	if (!parent || index < 0) return;
	for (const child of childNodes) child.parentNode = parent;
	parent.childNodes = [...parent.childNodes.slice(0, index), ...childNodes, ...parent.childNodes.slice(index + 1)];
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
	const found = { styles: [] as PageElement[], noscripts: [] as PageElement[], streamed: new StreamedParts() };
	/** Where what is parsed begins in the source. */
	let start = 0;
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
			if (tagName === "style" && found.styles.length < MAX_STYLES) found.styles.push(element);
			else if (tagName === "noscript" && found.noscripts.length < MAX_NOSCRIPTS) found.noscripts.push(element);
			else found.streamed.note(element);
			return element;
		},
		createCommentNode(data) {
			count();
			return defaultTreeAdapter.createCommentNode(data);
		},
		setNodeSourceCodeLocation(node, location) {
			// Text is put together from several tokens; the first one is where it begins.
			if (!location) return;
			(node as Placed).offset ??= start + location.startOffset;
			if (isElement(node) && node.tagName === "a") links.set(node.attrs, start + location.startOffset);
		},
		getNodeSourceCodeLocation: () => null,
		updateNodeSourceCodeLocation: () => undefined,
	};
	const startAt = (offset: number) => {
		start = offset;
	};
	return { adapter, root, found, startAt };
}
