/**
 * What one HTML page says, as plain data: it can be written by hand in a test, hashed, stored and replayed.
 * Lists are cut at their caps in `page-caps.ts`; `counts` always holds the full numbers.
 */

import type {
	CustomerFacts,
	InlineState,
	InsecureResource,
	Located,
	PageByline,
	PageDate,
	PageMedia,
	PageTable,
	ReaderLinks,
	TextFacts,
} from "./digest/content.ts";
import type { Operability, PageButton, PageCaptcha, PageForm } from "./digest/operability.ts";
import type { JsonLdBlock, JsonLdNode, MarkupNode, Stated, UnknownTerm } from "./digest/structured-data.ts";
import type { Cut } from "./fit-size.ts";

export interface PageText extends Located {
	readonly text: string;
}

export interface PageMeta extends Located {
	/** Value of name, property or http-equiv, lower case. */
	readonly key: string;
	readonly by: "name" | "property" | "http-equiv" | "itemprop";
	readonly content: string;
}

/** A `<link>` element. */
export interface PageLink extends Located {
	/** Lower-case tokens of rel. */
	readonly rel: readonly string[];
	/** As written; null when missing. */
	readonly href: string | null;
	readonly hreflang: string | null;
	readonly type: string | null;
	/** False when the parser put it into the body, where search engines ignore canonical and hreflang. */
	readonly inHead: boolean;
}

export interface PageHeading extends Located {
	/** 1 to 6; aria-level counts. */
	readonly level: number;
	/** Accessible name: content with image alternatives. */
	readonly text: string;
	/** Present where the heading is hidden from the accessibility tree. */
	readonly hidden?: true;
}

export interface PageAnchor extends Located {
	/** As written; null when missing. */
	readonly href: string | null;
	/** Absolute address by the page's base; null when it cannot be resolved. */
	readonly url: string | null;
	/** Accessible name, by the simple part of accname 1.2: aria-labelledby, aria-label, content with image alt, title. */
	readonly name: string;
	readonly rel: readonly string[];
	/** Inside `<nav>` or role=navigation. */
	readonly inNav: boolean;
	/** Has an event handler attribute, or a role other than link. */
	readonly scripted: boolean;
	/** Present where the link is hidden from the accessibility tree; such a link needs no name. */
	readonly hidden?: true;
	/** As of a button; only set on links without an address. */
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
	/** Name by aria-label, aria-labelledby or title; "" when none. */
	readonly ariaName: string;
	/** role=presentation|none, or hidden from the accessibility tree. */
	readonly decorative: boolean;
}

/** A labelable form control that a person fills in; hidden, submit, reset, button and image inputs are left out. */
export interface PageField extends Located {
	/** `input`, `select`, `textarea`. */
	readonly tag: string;
	/** Type of an input, `text` when none; else the tag. */
	readonly type: string;
	/** Accessible name; "" when none. */
	readonly name: string;
	/** Where the name came from. */
	readonly nameFrom: "label" | "aria-labelledby" | "aria-label" | "title" | "placeholder" | "none";
	/** Hidden from the accessibility tree. */
	readonly hidden: boolean;
}

export interface PageLandmark extends Located {
	/** `main`, `navigation`, `banner`, `contentinfo`, `complementary`, `search`, `region`, `form`. */
	readonly role: string;
	readonly label: string;
}

/** Text that stands in the source but is hidden from people, or characters that nobody sees. */
export interface HiddenText extends Located {
	/** How it is hidden: `hidden attribute`, `display:none`, `visibility:hidden`, `comment`, `off-screen`, `zero size`,
	 * `transparent`, `colour of its background`, `style sheet`, `template`, `noscript`, `invisible characters`. */
	readonly how: string;
	readonly text: string;
}

export interface PageDigest {
	/** Length of the body in bytes, after content-encoding. */
	readonly bytes: number;
	/** True when the body was cut, or has more elements than are kept; the digest tells of the beginning. */
	readonly truncated: boolean;
	/** As of `DecodedText`: a `late-meta` stands behind the first 1,024 bytes, in the line given. */
	readonly charset: {
		readonly label: string;
		readonly from: "bom" | "header" | "meta" | "late-meta" | "default";
		readonly line?: number;
	};
	readonly doctype: boolean;
	/** `lang` of `<html>`; null when missing. */
	readonly lang: PageText | null;
	/** `dir` of `<html>`; absent where it has none that is valid, and in older evidence. */
	readonly dir?: "ltr" | "rtl" | "auto" | undefined;
	/** Every `<title>` of the document that is not inside svg; the first counts. */
	readonly titles: readonly PageText[];
	readonly baseHref: string | null;
	readonly metas: readonly PageMeta[];
	readonly links: readonly PageLink[];
	readonly headings: readonly PageHeading[];
	readonly anchors: readonly PageAnchor[];
	/** Absent in older evidence. */
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
	/** Elements marked as a paywall, or as what it hides. */
	readonly paywalls: readonly Located[];
	readonly operability: Operability;
	readonly jsonLd: { readonly blocks: readonly JsonLdBlock[]; readonly nodes: readonly JsonLdNode[] };
	readonly microdata: readonly MarkupNode[];
	readonly rdfa: readonly MarkupNode[];
	/** Facts of the structured data, and whether a person sees them too. */
	readonly stated: readonly Stated[];
	/** Names in the structured data that are not schema.org's, though the page says so. */
	readonly unknownTerms: readonly UnknownTerm[];
	readonly hidden: readonly HiddenText[];
	readonly text: TextFacts;
	/** Empty mount element of a client-rendered app (`#root`, `#app`, `#__next` …), where there is one. */
	readonly appRoot: Located | null;
	/** What was left out, since it is more than is kept of one page; absent where all was kept, as nearly always. */
	readonly cuts?: readonly Cut[] | undefined;
	readonly counts: {
		readonly elements: number;
		readonly depth: number;
		readonly scripts: number;
		/** Those that draw nothing: blocks of data, and known measurement of visits; absent in older evidence. */
		readonly idleScripts?: number | undefined;
		readonly anchors: number;
		readonly images: number;
		readonly fields: number;
		readonly headings: number;
	};
}
