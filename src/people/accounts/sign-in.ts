import { createHash } from "node:crypto";
import { isAPIError } from "better-auth/api";
import * as z from "zod";
import { PRODUCT } from "#core/brand.ts";
import { LINK_MINUTES } from "#core/kept-for.ts";
import type { Mail } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import type { Auth } from "./auth.ts";
import { withMark } from "./session-cookie.ts";

export interface SignInLink {
	readonly email: string;
	/** Works once. Only its hash is stored. */
	readonly token: string;
	/** Path below the site's home that its owner is led to. */
	readonly next: string;
}

/** @param baseUrl address of the site, no trailing slash */
export function signInMail({ email, token, next }: SignInLink, baseUrl: string): Mail {
	const query = new URLSearchParams({ token, ...(next !== "/" && { next }) });
	return {
		to: email,
		subject: `Sign in to ${PRODUCT}`,
		text: [
			`Open this link to sign in to ${PRODUCT} at ${new URL(baseUrl).host}:`,
			"",
			`${baseUrl}/sign-in/link/?${query}`,
			"",
			`It works once, within ${LINK_MINUTES} minutes. It opens a page with a button: press it to sign in.`,
			"",
			"You did not ask for this? Then do nothing: without the link nobody gets in.",
			"",
		].join("\n"),
	};
}

const linkValue = z.object({ type: z.literal("magic-link"), email: z.string() });

/** Whom a link that still works signs in: the e-mail address. Looking does not use it up. */
export async function linkOwner({ sql }: Database, token: string, now: number): Promise<string | undefined> {
	// As better-auth's magic-link plugin names what it keeps of a link.
	const identifier = `magic-link:${createHash("sha256").update(token).digest("base64url")}`;
	const row = await sql
		.selectFrom("verification")
		.select(["value", "expiresAt"])
		.where("identifier", "=", identifier)
		.executeTakeFirst();
	if (row === undefined || new Date(row.expiresAt).getTime() <= now) return undefined;
	return linkValue.parse(JSON.parse(row.value)).email;
}

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
		return { id: response.user.id, cookies: withMark(answered.getSetCookie()) };
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

/** Answers one of better-auth's own routes. What its answer says of session and account is left out: pages have no use for it. */
export async function answerAuthRoute(auth: Auth, request: Request): Promise<Response> {
	const response = await auth.handler(request);
	const headers = new Headers({ "Cache-Control": "no-store" });
	for (const cookie of withMark(response.headers.getSetCookie())) headers.append("Set-Cookie", cookie);
	const location = response.headers.get("Location");
	if (location !== null) headers.set("Location", location);
	const isAnswered = request.method === "POST" && response.ok;
	if (location !== null || isAnswered)
		return new Response(null, { status: isAnswered ? 204 : response.status, headers });
	headers.set("Content-Type", "application/json");
	return new Response(response.body, { status: response.status, headers });
}
