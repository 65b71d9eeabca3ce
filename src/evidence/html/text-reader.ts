import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { partsWords } from "./block-boundary.ts";
import { FoldedText, fold } from "./fold-text.ts";
import { withoutInvisible } from "./invisible-characters.ts";
import { TEXT_START_LENGTH } from "./page-caps.ts";
import type { PageElement } from "./page-tree.ts";
import { explicitRole } from "./roles.ts";
import type { Standing } from "./standing.ts";
import type { Reader } from "./walk.ts";

/** Text that a reader sees without running scripts, and how much of it stands in the page's main part. */
export class TextReader implements Reader {
	readonly visible = new FoldedText(TEXT_START_LENGTH);
	readonly #inMain = new FoldedText(0);
	readonly #inArticle = new FoldedText(0);
	#hasMain = false;
	/** The first article; counts where there is no main. */
	#article: PageElement | undefined;
	#insideArticle = false;

	/** Characters inside main, or else inside the first article. */
	get mainLength(): number {
		return this.#hasMain ? this.#inMain.length : this.#inArticle.length;
	}

	enter(element: PageElement, here: Standing, outer: Standing): void {
		if (here.main && !outer.main) this.#hasMain = true;
		if (!this.#article && isArticle(element)) {
			this.#article = element;
			this.#insideArticle = true;
		}
		this.#edge(element, here);
	}

	leave(element: PageElement, here: Standing): void {
		if (element === this.#article) this.#insideArticle = false;
		this.#edge(element, here);
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (here.unseen || here.muted) return;
		const piece = fold(withoutInvisible(node.value));
		this.visible.add(piece);
		if (here.main) this.#inMain.add(piece);
		if (this.#insideArticle) this.#inArticle.add(piece);
	}

	#edge(element: PageElement, here: Standing): void {
		if (here.unseen || !partsWords(element)) return;
		this.visible.gap();
		this.#inMain.gap();
		this.#inArticle.gap();
	}
}

function isArticle(element: PageElement): boolean {
	return (explicitRole(element) ?? element.tagName) === "article";
}
