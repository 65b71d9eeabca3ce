import type { Settings } from "#config/environment.ts";
import type { Database } from "#store/database.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { issueAccessToken, type NewAccessToken, type TokenAnswer } from "./access-tokens.ts";
import { openRevocations, type RevocableToken } from "./revocations.ts";
import { openTokenKeys, type TokenKeys } from "./token-keys.ts";
import { createVerifyToken, type VerifyToken } from "./verify-token.ts";

/** The authorization server: clients, tokens, and what people let clients do. */
export interface Oauth extends TokenKeys {
	/** A token that lives for an hour. */
	issueAccessToken(token: NewAccessToken): Promise<TokenAnswer>;
	/** Whether one of our tokens was revoked; by one read of an index. */
	isRevoked(token: RevocableToken): Promise<boolean>;
	/** Ends all tokens of a subject that were issued until now. */
	revokeSubject(subject: string): Promise<void>;
	readonly verifyToken: VerifyToken;
	/** Deletes what has expired. @param now milliseconds since 1970 */
	sweep(now: number): Promise<void>;
}

export interface OauthParts {
	readonly database: Database;
	readonly settings: Pick<Settings, "baseUrl" | "tokenKeys">;
	readonly secret: InstallationSecret;
	/** Milliseconds since 1970. */
	readonly now?: () => number;
}

/** @throws Failure `input-invalid` for keys of the settings that are none */
export function openOauth({ database, settings, secret, now = Date.now }: OauthParts): Oauth {
	const issuer = settings.baseUrl;
	const tokenKeys = openTokenKeys({ database, secret, configured: settings.tokenKeys, now });
	const revocations = openRevocations(database, now);
	return {
		...tokenKeys,
		issueAccessToken: (token) => issueAccessToken(token, { issuer, sign: tokenKeys.sign, now: now() }),
		isRevoked: (token) => revocations.isRevoked(token),
		revokeSubject: (subject) => revocations.revoke([`sub:${subject}`]),
		verifyToken: createVerifyToken({ tokenKeys, revocations, issuer, now }),
		sweep: (at) => revocations.sweep(at),
	};
}
