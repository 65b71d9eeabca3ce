/**
 * Bounds that several collectors share on what is read from one page and kept of it. A list that is cut still has its
 * full number in `counts`. Parser bounds hold memory; list bounds hold the size of the stored evidence.
 */

/**
 * Elements and comments in the tree. A browser's largest real pages stay near 100,000 in 5 MiB; 43 kB of unclosed
 * formatting elements would make 4.5 million, since each paragraph opens all of them again.
 */
export const MAX_TREE_NODES = 150_000;

/** The longest single-page manuals have some 400. */
export const MAX_HEADINGS = 500;

/** `<noscript>` elements that are parsed for their text; pages with lazy images have one each, without any. */
export const MAX_NOSCRIPTS = 50;

export const NAME_LENGTH = 300;
/** Pieces of text one name is put together from; keeps 2,000 names over one huge subtree linear. */
export const NAME_PIECES = 1_000;
/** Ids in one aria-labelledby that are followed. */
export const MAX_ID_REFERENCES = 20;
export const VALUE_LENGTH = 2_000;
export const TEXT_START_LENGTH = 500;

/** Words of which a text's fingerprint is made: a book of 150 pages. */
export const MAX_FINGERPRINT_WORDS = 50_000;

/** Nodes, values and their characters of Microdata, and of RDFa, on one page. */
export const MAX_MARKUP_NODES = 2_000;
export const MAX_MARKUP_VALUES = 20_000;

export const MAX_BARRIERS = 20;

export const MAX_BLANK_PRICES = 10;
