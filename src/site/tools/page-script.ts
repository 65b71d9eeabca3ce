/** What the script that registers tools knows before it has loaded anything else: every page has it, so this imports nothing. */

/**
 * Name of the cookie that stands beside the session's and says nothing but that there is one: scripts of pages read it, since the
 * session's own is hidden from them.
 */
export const SESSION_MARK = "sightline-signed-in";

/** What an agent is answered where not even the tool could be loaded. */
export const UNLOADED =
	"The page could not load what the tool consists of: the network may be down, or the site has a newer version. Load the page again and call again.";
