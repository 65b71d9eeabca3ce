import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Located } from "../digest/located.ts";
import type { HiddenText } from "../page-digest.ts";
import { HIDDEN_LENGTH, MAX_HIDDEN, MAX_NOSCRIPTS, MIN_COMMENT_LENGTH, NOSCRIPT_LENGTH } from "./page-caps.ts";
import { attribute } from "./tree/attributes.ts";
import { partsWords } from "./tree/block-boundary.ts";
import { FoldedText, fold, tidy } from "./tree/fold-text.ts";
import { styleHides } from "./tree/inline-style.ts";
import { findInvisible } from "./tree/invisible-characters.ts";
import type { PageSource } from "./tree/page-source.ts";
import { offsetOf, ownText, type PageElement, parseNoscript } from "./tree/page-tree.ts";
import type { Standing } from "./tree/standing.ts";
import { type Reader, walk } from "./tree/walk.ts";

/** Conditional comments of old Internet Explorer, both forms. */
const CONDITIONAL = /^\s*(?:\[if\b|<!\[endif|\[endif)/i;

/** An element that is hidden by itself; what is hidden further inside belongs to it. */
interface HiddenPart {
	readonly element: PageElement;
	readonly how: string;
	readonly text: FoldedText;
}

/** Text that people do not see and machines do. Menus and dialogs hide text too: what it says is for checks to judge. */
export class HiddenReader implements Reader {
	readonly templates = true;
	readonly #found: HiddenText[] = [];
	readonly #seen = new Set<string>();
	readonly #source: PageSource;
	#part: HiddenPart | undefined;
	#noscripts = 0;

	constructor(source: PageSource) {
		this.#source = source;
	}

	finish(): readonly HiddenText[] {
		return this.#found;
	}

	enter(element: PageElement, here: Standing, outer: Standing): void {
		if (element.tagName === "noscript") this.#noscript(element);
		if (this.#part) {
			if (partsWords(element)) this.#part.text.gap();
			return;
		}
		const how = howHidden(element, here, outer);
		if (how !== null) this.#part = { element, how, text: new FoldedText(HIDDEN_LENGTH) };
	}

	leave(element: PageElement): void {
		const part = this.#part;
		if (!part) return;
		if (part.element !== element) {
			if (partsWords(element)) part.text.gap();
			return;
		}
		this.#part = undefined;
		this.#add(part.how, part.text.start, () => this.#source.whole(element));
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (here.muted) return;
		this.#part?.text.add(fold(node.value));
		for (const run of findInvisible(node.value)) {
			this.#add("invisible characters", run.text, () => this.#source.from(offsetOf(node) ?? 0, "<"));
		}
	}

	comment(node: Tree.CommentNode): void {
		if (CONDITIONAL.test(node.data)) return;
		const text = tidy(node.data, HIDDEN_LENGTH);
		if (text.length < MIN_COMMENT_LENGTH) return;
		this.#add("comment", text, () => this.#source.from(offsetOf(node) ?? 0, "-->"));
	}

	#noscript(element: PageElement): void {
		if (++this.#noscripts > MAX_NOSCRIPTS) return;
		const text = new FoldedText(HIDDEN_LENGTH);
		walk(parseNoscript(ownText(element).slice(0, NOSCRIPT_LENGTH)), [
			{
				enter: (inner) => (partsWords(inner) ? text.gap() : undefined),
				text: (node, here) => (here.muted ? undefined : text.add(fold(node.value))),
			},
		]);
		this.#add("noscript", text.start, () => this.#source.whole(element));
	}

	/** The same text hidden in the same way, such as a tooltip on every item of a list, is told once. */
	#add(how: string, said: string, place: () => Located): void {
		const text = tidy(said, HIDDEN_LENGTH);
		const key = `${how} ${text}`;
		if (text === "" || this.#found.length === MAX_HIDDEN || this.#seen.has(key)) return;
		this.#seen.add(key);
		this.#found.push({ ...place(), how, text });
	}
}

function howHidden(element: PageElement, here: Standing, outer: Standing): string | null {
	if (here.template && !outer.template) return "template";
	const hidden = attribute(element, "hidden");
	if (hidden !== null && hidden.toLowerCase() !== "until-found") return "hidden attribute";
	return styleHides(element);
}
