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
import { BYLINE } from "./name-marks.ts";
import type { Found, Whereabouts } from "./whereabouts.ts";

/**
 * `By Ada Lovelace`, at the beginning of a line or behind a date or a bar: one to four words that begin with a capital,
 * some of them joined by a particle.
 */
const BY =
	/(?:^|[|·•–—\d] ?)(?:[Ww]ritten by|[Pp]osted by|[Bb]y|BY|Von|Par|Por|Di|Door|Escrito por|Geschrieben von|Écrit par|Scritto da|Author:|Autor:|Auteur ?:|Autore:)[: ]\s?(\p{Lu}[\p{L}.'’-]{0,30}(?: (?:(?:de|da|van|von|der|den|la|le|di|del|dos|bin|al) ){0,2}\p{Lu}[\p{L}.'’-]{0,30}){0,3})/u;
/** A word of that, before anything is folded. */
const BEGINS = /\b(?:[Bb]y|BY|Von|von|Par|par|Por|por|Di|Door|da|Aut[a-z]{2,4})\b/;
/** Words before the name in an element that is marked as a byline. */
const OPENING = /^(?:author|autor|auteur|autore|di)\b[: ]*|^(?:.{0,60}?\s)??(?:by|von|par|por|door)[: ]\s*/i;

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

	constructor(source: PageSource, where: Whereabouts) {
		this.#source = source;
		this.#where = where;
	}

	finish(): readonly PageByline[] {
		const own = this.#where.own;
		return this.#found
			.filter((found) => this.#where.belongs(found))
			.map(({ byline, article }) =>
				article > 0 && article === own ? { ...byline, inArticle: true as const } : byline,
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
		this.#add(text.start.replace(OPENING, ""), from, () => this.#source.whole(element));
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
		if (element.attrs.length > 0) {
			if (element.tagName === "a" && tokens(attribute(element, "rel")).includes("author")) return "rel=author";
			if (tokens(attribute(element, "itemprop")).includes("author")) return "itemprop";
			if ((this.#where.marks & BYLINE) !== 0 && element.tagName !== "article") return "class";
		}
		// HTML section 4.3.10: in an article, the contact information of the article's author.
		return element.tagName === "address" && (this.#where.found?.article ?? 0) > 0 ? "address" : null;
	}

	#endBlock(): void {
		if (this.#block === "") return;
		const block = this.#block;
		const at = this.#blockAt ?? 0;
		this.#block = "";
		this.#blockAt = undefined;
		if (this.#open || this.#where.beside || !BEGINS.test(block)) return;
		const name = BY.exec(fold(block).trim())?.[1];
		if (name !== undefined) this.#add(name, "text", () => this.#source.from(at, "<"));
	}

	#add(said: string, from: PageByline["from"], place: () => Pick<PageByline, "at" | "excerpt">): void {
		const found = this.#where.found;
		const name = tidy(said, BYLINE_LENGTH);
		if (!found || this.#found.length === MAX_BYLINES || !/\p{L}{2}/u.test(name)) return;
		this.#found.push({ ...found, byline: { ...place(), name, from } });
	}
}
