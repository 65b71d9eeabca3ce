import { ProtocolError } from "#core/protocol-error.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { VerifyToken } from "./verify-token.ts";

/** Who a person is, as far as they let the client know (OpenID Connect Core section 5.1). */
export interface UserInfo {
	/** Id of the account. */
	readonly sub: string;
	readonly email?: string;
	readonly email_verified?: true;
	readonly name?: string;
}

export interface UserInfoParts {
	readonly accounts: Pick<Accounts, "find">;
	readonly verifyToken: VerifyToken;
	readonly issuer: string;
}

/** @param authorization field of the request @throws ProtocolError `invalid_token`, `insufficient_scope` (RFC 6750 section 3.1) */
export async function answerUserInfo(
	authorization: string | null,
	{ accounts, verifyToken, issuer }: UserInfoParts,
): Promise<UserInfo> {
	const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? "")?.[1];
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
	const metadata = `resource_metadata="${issuer}/.well-known/oauth-protected-resource"`;
	const why = isBare
		? ""
		: `error="${error}", error_description="${says.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'")}", `;
	return new ProtocolError(status, error, says, { headers: { "WWW-Authenticate": `Bearer ${why}${metadata}` } });
}
