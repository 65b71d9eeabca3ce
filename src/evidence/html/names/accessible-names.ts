import { MAX_ID_REFERENCES, NAME_LENGTH } from "../page-caps.ts";
import { attribute, textValue } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Nameable, NameTape } from "./name-tape.ts";

/**
 * Accessible names (accname 1.2, the part without style sheets), read off the tape once the walk is over. Every
 * reference is resolved once, so that thousands of elements pointing at one stay cheap.
 */
export class AccessibleNames {
	readonly #tape: NameTape;
	readonly #targets = new Map<Nameable, string>();
	readonly #references = new Map<PageElement, string>();

	constructor(tape: NameTape) {
		this.#tape = tape;
	}

	/** Name by aria-labelledby, aria-label, content or title. */
	name(named: Nameable): string {
		// The tape holds the title of an element that has no other content.
		return this.#label(named.element) || this.#tape.read(named, (element) => this.#label(element));
	}

	/** Name of an element that takes none from its content: aria-labelledby, aria-label or title. */
	label(element: PageElement): string {
		return this.#label(element) || textValue(element, "title");
	}

	/** Text of the elements that aria-labelledby names; "" without one. */
	referenced(element: PageElement): string {
		const value = attribute(element, "aria-labelledby");
		if (value === null) return "";
		let text = this.#references.get(element);
		if (text === undefined) {
			text = tidy(
				idsIn(value)
					.map((id) => this.#target(id))
					.filter(Boolean)
					.join(" "),
				NAME_LENGTH,
			);
			this.#references.set(element, text);
		}
		return text;
	}

	/** True when references by this id mean the element: the first that has it. */
	ownsId(element: PageElement, id: string): boolean {
		return this.#tape.byId(id)?.element === element;
	}

	#label(element: PageElement): string {
		return this.referenced(element) || textValue(element, "aria-label");
	}

	/** A target's own references are not followed (accname 1.2, step 2B), so there are no circles. */
	#target(id: string): string {
		const target = this.#tape.byId(id);
		if (!target) return "";
		let text = this.#targets.get(target);
		if (text === undefined) {
			const own = textValue(target.element, "aria-label");
			text = own || this.#tape.read(target, (element) => textValue(element, "aria-label"));
			this.#targets.set(target, text);
		}
		return text;
	}
}

/** Ids are case-sensitive, unlike other lists of words. */
function idsIn(value: string | null): string[] {
	if (value === null) return [];
	return value
		.split(/[\t\n\f\r ]+/, MAX_ID_REFERENCES + 1)
		.filter(Boolean)
		.slice(0, MAX_ID_REFERENCES);
}
