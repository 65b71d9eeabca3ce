import type { Settings } from "#config/environment.ts";
import { ProtocolError } from "#core/protocol-error.ts";
import type { GuardedClient } from "#net/guarded-client.ts";
import type { Database } from "#store/database.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import {
	createVerifyToken,
	issueAccessToken,
	type NewAccessToken,
	openRevocations,
	type Revocations,
	type TokenAnswer,
	type VerifyToken,
} from "./access-tokens.ts";
import { type AssertionParts, authenticateClient, type ClientCredentials } from "./authenticate-client.ts";
import { openClients, openMetadataDocuments, type Registration } from "./clients.ts";
import { type Consent, openConsent } from "./consent.ts";
import { type CountLookUp, createForeignJson, publicWayOut } from "./foreign-json.ts";
import { type GrantCodes, type Grants, type ListedGrant, openGrantCodes, openGrants } from "./grants.ts";
import { BEARER, createChallenge, oauthError, resourcesOf } from "./protocol.ts";
import { sweepUsed } from "./secrets.ts";
import { answerToken, type ExchangeAssertion, type GrantedTokens, type TokenRequest } from "./token-endpoint.ts";
import { openTokenKeys, type TokenKeys } from "./token-keys.ts";

/** The authorization server: clients, tokens, and what people let clients do. */
export interface Oauth extends TokenKeys {
	/** @throws ProtocolError as RFC 7591 section 3.2.2 names them */
	register(metadata: unknown): Promise<Registration>;
	/** @param count counts what is looked up of the client @throws ProtocolError as RFC 6749 section 5.2 names them */
	token(request: TokenRequest, count?: CountLookUp): Promise<GrantedTokens>;
	/** @throws ProtocolError `invalid_request`, `invalid_client` */
	revoke(request: RevocationRequest, count?: CountLookUp): Promise<void>;
	/** @param authorization field of the request @throws ProtocolError `invalid_token`, `insufficient_scope` */
	userInfo(authorization: string | null): Promise<UserInfo>;
	/** People who are asked by a client. */
	readonly consent: Consent;
	/** A token that lives for an hour. */
	issueAccessToken(token: NewAccessToken): Promise<TokenAnswer>;
	/** Ends all tokens of a subject that were issued until now. */
	revokeSubject(subject: string): Promise<void>;
	/** Ends all tokens of a subject that never comes back, also those that are being issued at this moment. */
	endSubject(subject: string): Promise<void>;
	readonly verifyToken: VerifyToken;
	/** What an account has let clients do, newest first. @param account its id */
	grants(account: string): Promise<readonly ListedGrant[]>;
	/** Takes that back, with all tokens that rest on it; nothing happens to others' grants. */
	endGrant(account: string, grant: string): Promise<void>;
	exportOf(account: string): Promise<readonly ListedGrant[]>;
	forget(account: string): Promise<void>;
	/** Deletes what has expired. @param now milliseconds since 1970 */
	sweep(now: number): Promise<void>;
}

export interface OauthParts {
	readonly database: Database;
	readonly settings: Pick<Settings, "baseUrl" | "tokenKeys">;
	readonly secret: InstallationSecret;
	readonly accounts: Pick<Accounts, "find">;
	readonly exchange: ExchangeAssertion;
	/** Ends what an agent's refresh token or assertion stands for; nothing for what is none. */
	readonly giveUp: GiveUpCredential;
	/** In place of the way out to clients' documents and keys on public addresses. */
	readonly openClient?: (() => GuardedClient) | undefined;
	/** Milliseconds since 1970. */
	readonly now?: () => number;
}

/** @throws Failure `input-invalid` for keys of the settings that are none */
export function openOauth({
	database,
	settings,
	secret,
	accounts,
	exchange,
	giveUp,
	now = Date.now,
	...parts
}: OauthParts): Oauth {
	const issuer = settings.baseUrl;
	const tokenKeys = openTokenKeys({ database, secret, configured: settings.tokenKeys, now });
	const { sign } = tokenKeys;
	const revocations = openRevocations(database, now);
	const verifyToken = createVerifyToken({ tokenKeys, revocations, issuer, now });
	const json = createForeignJson({ openClient: parts.openClient ?? publicWayOut(issuer), now });
	const clients = openClients(database, openMetadataDocuments(json), now);
	const grants = openGrants(database, revocations, now);
	const codes = openGrantCodes(database, grants, now);
	const asking = { database, clients, json, issuer, now };
	return {
		...tokenKeys,
		register: (metadata) => clients.register(metadata),
		token: (request, count) => answerToken(request, { ...asking, count, grants, codes, sign, exchange }),
		revoke: (request, count) =>
			answerRevocation(request, { ...asking, count, grants, codes, revocations, verifyToken, giveUp }),
		userInfo: (authorization) => answerUserInfo(authorization, { accounts, verifyToken, issuer }),
		consent: openConsent({ clients, codes, issuer, now }),
		issueAccessToken: (token) => issueAccessToken(token, { issuer, sign, now: now() }),
		revokeSubject: (subject) => revocations.revoke([`sub:${subject}`]),
		endSubject: (subject) => revocations.revoke([`sub:${subject}`], true),
		verifyToken,
		grants: (account) => grants.list(account),
		endGrant: (account, grant) => grants.end(grant, account),
		exportOf: (account) => grants.list(account),
		forget: (account) => grants.forget(account),
		async sweep(at) {
			for (const part of [revocations, clients, grants, codes]) await part.sweep(at);
			await sweepUsed(database, at);
		},
	};
}

/** Who a person is, as far as they let the client know (OpenID Connect Core section 5.1). */
interface UserInfo {
	/** Id of the account. */
	readonly sub: string;
	readonly email?: string;
	readonly email_verified?: true;
	readonly name?: string;
}

interface UserInfoParts {
	readonly accounts: Pick<Accounts, "find">;
	readonly verifyToken: VerifyToken;
	readonly issuer: string;
}

/** @param authorization field of the request @throws ProtocolError `invalid_token`, `insufficient_scope` (RFC 6750 section 3.1) */
async function answerUserInfo(
	authorization: string | null,
	{ accounts, verifyToken, issuer }: UserInfoParts,
): Promise<UserInfo> {
	const token = BEARER.exec(authorization ?? "")?.[1];
	if (token === undefined)
		throw refused("invalid_token", "There is no access token.", issuer, 401, authorization === null);
	const claims = await verifyToken(token, issuer);
	if ("refused" in claims) throw refused("invalid_token", `The access token is refused. ${claims.refused}`, issuer);
	const { scopes } = claims;
	const account = claims.account === undefined ? undefined : await accounts.find(claims.account);
	if (!scopes.includes("openid"))
		throw refused("insufficient_scope", "The access token does not hold the scope openid.", issuer, 403);
	if (!account) throw refused("invalid_token", "The access token acts for nobody.", issuer);
	return {
		sub: account.id,
		...(scopes.includes("email") && { email: account.email, email_verified: true as const }),
		...(scopes.includes("profile") && account.name !== "" && { name: account.name }),
	};
}

/** @param isBare without an error in the challenge, since no token was sent (RFC 6750 section 3) */
function refused(error: string, says: string, issuer: string, status = 401, isBare = false): ProtocolError {
	const challenge = createChallenge(issuer);
	return new ProtocolError(status, error, says, { headers: isBare ? challenge() : challenge(error, says) });
}

/** What is sent to the revocation endpoint: its form, and the Authorization field. */
interface RevocationRequest extends ClientCredentials {
	readonly token?: string | undefined;
	/** Not looked at: what a token is, it says itself. */
	readonly token_type_hint?: string | undefined;
}

/** Ends what a credential of an agent stands for; nothing happens for what is none. */
export type GiveUpCredential = (token: string) => Promise<void>;

interface RevocationParts extends AssertionParts {
	readonly grants: Pick<Grants, "end">;
	readonly codes: Pick<GrantCodes, "findRefresh">;
	readonly revocations: Pick<Revocations, "revoke">;
	readonly verifyToken: VerifyToken;
	readonly giveUp: GiveUpCredential;
}

/**
 * Ends a token (RFC 7009): an access token alone, or with a refresh token all of its grant, or with an agent's refresh token or assertion
 * its registration. Whoever holds a token may end it; a client that
 * names itself ends its own alone. Of a token that is unknown or somebody else's nothing is said.
 * @throws ProtocolError `invalid_request`, `invalid_client`
 */
async function answerRevocation(request: RevocationRequest, parts: RevocationParts): Promise<void> {
	const client = (await authenticateClient(request, parts))?.client.id;
	const { token } = request;
	if (token === undefined || token === "") throw oauthError("invalid_request", "There is no token.");
	const isOurs = (of: string | undefined) => client === undefined || client === of;
	const grant = await parts.codes.findRefresh(token);
	if (grant) {
		if (isOurs(grant.client)) await parts.grants.end(grant.id);
		return;
	}
	await parts.giveUp(token);
	for (const resource of resourcesOf(parts.issuer)) {
		const claims = await parts.verifyToken(token, resource);
		if (!("refused" in claims) && isOurs(claims.clientId)) await parts.revocations.revoke([`jti:${claims.jti}`], true);
	}
}
