/** What the visible text is written in; parts that name a language of their own, and code, left out. */
export interface TextLanguage {
	/** Letters that were looked at, at most 10,000. */
	readonly letters: number;
	/** Share of the letters by ISO 15924 script, most first: `Latn`, `Cyrl`; hiragana and katakana are `Kana`. */
	readonly scripts: Readonly<Record<string, number>>;
	/** Words that were looked at, at most 4,000. */
	readonly words: number;
	/**
	 * Share of these words that stand in the texts of one language and hardly in any other, most first, six at most; a
	 * group of closely related languages is one: `{ "en": 0.2, "cs sk": 0.004 }`. Empty where there are few words.
	 */
	readonly languages: Readonly<Record<string, number>>;
}

/** How much text there is, and where. All lengths in characters of folded text. */
export interface TextFacts {
	/** Characters of visible text, white space folded; script, style, template and hidden parts left out. */
	readonly visible: number;
	/** The part of it inside `<main>`, role=main, or else `<article>`. */
	readonly main: number;
	/** Visible text outside `<main>` in header, navigation, search, asides and footer; absent in older evidence. */
	readonly frame?: number | undefined;
	/**
	 * Characters of the page's own text, whatever its markup: header, navigation, search, asides, footer, banners, dialogs
	 * and lists of links to other pages left out. This and the next three are absent in older evidence.
	 */
	readonly content?: number | undefined;
	/** Words of it, numbers alone left out, among the first MAX_FINGERPRINT_WORDS words of the page. */
	readonly contentWords?: number | undefined;
	/** Distinct words among its first 2,000, upper and lower case alike. */
	readonly contentUniqueWords?: number | undefined;
	/** Its first 500 characters. */
	readonly contentStart?: string | undefined;
	/** Absent in older evidence. */
	readonly placeholder?: PlaceholderText | undefined;
	/** The first 500 characters of visible text. */
	readonly start: string;
	/** Words of visible text; a character of a script without spaces (Han, Kana, Thai …) counts as one. */
	readonly words: number;
	/** Source characters before the first text of the main part, or before the first text where there is none. */
	readonly mainOffset: number;
	/** Characters of the main part (of all visible text where there is no main part) inside `data-nosnippet`. */
	readonly noSnippet: number;
	/** Characters hidden by CSS or attribute that belong to no menu, dialog, tab, details or other known widget. */
	readonly hidden: number;
	/**
	 * MinHash of the main text (of all visible text where there is no main part): FINGERPRINT_LENGTH unsigned 32-bit
	 * numbers over shingles of 5 words. The share of equal places estimates how much two texts have in common.
	 * Empty where there are fewer than 5 words.
	 */
	readonly fingerprint: readonly number[];
	/** Absent in older evidence, and where there is little text. */
	readonly language?: TextLanguage | undefined;
}

/** Words of the page's own text, quotations left out, that stand where text is still to be written; by their blocks. */
export interface PlaceholderText {
	/** Words that were looked at, at most 4,000. */
	readonly words: number;
	/** In blocks of Latin filler, such as lorem ipsum. */
	readonly filler: number;
	/** In blocks in which a site builder asks the owner for text. */
	readonly prompts: number;
	/** In blocks that say one thing over and over, or once more what an earlier block says. */
	readonly repeated: number;
}

export interface PageTable extends Located {
	readonly rows: number;
	/** Cells of the longest row. */
	readonly columns: number;
	/** `<th>`, or cells with the role of a header. */
	readonly headers: number;
	readonly caption: string;
	/** role=presentation|none, or a table that only lays out: one row or column, or other tables inside. */
	readonly layout: boolean;
}

/** Video or audio; a silent background video (muted, autoplay, no controls) is decoration. */
export interface PageMedia extends Located {
	readonly tag: "video" | "audio";
	readonly src: string | null;
	/** Kinds of its `<track>` elements. */
	readonly tracks: readonly string[];
	readonly background: boolean;
	/** A link or heading nearby that says transcript, or aria-describedby. */
	readonly transcript: boolean;
}

/** A date that a person can see and that speaks of the page itself: none of comments, teasers and lists of articles. */
export interface PageDate extends Located {
	/** `YYYY-MM-DD`; null where the words could not be read for certain. */
	readonly date: string | null;
	/** What it says it is, by the words before it or the markup around it. */
	readonly label: "published" | "updated" | "unlabelled";
	readonly from: "time" | "text";
	/** Present where it stands in the article that the page consists of, not in one of several. */
	readonly inArticle?: true;
}

/** Who wrote the page, as a person can see it. */
export interface PageByline extends Located {
	readonly name: string;
	/** `link`: to a page about an author, by its address. */
	readonly from: "rel=author" | "address" | "itemprop" | "class" | "link" | "text";
	/** As of a date. */
	readonly inArticle?: true;
}

/** What a customer reads on the page: each as written, null where the text has none. */
export interface CustomerFacts {
	/** Amounts of money in the visible text. */
	readonly amounts: number;
	/** Places of a price that hold dashes and no figure; the first MAX_BLANK_PRICES of them. */
	readonly blankPrices: { readonly count: number; readonly first: readonly Located[] };
	readonly telephone: string | null;
	/** Postal address. */
	readonly address: string | null;
	/** Opening hours. */
	readonly hours: string | null;
}

/** A script, style, frame, image, or form address over http: on a page that came over https. */
export interface InsecureResource extends Located {
	readonly url: string;
	/** W3C Mixed Content: `blockable` is not loaded at all, `upgradeable` is fetched over https instead. */
	readonly kind: "blockable" | "upgradeable" | "form";
}

/** Data that a framework writes into the page for its own scripts: `__NEXT_DATA__`, `application/json` and the like. */
export interface InlineState extends Located {
	/** Bytes of the largest one in UTF-8. */
	readonly bytes: number;
	/** Bytes of all of them. */
	readonly total: number;
}

/** Links that readers of the page may have written: in comments, to other hosts; none of their forms and tools. */
export interface ReaderLinks {
	readonly count: number;
	/** Those without rel=ugc, nofollow or sponsored. */
	readonly bare: readonly Located[];
	readonly bareCount: number;
}

/** A place in the source and the bytes that stand there. */
export interface Located {
	/** `line 12, column 3`, 1-based, in the decoded source. */
	readonly at: string;
	/** The tag or text as written, at most EXCERPT_LENGTH characters. */
	readonly excerpt: string;
}
