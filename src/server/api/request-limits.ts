/** Bytes that the body of a request may have. */
export const BODY_MAX_BYTES = 16_384;

/** Milliseconds after which a body must be complete. */
export const BODY_PATIENCE_MS = 10_000;
