import { attribute } from "../tree/attributes.ts";
import { FoldedText } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageEntries, type PageTextEntry, visit } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import consent from "./consent-words.json" with { type: "json" };

export const MARK = {
	comments: 1,
	byline: 2,
	widget: 4,
	paywall: 8,
	published: 16,
	updated: 32,
	comment: 64,
	dated: 128,
} as const;

const CLASS_LENGTH = 500;
/** Distinct pairs of class and id; a page built with a framework has a few hundred. */
const MAX_KNOWN = 5_000;

const word = (words: string) => new RegExp(`(?:^|[\\s_-])(?:${words.replaceAll(/\s+/g, "|")})(?=$|[\\s_-])`, "i");
/** Matches whole names: most elements named after comments are counts, links and share buttons. */
const name = (names: string) => new RegExp(`(?:^|\\s)(?:${names.replaceAll(/\s+/g, "|")})(?=$|\\s)`, "i");

const PATTERNS: readonly (readonly [number, RegExp])[] = [
	[
		MARK.comments,
		name(
			`(?:(?:post|article|blog|page|user)[_-]{1,2})?comments(?:[_-]{1,2}(?:list|area|section|wrapper|container|thread|block))?
			comment[_-]{0,2}(?:list|section|area|thread)s? commentslist disqus_thread disqus kommentare? kommentarliste
			commentaires? comentarios? commenti reacties reader-comments`,
		),
	],
	[MARK.comment, name("comment comment[_-]{0,2}(?:body|content|text|message|author|author-link|item|entry)")],
	[MARK.byline, word("byline author authors autor autores auteur auteurs autore autori auteurs authored")],
	[MARK.byline, /byline|author[_-]{0,2}name/i],
	[
		MARK.widget,
		word(
			`menus? submenu megamenu nav navbar navigation dropdown dropdowns modal modals dialog popup popups popover tooltip
			tab tabs tabpanel tabpane accordion accordions collapse collapsed collapsible toggle toggles drawer offcanvas
			sidebar sidenav carousel slider slide slides slideshow swiper slick splide lightbox overlay toast cookie cookies
			consent onetrust cookiebanner gdpr skip sr screenreader visuallyhidden search filters? faq expand expander expandable loader loading
			preloader spinner flyout panel autocomplete suggestions steps? wizard alert alerts message messages error errors
			success notice hint help`,
		),
	],
	[
		MARK.paywall,
		/(?:^|\s|(?<!(?:^|[\s_-])(?:non?|not|without))[_-])(?:paywall(?:ed)?|regwall|metered-?content|subscribers?-only|premium-content|gated-content)(?=$|[\s_-])/i,
	],
	[MARK.published, word("published posted pubdate datepublished publishdate publicationdate")],
	[MARK.dated, word("date datetime timestamp time post-created")],
	[MARK.updated, word("updated modified datemodified lastmod lastmodified lastupdated")],
];
/** Links in an author's portrait, biography or archive do not name this page's author. */
const BESIDE_BYLINE = word(
	`bio box image img avatar photo picture description desc archive list comment title links? testimonials? reviews?
	reviewer quote`,
);
const SCREEN_READER = /(?:screen-reader|visually-hidden|sr-only)/i;

function marksReader(): (element: PageElement) => number {
	const known = new Map<string, number>();
	return (element) => {
		const classes = attribute(element, "class");
		const id = attribute(element, "id");
		if (classes === null && id === null) return 0;
		const key = (id === null ? (classes ?? "") : `${classes ?? ""} ${id}`).slice(0, CLASS_LENGTH);
		const marks = known.get(key) ?? marksOf(key);
		if (known.size < MAX_KNOWN) known.set(key, marks);
		return marks;
	};
}

function marksOf(names: string): number {
	let marks = SCREEN_READER.test(names) ? MARK.widget : 0;
	for (const [mark, pattern] of PATTERNS) if (pattern.test(names)) marks |= mark;
	return marks & MARK.byline && BESIDE_BYLINE.test(names) ? marks & ~MARK.byline : marks;
}

type SectionKind = "article" | "comments" | "nav" | "aside" | "footer";

const BY_TAG = kinds({ article: "article", nav: "nav", aside: "aside", footer: "footer" });
const BY_ROLE = kinds({ article: "article", navigation: "nav", complementary: "aside", contentinfo: "footer" });
/** Their class names describe the whole page. */
const WHOLE: ReadonlySet<string> = new Set(["html", "body", "main", "head"]);
/** On these, such names belong to a count, a link or a button below the headline. */
const NO_SECTION: ReadonlySet<string> = new Set("a span i b em small strong time button svg".split(" "));
const COMMENT_TYPE = /schema\.org\/(?:User)?Comments?\b/;

export interface ArticleMember {
	readonly article: number;
}

export interface Section {
	readonly member: ArticleMember | null;
	readonly beside: boolean;
}

interface NestedSection extends Section {
	readonly depths: Readonly<Record<SectionKind, number>>;
	readonly article: number;
}

const OUTSIDE: NestedSection = {
	member: { article: 0 },
	beside: false,
	depths: { article: 0, comments: 0, nav: 0, aside: 0, footer: 0 },
	article: 0,
};

export class Sections {
	/** By element index; nested elements that add nothing share one object. */
	readonly #sections: NestedSection[] = [];
	readonly #marks: Uint8Array;
	#articles = 0;
	readonly #lengths: number[] = [];
	#headline: { readonly inside: number; readonly behind: number } | undefined;

	constructor({ elements, steps }: PageEntries) {
		this.#marks = new Uint8Array(elements.length);
		const marksIn = marksReader();
		for (const step of steps) {
			if (step.kind === "start") {
				if (!WHOLE.has(step.element.tagName)) this.#marks[step.index] = marksIn(step.element);
				this.#start(step);
			} else if (step.kind === "text" && !step.context.notRendered && !step.context.notText) {
				const { article } = this.inside(step.parent);
				if (article > 0) this.#lengths[article - 1] = (this.#lengths[article - 1] ?? 0) + step.node.value.trim().length;
			}
		}
	}

	marks({ index }: PageElementEntry): number {
		return this.#marks[index] ?? 0;
	}

	/** The article with the main heading, or the only one; else 0. */
	get own(): number {
		const inside = this.#headline?.inside ?? 0;
		if (inside > 0) return inside;
		return this.#articles === 1 ? 1 : 0;
	}

	/** Tells the page's own article from teasers: the longest, or the first after the main heading. */
	belongs({ article }: ArticleMember): boolean {
		return article === 0 || article === (this.own || this.#longest || this.#behindHeadline);
	}

	get #behindHeadline(): number {
		return this.#headline === undefined ? 0 : this.#headline.behind + 1;
	}

	/** The article with more than half of the text; else 0. */
	get #longest(): number {
		const most = this.#lengths.reduce((max, length) => Math.max(max, length), 0);
		const all = this.#lengths.reduce((sum, length) => sum + length, 0);
		return most * 2 > all ? this.#lengths.indexOf(most) + 1 : 0;
	}

	inside(entry: PageElementEntry | null): NestedSection {
		return (entry === null ? undefined : this.#sections[entry.index]) ?? OUTSIDE;
	}

	#start(entry: PageElementEntry): void {
		const { element, index, parent, context } = entry;
		const kind = kindOf(entry, this.marks(entry));
		const outer = this.inside(parent);
		const section = kind === undefined ? outer : this.#nested(outer, kind);
		this.#sections[index] = section;
		if (element.tagName !== "h1" || context.notRendered) return;
		this.#headline ??= { inside: section.article, behind: this.#articles };
	}

	#nested(outer: NestedSection, kind: SectionKind): NestedSection {
		const depths = { ...outer.depths, [kind]: outer.depths[kind] + 1 };
		if (kind === "article" && outer.article === 0) this.#lengths[this.#articles++] = 0;
		const article = depths.article > 0 ? outer.article || this.#articles : 0;
		const elsewhere = depths.article > 1 || depths.comments > 0 || depths.nav > 0;
		const beside = depths.nav > 0 || depths.aside > 0 || (depths.footer > 0 && depths.article === 0);
		return { member: elsewhere ? null : { article }, beside, depths, article };
	}
}

function kinds(by: Readonly<Record<string, SectionKind>>): ReadonlyMap<string, SectionKind> {
	return new Map(Object.entries(by));
}

function kindOf({ element, explicitRole: role }: PageElementEntry, marks: number): SectionKind | undefined {
	if (element.attrs.length > 0 && isCommentSection(element, marks)) return "comments";
	return role === null ? BY_TAG.get(element.tagName) : BY_ROLE.get(role);
}

function isCommentSection(element: PageElement, marks: number): boolean {
	if ((marks & (MARK.comments | MARK.comment)) !== 0 && !NO_SECTION.has(element.tagName)) return true;
	return COMMENT_TYPE.test(attribute(element, "itemtype") ?? "");
}

const anyOf = (beginnings: readonly string[], anywhere: readonly string[], flags: string) =>
	new RegExp(`(?<![\\p{L}\\p{N}])(?:${beginnings.join("|")})|${anywhere.join("|")}`, flags);
const TOOLS = new RegExp(`(?:^|\\s)(?:${consent.tools.join("|")})`, "i");
/** Pages about cookies, links to them, and content shown only after consent. */
const NO_DIALOG = /policy|declaration|link|opt-?(?:in|out)|placeholder/i;
const ACCEPTS = anyOf(consent.accepts, consent.acceptsAnywhere, "iu");
const SAYS = anyOf(consent.says, consent.saysAnywhere, "giu");
const BUTTONS: ReadonlySet<string> = new Set(["button", "a", "input"]);
const BUTTON_LENGTH = 40;
/** Characters around an accept button: enough for its sentences, less than a page. */
const DIALOG_MIN = 80;
const DIALOG_MAX = 3_000;
/** Maximum words per word about consent. */
const SPARSE = 25;

/** Characters of a dialog that reveal its purpose. */
const CONSENT_LENGTH = 3_000;

/** By element index, 1 inside a consent dialog: of a known tool, or around an accept button. */
export function markConsent({ steps, elements }: PageEntries): Uint8Array {
	const dialogs = visit(steps, new ConsentDialogs()).found;
	const marks = new Uint8Array(elements.length);
	if (dialogs.size === 0) return marks;
	for (const { index, end } of visit(steps, new ConsentTexts(dialogs)).found) marks.fill(1, index, end);
	return marks;
}

/** Whether readers see the element as part of the page, not of a consent dialog. */
export function isPresented({ elements, consent }: PageEntries & { consent: Uint8Array }, index: number): boolean {
	return elements[index]?.context.notRendered !== true && consent[index] !== 1;
}

/** Member of the digest's entry for such an element. */
export function unseenIn(page: PageEntries & { consent: Uint8Array }, { index }: PageElementEntry): { unseen?: true } {
	return isPresented(page, index) ? {} : { unseen: true };
}

/** Outermost dialogs with text about consent. */
class ConsentTexts {
	readonly found: PageElementEntry[] = [];
	readonly #dialogs: ReadonlySet<PageElementEntry>;
	#dialog: PageElementEntry | undefined;
	#text = new FoldedText(CONSENT_LENGTH);

	constructor(dialogs: ReadonlySet<PageElementEntry>) {
		this.#dialogs = dialogs;
	}

	start(entry: PageElementEntry): void {
		if (!this.#dialog && this.#dialogs.has(entry)) {
			this.#dialog = entry;
			this.#text = new FoldedText(CONSENT_LENGTH);
		}
		if (entry.separatesWords) this.#text.gap();
	}

	end(entry: PageElementEntry): void {
		if (entry.separatesWords) this.#text.gap();
		if (entry !== this.#dialog) return;
		this.#dialog = undefined;
		if (mentionsConsent(this.#text.start)) this.found.push(entry);
	}

	text({ folded, context }: PageTextEntry): void {
		if (this.#dialog && !context.notRendered && !context.notText) this.#text.add(folded);
	}
}

class ConsentDialogs {
	readonly found = new Set<PageElementEntry>();
	#button: { readonly entry: PageElementEntry; readonly text: FoldedText } | undefined;

	start(entry: PageElementEntry): void {
		const { element, explicitRole, context } = entry;
		if (context.notRendered || WHOLE.has(element.tagName)) return;
		if (element.attrs.length > 0 && isConsentTool(element)) this.found.add(entry);
		if (this.#button || !(BUTTONS.has(element.tagName) || explicitRole === "button")) return;
		this.#button = { entry, text: new FoldedText(BUTTON_LENGTH) };
		this.#button.text.add(element.tagName === "input" ? (attribute(element, "value") ?? "") : "");
	}

	end(entry: PageElementEntry): void {
		if (this.#button?.entry !== entry) return;
		const { start, length } = this.#button.text;
		this.#button = undefined;
		if (length > BUTTON_LENGTH || !ACCEPTS.test(start)) return;
		let dialog: PageElementEntry | null = entry;
		while (dialog && dialog.textEnd - dialog.textStart < DIALOG_MIN) dialog = dialog.parent;
		if (dialog && dialog.textEnd - dialog.textStart <= DIALOG_MAX) this.found.add(dialog);
	}

	text({ folded }: PageTextEntry): void {
		this.#button?.text.add(folded);
	}
}

function isConsentTool(element: PageElement): boolean {
	const names = ["id", "class"].map((name) => (attribute(element, name) ?? "").slice(0, CLASS_LENGTH));
	return element.tagName === "amp-consent" || names.some((each) => TOOLS.test(each) && !NO_DIALOG.test(each));
}

function mentionsConsent(text: string): boolean {
	const said = text.match(SAYS)?.length ?? 0;
	return said >= 2 && said * SPARSE >= (text.match(/[\p{L}\p{M}]+/gu)?.length ?? 0);
}
