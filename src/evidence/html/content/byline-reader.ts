import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { PageByline } from "../../digest/content.ts";
import { BYLINE_LENGTH, MAX_BYLINES } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import { partsWords } from "../tree/block-boundary.ts";
import { FoldedText, fold, tidy } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import { offsetOf, type PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import { authorName, withoutLabel, writtenBy } from "./author-name.ts";
import { BYLINE } from "./name-marks.ts";
import type { Found, Whereabouts } from "./whereabouts.ts";

/** Address of a page about somebody who writes for the site. */
const AUTHOR_PAGE =
	/\/(?:authors?|editors?|people|writers?|contributors?|autor(?:es|in|en|innen)?|auteurs?|autor[ei]|redakteure?)\/[^/?#]/i;
/** Their classes name the author as one of many facts, as content systems do. */
const WHOLE: ReadonlySet<string> = new Set(["article", "section", "main", "body"]);
/** Characters before such a link in its line; further in it stands in prose. */
const LINE_START = 40;
const HREF_LENGTH = 500;

interface FoundByline extends Found {
	readonly byline: PageByline;
}

/** Names of those who wrote the page: rel=author, itemprop, a class that says so, an address in the article, `By …`. */
export class BylineReader implements Reader {
	readonly #found: FoundByline[] = [];
	readonly #source: PageSource;
	readonly #where: Whereabouts;
	#open: { readonly element: PageElement; readonly from: PageByline["from"]; readonly text: FoldedText } | undefined;
	#block = "";
	#blockAt: number | undefined;
	/** The line before this one. */
	#before = "";

	constructor(source: PageSource, where: Whereabouts) {
		this.#source = source;
		this.#where = where;
	}

	finish(): readonly PageByline[] {
		const own = this.#where.own;
		// A link to an author may also stand beside the name of another.
		const named = this.#found.filter(({ byline }) => byline.from !== "link");
		return (named.some((found) => this.#where.belongs(found)) ? named : this.#found)
			.filter((found) => this.#where.belongs(found))
			.map(({ byline, article }) =>
				// A link to a person says less of a page than that it is an article.
				article > 0 && article === own && byline.from !== "link" ? { ...byline, inArticle: true as const } : byline,
			);
	}

	enter(element: PageElement, here: Standing): void {
		if (here.unseen) return;
		if (partsWords(element)) {
			this.#endBlock();
			this.#open?.text.gap();
		}
		if (this.#open) return;
		const from = this.#fromOf(element);
		if (from !== null) this.#open = { element, from, text: new FoldedText(BYLINE_LENGTH) };
	}

	leave(element: PageElement, here: Standing): void {
		if (!here.unseen && partsWords(element)) {
			this.#endBlock();
			this.#open?.text.gap();
		}
		if (element !== this.#open?.element) return;
		const { from, text } = this.#open;
		this.#open = undefined;
		this.#add(withoutLabel(text.start), from, () => this.#source.whole(element));
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (here.unseen || here.muted) return;
		this.#open?.text.add(fold(node.value.slice(0, BYLINE_LENGTH * 2)));
		if (this.#block.length >= BYLINE_LENGTH || this.#open) return;
		const piece = node.value.length > BYLINE_LENGTH ? node.value.trimStart().slice(0, BYLINE_LENGTH) : node.value;
		if (this.#block === "" && piece.trim() === "") return;
		this.#blockAt ??= offsetOf(node);
		this.#block += piece;
	}

	#fromOf(element: PageElement): PageByline["from"] | null {
		const byAttributes = element.attrs.length > 0 ? this.#fromAttributes(element) : null;
		if (byAttributes !== null) return byAttributes;
		// HTML section 4.3.10: in an article, the contact information of the article's author.
		return element.tagName === "address" && (this.#where.found?.article ?? 0) > 0 ? "address" : null;
	}

	#fromAttributes(element: PageElement): PageByline["from"] | null {
		const { tagName } = element;
		if (tagName === "a" && tokens(attribute(element, "rel")).includes("author")) return "rel=author";
		if (tokens(attribute(element, "itemprop")).includes("author")) return "itemprop";
		const marked = (this.#where.marks & BYLINE) !== 0 || /byline/i.test(attribute(element, "data-testid") ?? "");
		if (marked && !WHOLE.has(tagName)) return "class";
		return tagName === "a" && this.#leadsToAuthor(element) ? "link" : null;
	}

	#leadsToAuthor(element: PageElement): boolean {
		if (this.#where.beside || this.#block.length > LINE_START) return false;
		return AUTHOR_PAGE.test((attribute(element, "href") ?? "").slice(0, HREF_LENGTH));
	}

	#endBlock(): void {
		if (this.#block === "") return;
		const block = this.#block;
		const at = this.#blockAt ?? 0;
		this.#block = "";
		this.#blockAt = undefined;
		const before = this.#before;
		const line = fold(block).trim();
		this.#before = line.slice(0, LINE_START);
		if (this.#open || this.#where.beside) return;
		const name = writtenBy(line, before);
		if (name !== undefined) this.#add(name, "text", () => this.#source.from(at, "<"));
	}

	#add(said: string, from: PageByline["from"], place: () => Pick<PageByline, "at" | "excerpt">): void {
		const found = this.#where.found;
		if (!found || this.#found.length === MAX_BYLINES) return;
		const name = authorName(tidy(said, BYLINE_LENGTH));
		if (name === "") return;
		this.#found.push({ ...found, byline: { ...place(), name, from } });
	}
}
