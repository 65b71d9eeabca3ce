import type { Account } from "#people/accounts/account.ts";
import { KEY_PREFIX } from "#people/keys/api-keys.ts";
import { BEARER, type Challenge, createChallenge, PUBLIC_SCOPES } from "#people/oauth/protocol.ts";
import type { People } from "#people/open-people.ts";
import type { Endpoint, Identity, Scope } from "#server/api/endpoint.ts";
import type { LiveApp } from "#server/api/live-app.ts";
import { Rejection } from "#server/api/problems.ts";
import type { VerifyToken } from "#signing/jwt.ts";
import type { SiteLinks } from "#site/page/site-links.ts";

export interface Credentials {
	readonly verifyToken: VerifyToken;
	readonly people: Pick<People, "accounts" | "keys">;
	readonly app: Pick<LiveApp, "baseUrl">;
}

type Demands = Pick<Endpoint, "scope" | "account" | "audience">;

/**
 * By Authorization (RFC 6750 section 3), else site session, else address. Ignores cookies on cross-site requests.
 * @throws Rejection `authorization-malformed`, `token-invalid`, `sign-in-required`, `scope-missing`
 */
export async function identify(
	headers: Pick<Headers, "get">,
	addressKey: string,
	demands: Demands,
	credentials: Credentials,
): Promise<Identity> {
	const { account } = demands;
	const authorization = headers.get("authorization");
	if (authorization === null && account === undefined) return { kind: "anonymous", key: addressKey };
	const challenge = createChallenge(credentials.app.baseUrl, demands.audience);
	const identity =
		authorization === null
			? account && (await identifyPage(headers, credentials))
			: await identifyBearer(bearerToken(authorization, challenge), demands, challenge, credentials);
	if (account === "required" && identity?.account === undefined)
		throw new Rejection("sign-in-required", { headers: challenge() });
	return identity ?? { kind: "anonymous", key: addressKey };
}

/** Ignores cookies on cross-site requests. */
async function identifyPage(
	headers: Pick<Headers, "get">,
	{ people, app }: Credentials,
): Promise<Identity | undefined> {
	if (headers.get("cookie") === null || !isSameOrigin(headers, new URL(app.baseUrl).origin)) return undefined;
	const account = await accountOf(people, headers);
	return account && { kind: "session", key: accountKey(account.id), account: account.id, mayChange: true };
}

async function identifyBearer(
	token: string,
	{ scope, audience }: Demands,
	challenge: Challenge,
	credentials: Credentials,
): Promise<Identity> {
	if (token.startsWith(KEY_PREFIX)) return identifyKey(token, scope, challenge, credentials);
	const { verifyToken, app } = credentials;
	const claims = await verifyToken(token, app.baseUrl + (audience ?? ""));
	if ("refused" in claims) throw invalid(challenge, "access token", claims.refused);
	const { subject, scopes, account } = claims;
	if (scope && !scopes.includes(scope)) throw scopeMissing(challenge, "access token", scope);
	// The prefix keeps a subject that looks like an address apart.
	if (account === undefined) return { kind: "token", key: `token:${subject}`, scopes };
	return { kind: "grant", key: accountKey(account), account, mayChange: scopes.includes("audit:write"), scopes };
}

/** For scopes that depend on the body. @throws Rejection `scope-missing` */
export function demandScope({ scopes }: Identity, scope: Scope, baseUrl: string, audience: Endpoint["audience"]): void {
	if (scopes && !scopes.includes(scope)) throw scopeMissing(createChallenge(baseUrl, audience), "access token", scope);
}

async function identifyKey(
	key: string,
	scope: Scope | undefined,
	challenge: Challenge,
	{ people }: Credentials,
): Promise<Identity> {
	const holder = await people.keys.holderOf(key);
	if (!holder) throw invalid(challenge, "API key", "The key does not exist: it may have been revoked or have expired.");
	const { account, scopes } = holder;
	const isHeld = scope === undefined || [...PUBLIC_SCOPES, ...scopes].includes(scope);
	if (!isHeld) throw scopeMissing(challenge, "API key", scope);
	return { kind: "key", key: accountKey(account), account, mayChange: scopes.includes("audit:write") };
}

type Credential = "access token" | "API key";

function scopeMissing(challenge: Challenge, what: Credential, scope: Scope): Rejection {
	const why = `The ${what} does not have the scope of this endpoint.`;
	return new Rejection("scope-missing", {
		detail: `${why} It is ${scope}. Get one with that scope, or leave the Authorization field out.`,
		headers: challenge("insufficient_scope", why, `, scope="${scope}"`),
	});
}

function bearerToken(authorization: string, challenge: Challenge): string {
	const token = BEARER.exec(authorization)?.[1];
	if (token !== undefined) return token;
	if (!/^(?:Bearer\b|$)/i.test(authorization) && !authorization.includes(",")) {
		throw invalid(challenge, "access token", "Only the scheme Bearer is supported.");
	}
	// Two Authorization fields arrive joined by a comma.
	throw new Rejection("authorization-malformed", {
		headers: challenge("invalid_request", "The Authorization field is malformed."),
	});
}

function invalid(
	challenge: Challenge,
	what: Credential,
	why: string,
	todo = "Get a new one, or omit the Authorization field.",
): Rejection {
	return new Rejection("token-invalid", {
		detail: `The ${what} is not valid. ${why} ${todo}`,
		headers: challenge("invalid_token", why),
	});
}

export async function accountOf(
	people: Pick<People, "accounts">,
	headers: { get(name: string): string | null },
): Promise<Account | undefined> {
	const cookie = headers.get("cookie");
	return cookie === null ? undefined : (await people.accounts.session(cookie))?.account;
}

/** Returns to the page after sign-in. Drops a submitted form, which may contain private data. */
export function signInAddress({ method, url }: Pick<Request, "method" | "url">, links: SiteLinks): string {
	const { pathname, search } = new URL(url);
	const next = `/${pathname.slice(links.home.length)}${method === "POST" ? "" : search}`;
	return `${links.signIn}?next=${encodeURIComponent(next)}`;
}

/** Shared by all keys and sessions of an account. The prefix keeps ids that look like addresses apart. */
export function accountKey(account: string): string {
	return `account:${account}`;
}

/** By Origin, Sec-Fetch-Site or Referer (plain http), which scripts cannot set (Fetch section 3.2; Fetch Metadata). */
export function isSameOrigin(headers: { get(name: string): string | null }, origin: string): boolean {
	const named = headers.get("origin");
	if (named !== null) return named === origin;
	const site = headers.get("sec-fetch-site");
	return site === null ? (headers.get("referer")?.startsWith(`${origin}/`) ?? false) : site === "same-origin";
}

/** From this site or a typed address. A browser that sends no header may be following another site's link. */
export function isOwnVisit(headers: { get(name: string): string | null }, origin: string): boolean {
	return headers.get("sec-fetch-site") === "none" || isSameOrigin(headers, origin);
}
