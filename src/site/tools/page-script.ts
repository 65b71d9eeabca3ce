/** Every page loads this, so it must not import anything. */

/** Cookie that tells page scripts that there is a session; the session cookie itself is HttpOnly. */
export const SESSION_MARK = "sightline-signed-in";

export const UNLOADED =
	"The page could not load what the tool consists of: the network may be down, or the site has a newer version. Load the page again and call again.";
