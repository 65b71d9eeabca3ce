import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { MAX_SEARCHED_TEXT, NAME_LENGTH, NAME_PIECES } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { partsWords } from "../tree/block-boundary.ts";
import { fold } from "../tree/fold-text.ts";
import { withoutInvisible } from "../tree/invisible-characters.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import { BORDER } from "./number-readings.ts";

/** Attributes that stand in for what is drawn: a row of stars says its number to those who hear the page. */
const SPOKEN = ["aria-label", "alt", "title"];

/** Headings that may name what the page is about. */
const NAMING = new Set(["h1", "h2"]);

/** Most such headings that are kept. */
const MAX_HEADINGS = 50;

/** Most dates that `<time>` elements can add. */
const MAX_TIMES = 500;

/**
 * All that a person can get to see or hear of a page without scripts, for looking facts up in it; kept for the length
 * of one reading. Choices in a list count, since opening it shows them.
 */
export class VisibleText implements Reader {
	readonly #pieces: string[] = [];
	#length = 0;
	/** True where an element began or ended behind the last piece. */
	#border = false;
	/** What `<time datetime>` elements that are drawn say to machines. */
	readonly times: string[] = [];

	/** Texts of headings, as stretches of pieces. */
	readonly #headings: { readonly element: PageElement; readonly from: number; to: number }[] = [];

	/** The texts of the first headings of level 1 and 2. */
	get headings(): string[] {
		return this.#headings.map(({ from, to }) => this.#pieces.slice(from, to).join("").slice(0, NAME_LENGTH));
	}

	enter(element: PageElement, here: Standing): void {
		if (here.unseen) return;
		this.#border = true;
		if (partsWords(element)) this.#add(" ");
		if (NAMING.has(element.tagName) && this.#headings.length < MAX_HEADINGS) {
			this.#headings.push({ element, from: this.#pieces.length, to: this.#pieces.length });
		}
		if (element.attrs.length === 0) return;
		for (const name of SPOKEN) {
			const said = attribute(element, name);
			if (said) this.#add(` ${said} `);
		}
		const time = element.tagName === "time" ? attribute(element, "datetime") : null;
		if (time && this.times.length < MAX_TIMES) this.times.push(time.slice(0, 40));
	}

	leave(element: PageElement, here: Standing): void {
		this.#border = true;
		if (!here.unseen && partsWords(element)) this.#add(" ");
		const heading = NAMING.has(element.tagName) ? this.#headings.at(-1) : undefined;
		if (heading?.element === element) heading.to = Math.min(this.#pieces.length, heading.from + NAME_PIECES);
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (here.unseen || (here.muted && node.parentNode?.nodeName !== "option")) return;
		this.#add(node.value);
	}

	/** The text, white space folded; with BORDER where digits of two elements touch. */
	read(): string {
		return fold(withoutInvisible(this.#pieces.join("").slice(0, MAX_SEARCHED_TEXT).toWellFormed()));
	}

	#add(piece: string): void {
		if (this.#length > MAX_SEARCHED_TEXT) return;
		this.#length += piece.length;
		if (this.#border && /^\d/.test(piece) && /\d$/.test(this.#pieces.at(-1) ?? "")) this.#pieces.push(BORDER);
		if (piece !== "") this.#border = false;
		this.#pieces.push(piece);
	}
}
