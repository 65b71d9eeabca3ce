import { attribute } from "../tree/attributes.ts";
import type { PageElement } from "../tree/page-tree.ts";

/** What the words in an element's class and id say that it is, as bits. */
export const COMMENTS = 1;
export const BYLINE = 2;
export const WIDGET = 4;
export const PAYWALL = 8;
export const PUBLISHED = 16;
export const UPDATED = 32;
/** One comment, or the part of it that holds its text or its writer. */
export const COMMENT = 64;
export const DATED = 128;

/** Class lists of page builders reach some hundred characters. */
const NAMES_LENGTH = 500;
/** Distinct pairs of class and id that are remembered; a page of a framework has a few hundred. */
const MAX_KNOWN = 5_000;

/** Words stand between spaces, hyphens and underscores. */
const word = (words: string) => new RegExp(`(?:^|[\\s_-])(?:${words.replaceAll(/\s+/g, "|")})(?=$|[\\s_-])`, "i");
/** A whole name: of what speaks of comments, most are counts, links and share buttons. */
const name = (names: string) => new RegExp(`(?:^|\\s)(?:${names.replaceAll(/\s+/g, "|")})(?=$|\\s)`, "i");

const NAMES: readonly (readonly [number, RegExp])[] = [
	[
		COMMENTS,
		name(
			`(?:(?:post|article|blog|page|user)[_-]{1,2})?comments(?:[_-]{1,2}(?:list|area|section|wrapper|container|thread|block))?
			comment[_-]{0,2}(?:list|section|area|thread)s? commentslist disqus_thread disqus kommentare? kommentarliste
			commentaires? comentarios? commenti reacties reader-comments`,
		),
	],
	[COMMENT, name("comment comment[_-]{0,2}(?:body|content|text|message|author|author-link|item|entry)")],
	[BYLINE, word("byline author authors autor autores auteur auteurs autore autori auteurs authored")],
	[BYLINE, /byline/i],
	[
		WIDGET,
		word(
			`menus? submenu megamenu nav navbar navigation dropdown dropdowns modal modals dialog popup popups popover tooltip
			tab tabs tabpanel tabpane accordion accordions collapse collapsed collapsible toggle toggles drawer offcanvas
			sidebar sidenav carousel slider slide slides slideshow swiper slick splide lightbox overlay toast cookie cookies
			consent gdpr skip sr screenreader visuallyhidden search filters? faq expand expander expandable loader loading
			preloader spinner flyout panel autocomplete suggestions steps? wizard alert alerts message messages error errors
			success notice hint help`,
		),
	],
	[
		PAYWALL,
		/(?:^|\s|(?<!(?:^|[\s_-])(?:non?|not|without))[_-])(?:paywall(?:ed)?|regwall|metered-?content|subscribers?-only|premium-content|gated-content)(?=$|[\s_-])/i,
	],
	[PUBLISHED, word("published posted pubdate datepublished publishdate publicationdate")],
	[DATED, word("date datetime timestamp time post-created")],
	[UPDATED, word("updated modified datemodified lastmod lastmodified lastupdated")],
];
/** An author's picture, life or archive names nobody as this page's writer. */
const BESIDE_BYLINE = word(
	`bio box image img avatar photo picture description desc archive list comment title links? testimonials? reviews?
	reviewer quote`,
);
const SCREEN_READER = /(?:screen-reader|visually-hidden|sr-only)/i;

/** Reads class and id; each distinct pair once a page. */
export class NameMarks {
	readonly #known = new Map<string, number>();

	of(element: PageElement): number {
		if (element.attrs.length === 0) return 0;
		const classes = attribute(element, "class");
		const id = attribute(element, "id");
		if (classes === null && id === null) return 0;
		const names = id === null ? (classes ?? "") : `${classes ?? ""} ${id}`;
		const key = names.length > NAMES_LENGTH ? names.slice(0, NAMES_LENGTH) : names;
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		const marks = marksOf(key);
		if (this.#known.size < MAX_KNOWN) this.#known.set(key, marks);
		return marks;
	}
}

function marksOf(names: string): number {
	let marks = SCREEN_READER.test(names) ? WIDGET : 0;
	for (const [mark, pattern] of NAMES) if (pattern.test(names)) marks |= mark;
	return marks & BYLINE && BESIDE_BYLINE.test(names) ? marks & ~BYLINE : marks;
}
