import { MAX_ID_REFERENCES, NAME_LENGTH, NAME_PIECES } from "../page-caps.ts";
import { attribute, hasAttribute, textValue } from "../tree/attributes.ts";
import { cut, fold, tidy, withoutInvisible } from "../tree/fold-text.ts";
import type { PageElementEntry, PageStep, PageTextEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";

interface NamedRange {
	readonly element: PageElement;
	readonly start: number;
	end: number;
}

/** Applies to names that start before the element, not inside it: `aria-label`, hidden parts. */
interface Replacement {
	readonly element: PageElement;
	readonly hidden: boolean;
	next: number;
}

interface Open {
	readonly entry: PageElementEntry;
	readonly replacement: Replacement | undefined;
	readonly wordsBefore: number;
	readonly range: NamedRange | undefined;
}

/** Without these, an element contributes only its text to names around it. */
const NAMING: ReadonlySet<string> = new Set(["id", "aria-label", "aria-labelledby", "title", "alt"]);

/** All text in document order; a name is a range of it, so nested elements need no second traversal. */
class NameBuffer {
	readonly pieces: string[] = [];
	readonly replacements = new Map<number, Replacement>();
	readonly byId = new Map<string, NamedRange>();
	readonly #open: Open[] = [];
	/** Pieces other than separators; a replacement counts as one or none. */
	#words = 0;

	constructor(steps: readonly PageStep[]) {
		for (const step of steps) {
			if (step.kind === "start") this.#start(step);
			else if (step.kind === "end") this.#end(step.entry);
			else if (step.kind === "text" && !step.context.notText) this.#text(step);
		}
	}

	#start(entry: PageElementEntry): void {
		const { element, context, outer } = entry;
		if (entry.separatesWords) this.#gap();
		const hidden = context.notExposed && !outer.notExposed;
		if (hidden || element.attrs.some(({ name }) => NAMING.has(name))) {
			const replaced = hidden || hasAttribute(element, "aria-label") || hasAttribute(element, "aria-labelledby");
			const replacement = replaced ? this.#replace(element, hidden) : undefined;
			this.#open.push({ entry, replacement, wordsBefore: this.#words, range: this.#register(element) });
			if (element.tagName === "img") this.#alternative(entry);
		}
		entry.nameStart = this.pieces.length;
	}

	#end(entry: PageElementEntry): void {
		if (this.#open.at(-1)?.entry === entry) this.#close(this.#open.pop());
		entry.nameEnd = this.pieces.length;
		if (entry.separatesWords) this.#gap();
	}

	#close(open: Open | undefined): void {
		if (!open) return;
		const { replacement, wordsBefore, range } = open;
		const { element } = open.entry;
		// A tooltip names an element without text, unless alt="" declares an image decorative.
		if (this.#words === wordsBefore && attribute(element, "alt") !== "") {
			this.#add(` ${textValue(element, "title")} `);
		}
		if (replacement) {
			replacement.next = this.pieces.length;
			// Outer tooltips apply if this one has no text; a reference counts as text.
			if (replacement.hidden) this.#words = wordsBefore;
			else if (hasLabel(element)) this.#words = wordsBefore + 1;
		}
		if (range) range.end = this.pieces.length;
	}

	#replace(element: PageElement, hidden: boolean): Replacement {
		const at = this.pieces.push("") - 1;
		const replacement: Replacement = { element, hidden, next: at + 1 };
		this.replacements.set(at, replacement);
		return replacement;
	}

	#register(element: PageElement): NamedRange | undefined {
		const id = attribute(element, "id");
		if (!id || this.byId.has(id)) return undefined;
		const start = this.pieces.length;
		const range = { element, start, end: start };
		this.byId.set(id, range);
		return range;
	}

	#alternative({ element, explicitRole: role }: PageElementEntry): void {
		if (role !== "none" && role !== "presentation") this.#add(` ${attribute(element, "alt") ?? ""} `);
	}

	#text({ node: { value }, folded }: PageTextEntry): void {
		if (value.length > NAME_LENGTH * 4) this.#add(value);
		else this.#push(folded);
	}

	#add(text: string): void {
		const start = text.length > NAME_LENGTH * 4 ? cut(text.trimStart(), NAME_LENGTH * 4) : text;
		this.#push(fold(withoutInvisible(start)));
	}

	#push(piece: string): void {
		if (piece === " ") {
			this.#gap();
		} else if (piece !== "") {
			this.pieces.push(piece);
			this.#words++;
		}
	}

	#gap(): void {
		if (this.pieces.length > 0 && this.pieces.at(-1) !== " ") this.pieces.push(" ");
	}
}

function hasLabel(element: PageElement): boolean {
	return hasAttribute(element, "aria-labelledby") || textValue(element, "aria-label") !== "";
}

/** Accname 1.2 without style sheets. Resolves each reference once: thousands of elements may share one. */
export class AccessibleNames {
	readonly #buffer: NameBuffer;
	readonly #targets = new Map<NamedRange, string>();
	readonly #references = new Map<PageElement, string>();

	constructor(steps: readonly PageStep[]) {
		this.#buffer = new NameBuffer(steps);
	}

	name({ element, nameStart, nameEnd }: PageElementEntry): string {
		// The buffer contains the title of an element without other content.
		return this.#ownLabel(element) || this.#read(nameStart, nameEnd, (inner) => this.#ownLabel(inner));
	}

	label(element: PageElement): string {
		return this.#ownLabel(element) || textValue(element, "title");
	}

	referenced(element: PageElement): string {
		const value = attribute(element, "aria-labelledby");
		if (value === null) return "";
		let text = this.#references.get(element);
		if (text === undefined) {
			const texts = idsIn(value).map((id) => this.#target(id));
			text = tidy(texts.filter(Boolean).join(" "), NAME_LENGTH);
			this.#references.set(element, text);
		}
		return text;
	}

	/** The first element with an id owns it. */
	ownsId(element: PageElement, id: string): boolean {
		return this.#buffer.byId.get(id)?.element === element;
	}

	#ownLabel(element: PageElement): string {
		return this.referenced(element) || textValue(element, "aria-label");
	}

	/** Does not follow a target's own references (accname 1.2, step 2B), so there are no cycles. */
	#target(id: string): string {
		const target = this.#buffer.byId.get(id);
		if (!target) return "";
		let text = this.#targets.get(target);
		if (text === undefined) {
			const label = (element: PageElement) => textValue(element, "aria-label");
			text = label(target.element) || this.#read(target.start, target.end, label);
			this.#targets.set(target, text);
		}
		return text;
	}

	/** `labelOf` returns the label that replaces an element's content; "" means its content. */
	#read(start: number, end: number, labelOf: (element: PageElement) => string): string {
		const { pieces, replacements } = this.#buffer;
		let text = "";
		let index = start;
		for (let steps = 0; index < end && steps < NAME_PIECES && text.length < 2 * NAME_LENGTH; steps++) {
			const replacement = replacements.get(index);
			const label = replacement && !replacement.hidden ? labelOf(replacement.element) : "";
			text += label === "" ? (pieces[index] ?? "") : ` ${label} `;
			index = replacement && (replacement.hidden || label !== "") ? replacement.next : index + 1;
		}
		return tidy(text, NAME_LENGTH);
	}
}

/** Ids are case-sensitive, unlike other lists of words. */
function idsIn(value: string): string[] {
	return value
		.split(/[\t\n\f\r ]+/, MAX_ID_REFERENCES + 1)
		.filter(Boolean)
		.slice(0, MAX_ID_REFERENCES);
}
