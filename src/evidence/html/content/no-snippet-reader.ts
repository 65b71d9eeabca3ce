import type { TextReader } from "../text-reader.ts";
import { hasAttribute } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Reader } from "../tree/walk.ts";

/** Google heeds it on these alone (Robots meta tag, data-nosnippet). */
const HEEDED: ReadonlySet<string> = new Set(["span", "div", "section"]);

/** Characters of the main part that the page asks to leave out of snippets; of all text where there is no main part. */
export class NoSnippetReader implements Reader {
	readonly #text: TextReader;
	readonly #wanted: boolean;
	#part: { readonly element: PageElement; readonly before: readonly [number, number] } | undefined;
	#main = 0;
	#all = 0;

	constructor(text: TextReader, source: string) {
		this.#text = text;
		this.#wanted = /data-nosnippet/i.test(source);
	}

	finish(): number {
		return this.#text.mainLength > 0 ? this.#main : this.#all;
	}

	enter(element: PageElement): void {
		if (!this.#wanted || this.#part || !HEEDED.has(element.tagName)) return;
		if (!hasAttribute(element, "data-nosnippet")) return;
		this.#part = { element, before: [this.#text.mainLength, this.#text.visible.length] };
	}

	leave(element: PageElement): void {
		if (this.#part?.element !== element) return;
		const [main, all] = this.#part.before;
		this.#part = undefined;
		this.#main += this.#text.mainLength - main;
		this.#all += this.#text.visible.length - all;
	}
}
