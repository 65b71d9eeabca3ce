import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { NAME_LENGTH, NAME_PIECES } from "../page-caps.ts";
import { attribute, hasAttribute, textValue } from "../tree/attributes.ts";
import { partsWords } from "../tree/block-boundary.ts";
import { cut, fold, tidy } from "../tree/fold-text.ts";
import { withoutInvisible } from "../tree/invisible-characters.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import { explicitRole } from "./roles.ts";

/** What an element's accessible name is made of; its content is a stretch of the tape. */
export interface Nameable {
	readonly element: PageElement;
	readonly start: number;
	end: number;
}

/** Stands before an element's content on the tape, for readers who come from outside. */
export interface StandIn {
	readonly element: PageElement;
	/** Hidden from the accessibility tree: says nothing. */
	readonly hidden: boolean;
	/** Piece behind the content. */
	next: number;
}

interface Open {
	readonly element: PageElement;
	readonly standIn: StandIn | undefined;
	readonly wordsBefore: number;
	readonly named: Nameable | undefined;
}

/** Attributes without which an element does nothing to names around it but hold text. */
const MARKING = ["id", "aria-label", "aria-labelledby", "title", "alt"];

/**
 * All text of the page that takes part in accessible names (accname 1.2, the part without style sheets), written once
 * in document order. A name is read off as a stretch of it, so nested elements cost no second walk. A stand-in replaces
 * the content behind it for whoever reads across it, and for nobody who begins inside: `aria-label` and hidden parts
 * count that way. Must stand before the readers that use it.
 */
export class NameTape implements Reader {
	readonly #pieces: string[] = [];
	/** By the piece at which they stand. */
	readonly #standIns = new Map<number, StandIn>();
	readonly #byId = new Map<string, Nameable>();
	readonly #open: Open[] = [];
	#words = 0;

	/** Begins an element's name; call on entering it, and `close` on leaving. */
	open(element: PageElement): Nameable {
		const start = this.#pieces.length;
		return { element, start, end: start };
	}

	close(named: Nameable): void {
		named.end = this.#pieces.length;
	}

	enter(element: PageElement, here: Standing, outer: Standing): void {
		if (partsWords(element)) this.#gap();
		const hidden = here.silent && !outer.silent;
		if (!hidden && !MARKING.some((name) => hasAttribute(element, name))) return;
		const replaced = hidden || hasAttribute(element, "aria-label") || hasAttribute(element, "aria-labelledby");
		const standIn = replaced ? this.#replace(element, hidden) : undefined;
		this.#open.push({ element, standIn, wordsBefore: this.#words, named: this.#register(element) });
		if (element.tagName === "img") this.#alternative(element);
	}

	leave(element: PageElement): void {
		if (this.#open.at(-1)?.element === element) this.#finish(this.#open.pop());
		if (partsWords(element)) this.#gap();
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (!here.muted) this.#say(node.value);
	}

	/** The first element with this id. */
	byId(id: string): Nameable | undefined {
		return this.#byId.get(id);
	}

	/**
	 * Reads off an element's content after the walk. `instead` tells what a label says in place of its element's content;
	 * with "" the content is read.
	 */
	read({ start, end }: Nameable, instead: (element: PageElement) => string): string {
		let text = "";
		let index = start;
		for (let steps = 0; index < end && steps < NAME_PIECES && text.length < 2 * NAME_LENGTH; steps++) {
			const standIn = this.#standIns.get(index);
			const said = standIn && !standIn.hidden ? instead(standIn.element) : "";
			text += said === "" ? (this.#pieces[index] ?? "") : ` ${said} `;
			index = standIn && (standIn.hidden || said !== "") ? standIn.next : index + 1;
		}
		return tidy(text, NAME_LENGTH);
	}

	#replace(element: PageElement, hidden: boolean): StandIn {
		const at = this.#pieces.push("") - 1;
		const standIn: StandIn = { element, hidden, next: at + 1 };
		this.#standIns.set(at, standIn);
		return standIn;
	}

	#register(element: PageElement): Nameable | undefined {
		const id = attribute(element, "id");
		if (!id || this.#byId.has(id)) return undefined;
		const named = this.open(element);
		this.#byId.set(id, named);
		return named;
	}

	#alternative(image: PageElement): void {
		const role = explicitRole(image);
		if (role !== "none" && role !== "presentation") this.#say(` ${attribute(image, "alt") ?? ""} `);
	}

	#finish(open: Open | undefined): void {
		if (!open) return;
		// A tooltip names what has no other text, unless an image is declared decorative by alt="".
		if (this.#words === open.wordsBefore && attribute(open.element, "alt") !== "") {
			this.#say(` ${textValue(open.element, "title")} `);
		}
		if (open.standIn) {
			open.standIn.next = this.#pieces.length;
			// Tooltips further out are used where this says nothing; a reference is taken to say something.
			if (open.standIn.hidden) this.#words = open.wordsBefore;
			else if (saysSomething(open.element)) this.#words = open.wordsBefore + 1;
		}
		if (open.named) this.close(open.named);
	}

	#say(text: string): void {
		const start = text.length > NAME_LENGTH * 4 ? cut(text.trimStart(), NAME_LENGTH * 4) : text;
		const piece = fold(withoutInvisible(start));
		if (piece === " ") {
			this.#gap();
		} else if (piece !== "") {
			this.#pieces.push(piece);
			this.#words++;
		}
	}

	#gap(): void {
		if (this.#pieces.length > 0 && this.#pieces.at(-1) !== " ") this.#pieces.push(" ");
	}
}

function saysSomething(element: PageElement): boolean {
	return hasAttribute(element, "aria-labelledby") || textValue(element, "aria-label") !== "";
}
