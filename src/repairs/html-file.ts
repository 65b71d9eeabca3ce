import { parse, type Token, type DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Page } from "#evidence/evidence-map.ts";
import { digestPage } from "#evidence/html/digest-page.ts";
import { openPage } from "#evidence/html/page.ts";
import { PageSource } from "#evidence/html/tree/page-tree.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import type { SourceText, TextEdit } from "./source-text.ts";

export type Element = Tree.Element & { readonly sourceCodeLocation: NonNullable<Tree.Element["sourceCodeLocation"]> };

/** Elements that have no end tag (HTML section 13.1.2). */
const VOID: ReadonlySet<string> = new Set(
	"area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** A page whose elements know their source positions. Changes are edits of the source; nothing is reserialized. */
export class HtmlFile {
	readonly source: SourceText;
	readonly url: string;
	readonly contentType: string | undefined;
	/** In source order, without elements that the parser adds, and without those in templates. */
	readonly elements: readonly Element[];
	readonly #document: Tree.Document;
	readonly #places: PageSource;
	readonly #byStart: ReadonlyMap<number, Element>;
	#digest: PageDigest | undefined;
	#ids: Set<string> | undefined;
	#visible: string | undefined;
	#errors = 0;

	constructor(source: SourceText, url: string, contentType: string | undefined) {
		this.source = source;
		this.url = url;
		this.contentType = contentType;
		this.#document = parse(source.text, { sourceCodeLocationInfo: true, onParseError: () => this.#errors++ });
		this.#places = new PageSource(source.text);
		this.elements = elementsIn(this.#document);
		this.#byStart = new Map(this.elements.map((each) => [startOf(each), each]));
	}

	get text(): string {
		return this.source.text;
	}

	get digest(): PageDigest {
		this.#digest ??= digestPage({
			body: this.source.bytes,
			contentType: this.contentType,
			url: this.url,
			truncated: false,
		});
		return this.#digest;
	}

	/** In the form that checks take. */
	get page(): Page {
		const { digest, url, contentType = "text/html" } = this;
		const timings = { dns: 0, connect: 0, ttfb: 0, total: 0 };
		const headers = { "content-type": contentType };
		return { url, digest, response: { headers, hops: [], encodedBytes: digest.bytes, timings } };
	}

	/** Letters that readers see, in order. */
	get visible(): string {
		this.#visible ??= openPage(this.text, this.url)
			.steps.map((step) => (step.kind === "text" && !step.context.notRendered ? step.folded : ""))
			.join("")
			.replace(/\s+/g, "");
		return this.#visible;
	}

	/** Parse errors, and elements that the parser added to repair the markup. */
	get errors(): number {
		return this.#errors + implied(this.#document);
	}

	/** The element that begins at this position, else the innermost around it. */
	elementAt({ line, column }: { readonly line?: number | undefined; readonly column?: number | undefined }) {
		if (line === undefined) return undefined;
		const offset = this.#places.offsetAt(line, column ?? 1);
		if (offset === undefined) return undefined;
		const exact = this.#byStart.get(offset);
		if (exact || column === undefined) return exact ?? this.#firstIn(line);
		return this.elements.findLast((each) => startOf(each) <= offset && endOf(each) > offset);
	}

	#firstIn(line: number): Element | undefined {
		const [from = 0, to = this.text.length] = [this.#places.offsetAt(line, 1), this.#places.offsetAt(line + 1, 1)];
		return this.elements.find((each) => startOf(each) >= from && startOf(each) < to);
	}

	/** 1-based line and column of an offset. */
	placeOf(offset: number): string {
		return this.#places.at(offset);
	}

	first(...names: readonly string[]): Element | undefined {
		return this.elements.find(({ tagName }) => names.includes(tagName));
	}

	all(...names: readonly string[]): readonly Element[] {
		return this.elements.filter(({ tagName }) => names.includes(tagName));
	}

	/** An unused id that was not returned before. */
	freshId(base: string): string {
		this.#ids ??= new Set(this.elements.map((each) => attributeOf(each, "id") ?? ""));
		let id = base;
		for (let number = 2; this.#ids.has(id); number++) id = `${base}-${number}`;
		this.#ids.add(id);
		return id;
	}

	/** Sets an attribute; null removes it. */
	setAttribute(element: Element, name: string, value: string | null): TextEdit {
		const { attrs: known = {} } = startTagOf(element);
		const at = known[name];
		if (value === null) {
			if (!at) return { from: startOf(element), to: startOf(element), text: "" };
			const before = this.text.slice(0, at.startOffset).match(/\s+$/)?.[0].length ?? 0;
			// Without a space, the next attribute would run into the previous one.
			const needsSpace = !/[\s/>]/.test(this.text.charAt(at.endOffset));
			return { from: at.startOffset - before, to: at.endOffset, text: needsSpace ? " " : "" };
		}
		const written = value === "" ? `${name}=""` : `${name}="${escaped(value)}"`;
		if (at) return { from: at.startOffset, to: at.endOffset, text: written };
		const behind = Object.values(known).reduce(
			(end, each) => Math.max(end, each.endOffset),
			startOf(element) + 1 + nameLength(this.text, startOf(element)),
		);
		return { from: behind, to: behind, text: ` ${written}` };
	}

	/** Renames both tags. */
	rename(element: Element, name: string): readonly TextEdit[] {
		const { startTag, endTag } = element.sourceCodeLocation;
		const starts = [
			(startTag ?? element.sourceCodeLocation).startOffset + 1,
			...(endTag ? [endTag.startOffset + 2] : []),
		];
		return starts.map((from) => ({ from, to: from + nameLength(this.text, from - 1), text: name }));
	}

	/** Removes the element, with its line if it is alone there. */
	remove(element: Element): TextEdit {
		const [from, to] = [startOf(element), endOf(element)];
		return { ...this.#withLine(from, to), text: "" };
	}

	/** Removes the tags and keeps the content. */
	unwrap(element: Element): readonly TextEdit[] {
		const { startTag, endTag } = element.sourceCodeLocation;
		return [startTag ?? element.sourceCodeLocation, endTag].flatMap((tag) =>
			tag ? [{ from: tag.startOffset, to: tag.endOffset, text: "" }] : [],
		);
	}

	setInner(element: Element, html: string): TextEdit {
		const { startTag, endTag } = element.sourceCodeLocation;
		const from = startTag?.endOffset ?? endOf(element);
		return { from, to: Math.max(from, endTag?.startOffset ?? endOf(element)), text: html };
	}

	inner(element: Element): string {
		const { from, to } = this.setInner(element, "");
		return this.text.slice(from, to);
	}

	/** Inserts a line before an element with its indentation, or inline if the element does not begin a line. */
	before(element: Element, html: string): TextEdit {
		return this.#insert(startOf(element), html);
	}

	after(element: Element, html: string): TextEdit {
		const end = endOf(element);
		const indent = this.#indentOf(startOf(element));
		return { from: end, to: end, text: indent === undefined ? html : this.source.lineBreak + indent + html };
	}

	/** After the doctype, else at the top. */
	opening(html: string): TextEdit {
		const doctype = this.#document.childNodes.find(({ nodeName }) => nodeName === "#documentType");
		const at = doctype?.sourceCodeLocation?.endOffset ?? 0;
		return { from: at, to: at, text: at === 0 ? html + this.source.lineBreak : this.source.lineBreak + html };
	}

	/** First in the head, where encodings are declared. */
	headFirst(html: string): TextEdit {
		const head = this.first("head");
		if (!head) return this.#headless(html);
		const at = startTagOf(head).endOffset;
		const behind = /^[ \t]*(\r\n|\n|\r)([ \t]*)/.exec(this.text.slice(at, at + 400));
		if (!behind) return { from: at, to: at, text: html };
		return { from: at, to: at, text: `${behind[1]}${behind[2]}${html}` };
	}

	headLast(html: string): TextEdit {
		const head = this.first("head");
		const end = head?.sourceCodeLocation.endTag?.startOffset;
		if (!head) return this.#headless(html);
		const last = this.elements.findLast((each) => each.parentNode === head);
		if (end === undefined) return last ? this.after(last, html) : this.headFirst(html);
		const indent = last && this.#indentOf(startOf(last));
		if (indent === undefined || this.#indentOf(end) === undefined) return { from: end, to: end, text: html };
		const line = this.text.lastIndexOf("\n", end - 1) + 1;
		return { from: line, to: line, text: `${indent}${html}${this.source.lineBreak}` };
	}

	/** After `<html>`, else after the doctype, else at the top, where the parser opens the head implicitly. */
	#headless(html: string): TextEdit {
		const inHead = this.elements.find(({ tagName, parentNode }) => {
			return HEAD_ONLY.has(tagName) && parentNode && "tagName" in parentNode && parentNode.tagName === "head";
		});
		if (inHead) return this.before(inHead, html);
		const root = this.first("html");
		if (!root) return this.opening(html);
		const at = startTagOf(root).endOffset;
		return { from: at, to: at, text: this.source.lineBreak + html };
	}

	#insert(at: number, html: string): TextEdit {
		const indent = this.#indentOf(at);
		return { from: at, to: at, text: indent === undefined ? html : html + this.source.lineBreak + indent };
	}

	/** The indentation, if only white space precedes the offset on its line. */
	#indentOf(at: number): string | undefined {
		const start = this.text.lastIndexOf("\n", at - 1) + 1;
		const before = this.text.slice(Math.max(start, at - 200), at);
		return /^[ \t]*$/.test(before) && (start > 0 || at === 0) ? before : undefined;
	}

	#withLine(from: number, to: number): { from: number; to: number } {
		const indent = this.#indentOf(from);
		const rest = /^[ \t]*(?:\r\n|\n|\r)/.exec(this.text.slice(to, to + 200));
		return indent !== undefined && rest ? { from: from - indent.length, to: to + rest[0].length } : { from, to };
	}
}

const HEAD_ONLY: ReadonlySet<string> = new Set("base link meta title style script noscript".split(" "));

function implied(document: Tree.Document): number {
	let count = 0;
	const open: Tree.Node[] = [document];
	for (let node = open.pop(); node; node = open.pop()) {
		if ("tagName" in node && !node.sourceCodeLocation) count++;
		if ("childNodes" in node) open.push(...node.childNodes);
	}
	return count;
}

function elementsIn(document: Tree.Document): readonly Element[] {
	const found: Element[] = [];
	const open: Tree.Node[] = [document];
	for (let node = open.pop(); node; node = open.pop()) {
		if ("tagName" in node && node.sourceCodeLocation) found.push(node as Element);
		if ("childNodes" in node) for (const child of node.childNodes.toReversed()) open.push(child);
	}
	return found.sort((a, b) => startOf(a) - startOf(b));
}

function startTagOf({ sourceCodeLocation: at }: Element): Token.ElementLocation {
	return at.startTag ?? at;
}

export function startOf(element: Element): number {
	return startTagOf(element).startOffset;
}

export function endOf({ sourceCodeLocation: at, tagName }: Element): number {
	if (at.endTag) return at.endTag.endOffset;
	const start = at.startTag ?? at;
	return VOID.has(tagName) ? start.endOffset : Math.max(start.endOffset, at.endOffset);
}

function nameLength(text: string, tagStart: number): number {
	return /^[^\s/>]*/.exec(text.slice(tagStart + 1, tagStart + 100))?.[0].length ?? 0;
}

export function attributeOf(element: Pick<Element, "attrs">, name: string): string | undefined {
	return element.attrs.find((each) => each.name === name)?.value;
}

export function textOf(element: Element): string {
	const texts: string[] = [];
	const open: Tree.Node[] = [element];
	for (let node = open.pop(); node; node = open.pop()) {
		if ("value" in node) texts.push(node.value);
		if ("childNodes" in node) for (const child of node.childNodes.toReversed()) open.push(child);
	}
	return texts.join("").replace(/\s+/g, " ").trim();
}

/** Escapes a site's text, so that it is never markup. */
export function escaped(text: string): string {
	return text
		.toWellFormed()
		.replaceAll("&", "&amp;")
		.replaceAll('"', "&quot;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;");
}

/** JSON that is safe inside a `<script>`. */
export function scriptJson(value: unknown, indent?: string): string {
	return JSON.stringify(value, null, indent)
		.replaceAll("<", "\\u003c")
		.replaceAll("\u2028", "\\u2028")
		.replaceAll("\u2029", "\\u2029");
}
