import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import type { Nameable, NameTape } from "./name-tape.ts";

export interface Collected {
	readonly element: PageElement;
	readonly here: Standing;
	readonly outer: Standing;
	readonly named: Nameable;
}

/** Keeps the first `max` elements that `wants` picks, with what their names are made of, and counts all of them. */
export class Collector implements Reader {
	readonly found: Collected[] = [];
	count = 0;
	readonly #open: Nameable[] = [];
	readonly #tape: NameTape;
	readonly #max: number;
	readonly #wants: (element: PageElement) => boolean;

	constructor(tape: NameTape, max: number, wants: (element: PageElement) => boolean) {
		this.#tape = tape;
		this.#max = max;
		this.#wants = wants;
	}

	enter(element: PageElement, here: Standing, outer: Standing): void {
		if (!this.#wants(element)) return;
		this.count++;
		if (this.found.length === this.#max) return;
		const named = this.#tape.open(element);
		this.found.push({ element, here, outer, named });
		this.#open.push(named);
	}

	leave(element: PageElement): void {
		const innermost = this.#open.at(-1);
		if (innermost?.element !== element) return;
		this.#tape.close(innermost);
		this.#open.pop();
	}
}
