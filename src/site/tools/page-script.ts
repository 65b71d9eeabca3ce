/** Every page loads this, so that it imports nothing. */

/** Says only that there is a session, for scripts of pages: the session's own cookie is hidden from them. */
export const SESSION_MARK = "sightline-signed-in";

export const UNLOADED =
	"The page could not load what the tool consists of: the network may be down, or the site has a newer version. Load the page again and call again.";
