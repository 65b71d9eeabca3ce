/** Retention periods; the privacy page states those of personal data. */

export const DAY_MS = 86_400_000;

/** For an unlisted audit with its receipt and pages, unless another audit finds the same. */
export const LIVE_AUDIT_DAYS = 30;
/** For messages from the form of `/contact/`. */
export const REQUEST_DAYS = 180;
export const LINK_MINUTES = 10;
export const SESSION_DAYS = 30;
