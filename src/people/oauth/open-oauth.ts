import type { Settings } from "#config/environment.ts";
import { userAgent } from "#core/brand.ts";
import { createGuardedClient, type GuardedClient } from "#net/guarded-client.ts";
import { isPublicAddress } from "#net/public-address.ts";
import type { Database } from "#store/database.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { issueAccessToken, type NewAccessToken, type TokenAnswer } from "./access-tokens.ts";
import { openClients, type Registration } from "./clients.ts";
import { type Consent, openConsent } from "./consent.ts";
import { createForeignJson } from "./foreign-json.ts";
import { openGrantCodes } from "./grant-codes.ts";
import { type ListedGrant, openGrants } from "./grants.ts";
import { openMetadataDocuments } from "./metadata-documents.ts";
import { answerRevocation, type GiveUpCredential, type RevocationRequest } from "./revocation-endpoint.ts";
import { openRevocations, type RevocableToken } from "./revocations.ts";
import { answerToken, type ExchangeAssertion, type GrantedTokens, type TokenRequest } from "./token-endpoint.ts";
import { openTokenKeys, type TokenKeys } from "./token-keys.ts";
import { sweepUsed } from "./used-once.ts";
import { answerUserInfo, type UserInfo } from "./userinfo.ts";
import { createVerifyToken, type VerifyToken } from "./verify-token.ts";

/** The authorization server: clients, tokens, and what people let clients do. */
export interface Oauth extends TokenKeys {
	/** @throws ProtocolError as RFC 7591 section 3.2.2 names them */
	register(metadata: unknown): Promise<Registration>;
	/** @throws ProtocolError as RFC 6749 section 5.2 names them */
	token(request: TokenRequest): Promise<GrantedTokens>;
	/** @throws ProtocolError `invalid_request`, `invalid_client` */
	revoke(request: RevocationRequest): Promise<void>;
	/** @param authorization field of the request @throws ProtocolError `invalid_token`, `insufficient_scope` */
	userInfo(authorization: string | null): Promise<UserInfo>;
	/** People who are asked by a client. */
	readonly consent: Consent;
	/** A token that lives for an hour. */
	issueAccessToken(token: NewAccessToken): Promise<TokenAnswer>;
	/** Whether one of our tokens was revoked; by one read of an index. */
	isRevoked(token: RevocableToken): Promise<boolean>;
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
	const wayOut = () => createGuardedClient({ userAgent: userAgent(issuer), isPublicAddress, ports: [443] });
	const json = createForeignJson({ openClient: parts.openClient ?? wayOut, now });
	const clients = openClients(database, openMetadataDocuments(json), now);
	const grants = openGrants(database, revocations, now);
	const codes = openGrantCodes(database, grants, now);
	const asking = { database, clients, json, issuer, now };
	return {
		...tokenKeys,
		register: (metadata) => clients.register(metadata),
		token: (request) => answerToken(request, { ...asking, grants, codes, sign, exchange }),
		revoke: (request) => answerRevocation(request, { ...asking, grants, codes, revocations, verifyToken, giveUp }),
		userInfo: (authorization) => answerUserInfo(authorization, { accounts, verifyToken, issuer }),
		consent: openConsent({ clients, codes, issuer, now }),
		issueAccessToken: (token) => issueAccessToken(token, { issuer, sign, now: now() }),
		isRevoked: (token) => revocations.isRevoked(token),
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
