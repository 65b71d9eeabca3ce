import { isIdleScript } from "./idle-script.ts";
import { MAX_DEPTH } from "./page-caps.ts";
import type { PageElement } from "./tree/page-tree.ts";
import type { Reader } from "./tree/walk.ts";

export class CountReader implements Reader {
	elements = 0;
	scripts = 0;
	idleScripts = 0;
	/** Of the deepest element; `<html>` is 1. At most MAX_DEPTH. */
	depth = 0;
	#open = 0;
	readonly #url: string;

	constructor(url: string) {
		this.#url = url;
	}

	enter(element: PageElement): void {
		this.elements++;
		if (element.tagName === "script") {
			this.scripts++;
			if (isIdleScript(element, this.#url)) this.idleScripts++;
		}
		this.#open++;
		this.depth = Math.min(Math.max(this.depth, this.#open), MAX_DEPTH);
	}

	leave(): void {
		this.#open--;
	}
}
