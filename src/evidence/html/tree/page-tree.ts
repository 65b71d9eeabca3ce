import {
	defaultTreeAdapter,
	type html,
	parse,
	parseFragment,
	type Token,
	type DefaultTreeAdapterTypes as Tree,
} from "parse5";
import { SaxesParser } from "saxes";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { Located } from "../../page-digest.ts";
import { MAX_NOSCRIPTS, MAX_TREE_NODES } from "../page-caps.ts";
import { printable } from "./fold-text.ts";

const MAX_STYLES = 50;

export type PageElement = Tree.Element;
export type PageParent = Tree.ParentNode;
export type PageText = Tree.TextNode;

export const SVG = "http://www.w3.org/2000/svg";
export const HTML: string = "http://www.w3.org/1999/xhtml";

export interface PageTree {
	readonly root: Tree.Document;
	readonly full: boolean;
	readonly styles: readonly PageElement[];
	/** Scripts that may change visibility, external sheets, and colours in attributes. */
	readonly runsScripts: boolean;
	readonly hasSheetLinks: boolean;
	readonly paintsInline: boolean;
	/** Values of `class` and `id`, including elements that were removed from the tree. */
	readonly classes: ReadonlySet<string>;
	readonly ids: ReadonlySet<string>;
	/** Ids that controls refer to. */
	readonly targets: ReadonlySet<string>;
	/** Replaces `<noscript>` with its content if `isPage` says that it is a page and not a notice. */
	openNoscripts(isPage: (fragment: Tree.DocumentFragment) => boolean): void;
}

interface Placed {
	offset?: number;
}

export function offsetOf(node: Tree.Node): number | undefined {
	return (node as Placed).offset;
}

export function isElement(node: Tree.Node): node is Tree.Element {
	// Faster than `in`, because nodes have many shapes.
	return (node as Partial<Tree.Element>).tagName !== undefined;
}
export function isText(node: Tree.Node): node is Tree.TextNode {
	return node.nodeName === "#text";
}
export function isComment(node: Tree.Node): node is Tree.CommentNode {
	return node.nodeName === "#comment";
}

export function childrenOf(parent: PageParent): readonly Tree.ChildNode[] {
	return "content" in parent ? parent.content.childNodes : parent.childNodes;
}

export function parentOf({ parentNode }: PageElement): PageElement | undefined {
	return parentNode && isElement(parentNode) ? parentNode : undefined;
}

export function ownText(element: PageElement): string {
	return element.childNodes.map((node) => (isText(node) ? node.value : "")).join("");
}

/** Parses like a browser with scripting: `<noscript>` content is text, and shadow roots are attached to their hosts. */
export function parsePage(text: string, syntax: "html" | "xml" = "html"): PageTree {
	const { adapter, root, found, startAt } = boundedAdapter();
	const { styles, streamed, noscripts, shadows, facts } = found;
	const unlessFull = (work: () => void): boolean => {
		try {
			work();
			return false;
		} catch (error) {
			if (error !== TREE_FULL) throw error;
			return true;
		}
	};
	const full = unlessFull(() => {
		if (syntax === "xml") readXhtml(text, root, adapter);
		else parse(text, { sourceCodeLocationInfo: true, treeAdapter: adapter });
	});
	streamed.place(offsetOf);
	// A style in a template has no effect, or belongs to its own shadow tree.
	const ownStyles = styles.filter((style) => isInside(style, root));
	attachShadows(shadows);
	return {
		root,
		full,
		styles: ownStyles,
		...facts,
		openNoscripts: (isPage) => {
			unlessFull(() => {
				for (const noscript of noscripts) {
					const text = noscript.childNodes[0];
					if (!text || !isText(text) || text.value.length < MIN_NOSCRIPT_PAGE) continue;
					startAt(offsetOf(text) ?? 0);
					const options = { scriptingEnabled: false, sourceCodeLocationInfo: true, treeAdapter: adapter };
					const fragment = parseFragment(text.value, options);
					if (isPage(fragment)) replaceWithChildren(noscript, fragment);
				}
			});
		},
	};
}

function isInside(node: Tree.Element, root: Tree.Document): boolean {
	let parent: Tree.ParentNode | null = node.parentNode;
	while (parent && "parentNode" in parent) parent = parent.parentNode;
	return parent === root;
}

/** Characters. A shorter `<noscript>` asks to enable scripts, or holds an image. */
const MIN_NOSCRIPT_PAGE = 500;

function replaceWithChildren(element: PageElement, { childNodes }: Tree.DocumentFragment): void {
	const parent = element.parentNode;
	const index = parent?.childNodes.indexOf(element) ?? -1;
	if (!parent || index < 0) return;
	for (const child of childNodes) child.parentNode = parent;
	parent.childNodes = [...parent.childNodes.slice(0, index), ...childNodes, ...parent.childNodes.slice(index + 1)];
}

export function parseNoscript(html: string): Tree.DocumentFragment {
	return parseFragment(html, { scriptingEnabled: false });
}

const TREE_FULL = new Error("The tree holds as many nodes as are kept.");

/** Like parse5's, but stops at MAX_TREE_NODES and keeps one number per node: half the memory, a quarter of the time. */
function boundedAdapter() {
	const root = defaultTreeAdapter.createDocument();
	const found = {
		styles: [] as PageElement[],
		noscripts: [] as PageElement[],
		shadows: [] as Tree.Template[],
		streamed: new StreamedParts(),
		facts: newFacts(),
	};
	let start = 0;
	let nodes = 0;
	const count = () => {
		if (++nodes > MAX_TREE_NODES) throw TREE_FULL;
	};
	// Copies of a mis-nested link share their tag's attributes; parse5 gives them no location.
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
			else if (isShadowRoot(element)) found.shadows.push(element);
			else found.streamed.note(element);
			noteFacts(element, found.facts);
			return element;
		},
		adoptAttributes(recipient, attrs) {
			noteNames(attrs, found.facts);
			defaultTreeAdapter.adoptAttributes(recipient, attrs);
		},
		createCommentNode(data) {
			count();
			return defaultTreeAdapter.createCommentNode(data);
		},
		setNodeSourceCodeLocation(node, location) {
			// Text consists of several tokens; keep the offset of the first.
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

/**
 * Parses an `application/xhtml+xml` page as browsers do: by XML's rules, up to the first error.
 * @see https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents
 */
function readXhtml(text: string, root: Tree.Document, adapter: typeof defaultTreeAdapter): void {
	const parser = new SaxesParser({ xmlns: true });
	const open: PageParent[] = [root];
	let begin = 0;
	/** End of the last tag or comment, where text begins. */
	let behind = 0;
	const append = (node: Tree.ChildNode) => {
		adapter.appendChild(open.at(-1) ?? root, node);
		behind = parser.position;
	};
	const insert = (data: string) => {
		const parent = open.at(-1);
		if (!parent || parent === root) return;
		adapter.insertText(parent, data);
		(parent.childNodes.at(-1) as Placed).offset ??= behind;
	};
	// XHTML document types define the entities of HTML.
	if (/<!DOCTYPE[^>]*-\/\/W3C\/\/DTD XHTML/.test(text)) {
		for (const entity of new Set(text.match(/&[a-z]\w{1,30};/gi))) {
			const [character] = parseFragment(entity).childNodes;
			if (character && isText(character)) parser.ENTITIES[entity.slice(1, -1)] = character.value;
		}
	}
	parser.on("doctype", () => adapter.setDocumentType(root, "html", "", ""));
	parser.on("comment", (data) => append(adapter.createCommentNode(data)));
	parser.on("text", insert);
	parser.on("cdata", insert);
	parser.on("opentagstart", () => {
		begin = text.lastIndexOf("<", parser.position - 1);
	});
	parser.on("opentag", ({ local, uri, attributes }) => {
		const attrs = Object.values(attributes).map(({ name, value }) => {
			return { name: name === "xml:lang" && !("lang" in attributes) ? "lang" : name, value };
		});
		const element = adapter.createElement(local, uri as html.NS, attrs);
		(element as Placed).offset = begin;
		append(element);
		const content = local === "template" ? adapter.createDocumentFragment() : undefined;
		if (content) adapter.setTemplateContent(element as Tree.Template, content);
		open.push(content ?? element);
	});
	parser.on("closetag", () => {
		open.pop();
		behind = parser.position;
	});
	parser.on("error", (error) => {
		throw error;
	});
	try {
		parser.write(text).close();
	} catch (error) {
		if (!(error instanceof Error) || error === TREE_FULL) throw error;
	}
}

/** In SVG and MathML, an element of that name is not a template and has no content fragment. */
function isShadowRoot(element: Tree.Element): element is Tree.Template {
	if (element.tagName !== "template" || element.namespaceURI !== HTML) return false;
	return /^(?:open|closed)$/i.test(attributeOf(element, "shadowrootmode") ?? "");
}

/** Elements that may have a shadow root (DOM section 4.9, "attach a shadow root"), besides custom elements. */
const HOSTS: ReadonlySet<string> = new Set(
	"article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);
const IDS: ReadonlySet<string> = new Set(
	`id for form list headers aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage
	aria-flowto aria-labelledby aria-owns`.split(/\s+/),
);

/** Attaches the first root of each host, outer hosts first. */
function attachShadows(templates: readonly Tree.Template[]): void {
	const first = new Map(templates.toReversed().map((template) => [template.parentNode, template]));
	for (const [index, [host, template]] of [...first].toReversed().entries()) {
		if (host && isElement(host) && (HOSTS.has(host.tagName) || host.tagName.includes("-"))) {
			attachShadow(host, template, index);
		}
	}
}

/** Replaces a host's content with its declarative shadow root, and fills its slots; the template keeps the rest. */
function attachShadow(host: Tree.Element, template: Tree.Template, index: number): void {
	const light = Map.groupBy(
		host.childNodes.filter((node) => node !== template),
		(node) => (isElement(node) ? (attributeOf(node, "slot") ?? "") : ""),
	);
	// Ids are scoped to a tree (DOM section 4.8). Control characters never reach the output.
	const scope = `\0${index.toString(2).replaceAll("0", "\u0001").replaceAll("1", "\u0002")}`;
	const shadow = template.content.childNodes;
	const waiting: Tree.Node[] = [...shadow].reverse();
	for (let node = waiting.pop(); node; node = waiting.pop()) {
		if (!isElement(node)) continue;
		waiting.push(...node.childNodes.toReversed());
		for (const attr of node.attrs) {
			if (IDS.has(attr.name)) attr.value = attr.value.replace(/[^\s]+/g, (id) => id + scope);
		}
		if (node.tagName === "slot") fillSlot(node, light);
	}
	host.childNodes = [...shadow, template];
	for (const child of shadow) child.parentNode = host;
	template.content.childNodes = [...light.values()].flat();
}

/** The first slot of a name takes the content assigned to it, in place of its fallback. */
function fillSlot(slot: Tree.Element, light: Map<string, Tree.ChildNode[]>): void {
	const name = attributeOf(slot, "name") ?? "";
	const assigned = light.get(name) ?? [];
	if (!assigned.some((node) => isElement(node) || isText(node))) return;
	light.delete(name);
	for (const child of assigned) child.parentNode = slot;
	slot.childNodes = assigned;
}

interface StyleFacts {
	runsScripts: boolean;
	hasSheetLinks: boolean;
	paintsInline: boolean;
	readonly classes: Set<string>;
	readonly ids: Set<string>;
	readonly targets: Set<string>;
}

function newFacts(): StyleFacts {
	const names = { classes: new Set<string>(), ids: new Set<string>(), targets: new Set<string>() };
	return { runsScripts: false, hasSheetLinks: false, paintsInline: false, ...names };
}

const SCRIPT_TYPES = /^\s*(?:$|module|text\/(?:java|ecma|j)script|application\/(?:x-)?(?:java|ecma)script)/i;

function noteFacts(element: Tree.Element, facts: StyleFacts): void {
	const { tagName, attrs } = element;
	if (tagName === "script") facts.runsScripts ||= SCRIPT_TYPES.test(attributeOf(element, "type") ?? "");
	else if (tagName === "link") facts.hasSheetLinks ||= isSheetLink(element);
	else if (tagName === "font") facts.paintsInline = true;
	noteNames(attrs, facts);
	if (facts.paintsInline) return;
	for (const { name, value } of attrs) {
		if (name === "bgcolor" || (name === "style" && /color|background/i.test(value))) facts.paintsInline = true;
	}
}

function noteNames(attrs: readonly Token.Attribute[], { classes, ids, targets }: StyleFacts): void {
	for (const { name, value } of attrs) {
		if (name === "class") classes.add(value);
		else if (name === "id") ids.add(value);
		else if (REFERENCES.has(name) && targets.size < MAX_TARGETS) for (const id of idsIn(name, value)) targets.add(id);
	}
}

const REFERENCES: ReadonlySet<string> = new Set(
	"aria-controls aria-owns href data-target data-bs-target data-toggle-target data-tab popovertarget commandfor".split(
		" ",
	),
);
const MAX_TARGETS = 5_000;
const ID_LENGTH = 200;

function idsIn(name: string, value: string): readonly string[] {
	if (value.length > ID_LENGTH || (name === "href" && !value.startsWith("#"))) return [];
	return value.split(/\s+/).map((id) => id.replace(/^#/, ""));
}

/** A lazily loaded sheet may have another media, or rel=preload, until its script runs. */
function isSheetLink(element: Tree.Element): boolean {
	const rel = (attributeOf(element, "rel") ?? "").toLowerCase().split(/\s+/);
	return rel.includes("stylesheet") || attributeOf(element, "as")?.toLowerCase() === "style";
}

/** React streams late parts in `<div hidden id="S:1">`; scripts swap them for `<template id="B:1">` or `"P:1"`. */
class StreamedParts {
	readonly #parts = new Map<string, Tree.Element>();
	readonly #places = new Map<string, Tree.Element>();

	note(element: Tree.Element): void {
		if (element.attrs.length === 0) return;
		const isPart = element.tagName === "div" && attributeOf(element, "hidden") !== undefined;
		if (!isPart && element.tagName !== "template") return;
		const key = PLACE.exec(attributeOf(element, "id") ?? "");
		const kind = key?.groups?.kind;
		if (!key || (kind === "S") !== isPart) return;
		const name = `${key.groups?.prefix}${key.groups?.number}`;
		const known = isPart ? this.#parts : this.#places;
		if (!known.has(name)) known.set(name, element);
	}

	/** A part without a placeholder stays in place and becomes visible. */
	place(offsetOf: (node: Tree.Node) => number | undefined): void {
		const moved = new Map<Tree.Node, Tree.Element>();
		for (const [name, part] of this.#parts) {
			part.attrs = part.attrs.filter((each) => each.name !== "hidden");
			const place = this.#places.get(name);
			// A part must come after its placeholder: otherwise two parts could contain each other.
			if (place && (offsetOf(place) ?? Number.POSITIVE_INFINITY) < (offsetOf(part) ?? -1)) moved.set(place, part);
		}
		for (const parent of new Set([...moved.keys()].map((place) => (place as Tree.Element).parentNode))) {
			if (parent) parent.childNodes = withParts(parent, moved);
		}
	}
}

const PLACE = /^(?<prefix>.{0,40})(?<kind>[SBP]):(?<number>[0-9a-f]{1,6})$/;

function attributeOf({ attrs }: Tree.Element, name: string): string | undefined {
	return attrs.find((each) => each.name === name)?.value;
}

interface Frame {
	readonly children: readonly Tree.ChildNode[];
	next: number;
	/** Open boundaries since a part was inserted: their content is its fallback, and is dropped. */
	open: number;
}

/** A part may begin with the next one's placeholder. */
function withParts(parent: Tree.ParentNode, moved: ReadonlyMap<Tree.Node, Tree.Element>): Tree.ChildNode[] {
	const children: Tree.ChildNode[] = [];
	const frames: Frame[] = [{ children: parent.childNodes, next: 0, open: 0 }];
	for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
		const child = frame.children[frame.next++];
		if (child === undefined) frames.pop();
		else if (frame.open > 0) frame.open += depthOf(child);
		else {
			const part = moved.get(child);
			if (part) {
				frame.open = isBoundary(child) ? 1 : 0;
				frames.push({ children: part.childNodes, next: 0, open: 0 });
				part.childNodes = [];
			} else {
				child.parentNode = parent;
				children.push(child);
			}
		}
	}
	return children;
}

function isBoundary(template: Tree.Node): boolean {
	return "tagName" in template && /B:[0-9a-f]+$/.test(attributeOf(template, "id") ?? "");
}

function depthOf(node: Tree.ChildNode): number {
	if (!("data" in node)) return 0;
	if (node.data === "/$") return -1;
	return /^\$[?!~]?$/.test(node.data) ? 1 : 0;
}

/** Characters to search for the end of an element; collapsing white space may shorten the excerpt. */
const WINDOW = EXCERPT_LENGTH * 4;

export class PageSource {
	readonly text: string;
	#lineStarts: number[] | undefined;

	constructor(text: string) {
		this.text = text;
	}

	/** `line 12, column 3`, both 1-based, columns in UTF-16 code units. */
	at(offset: number): string {
		this.#lineStarts ??= lineStarts(this.text);
		const line = firstWhere(this.#lineStarts, (start) => start > offset);
		return `line ${line}, column ${offset - (this.#lineStarts[line - 1] ?? 0) + 1}`;
	}

	/** Inverse of `at`; undefined for a position outside the page. */
	offsetAt(line: number, column: number): number | undefined {
		this.#lineStarts ??= lineStarts(this.text);
		const start = this.#lineStarts[line - 1];
		const offset = (start ?? 0) + column - 1;
		return start === undefined || offset >= (this.#lineStarts[line] ?? this.text.length + 1) ? undefined : offset;
	}

	startTag(element: PageElement): Located {
		return this.#located(element, (begin) => tagEnd(this.text, begin));
	}

	whole(element: PageElement): Located {
		return this.#located(element, (begin) => elementEnd(this.text, begin, element.tagName));
	}

	from(offset: number, mark: string): Located {
		const window = this.text.slice(offset, offset + WINDOW);
		const found = window.indexOf(mark);
		const excerpt = found < 0 ? window : window.slice(0, found + mark.length);
		return { at: this.at(offset), excerpt: printable(excerpt, EXCERPT_LENGTH) };
	}

	#located(element: PageElement, endOf: (begin: number) => number): Located {
		const begin = offsetOf(element);
		// Elements that the parser adds, such as a missing <html>, are not in the source.
		if (begin === undefined) return { at: this.at(0), excerpt: "" };
		return { at: this.at(begin), excerpt: printable(this.text.slice(begin, endOf(begin)), EXCERPT_LENGTH) };
	}
}

function lineStarts(text: string): number[] {
	const starts = [0];
	if (!text.includes("\r")) {
		for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
		return starts;
	}
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		// CR LF is one line break; it counts at its LF.
		if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) starts.push(index + 1);
	}
	return starts;
}

/** Binary search: `holds` must hold for all items after the first match. @returns its index, or the length */
export function firstWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
	let low = 0;
	let high = items.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(items[middle] as T)) high = middle;
		else low = middle + 1;
	}
	return low;
}

function tagEnd(text: string, begin: number): number {
	const limit = Math.min(text.length, begin + WINDOW);
	let quote = "";
	for (let index = begin; index < limit; index++) {
		const char = text.charAt(index);
		if (quote !== "") quote = char === quote ? "" : quote;
		else if (char === ">") return index + 1;
		else if (char === '"' || char === "'") quote = char;
	}
	return limit;
}

function elementEnd(text: string, begin: number, tag: string): number {
	const window = text.slice(begin, begin + WINDOW);
	for (let close = window.indexOf("</"); close >= 0; close = window.indexOf("</", close + 2)) {
		if (window.slice(close + 2, close + 2 + tag.length).toLowerCase() !== tag) continue;
		const end = window.indexOf(">", close);
		return begin + (end < 0 ? window.length : end + 1);
	}
	return begin + window.length;
}
