import { isAPIError } from "better-auth/api";
import { AUTH_PATH, type Auth } from "./auth.ts";

/** Somebody who has just signed in. */
export interface SignedIn {
	/** Of the account. */
	readonly id: string;
	/** Set-Cookie fields of the answer. */
	readonly cookies: readonly string[];
}

/**
 * Signs in by the token of a link, and makes the account where there is none.
 * @param headers of the request, for the browser's name
 * @returns undefined where the link was used, has expired, or never was
 */
export async function signInByLink(
	auth: Auth,
	token: string,
	headers: Pick<Headers, "get">,
): Promise<SignedIn | undefined> {
	try {
		const { response, headers: answered } = await auth.api.magicLinkVerify({
			query: { token },
			headers: browserName(headers),
			returnHeaders: true,
		});
		return { id: response.user.id, cookies: answered.getSetCookie() };
	} catch (error) {
		// A link that does not work is answered with a redirection, which this program makes itself.
		if (isAPIError(error) && error.status === "FOUND") return undefined;
		throw error;
	}
}

/** All that a session keeps of a request. */
function browserName(headers: Pick<Headers, "get">): Headers {
	return new Headers({ "User-Agent": (headers.get("User-Agent") ?? "").slice(0, 300) });
}

/** Where sign-in by GitHub begins. @param next path below the site's home */
export async function beginGitHub(auth: Auth, baseUrl: string, next: string) {
	const { response, headers } = await auth.api.signInSocial({
		body: {
			provider: "github",
			callbackURL: baseUrl + next,
			errorCallbackURL: `${baseUrl}/sign-in/`,
			disableRedirect: true,
		},
		headers: new Headers(),
		returnHeaders: true,
	});
	if (response.url === undefined) throw new Error("better-auth named no address at GitHub");
	return { leave: response.url, cookies: headers.getSetCookie() };
}

/**
 * What of better-auth's own routes browsers may ask: passkeys, which need a script, and the way back from GitHub.
 * Everything else is done by our own forms.
 */
const ROUTES: ReadonlySet<string> = new Set([
	"GET /callback/github",
	"GET /passkey/generate-register-options",
	"POST /passkey/verify-registration",
	"GET /passkey/generate-authenticate-options",
	"POST /passkey/verify-authentication",
]);

/** @param path below the site's home */
export function isAuthRoute(method: string, path: string): boolean {
	return path.startsWith(AUTH_PATH) && ROUTES.has(`${method} ${path.slice(AUTH_PATH.length)}`);
}
