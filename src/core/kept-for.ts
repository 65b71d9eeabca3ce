/** The page about privacy states those that concern people. */

export const DAY_MS = 86_400_000;

/** An unlisted audit, its receipt and its pages, unless a further audit finds the same. */
export const LIVE_AUDIT_DAYS = 30;
/** What was sent by the form of `/contact/`. */
export const REQUEST_DAYS = 180;
export const LINK_MINUTES = 10;
export const SESSION_DAYS = 30;
