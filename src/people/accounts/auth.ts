import { createHash } from "node:crypto";
import { apiKey } from "@better-auth/api-key";
import { passkey } from "@better-auth/passkey";
import { APIError, betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { magicLink } from "better-auth/plugins/magic-link";
import { organization } from "better-auth/plugins/organization";
import * as z from "zod";
import type { GitHubApp } from "#config/environment.ts";
import { PRODUCT } from "#core/brand.ts";
import { LINK_MINUTES, SESSION_DAYS } from "#core/kept-for.ts";
import type { Mail } from "#mail/mailer.ts";
import { agencyAccess, agencyRoles } from "#people/agencies/agency-access.ts";
import { KEY_NAME_LENGTH, KEY_PREFIX } from "#people/keys/api-keys.ts";
import type { Words } from "#site/brief/languages.ts";
import type { Database } from "#store/database.ts";
import { FRESH_MINUTES } from "./account.ts";
import { AUTH_PATH, isSecure, sessionCookieName, withMark } from "./session-cookie.ts";

interface AuthParts {
	readonly database: Database;
	readonly secret: string;
	readonly baseUrl: string;
	readonly gitHubApp: GitHubApp | undefined;
	/** `next` is a path relative to home. */
	readonly sendLink: (link: { readonly email: string; readonly token: string; readonly next: string }) => Promise<void>;
	readonly onFault: (error: unknown) => void;
}

/** better-auth signs people in and stores credentials; our own SQL and limits handle sessions and request counts. */
export function createAuth(parts: AuthParts) {
	const { database, secret, baseUrl, gitHubApp } = parts;
	return betterAuth({
		appName: PRODUCT,
		// Includes the path, or better-auth would append its own.
		baseURL: baseUrl + AUTH_PATH,
		// A list, so that better-auth's environment variables do not override it.
		secrets: [{ version: 1, value: secret }],
		database: { db: database.sql, type: database.kind },
		telemetry: { enabled: false },
		rateLimit: { enabled: false },
		logger: {
			level: "error",
			log: (_level, message, ...details) => parts.onFault(new Error(message, { cause: details[0] })),
		},
		session: {
			expiresIn: SESSION_DAYS * 86_400,
			disableSessionRefresh: true,
			freshAge: FRESH_MINUTES * 60,
			cookieCache: { enabled: false },
		},
		...(gitHubApp && { socialProviders: { github: gitHubApp } }),
		databaseHooks: storedFields,
		onAPIError: { errorURL: `${baseUrl}/sign-in/` },
		advanced: cookieOptions(baseUrl),
		plugins: [linkPlugin(parts), passkeyPlugin(baseUrl), organizationPlugin(), apiKeyPlugin()],
	});
}

export type Auth = ReturnType<typeof createAuth>;

function linkPlugin({ sendLink }: AuthParts) {
	return magicLink({
		storeToken: "hashed",
		expiresIn: LINK_MINUTES * 60,
		sendMagicLink: ({ email, token, metadata }) => sendLink({ email, token, next: String(metadata?.next ?? "/") }),
	});
}

function passkeyPlugin(baseUrl: string) {
	const { hostname, origin } = new URL(baseUrl);
	const refuseUnverified = (info: { readonly userVerified: boolean } | undefined) => {
		if (!info?.userVerified) throw new APIError("BAD_REQUEST", { code: "USER_NOT_VERIFIED" });
	};
	return passkey({
		rpID: hostname,
		rpName: PRODUCT,
		origin,
		// Require user verification (PIN or biometrics): a passkey stands for a person, not only for a device.
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
		registration: {
			afterVerification: async ({ verification }) => refuseUnverified(verification.registrationInfo),
		},
		authentication: {
			afterVerification: async ({ verification }) => refuseUnverified(verification.authenticationInfo),
		},
		advanced: { webAuthnChallengeCookie: "passkey" },
	});
}

/** Do not store tokens for the GitHub account. */
const NO_TOKENS = {
	accessToken: null,
	refreshToken: null,
	idToken: null,
	accessTokenExpiresAt: null,
	refreshTokenExpiresAt: null,
	scope: null,
};

const storedFields = {
	user: {
		create: {
			before: async <T extends { emailVerified: boolean }>(user: T) => {
				// Accounts are identified by address, so GitHub must have verified it.
				if (!user.emailVerified) throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED" });
				return { data: { ...user, image: null } };
			},
		},
	},
	account: {
		create: { before: async <T>(account: T) => ({ data: { ...account, ...NO_TOKENS } }) },
		update: { before: async <T>(account: T) => ({ data: { ...account, ...NO_TOKENS } }) },
	},
};

function cookieOptions(baseUrl: string) {
	const secure = isSecure(baseUrl);
	const attributes = { secure, httpOnly: true, sameSite: "lax", path: "/" } as const;
	return {
		// Otherwise better-auth puts its own prefix before our name.
		useSecureCookies: false,
		cookiePrefix: secure ? "__Host-sightline" : "sightline",
		cookies: { session_token: { name: sessionCookieName(baseUrl), attributes } },
		defaultCookieAttributes: attributes,
		// Do not store IP addresses in sessions.
		ipAddress: { disableIpTracking: true },
		database: { validateSchema: false },
	};
}

const AGENCIES_MAX = 10;
const MEMBERS_MAX = 50;
/** Pending invitations per agency. */
const INVITATIONS_MAX = 20;
const INVITATION_DAYS = 7;

/** An agency is a better-auth organization. We send the emails ourselves. */
function organizationPlugin() {
	return organization({
		ac: agencyAccess,
		roles: agencyRoles,
		creatorRole: "owner",
		organizationLimit: AGENCIES_MAX,
		membershipLimit: MEMBERS_MAX,
		invitationLimit: INVITATIONS_MAX,
		invitationExpiresIn: INVITATION_DAYS * 86_400,
		// Only the verified owner of the address may answer.
		requireEmailVerificationOnInvitation: true,
		// Our code deletes the agency with its data in one transaction.
		disableOrganizationDeletion: true,
	});
}

/** Characters of a key shown to its owner later, including the prefix. */
const START_LENGTH = KEY_PREFIX.length + 6;

/** Our own limits count requests by key. */
function apiKeyPlugin() {
	return apiKey({
		defaultPrefix: KEY_PREFIX,
		requireName: true,
		maximumNameLength: KEY_NAME_LENGTH,
		startingCharactersConfig: { shouldStore: true, charactersLength: START_LENGTH },
		rateLimit: { enabled: false },
	});
}

export interface SignInLink {
	readonly email: string;
	/** Single-use. Only its hash is stored. */
	readonly token: string;
	/** Path relative to home. */
	readonly next: string;
}

export function signInMail({ email, token, next }: SignInLink, baseUrl: string, words: Words): Mail {
	const query = new URLSearchParams({ token, ...(next !== "/" && { next }) });
	const { MAILS, filled, lang } = words;
	const { subject, open, works, unasked } = MAILS.signIn;
	return {
		to: email,
		lang,
		subject: filled(subject, { product: PRODUCT }),
		text: [
			filled(open, { product: PRODUCT, site: new URL(baseUrl).host }),
			`${baseUrl}/sign-in/link/?${query}`,
			filled(works, { minutes: LINK_MINUTES }),
			`${unasked}\n`,
		].join("\n\n"),
	};
}

const linkValue = z.object({ type: z.literal("magic-link"), email: z.string() });

export async function linkOwner({ sql }: Database, token: string, now: number): Promise<string | undefined> {
	// Identifier format of better-auth's magic-link plugin.
	const identifier = `magic-link:${createHash("sha256").update(token).digest("base64url")}`;
	const row = await sql
		.selectFrom("verification")
		.select(["value", "expiresAt"])
		.where("identifier", "=", identifier)
		.executeTakeFirst();
	if (row === undefined || new Date(row.expiresAt).getTime() <= now) return undefined;
	return linkValue.parse(JSON.parse(row.value)).email;
}

export interface SignedIn {
	readonly id: string;
	readonly cookies: readonly string[];
}

/** Creates the account if needed. @returns undefined if the link was used, has expired or is unknown */
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
		// better-auth redirects for an invalid link; we respond ourselves.
		if (isAPIError(error) && error.status === "FOUND") return undefined;
		throw error;
	}
}

/** The only request header stored with a session. */
function browserName(headers: Pick<Headers, "get">): Headers {
	return new Headers({ "User-Agent": (headers.get("User-Agent") ?? "").slice(0, 300) });
}

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

/** Drops session and account data from better-auth's response, which pages do not need. */
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
