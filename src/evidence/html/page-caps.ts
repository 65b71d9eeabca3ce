/** Shared limits: on parsing for memory, on lists for stored size. `counts` has the full length of a cut list. */

/** Elements and comments. A real page of 5 MiB has 100,000; 43 kB of tags reopened in each paragraph, 4.5 million. */
export const MAX_TREE_NODES = 150_000;

/** The longest single-page manuals have about 400. */
export const MAX_HEADINGS = 500;

/** `<noscript>` elements whose content is parsed; pages with lazy images have one per image, without text. */
export const MAX_NOSCRIPTS = 50;

export const NAME_LENGTH = 300;
/** Keeps 2,000 names over one huge subtree linear. */
export const NAME_PIECES = 1_000;
export const MAX_ID_REFERENCES = 20;
export const VALUE_LENGTH = 2_000;
export const TEXT_START_LENGTH = 500;

/** Per page, for Microdata and RDFa each. */
export const MAX_MARKUP_NODES = 2_000;
export const MAX_MARKUP_VALUES = 20_000;
