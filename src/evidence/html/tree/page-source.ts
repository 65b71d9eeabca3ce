import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { Located } from "../../page-digest.ts";
import { printable } from "./fold-text.ts";
import { offsetOf, type PageElement } from "./page-tree.ts";

/** How far behind an element's beginning its end is looked for; folding may shorten what is found. */
const WINDOW = EXCERPT_LENGTH * 4;

/** The decoded source: gives line and column of an offset, and excerpts from there. */
export class PageSource {
	readonly text: string;
	#lineStarts: number[] | undefined;

	constructor(text: string) {
		this.text = text;
	}

	/** `line 12, column 3`, both from 1, columns in UTF-16 code units. */
	at(offset: number): string {
		this.#lineStarts ??= lineStarts(this.text);
		const line = firstWhere(this.#lineStarts, (start) => start > offset);
		return `line ${line}, column ${offset - (this.#lineStarts[line - 1] ?? 0) + 1}`;
	}

	/** An element by its start tag alone. */
	startTag(element: PageElement): Located {
		return this.#located(element, (begin) => tagEnd(this.text, begin));
	}

	/** An element with its content, where that is short. */
	whole(element: PageElement): Located {
		return this.#located(element, (begin) => elementEnd(this.text, begin, element.tagName));
	}

	/** What begins at an offset, up to and with `mark` where that comes soon. */
	from(offset: number, mark: string): Located {
		const window = this.text.slice(offset, offset + WINDOW);
		const found = window.indexOf(mark);
		const excerpt = found < 0 ? window : window.slice(0, found + mark.length);
		return { at: this.at(offset), excerpt: printable(excerpt, EXCERPT_LENGTH) };
	}

	#located(element: PageElement, endOf: (begin: number) => number): Located {
		const begin = offsetOf(element);
		// Elements that the parser adds, such as a missing <html>, stand nowhere in the source.
		if (begin === undefined) return { at: this.at(0), excerpt: "" };
		return { at: this.at(begin), excerpt: printable(this.text.slice(begin, endOf(begin)), EXCERPT_LENGTH) };
	}
}

function lineStarts(text: string): number[] {
	const starts = [0];
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		// CR LF is one line break; it counts at its LF.
		if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) starts.push(index + 1);
	}
	return starts;
}

/** Index of the first item for which a condition holds that then holds for all behind it; the length for none. */
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

/** Offset behind the tag's `>`, which may also stand inside a quoted value. */
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
	const window = text.slice(begin, begin + WINDOW).toLowerCase();
	const close = window.indexOf(`</${tag}`);
	if (close < 0) return begin + window.length;
	const end = window.indexOf(">", close);
	return begin + (end < 0 ? window.length : end + 1);
}
