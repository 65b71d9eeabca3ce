/** How long things are kept or hold. Those about people are what the program does, and what its page about privacy says. */

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** An unlisted audit, its receipt and its pages, unless a further audit finds the same. */
export const LIVE_AUDIT_DAYS = 30;
/** What was sent by the form of `/contact/`. */
export const REQUEST_DAYS = 180;
/** Minutes in which a sign-in link works, once. */
export const LINK_MINUTES = 10;
/** Days after which a browser is signed out. */
export const SESSION_DAYS = 30;
