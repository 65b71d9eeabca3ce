import { MAX_MARKUP_LENGTH, MAX_MARKUP_VALUES } from "../page-caps.ts";

/** What one form of markup may still put into the digest: nesting and itemref let a small page repeat itself. */
export class MarkupBudget {
	#values = MAX_MARKUP_VALUES;
	#characters = MAX_MARKUP_LENGTH;

	get spent(): boolean {
		return this.#values <= 0 || this.#characters <= 0;
	}

	spend(characters: number): void {
		this.#values--;
		this.#characters -= characters;
	}
}

/** Properties of a node while they are gathered. */
export class PropertyValues {
	readonly #values = new Map<string, string[]>();
	readonly #budget: MarkupBudget;

	constructor(budget: MarkupBudget) {
		this.#budget = budget;
	}

	add(name: string, value: string): void {
		// An own `__proto__` would become the prototype as soon as somebody copies the record.
		if (name === "__proto__" || this.#budget.spent) return;
		this.#budget.spend(name.length + value.length);
		const values = this.#values.get(name);
		if (values) values.push(value);
		else this.#values.set(name, [value]);
	}

	finish(): Readonly<Record<string, readonly string[]>> {
		return Object.fromEntries(this.#values);
	}
}
