/** Minutes in which a sign-in link works, once. */
export const LINK_MINUTES = 10;
/** Days after which a browser is signed out. */
export const SESSION_DAYS = 30;
