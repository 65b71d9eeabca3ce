import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { explicitRole } from "../names/roles.ts";
import { attribute } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import { COMMENT, COMMENTS, type NameMarks } from "./name-marks.ts";

type Place = "article" | "comments" | "nav" | "aside" | "footer";

const BY_TAG: ReadonlyMap<string, Place> = new Map([
	["article", "article"],
	["nav", "nav"],
	["aside", "aside"],
	["footer", "footer"],
]);
const BY_ROLE: ReadonlyMap<string, Place> = new Map([
	["article", "article"],
	["navigation", "nav"],
	["complementary", "aside"],
	["contentinfo", "footer"],
]);
/** Names of these speak of the page as a whole. */
const WHOLE: ReadonlySet<string> = new Set(["html", "body", "main", "head"]);
/** In a line of facts below the headline such a name is that of a count, a link or a button. */
const NO_SECTION: ReadonlySet<string> = new Set([
	"a",
	"span",
	"i",
	"b",
	"em",
	"small",
	"strong",
	"time",
	"button",
	"svg",
]);
const COMMENT_TYPE = /schema\.org\/(?:User)?Comments?\b/;

/** A place in the page at which something was found. */
export interface Found {
	/** Number of the outermost article around it, from 1; 0 where there is none. */
	readonly article: number;
}

/** Tells the other content readers in which part of the page the walk is. Must stand before them. */
export class Whereabouts implements Reader {
	/** What class and id of the element just entered say. */
	marks = 0;
	/** Articles of the page that stand in no other, so far. */
	articles = 0;
	readonly #depths: Record<Place, number> = { article: 0, comments: 0, nav: 0, aside: 0, footer: 0 };
	readonly #open: { readonly element: PageElement; readonly place: Place }[] = [];
	readonly #names: NameMarks;
	/** Characters in each of the articles, in order. */
	readonly #lengths: number[] = [];
	/** Number of the article that the main heading stands in, and of the last one before it. */
	#headline: { readonly inside: number; readonly behind: number } | undefined;

	constructor(names: NameMarks) {
		this.#names = names;
	}

	/** Where something found here belongs; null for what speaks of another thing than the page: comments, teasers. */
	get found(): Found | null {
		const { article, comments, nav } = this.#depths;
		if (article > 1 || comments > 0 || nav > 0) return null;
		return { article: article === 1 ? this.articles : 0 };
	}

	/** In the page's frame, or beside its text. */
	get beside(): boolean {
		const { aside, footer, nav, article } = this.#depths;
		return nav > 0 || aside > 0 || (footer > 0 && article === 0);
	}

	/** Number of the article that the page consists of: the one with the main heading, or the only one; else 0. */
	get own(): number {
		const inside = this.#headline?.inside ?? 0;
		if (inside > 0) return inside;
		return this.articles === 1 ? 1 : 0;
	}

	/**
	 * False for what stands in an article that is not the page's own. Where nothing marks that one among teasers, it
	 * is the one with most of the text, or else the first behind the main heading.
	 */
	belongs({ article }: Found): boolean {
		return article === 0 || article === (this.own || this.#longest || this.#behindHeadline);
	}

	enter(element: PageElement, here: Standing): void {
		this.marks = WHOLE.has(element.tagName) ? 0 : this.#names.of(element);
		const place = this.#placeOf(element);
		if (place !== undefined) this.#enterPlace(element, place);
		if (element.tagName !== "h1" || here.unseen) return;
		this.#headline ??= { inside: this.#depths.article > 0 ? this.articles : 0, behind: this.articles };
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (this.#depths.article === 0 || here.unseen || here.muted) return;
		const index = this.articles - 1;
		this.#lengths[index] = (this.#lengths[index] ?? 0) + node.value.trim().length;
	}

	/** To be called on leaving an element, behind all others: what ends with it still stands in it. */
	close(element: PageElement): void {
		const innermost = this.#open.at(-1);
		if (innermost?.element !== element) return;
		this.#open.pop();
		this.#depths[innermost.place]--;
	}

	get #behindHeadline(): number {
		return this.#headline === undefined ? 0 : this.#headline.behind + 1;
	}

	/** Number of the article with more than half of the text of all; else 0. */
	get #longest(): number {
		const most = this.#lengths.reduce((max, length) => Math.max(max, length), 0);
		const all = this.#lengths.reduce((sum, length) => sum + length, 0);
		return most * 2 > all ? this.#lengths.indexOf(most) + 1 : 0;
	}

	#enterPlace(element: PageElement, place: Place): void {
		if (place === "article" && this.#depths.article === 0) this.#lengths[this.articles++] = 0;
		this.#depths[place]++;
		this.#open.push({ element, place });
	}

	#placeOf(element: PageElement): Place | undefined {
		if (isCommentSection(element, this.marks)) return "comments";
		const role = element.attrs.length === 0 ? null : explicitRole(element);
		return role === null ? BY_TAG.get(element.tagName) : BY_ROLE.get(role);
	}
}

function isCommentSection(element: PageElement, marks: number): boolean {
	if ((marks & (COMMENTS | COMMENT)) !== 0 && !NO_SECTION.has(element.tagName)) return true;
	return COMMENT_TYPE.test(attribute(element, "itemtype") ?? "");
}
