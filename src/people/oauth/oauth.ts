import type { Settings } from "#config/environment.ts";
import { ProtocolError } from "#core/protocol-error.ts";
import type { VerifyToken } from "#signing/jwt.ts";
import type { Database } from "#store/database.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { type Revocations, verifyOwnToken } from "./access-tokens.ts";
import { authenticateClient, type ClientCredentials } from "./authenticate-client.ts";
import { Clients } from "./clients.ts";
import { Consent } from "./consent.ts";
import { type CountLookUp, ForeignJson, publicWayOut, type WayOut } from "./foreign-json.ts";
import { Grants } from "./grants.ts";
import { BEARER, createChallenge, oauthError, resourcesOf } from "./protocol.ts";
import { sweepUsed } from "./secrets.ts";
import { answerToken, type ExchangeAssertion, type GrantedTokens, type TokenRequest } from "./token-endpoint.ts";
import type { TokenKeys } from "./token-keys.ts";

interface OauthOptions {
	readonly database: Database;
	readonly settings: Pick<Settings, "baseUrl">;
	readonly tokenKeys: Pick<TokenKeys, "sign" | "verifyingKeys">;
	readonly revocations: Revocations;
	readonly accounts: Pick<Accounts, "find">;
	readonly agents: {
		readonly exchange: ExchangeAssertion;
		/** Ends an agent's refresh token or assertion; ignores others. */
		giveUp(token: string): Promise<void>;
	};
	readonly openClient?: WayOut | undefined;
	readonly now?: (() => number) | undefined;
}

export class Oauth {
	readonly clients: Clients;
	readonly consent: Consent;
	readonly grants: Grants;
	readonly #parts: OauthOptions & {
		readonly json: ForeignJson;
		readonly issuer: string;
		readonly now: () => number;
	};

	constructor(options: OauthOptions) {
		const { database, settings, revocations, openClient, now = Date.now } = options;
		const issuer = settings.baseUrl;
		const json = new ForeignJson(openClient ?? publicWayOut(issuer), now);
		this.#parts = { ...options, json, issuer, now };
		this.clients = new Clients(database, json, now);
		this.grants = new Grants(database, revocations, now);
		this.consent = new Consent(this.clients, this.grants, issuer, now);
	}

	readonly verifyToken: VerifyToken = (token, audience) => verifyOwnToken(token, audience, this.#parts);

	/** @param count counts look-ups of the client @throws ProtocolError as RFC 6749 section 5.2 names them */
	token(request: TokenRequest, count?: CountLookUp): Promise<GrantedTokens> {
		return answerToken(request, { ...this.#parts, clients: this.clients, grants: this.grants, count });
	}

	/** @throws ProtocolError `invalid_token`, `insufficient_scope` (RFC 6750 section 3.1) */
	async userInfo(authorization: string | null): Promise<UserInfo> {
		const { accounts, issuer } = this.#parts;
		const token = BEARER.exec(authorization ?? "")?.[1];
		if (token === undefined)
			throw refused("invalid_token", "There is no access token.", issuer, 401, authorization === null);
		const claims = await this.verifyToken(token, issuer);
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

	/**
	 * RFC 7009: an access token ends alone, a refresh token with its grant, an agent's token with its registration. Its
	 * holder may end it, a client that names itself its own alone; other tokens get no answer of their own.
	 * @throws ProtocolError `invalid_request`, `invalid_client`
	 */
	async revoke(request: RevocationRequest, count?: CountLookUp): Promise<void> {
		const { agents, revocations, issuer } = this.#parts;
		const asking = await authenticateClient(request, { ...this.#parts, clients: this.clients, count });
		const client = asking?.client.id;
		const { token } = request;
		if (token === undefined || token === "") throw oauthError("invalid_request", "There is no token.");
		const isOurs = (of: string | undefined) => client === undefined || client === of;
		const grant = await this.grants.findRefresh(token);
		if (grant) {
			if (isOurs(grant.client)) await this.grants.end(grant.id);
			return;
		}
		await agents.giveUp(token);
		for (const resource of resourcesOf(issuer)) {
			const claims = await this.verifyToken(token, resource);
			if (!("refused" in claims) && isOurs(claims.clientId)) await revocations.revoke([`jti:${claims.jti}`], true);
		}
	}

	async sweep(now: number): Promise<void> {
		for (const part of [this.#parts.revocations, this.clients, this.grants]) await part.sweep(now);
		await sweepUsed(this.#parts.database, now);
	}
}

/** OpenID Connect Core section 5.1. */
interface UserInfo {
	readonly sub: string;
	readonly email?: string;
	readonly email_verified?: true;
	readonly name?: string;
}

/** @param isBare no error in the challenge, since no token was sent (RFC 6750 section 3) */
function refused(error: string, says: string, issuer: string, status = 401, isBare = false): ProtocolError {
	const challenge = createChallenge(issuer);
	return new ProtocolError(status, error, says, { headers: isBare ? challenge() : challenge(error, says) });
}

interface RevocationRequest extends ClientCredentials {
	readonly token?: string | undefined;
	/** Ignored: a token itself says what it is. */
	readonly token_type_hint?: string | undefined;
}
