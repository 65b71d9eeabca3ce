/**
 * Name of the cookie that stands beside the session's and says nothing but that there is one: scripts of pages read it, since the
 * session's own is hidden from them.
 */
export const SESSION_MARK = "sightline-signed-in";
