import type { DefaultTreeAdapterTypes as Tree } from "parse5";

/**
 * React sends a part of a page that is ready late behind the rest, in `<div hidden id="S:1">`, and a script puts it in the
 * place of `<template id="B:1">` or `<template id="P:1">`. Who runs no script finds its text in the HTML all the same.
 */
export class StreamedParts {
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

	/** Puts each part where a browser shows it; one without a place stays, and is hidden no longer. */
	place(offsetOf: (node: Tree.Node) => number | undefined): void {
		const moved = new Map<Tree.Node, Tree.Element>();
		for (const [name, part] of this.#parts) {
			part.attrs = part.attrs.filter((each) => each.name !== "hidden");
			const place = this.#places.get(name);
			// A part comes behind its place: were it otherwise, two could be put into each other.
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
	/** Open boundaries since a part was put in: what is inside of them stood there until it came. */
	open: number;
}

/** The children, with parts in place of their templates; a part may begin with the place of the next. */
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

/** React marks the beginning and the end of a boundary by comments. */
function depthOf(node: Tree.ChildNode): number {
	if (!("data" in node)) return 0;
	if (node.data === "/$") return -1;
	return /^\$[?!~]?$/.test(node.data) ? 1 : 0;
}
