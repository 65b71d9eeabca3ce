import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { WordReader } from "./content/word-reader.ts";
import { isLandmark, landmarkRole } from "./names/landmark-reader.ts";
import { explicitRole } from "./names/roles.ts";
import { TEXT_START_LENGTH } from "./page-caps.ts";
import { partsWords } from "./tree/block-boundary.ts";
import { FoldedText, fold } from "./tree/fold-text.ts";
import { withoutInvisible } from "./tree/invisible-characters.ts";
import { offsetOf, type PageElement } from "./tree/page-tree.ts";
import type { Standing } from "./tree/standing.ts";
import type { Reader } from "./tree/walk.ts";

/** Marks of a word: where it stands. */
const IN_MAIN = 1;
const IN_ARTICLE = 2;
/** Landmarks that stand around a page's content. */
const FRAME: ReadonlySet<string> = new Set(["banner", "navigation", "search", "complementary", "contentinfo"]);

/** Text that a reader sees without running scripts, and how much of it stands in the page's main part. */
export class TextReader implements Reader {
	readonly visible = new FoldedText(TEXT_START_LENGTH);
	readonly #inMain = new FoldedText(0);
	readonly #inArticle = new FoldedText(0);
	readonly #inFrame = new FoldedText(0);
	readonly #words = new WordReader();
	/** Where the first text begins: of the page, of its main part, of its first article. */
	readonly #offsets: { page?: number; main?: number; article?: number } = {};
	#hasMain = false;
	/** The first article; counts where there is no main. */
	#article: PageElement | undefined;
	#insideArticle = false;
	/** Landmarks of the page's frame around the walk; the innermost last. */
	readonly #frame: PageElement[] = [];

	/** Characters inside main, or else inside the first article. */
	get mainLength(): number {
		return this.#hasMain ? this.#inMain.length : this.#inArticle.length;
	}

	/** Characters outside main in what frames it: header, navigation, search, asides and footer. */
	get frameLength(): number {
		return this.#inFrame.length;
	}

	/** Words of all visible text; to be asked once the walk is over. */
	get words(): number {
		this.#words.gap();
		return this.#words.count;
	}

	/** Hashes of the words inside main, or else inside the first article, or else of all. */
	get mainWords(): readonly number[] {
		this.#words.gap();
		const { hashes, marks } = this.#words;
		const mark = this.#hasMain ? IN_MAIN : IN_ARTICLE;
		if (this.mainLength === 0) return hashes;
		return hashes.filter((_, index) => ((marks[index] ?? 0) & mark) !== 0);
	}

	/** Source characters before the first text of the main part, or before the first text. */
	get mainOffset(): number {
		const { page = 0, main, article } = this.#offsets;
		return (this.#hasMain ? main : article) ?? page;
	}

	enter(element: PageElement, here: Standing, outer: Standing): void {
		if (here.main && !outer.main) this.#hasMain = true;
		if (!this.#article && isArticle(element)) {
			this.#article = element;
			this.#insideArticle = true;
		}
		if (isFrame(element, here, outer)) this.#frame.push(element);
		this.#edge(element, here);
	}

	leave(element: PageElement, here: Standing): void {
		if (element === this.#article) this.#insideArticle = false;
		if (element === this.#frame.at(-1)) this.#frame.pop();
		this.#edge(element, here);
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (here.unseen || here.muted) return;
		const piece = fold(withoutInvisible(node.value));
		this.visible.add(piece);
		if (here.main) this.#inMain.add(piece);
		if (this.#insideArticle) this.#inArticle.add(piece);
		if (this.#frame.length > 0 && !here.main) this.#inFrame.add(piece);
		this.#words.add(piece, (here.main ? IN_MAIN : 0) | (this.#insideArticle ? IN_ARTICLE : 0));
		this.#begin(node, piece, here);
	}

	#begin(node: Tree.TextNode, piece: string, here: Standing): void {
		const offsets = this.#offsets;
		const known = offsets.page !== undefined && (!here.main || offsets.main !== undefined);
		if ((known && (!this.#insideArticle || offsets.article !== undefined)) || piece.trim() === "") return;
		const at = (offsetOf(node) ?? 0) + (node.value.length - node.value.trimStart().length);
		offsets.page ??= at;
		if (here.main) offsets.main ??= at;
		if (this.#insideArticle) offsets.article ??= at;
	}

	#edge(element: PageElement, here: Standing): void {
		if (here.unseen || !partsWords(element)) return;
		this.visible.gap();
		this.#inMain.gap();
		this.#inArticle.gap();
		this.#inFrame.gap();
		this.#words.gap();
	}
}

function isArticle(element: PageElement): boolean {
	return (explicitRole(element) ?? element.tagName) === "article";
}

function isFrame(element: PageElement, here: Standing, outer: Standing): boolean {
	const role = landmarkRole(element);
	return role !== null && FRAME.has(role) && isLandmark(role, "", { element, here, outer });
}
