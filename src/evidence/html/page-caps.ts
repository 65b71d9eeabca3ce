/**
 * Bounds on what is read from one page and kept of it. A list cut here still has its full number in `counts`.
 * Parser bounds hold memory; list bounds hold the size of the stored evidence.
 */

/**
 * Elements and comments in the tree. A browser's largest real pages stay near 100,000 in 5 MiB; 43 kB of unclosed
 * formatting elements would make 4.5 million, since each paragraph opens all of them again.
 */
export const MAX_TREE_NODES = 150_000;
/** Browsers nest no deeper than this (Blink's kMaximumHTMLParserDOMTreeDepth), so a larger number means nothing. */
export const MAX_DEPTH = 512;

/** JSON of one page's digest. Of 682 real pages, half have less than 120 kB, and all less than this. Bytes. */
export const MAX_DIGEST_BYTES = 2_000_000;
/** JSON of all further pages of a deep audit while they come in, in equal shares: 640 kB for each of 25. Bytes. */
export const MAX_SAMPLE_BYTES = 16_000_000;

/** One title counts; a few more show a template that writes it twice. */
export const MAX_TITLES = 10;
/** Pages with full social and icon metadata have about 60. */
export const MAX_METAS = 300;
/** Room for 200 hreflang alternates beside styles and preloads. */
export const MAX_LINKS = 500;
/** The longest single-page manuals have some 400. */
export const MAX_HEADINGS = 500;
/** Site maps written as a page reach 1,500. */
export const MAX_ANCHORS = 2_000;
export const MAX_CLICK_TARGETS = 100;
/** Shop listings show up to a few hundred. */
export const MAX_IMAGES = 1_000;

/** A person fills in fewer; more come from tables of check boxes, which repeat one pattern. */
export const MAX_FIELDS = 500;
export const MAX_FORMS = 200;
export const MAX_BUTTONS = 1_000;
/** One or two are there; more repeat the same one. */
export const MAX_CAPTCHAS = 20;
/** Pages have about six; named sections add a few dozen. */
export const MAX_LANDMARKS = 100;

export const MAX_HIDDEN = 50;
/** Characters of one hidden passage: enough to distinguish an instruction from a menu. */
export const HIDDEN_LENGTH = 300;
/** Shorter comments are markers that builders leave. */
export const MIN_COMMENT_LENGTH = 20;
/** `<noscript>` elements that are parsed for their text; pages with lazy images have one each, without any. */
export const MAX_NOSCRIPTS = 50;
export const NOSCRIPT_LENGTH = 4_000;

export const NAME_LENGTH = 300;
/** Pieces of text one name is put together from; keeps 2,000 names over one huge subtree linear. */
export const NAME_PIECES = 1_000;
/** Ids in one aria-labelledby that are followed. */
export const MAX_ID_REFERENCES = 20;
export const VALUE_LENGTH = 2_000;
export const STYLE_LENGTH = 2_000;
export const TEXT_START_LENGTH = 500;
/** An app's mount element may hold a "Loading…" or a request to turn JavaScript on, and is still empty. */
export const APP_ROOT_TEXT = 80;

/** Blocks and characters of JSON-LD on one page that are read; later blocks are left out, not called invalid. */
export const MAX_JSON_LD_BLOCKS = 50;
export const MAX_JSON_LD_LENGTH = 1_000_000;
/** Nesting that is followed; schema.org markup stays under 10. */
export const MAX_JSON_LD_DEPTH = 64;
/** Nodes kept of one page; a product listing has a few hundred. */
export const MAX_JSON_LD_NODES = 2_000;

/** Words of which a text's fingerprint is made: a book of 150 pages. */
export const MAX_FINGERPRINT_WORDS = 50_000;

/** Nodes, values and their characters of Microdata, and of RDFa, on one page. */
export const MAX_MARKUP_NODES = 2_000;
export const MAX_MARKUP_VALUES = 20_000;
export const MAX_MARKUP_LENGTH = 1_000_000;
/** Facts of structured data that are looked for in the visible text. */
export const MAX_STATED = 100;
/** Characters of visible text that such facts are looked for in; the longest single-page manuals have 2 million. */
export const MAX_SEARCHED_TEXT = 2_000_000;
/** Names that schema.org does not have, and names written twice in one JSON object: a template repeats its own faults. */
export const MAX_UNKNOWN_TERMS = 50;
export const MAX_REPEATED_NAMES = 10;

export const MAX_BARRIERS = 20;
/** Elements whose names are looked up as possible barriers; the largest site maps have some 2,000 links. */
export const MAX_NAMED = 3_000;

/** `<style>` elements, and characters of all of them, that are read for what they hide. */
export const MAX_STYLES = 50;
export const STYLE_SHEET_LENGTH = 300_000;

/** Dates and names of one page when and by whom it was written; a few, unless it is a list of others. */
export const MAX_DATES = 50;
export const MAX_BYLINES = 20;
/** Characters of a name with a title and an office. */
export const BYLINE_LENGTH = 100;
export const MAX_BLANK_PRICES = 10;
export const MAX_TABLES = 200;
/** Players of a page that lists episodes. */
export const MAX_MEDIA = 100;
export const MAX_INSECURE = 100;
export const MAX_READER_LINKS = 20;
export const MAX_PAYWALLS = 10;
/** Hidden parts that are held back until the page's controls are known. */
export const MAX_HIDDEN_PARTS = 2_000;
