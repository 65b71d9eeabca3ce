import type { Located } from "../digest/located.ts";
import { APP_ROOT_TEXT } from "./page-caps.ts";
import { attribute, hasAttribute } from "./tree/attributes.ts";
import type { FoldedText } from "./tree/fold-text.ts";
import type { PageSource } from "./tree/page-source.ts";
import type { PageElement } from "./tree/page-tree.ts";
import type { Reader } from "./tree/walk.ts";

/** Mount elements of React, Vue, Next, Nuxt, Gatsby, Svelte and Quasar as their project templates write them. */
const IDS: ReadonlySet<string> = new Set([
	"root",
	"app",
	"__next",
	"__nuxt",
	"___gatsby",
	"gatsby-focus-wrapper",
	"svelte",
	"q-app",
]);
/** React before 17 and Angular mark theirs. */
const MARKS = ["data-reactroot", "ng-version"];

interface Mount {
	readonly element: PageElement;
	readonly textBefore: number;
	textInside: number;
}

/** Finds the element that a script is meant to fill and nobody has filled. Must stand behind the text's reader. */
export class AppRootReader implements Reader {
	readonly #mounts: Mount[] = [];
	readonly #open: Mount[] = [];
	readonly #visible: FoldedText;

	constructor(visible: FoldedText) {
		this.#visible = visible;
	}

	enter(element: PageElement): void {
		if (!isMount(element)) return;
		const mount = { element, textBefore: this.#visible.length, textInside: 0 };
		this.#mounts.push(mount);
		this.#open.push(mount);
	}

	leave(element: PageElement): void {
		const mount = this.#open.at(-1);
		if (mount?.element !== element) return;
		mount.textInside = this.#visible.length - mount.textBefore;
		this.#open.pop();
	}

	finish(source: PageSource): Located | null {
		const empty = this.#mounts.find((mount) => mount.textInside <= APP_ROOT_TEXT);
		return empty ? source.startTag(empty.element) : null;
	}
}

function isMount(element: PageElement): boolean {
	if (element.tagName === "app-root") return true;
	return IDS.has(attribute(element, "id") ?? "") || MARKS.some((mark) => hasAttribute(element, mark));
}
