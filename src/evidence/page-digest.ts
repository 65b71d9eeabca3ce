/** What one HTML page says, as plain data to hash and store. Lists are capped; `counts` has full numbers. */

import type { Cut } from "./fit-size.ts";

export interface PageText extends Located {
	readonly text: string;
}

export interface PageMeta extends Located {
	readonly key: string;
	readonly by: "name" | "property" | "http-equiv" | "itemprop";
	readonly content: string;
}

export interface PageLink extends Located {
	readonly rel: readonly string[];
	readonly href: string | null;
	readonly hreflang: string | null;
	readonly type: string | null;
	/** False when the parser put it into the body, where search engines ignore canonical and hreflang. */
	readonly inHead: boolean;
}

export interface PageHeading extends Located {
	readonly level: number;
	/** Accessible name: content with image alternatives. */
	readonly text: string;
	/** Hidden from the accessibility tree. */
	readonly hidden?: true;
	/** No reader sees it, or it stands in a request for consent: its faults count, its merits do not. */
	readonly unseen?: true;
}

export interface PageAnchor extends Located {
	readonly href: string | null;
	readonly url: string | null;
	/** Accessible name, by the simple part of accname 1.2: aria-labelledby, aria-label, content with image alt, title. */
	readonly name: string;
	readonly rel: readonly string[];
	readonly inNav: boolean;
	/** Has an event handler attribute, or a role other than link. */
	readonly scripted: boolean;
	/** Hidden from the accessibility tree; such a link needs no name. */
	readonly hidden?: true;
	/** As of `PageHeading`. */
	readonly unseen?: true;
	readonly apart?: true;
}

/** An element that is no link or control, and takes a click or stands where links are expected. */
export interface PageClickTarget extends Located {
	readonly name: string;
	readonly inNav: boolean;
	/** Present where a handler leaves the page, or it has data-href or the role of a link. */
	readonly leads?: boolean;
	/** Present where nothing in the HTML takes a click: the words of a navigation that has no link or control at all. */
	readonly bare?: true;
}

export interface PageImage extends Located {
	readonly src: string | null;
	/** null: no alt attribute; "": declared decorative. */
	readonly alt: string | null;
	readonly ariaName: string;
	readonly decorative: boolean;
}

/** A labelable form control that a person fills in; hidden, submit, reset, button and image inputs are left out. */
export interface PageField extends Located {
	readonly tag: string;
	readonly type: string;
	readonly name: string;
	readonly nameFrom: "label" | "aria-labelledby" | "aria-label" | "title" | "placeholder" | "none";
	readonly hidden: boolean;
	/** As of `PageHeading`. */
	readonly unseen?: true;
}

export interface PageLandmark extends Located {
	readonly role: string;
	readonly label: string;
}

export interface HiddenText extends Located {
	/** `hidden attribute`, `off-screen`, `colour of its background`, `template`, `invisible characters` and so on. */
	readonly how: string;
	readonly text: string;
}

export interface PageDigest {
	readonly bytes: number;
	/** True when the body was cut, or has more elements than are kept. */
	readonly truncated: boolean;
	/** As of `DecodedText`: a `late-meta` stands behind the first 1,024 bytes, in the line given. */
	readonly charset: {
		readonly label: string;
		readonly from: "bom" | "header" | "meta" | "late-meta" | "default";
		readonly line?: number;
	};
	readonly doctype: boolean;
	/** Start tags: where something is missing, the element that lacks it. */
	readonly parts: Readonly<Record<"html" | "head" | "body", Located>>;
	readonly lang: PageText | null;
	readonly dir?: "ltr" | "rtl" | "auto" | undefined;
	/** Every `<title>` of the document that is not inside svg; the first counts. */
	readonly titles: readonly PageText[];
	readonly baseHref: string | null;
	/** A refresh for readers without scripts. */
	readonly noscriptRefresh?: PageMeta | undefined;
	readonly metas: readonly PageMeta[];
	readonly links: readonly PageLink[];
	readonly headings: readonly PageHeading[];
	readonly anchors: readonly PageAnchor[];
	readonly clickTargets?: readonly PageClickTarget[] | undefined;
	readonly images: readonly PageImage[];
	readonly fields: readonly PageField[];
	readonly landmarks: readonly PageLandmark[];
	readonly buttons: readonly PageButton[];
	readonly forms: readonly PageForm[];
	readonly captchas: readonly PageCaptcha[];
	readonly tables: readonly PageTable[];
	readonly media: readonly PageMedia[];
	readonly dates: readonly PageDate[];
	readonly bylines: readonly PageByline[];
	readonly customer: CustomerFacts;
	readonly insecure: readonly InsecureResource[];
	readonly inlineState: InlineState | null;
	readonly readerLinks: ReaderLinks;
	readonly paywalls: readonly Located[];
	readonly operability: Operability;
	readonly jsonLd: { readonly blocks: readonly JsonLdBlock[]; readonly nodes: readonly JsonLdNode[] };
	readonly microdata: readonly MarkupNode[];
	readonly rdfa: readonly MarkupNode[];
	readonly stated: readonly Stated[];
	readonly unknownTerms: readonly UnknownTerm[];
	readonly hidden: readonly HiddenText[];
	readonly text: TextFacts;
	/** Empty mount element of a client-rendered app (`#root`, `#app`, `#__next` …), where there is one. */
	readonly appRoot: Located | null;
	readonly cuts?: readonly Cut[] | undefined;
	readonly counts: {
		readonly elements: number;
		readonly depth: number;
		readonly scripts: number;
		/** Those that draw nothing: blocks of data, and known measurement of visits. */
		readonly idleScripts?: number | undefined;
		readonly anchors: number;
		readonly images: number;
		readonly fields: number;
		readonly headings: number;
	};
}

/** From at most 10,000 letters and 4,000 words of visible text, without code and parts in a language of their own. */
export interface TextLanguage {
	readonly letters: number;
	/** Share of the letters by ISO 15924 script, most first: `Latn`, `Cyrl`; hiragana and katakana are `Kana`. */
	readonly scripts: Readonly<Record<string, number>>;
	readonly words: number;
	/** Share of words that mark a language or a group of close ones, at most six: `{ "en": 0.2, "cs sk": 0.004 }`. */
	readonly languages: Readonly<Record<string, number>>;
}

/** All lengths in characters, white space folded. */
export interface TextFacts {
	/** Without script, style, template and hidden parts. */
	readonly visible: number;
	/** The part of it inside `<main>`, role=main, or else `<article>`. */
	readonly main: number;
	/** Visible text outside `<main>` in header, navigation, search, asides and footer. */
	readonly frame?: number | undefined;
	/** The page's own text: without header, navigation, search, asides, footer, banners, dialogs and lists of links. */
	readonly content?: number | undefined;
	/** Words of it that say something, among the first MAX_FINGERPRINT_WORDS words of the page; numbers alone are left out. */
	readonly contentWords?: number | undefined;
	/** Words of visible text that say nothing: random letters, what is said once more, lists of keywords, requests for consent. */
	readonly idleWords?: number | undefined;
	/** Distinct words among its first 2,000, upper and lower case alike. */
	readonly contentUniqueWords?: number | undefined;
	readonly contentStart?: string | undefined;
	readonly placeholder?: PlaceholderText | undefined;
	readonly consent?: ConsentText | undefined;
	readonly start: string;
	/** Words of visible text; a character of a script without spaces (Han, Kana, Thai …) counts as one. */
	readonly words: number;
	/** Source characters before the first text of the main part, or before the first text where there is none. */
	readonly mainOffset: number;
	/** Characters of the main part, else of all visible text, inside `data-nosnippet`. */
	readonly noSnippet: number;
	/** Characters hidden by CSS or attribute that belong to no menu, dialog, tab, details or other known widget. */
	readonly hidden: number;
	/** MinHash of 5-word shingles of the main text, else of all visible text; empty for fewer than 5 words. */
	readonly fingerprint: readonly number[];
	readonly language?: TextLanguage | undefined;
}

/** Words of the page's own text, quotations left out, in blocks that still wait for real text. */
export interface PlaceholderText {
	readonly words: number;
	readonly filler: number;
	/** In blocks in which a site builder asks the owner for text. */
	readonly prompts: number;
	/** In blocks that say one thing over and over, or once more what an earlier block says. */
	readonly repeated: number;
}

/** Words of dialogs that ask for consent to cookies and the like, and those beside them, both without the page's frame. */
export interface ConsentText {
	readonly words: number;
	readonly beside: number;
}

export interface PageTable extends Located {
	readonly rows: number;
	readonly columns: number;
	readonly headers: number;
	readonly caption: string;
	/** role=presentation|none, or a table that only lays out: one row or column, or other tables inside. */
	readonly layout: boolean;
}

/** Video or audio; a silent background video (muted, autoplay, no controls) is decoration. */
export interface PageMedia extends Located {
	readonly tag: "video" | "audio";
	readonly src: string | null;
	readonly tracks: readonly string[];
	readonly background: boolean;
	/** A link or heading nearby that says transcript, or aria-describedby. */
	readonly transcript: boolean;
}

/** A date that a person can see and that speaks of the page itself: none of comments, teasers and lists of articles. */
export interface PageDate extends Located {
	/** `YYYY-MM-DD`; null where the words could not be read for certain. */
	readonly date: string | null;
	readonly label: "published" | "updated" | "unlabelled";
	readonly from: "time" | "text";
	/** Present where it stands in the article that the page consists of, not in one of several. */
	readonly inArticle?: true;
}

export interface PageByline extends Located {
	readonly name: string;
	readonly from: "rel=author" | "address" | "itemprop" | "class" | "link" | "text";
	readonly inArticle?: true;
}

export interface CustomerFacts {
	readonly amounts: number;
	/** Places of a price that hold dashes and no figure; the first MAX_BLANK_PRICES of them. */
	readonly blankPrices: { readonly count: number; readonly first: readonly Located[] };
	readonly telephone: string | null;
	readonly address: string | null;
	readonly hours: string | null;
}

export interface InsecureResource extends Located {
	readonly url: string;
	/** W3C Mixed Content: `blockable` is not loaded at all, `upgradeable` is fetched over https instead. */
	readonly kind: "blockable" | "upgradeable" | "form";
}

/** Data that a framework writes into the page for its own scripts: `__NEXT_DATA__`, `application/json` and the like. */
export interface InlineState extends Located {
	/** Bytes of the largest one in UTF-8. */
	readonly bytes: number;
	readonly total: number;
}

/** Links that readers of the page may have written: in comments, to other hosts; none of their forms and tools. */
export interface ReaderLinks {
	readonly count: number;
	/** Those without rel=ugc, nofollow or sponsored. */
	readonly bare: readonly Located[];
	readonly bareCount: number;
}

export interface Located {
	/** `line 12, column 3`, 1-based, in the decoded source. */
	readonly at: string;
	readonly excerpt: string;
}

/** Barriers that the source alone decides, by ACT rules, WAI-ARIA 1.2 or HTML; contrast and target size are not. */
export const BARRIER_KINDS = [
	"link-name",
	"button-name",
	"image-button-name",
	"menuitem-name",
	"summary-name",
	"heading-name",
	"image-name",
	"svg-name",
	"object-name",
	"field-name",
	"frame-name",
	"group-unnamed",
	"role-unknown",
	"aria-attribute-unknown",
	"aria-value-invalid",
	"aria-required-missing",
	"aria-not-permitted",
	"role-context",
	"decorative-exposed",
	"aria-hidden-focusable",
	"aria-hidden-body",
	"id-duplicate",
	"id-missing",
	"click-without-control",
	"tabindex-positive",
	"moving-text",
	"autocomplete-invalid",
	"list-structure",
	"table-headers",
	"table-no-header",
	"table-header-empty",
	"lang-invalid",
	"landmark-unlabelled",
] as const;
export type BarrierKind = (typeof BARRIER_KINDS)[number];

export interface Barrier extends Located {
	readonly kind: BarrierKind;
	/** A clause with this page's own values: `"aria-labell" is no attribute of WAI-ARIA`. */
	readonly says: string;
	/** Present on a picture without a name inside a link without one: a text for it names both. */
	readonly inNamelessLink?: boolean;
}

export interface Operability {
	readonly examined: Readonly<Partial<Record<BarrierKind, number>>>;
	readonly found: Readonly<Partial<Record<BarrierKind, number>>>;
	readonly barriers: readonly Barrier[];
	readonly inNamelessLinks?: number | undefined;
}

export interface PageForm extends Located {
	/** Absolute; null where neither the form nor its submit button has an action. */
	readonly action: string | null;
	readonly method: string;
	readonly methodStated: boolean;
	/** Fields that a person fills in; those without a name attribute are not sent. */
	readonly fields: number;
	readonly named: number;
	readonly submits: boolean;
	readonly password: boolean;
	readonly toolName: string | null;
	readonly search: boolean;
	/** As of `PageHeading`. */
	readonly unseen?: true;
}

export interface PageCaptcha extends Located {
	readonly vendor: string;
	/** A script alone may also serve silent scoring, or a form on another page. */
	readonly from: "script" | "frame" | "widget";
	readonly inForm: boolean;
	/** Present where the page asks the vendor to show nothing unless a visit raises a doubt. */
	readonly invisible?: true;
}

export interface PageButton extends Located {
	readonly name: string;
	readonly hidden?: true;
	/** Present in a search, a dialog, a comment section or a feed of a social network: no part of the page's own lists. */
	readonly apart?: true;
}

export interface StructuredNode {
	/** Types: schema.org's without a prefix, others as full IRIs where the page says which they are. */
	readonly types: readonly string[];
	/** `@id` as written; `itemid` or `resource` as an absolute address; or null. */
	readonly id: string | null;
	/** Property → values: strings as they are, numbers and booleans as text, nodes as `@id:<id>` or `#<index>`. */
	readonly properties: Readonly<Record<string, readonly string[]>>;
	readonly top: boolean;
}

export interface JsonLdNode extends StructuredNode {
	readonly block: number;
}

/** With `ok: false` the excerpt is the faulty line. */
export interface JsonLdBlock extends Located {
	readonly ok: boolean;
	/** Nothing at all, `{}`, `[]`, `null`, or a context alone. */
	readonly empty?: true | undefined;
	/** With line and column inside the block. */
	readonly error?: string | undefined;
	readonly faultAt?: string | undefined;
	/** Types of schema.org, the first 50; with `ok: false` only. */
	readonly mentions?: readonly string[] | undefined;
	/** Names that one object has twice (JSON-LD 1.1 section 1.4 forbids that): all values but the last are lost. */
	readonly twice?: readonly RepeatedName[] | undefined;
}

export interface RepeatedName extends Located {
	readonly name: string;
}

/** Microdata (HTML section 5) or RDFa Lite 1.1. */
export interface MarkupNode extends StructuredNode, Located {}

export interface Stated extends Located {
	readonly property: string;
	readonly type: string;
	readonly value: string;
	readonly visible: boolean;
	/** Which thing of the page it belongs to, such as `json-ld 3`: a product's offers and rating belong to the product. */
	readonly of: string;
	/** The first amount of money that the text holds, where it does not hold this one. */
	readonly instead?: string | undefined;
	/** Present where several elements make up the amount, so that it may mean more than one. */
	readonly pieced?: true;
}

export interface UnknownTerm extends Located {
	/** `context`: the block names no vocabulary at all, and `term` is its first type. */
	readonly kind: "type" | "property" | "context";
	readonly term: string;
	readonly on: string | null;
	readonly form: "json-ld" | "microdata" | "rdfa";
	readonly nearest: string | null;
}
