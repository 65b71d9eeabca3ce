import { authenticateClient, type ClientCredentials } from "./authenticate-client.ts";
import type { AssertionParts } from "./client-assertion.ts";
import type { GrantCodes } from "./grant-codes.ts";
import type { Grants } from "./grants.ts";
import { oauthError } from "./oauth-errors.ts";
import { resourcesOf } from "./resources.ts";
import type { Revocations } from "./revocations.ts";
import type { VerifyToken } from "./verify-token.ts";

/** What is sent to the revocation endpoint: its form, and the Authorization field. */
export interface RevocationRequest extends ClientCredentials {
	readonly token?: string | undefined;
	/** Not looked at: what a token is, it says itself. */
	readonly token_type_hint?: string | undefined;
}

/** Ends what a credential of an agent stands for; nothing happens for what is none. */
export type GiveUpCredential = (token: string) => Promise<void>;

export interface RevocationParts extends AssertionParts {
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
export async function answerRevocation(request: RevocationRequest, parts: RevocationParts): Promise<void> {
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
