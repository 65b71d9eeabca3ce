/** The content of one HTML page, as plain data to hash and store. Lists are capped; `counts` has full numbers. */

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
	/** False if the parser moved it into the body, where search engines ignore canonical and hreflang. */
	readonly inHead: boolean;
}

export interface PageHeading extends Located {
	readonly level: number;
	/** Accessible name: content with image alternatives. */
	readonly text: string;
	/** Hidden from the accessibility tree. */
	readonly hidden?: true;
	/** Not visible to readers, or part of a consent request: its faults count, its merits do not. */
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
	/** See `PageHeading`. */
	readonly unseen?: true;
	readonly apart?: true;
}

/** An element other than a link or control that handles clicks, or that is where links are expected. */
export interface PageClickTarget extends Located {
	readonly name: string;
	readonly inNav: boolean;
	/** Present if a handler leaves the page, or it has data-href or role=link. */
	readonly leads?: boolean;
	/** Present if nothing in the HTML handles clicks: a navigation's words without any link or control. */
	readonly bare?: true;
}

export interface PageImage extends Located {
	readonly src: string | null;
	/** null: no alt attribute; "": declared decorative. */
	readonly alt: string | null;
	readonly ariaName: string;
	readonly decorative: boolean;
}

/** A labelable form control for people to fill in: no hidden, submit, reset, button or image inputs. */
export interface PageField extends Located {
	readonly tag: string;
	readonly type: string;
	readonly name: string;
	readonly nameFrom: "label" | "aria-labelledby" | "aria-label" | "title" | "placeholder" | "none";
	readonly hidden: boolean;
	/** See `PageHeading`. */
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
	/** The body was cut, or has more elements than we keep. */
	readonly truncated: boolean;
	/** As in `DecodedText`: a `late-meta` is in the given line, after the first 1,024 bytes. */
	readonly charset: {
		readonly label: string;
		readonly from: "bom" | "header" | "meta" | "late-meta" | "default";
		readonly line?: number;
	};
	readonly doctype: boolean;
	/** Start tags, to report what is missing from an element. */
	readonly parts: Readonly<Record<"html" | "head" | "body", Located>>;
	readonly lang: PageText | null;
	readonly dir?: "ltr" | "rtl" | "auto" | undefined;
	/** Every `<title>` outside svg; the first one is effective. */
	readonly titles: readonly PageText[];
	readonly baseHref: string | null;
	/** A refresh in noscript. */
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
	/** Empty mount element of a client-rendered app (`#root`, `#app`, `#__next` …). */
	readonly appRoot: Located | null;
	readonly cuts?: readonly Cut[] | undefined;
	readonly counts: {
		readonly elements: number;
		readonly depth: number;
		readonly scripts: number;
		/** Scripts that render nothing: data blocks, and known analytics. */
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
	/** Share of letters by ISO 15924 script, largest first: `Latn`, `Cyrl`; hiragana and katakana count as `Kana`. */
	readonly scripts: Readonly<Record<string, number>>;
	readonly words: number;
	/** Share of words typical of a language or of a group of close ones, at most 6: `{ "en": 0.2, "cs sk": 0.004 }`. */
	readonly languages: Readonly<Record<string, number>>;
}

/** All lengths in characters, with white space collapsed. */
export interface TextFacts {
	/** Without script, style, template and hidden parts. */
	readonly visible: number;
	/** Visible characters inside `<main>` or role=main, else inside `<article>`. */
	readonly main: number;
	/** Visible text outside `<main>` in header, navigation, search, asides and footer. */
	readonly frame?: number | undefined;
	/** The page's own text: without header, navigation, search, asides, footer, banners, dialogs and lists of links. */
	readonly content?: number | undefined;
	/** Words in `content`, without idle words and numbers, among the page's first MAX_FINGERPRINT_WORDS words. */
	readonly contentWords?: number | undefined;
	/** Meaningless words of visible text: random letters, repetitions, lists of keywords, consent dialogs. */
	readonly idleWords?: number | undefined;
	/** Distinct words among the first 2,000 of `content`, ignoring case. */
	readonly contentUniqueWords?: number | undefined;
	readonly contentStart?: string | undefined;
	readonly placeholder?: PlaceholderText | undefined;
	readonly consent?: ConsentText | undefined;
	readonly start: string;
	/** Words of visible text; a character of a script without spaces (Han, Kana, Thai …) counts as one. */
	readonly words: number;
	/** Source characters before the first text of the main part, or of the page if it has no main part. */
	readonly mainOffset: number;
	/** Characters of the main part (else of all visible text) inside `data-nosnippet`. */
	readonly noSnippet: number;
	/** Characters hidden by CSS or attribute outside of menus, dialogs, tabs, details and other known widgets. */
	readonly hidden: number;
	/** MinHash of 5-word shingles of the main text (else of all visible text); empty below 5 words. */
	readonly fingerprint: readonly number[];
	readonly language?: TextLanguage | undefined;
}

/** Words of the page's own text, without quotations, in blocks of placeholder text. */
export interface PlaceholderText {
	readonly words: number;
	readonly filler: number;
	/** In blocks where a site builder asks the owner for text. */
	readonly prompts: number;
	/** In blocks that repeat themselves, or an earlier block. */
	readonly repeated: number;
}

/** Words of consent dialogs (cookies and the like) and words outside them, both without the page's frame. */
export interface ConsentText {
	readonly words: number;
	readonly beside: number;
}

export interface PageTable extends Located {
	readonly rows: number;
	readonly columns: number;
	readonly headers: number;
	readonly caption: string;
	/** role=presentation|none, or a layout table: one row or column, or nested tables. */
	readonly layout: boolean;
}

/** Video or audio; a silent background video (muted, autoplay, no controls) is decoration. */
export interface PageMedia extends Located {
	readonly tag: "video" | "audio";
	readonly src: string | null;
	readonly tracks: readonly string[];
	readonly background: boolean;
	/** A nearby link or heading that says transcript, or aria-describedby. */
	readonly transcript: boolean;
}

/** A visible date of the page itself, not of comments, teasers or lists of articles. */
export interface PageDate extends Located {
	/** `YYYY-MM-DD`; null if the text is ambiguous. */
	readonly date: string | null;
	readonly label: "published" | "updated" | "unlabelled";
	readonly from: "time" | "text";
	/** Present if it is in the only article of the page. */
	readonly inArticle?: true;
}

export interface PageByline extends Located {
	readonly name: string;
	readonly from: "rel=author" | "address" | "itemprop" | "class" | "link" | "text";
	readonly inArticle?: true;
}

export interface CustomerFacts {
	readonly amounts: number;
	/** Price elements with dashes instead of an amount; the first MAX_BLANK_PRICES of them. */
	readonly blankPrices: { readonly count: number; readonly first: readonly Located[] };
	readonly telephone: string | null;
	readonly address: string | null;
	readonly hours: string | null;
}

export interface InsecureResource extends Located {
	readonly url: string;
	/** W3C Mixed Content: browsers block `blockable`, and fetch `upgradeable` over https. */
	readonly kind: "blockable" | "upgradeable" | "form";
}

/** Data that a framework writes into the page for its own scripts: `__NEXT_DATA__`, `application/json` and the like. */
export interface InlineState extends Located {
	/** UTF-8 bytes of the largest one. */
	readonly bytes: number;
	readonly total: number;
}

/** Links to other hosts that readers may have written in comments, without the comment system's own forms and tools. */
export interface ReaderLinks {
	readonly count: number;
	/** Without rel=ugc, nofollow or sponsored. */
	readonly bare: readonly Located[];
	readonly bareCount: number;
}

export interface Located {
	/** `line 12, column 3`, 1-based, in the decoded source. */
	readonly at: string;
	readonly excerpt: string;
}

/** Barriers that the source alone proves (ACT rules, WAI-ARIA 1.2, HTML); contrast and target size need rendering. */
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
	/** A clause with values of this page: `"aria-labell" is no attribute of WAI-ARIA`. */
	readonly says: string;
	/** Present on an image without a name in a link without one: one alt text names both. */
	readonly inNamelessLink?: boolean;
}

export interface Operability {
	readonly examined: Readonly<Partial<Record<BarrierKind, number>>>;
	readonly found: Readonly<Partial<Record<BarrierKind, number>>>;
	readonly barriers: readonly Barrier[];
	readonly inNamelessLinks?: number | undefined;
}

export interface PageForm extends Located {
	/** Absolute; null if neither the form nor its submit button has an action. */
	readonly action: string | null;
	readonly method: string;
	readonly methodStated: boolean;
	/** Fields for people to fill in; those without a name attribute are not submitted. */
	readonly fields: number;
	readonly named: number;
	readonly submits: boolean;
	readonly password: boolean;
	readonly toolName: string | null;
	readonly search: boolean;
	/** See `PageHeading`. */
	readonly unseen?: true;
}

export interface PageCaptcha extends Located {
	readonly vendor: string;
	/** A script alone may also score silently, or protect a form on another page. */
	readonly from: "script" | "frame" | "widget";
	readonly inForm: boolean;
	/** Present if the page asks the vendor to show a challenge only to suspicious visits. */
	readonly invisible?: true;
}

export interface PageButton extends Located {
	readonly name: string;
	readonly hidden?: true;
	/** Present in a search, dialog, comment section or social feed: not one of the page's own lists. */
	readonly apart?: true;
}

export interface StructuredNode {
	/** schema.org types without prefix, others as full IRIs if the page declares them. */
	readonly types: readonly string[];
	/** `@id` as written; `itemid` or `resource` as an absolute address; or null. */
	readonly id: string | null;
	/** Property → values: strings unchanged, numbers and booleans as text, nodes as `@id:<id>` or `#<index>`. */
	readonly properties: Readonly<Record<string, readonly string[]>>;
	readonly top: boolean;
}

export interface JsonLdNode extends StructuredNode {
	readonly block: number;
}

/** With `ok: false`, the excerpt is the faulty line. */
export interface JsonLdBlock extends Located {
	readonly ok: boolean;
	/** No content, `{}`, `[]`, `null`, or only a context. */
	readonly empty?: true | undefined;
	/** With line and column inside the block. */
	readonly error?: string | undefined;
	readonly faultAt?: string | undefined;
	/** schema.org types, the first 50; only with `ok: false`. */
	readonly mentions?: readonly string[] | undefined;
	/** Names that one object has twice (forbidden by JSON-LD 1.1 section 1.4): parsers keep only the last value. */
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
	/** The item that it belongs to, such as `json-ld 3`: offers and ratings belong to their product. */
	readonly of: string;
	/** The first amount of money in the text, if the text does not contain this one. */
	readonly instead?: string | undefined;
	/** Present if several elements form the amount, so that it may be ambiguous. */
	readonly pieced?: true;
}

export interface UnknownTerm extends Located {
	/** `context`: the block declares no vocabulary; `term` is its first type. */
	readonly kind: "type" | "property" | "context";
	readonly term: string;
	readonly on: string | null;
	readonly form: "json-ld" | "microdata" | "rdfa";
	readonly nearest: string | null;
}
