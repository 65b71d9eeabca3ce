import { passkey } from "@better-auth/passkey";
import { APIError, betterAuth } from "better-auth";
import { magicLink } from "better-auth/plugins/magic-link";
import type { GitHubApp } from "#config/people-settings.ts";
import { PRODUCT } from "#core/brand.ts";
import { LINK_MINUTES, SESSION_DAYS } from "#core/kept-for.ts";
import type { Database } from "#store/database.ts";
import { organizationPlugin } from "../agencies/organization-plugin.ts";
import { apiKeyPlugin } from "../keys/api-key-plugin.ts";
import { AUTH_PATH } from "./auth-routes.ts";
import { FRESH_MINUTES } from "./session.ts";
import { isSecure, sessionCookieName } from "./session-cookie.ts";

export interface AuthParts {
	readonly database: Database;
	readonly secret: string;
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
	readonly gitHubApp: GitHubApp | undefined;
	/** Sends a sign-in link. `next` is a path below the site's home. */
	readonly sendLink: (link: { readonly email: string; readonly token: string; readonly next: string }) => Promise<void>;
	/** Gets what better-auth finds wrong. */
	readonly onFault: (error: unknown) => void;
}

/**
 * better-auth over our own tables, as we use it: it signs people in and keeps what they sign in with. Sessions are read,
 * listed and ended by our own SQL, requests are counted by our own limits.
 */
export function createAuth(parts: AuthParts) {
	const { database, secret, baseUrl, gitHubApp } = parts;
	return betterAuth({
		appName: PRODUCT,
		// With the path: of an address alone better-auth would make one of its own below the prefix.
		baseURL: baseUrl + AUTH_PATH,
		// As a list, so that no variable of better-auth's own in the environment takes its place.
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
		// It stands for a person and not only for a device: whoever holds it gives a PIN, a finger or a face.
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

/** What is not needed is not kept: pictures, and tokens that would open somebody's account at GitHub. */
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
				// An account is known by its address, so GitHub must have checked it.
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
		// It would put a prefix of its own before our name.
		useSecureCookies: false,
		cookiePrefix: secure ? "__Host-sightline" : "sightline",
		cookies: { session_token: { name: sessionCookieName(baseUrl), attributes } },
		defaultCookieAttributes: attributes,
		// Addresses of people's machines are not kept with their sessions.
		ipAddress: { disableIpTracking: true },
		database: { validateSchema: false },
	};
}
