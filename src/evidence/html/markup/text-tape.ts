import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { VALUE_LENGTH } from "../page-caps.ts";
import { partsWords } from "../tree/block-boundary.ts";
import { cut, tidy } from "../tree/fold-text.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";
import type { Reader } from "../tree/walk.ts";

/** Elements whose text is code. The standard counts it (DOM section 4.4, textContent); as a value it says nothing. */
const CODE = new Set(["script", "style", "noscript"]);

/** A stretch of the tape. */
export interface Stretch {
	readonly from: number;
	to: number;
}

/** All text inside elements that carry a value, once, however deep they nest: each value is a stretch of it. */
export class TextTape implements Reader {
	readonly #pieces: string[] = [];
	#length = 0;
	#open = 0;
	#whole: string | undefined;

	text(node: Tree.TextNode): void {
		const parent = node.parentNode;
		if (this.#open === 0 || (parent && isElement(parent) && CODE.has(parent.tagName))) return;
		this.#pieces.push(node.value);
		this.#length += node.value.length;
	}

	enter(element: PageElement): void {
		this.#edge(element);
	}

	leave(element: PageElement): void {
		this.#edge(element);
	}

	open(): Stretch {
		this.#open++;
		return { from: this.#length, to: this.#length };
	}

	close(stretch: Stretch): void {
		this.#open--;
		stretch.to = this.#length;
	}

	/** Words of two blocks stay two words, where textContent would join them. */
	#edge(element: PageElement): void {
		if (this.#open === 0 || !partsWords(element)) return;
		this.#pieces.push(" ");
		this.#length++;
	}

	/** What stands on a stretch, as one line. */
	read({ from, to }: Stretch): string {
		this.#whole ??= this.#pieces.join("");
		const begin = from + spaceAt(this.#whole, from, to);
		return tidy(cut(this.#whole.slice(begin, Math.min(to, begin + VALUE_LENGTH * 4)), VALUE_LENGTH * 4), VALUE_LENGTH);
	}
}

/** Length of the white space that a stretch begins with. */
function spaceAt(text: string, from: number, to: number): number {
	let at = from;
	while (at < to && " \n\t\r\f".includes(text.charAt(at))) at++;
	return at - from;
}
