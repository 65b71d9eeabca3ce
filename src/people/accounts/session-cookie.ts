import { createHmac, timingSafeEqual } from "node:crypto";
import { SESSION_MARK } from "#site/tools/page-script.ts";

/** With the prefix, which requires https, browsers reject the cookie from other hosts or over http. */
const NAME = "sightline-session";
const SECURE_NAME = `__Host-${NAME}`;
const SESSION_NAMES = [NAME, SECURE_NAME];

export function sessionCookieName(baseUrl: string): string {
	return isSecure(baseUrl) ? SECURE_NAME : NAME;
}

export function isSecure(baseUrl: string): boolean {
	return baseUrl.startsWith("https://");
}

/** better-auth's format: value, full stop, HMAC-SHA-256 in Base64, percent-encoded. */
export function sessionToken(
	header: string | null | undefined,
	{ baseUrl, secret }: { readonly baseUrl: string; readonly secret: string },
): string | undefined {
	const value = cookieValue(header, sessionCookieName(baseUrl));
	const [, token = "", signature = ""] = /^([\w-]{1,200})\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(value)) ?? [];
	if (token === "") return undefined;
	const expected = createHmac("sha256", secret).update(token).digest();
	const given = Buffer.from(signature, "base64");
	return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

export function expiredSessionCookies(baseUrl: string): string[] {
	const secure = isSecure(baseUrl) ? "; Secure" : "";
	return withMark([`${sessionCookieName(baseUrl)}=; Max-Age=0; Path=/; HttpOnly${secure}; SameSite=Lax`]);
}

/** Adds the mark, an empty cookie for scripts that is set and removed with the session cookie. */
export function withMark(cookies: readonly string[]): string[] {
	return cookies.flatMap((cookie) => [cookie, ...markOf(cookie)]);
}

/** The mark's Set-Cookie field, for a signed-in browser without it. Expires with the browser session. */
export function missingMark(header: string | null, baseUrl: string): string | undefined {
	if (cookieValue(header, SESSION_MARK)) return undefined;
	return `${SESSION_MARK}=1; Path=/${isSecure(baseUrl) ? "; Secure" : ""}; SameSite=Lax`;
}

function markOf(cookie: string): string[] {
	const [pair = "", ...attributes] = cookie.split(/; */);
	if (!SESSION_NAMES.some((name) => pair.startsWith(`${name}=`))) return [];
	const isEnd = attributes.some((each) => /^max-age=0$/i.test(each));
	const shown = attributes.filter((each) => !/^httponly$/i.test(each));
	return [[`${SESSION_MARK}=${isEnd ? "" : "1"}`, ...shown].join("; ")];
}

function cookieValue(header: string | null | undefined, name: string): string | undefined {
	const pair = header?.split(";").find((each) => each.trimStart().startsWith(`${name}=`));
	return pair?.slice(pair.indexOf("=") + 1).trim();
}

function decoded(value = ""): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return "";
	}
}

export const AUTH_PATH = "/api/auth";

export interface AuthRoute {
	readonly isChallenge: boolean;
	readonly isFromElsewhere: boolean;
}

const CHALLENGE: AuthRoute = { isChallenge: true, isFromElsewhere: false };
const ANSWER: AuthRoute = { isChallenge: false, isFromElsewhere: false };

/** better-auth routes for passkeys, which need a script, and GitHub's callback; our own forms do the rest. */
const ROUTES: ReadonlyMap<string, AuthRoute> = new Map([
	["GET /passkey/generate-register-options", CHALLENGE],
	["POST /passkey/verify-registration", ANSWER],
	["GET /passkey/generate-authenticate-options", CHALLENGE],
	["POST /passkey/verify-authentication", ANSWER],
	["GET /callback/github", { isChallenge: false, isFromElsewhere: true }],
]);

export function authRoute(method: string, path: string): AuthRoute | undefined {
	return path.startsWith(`${AUTH_PATH}/`) ? ROUTES.get(`${method} ${path.slice(AUTH_PATH.length)}`) : undefined;
}
