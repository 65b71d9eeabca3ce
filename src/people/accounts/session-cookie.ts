import { createHmac, timingSafeEqual } from "node:crypto";

/** The prefix makes browsers refuse a cookie of that name that another host or an unencrypted answer sets; it needs https. */
const NAME = "sightline-session";

/** @param baseUrl address of the site */
export function sessionCookieName(baseUrl: string): string {
	return isSecure(baseUrl) ? `__Host-${NAME}` : NAME;
}

export function isSecure(baseUrl: string): boolean {
	return baseUrl.startsWith("https://");
}

/**
 * The session's token, where the cookie carries one with our signature: HMAC-SHA-256 in Base64, after a full stop, both
 * percent-encoded, as better-auth signs cookies.
 * @param header Cookie field of the request
 */
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

/** Takes the cookie away from the browser. */
export function expiredSessionCookie(baseUrl: string): string {
	const secure = isSecure(baseUrl) ? "; Secure" : "";
	return `${sessionCookieName(baseUrl)}=; Max-Age=0; Path=/; HttpOnly${secure}; SameSite=Lax`;
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
