import { hash, timingSafeEqual } from "node:crypto";
import { issueAccessToken, type NewAccessToken, TOKEN_SECONDS, type TokenAnswer } from "./access-tokens.ts";
import {
	type AskingClient,
	type AssertionParts,
	authenticateClient,
	type ClientCredentials,
} from "./authenticate-client.ts";
import { type Clients, GRANT_TYPES, type GrantType, JWT_BEARER } from "./clients.ts";
import type { Grant, Grants } from "./grants.ts";
import { invalidClient, oauthError, PUBLIC_SCOPES, resourceOf, splitScope } from "./protocol.ts";
import type { TokenKeys } from "./token-keys.ts";

export interface TokenRequest extends ClientCredentials {
	readonly grant_type?: string | undefined;
	readonly scope?: string | undefined;
	readonly resource?: string | readonly string[] | undefined;
	readonly code?: string | undefined;
	readonly redirect_uri?: string | undefined;
	readonly code_verifier?: string | undefined;
	readonly refresh_token?: string | undefined;
	readonly assertion?: string | undefined;
}

export interface GrantedTokens extends TokenAnswer {
	readonly refresh_token?: string;
	readonly id_token?: string;
}

/** @throws ProtocolError `invalid_grant` and others */
export type ExchangeAssertion = (
	assertion: string,
	/** `scope` as sent; the client, where it has authenticated. */
	asked: { readonly scope: string | undefined; readonly clientId: string | undefined },
) => Promise<{ readonly subject: string; readonly scopes: readonly string[]; readonly account?: string | undefined }>;

export interface TokenEndpointParts extends AssertionParts {
	readonly clients: Clients;
	readonly grants: Grants;
	readonly tokenKeys: Pick<TokenKeys, "sign">;
	readonly agents: { readonly exchange: ExchangeAssertion };
}

/** @throws ProtocolError as RFC 6749 section 5.2 names them */
export async function answerToken(request: TokenRequest, parts: TokenEndpointParts): Promise<GrantedTokens> {
	const type = GRANT_TYPES.find((known) => known === request.grant_type);
	if (request.grant_type === undefined) throw oauthError("invalid_request", "There is no grant_type.");
	if (type === undefined)
		throw oauthError("unsupported_grant_type", `The grant_type must be one of ${GRANT_TYPES.join(", ")}.`);
	const asking = await authenticateClient(request, parts);
	if (type === JWT_BEARER) return byAssertion(request, asking, parts);
	if (!asking) throw invalidClient("There is no client_id, and this grant is for clients alone.");
	checkGrantType(asking, type);
	const tokens = await {
		authorization_code: byCode,
		refresh_token: byRefreshToken,
		client_credentials: byClient,
	}[type](request, asking, parts);
	await parts.clients.use(asking.client);
	return tokens;
}

function checkGrantType({ client }: AskingClient, type: GrantType): void {
	if (!client.metadata.grant_types.includes(type))
		throw oauthError("unauthorized_client", `The client has not registered the grant ${type}.`);
}

const issue = (token: NewAccessToken, { issuer, tokenKeys, now }: TokenEndpointParts) =>
	issueAccessToken(token, { issuer, tokenKeys, now: now() });

/** Any holder of an assertion may exchange it; a client that names itself needs permission. */
async function byAssertion(
	{ assertion, scope, resource }: TokenRequest,
	asking: AskingClient | undefined,
	parts: TokenEndpointParts,
): Promise<GrantedTokens> {
	if (asking) checkGrantType(asking, JWT_BEARER);
	if (assertion === undefined) throw oauthError("invalid_request", "There is no assertion.");
	const audience = resourceOf(resource, parts.issuer);
	const clientId = asking?.isAuthenticated ? asking.client.id : undefined;
	const { subject, scopes, account } = await parts.agents.exchange(assertion, { scope, clientId });
	return issue({ subject, scopes, account, audience, clientId: asking?.client.id ?? subject }, parts);
}

async function byClient(
	{ scope, resource }: TokenRequest,
	{ client, isAuthenticated }: AskingClient,
	parts: TokenEndpointParts,
): Promise<GrantedTokens> {
	if (!isAuthenticated) throw invalidClient("The grant client_credentials needs a client that authenticates.");
	const held = splitScope(client.metadata.scope);
	const allowed = PUBLIC_SCOPES.filter((each) => held.includes(each));
	const scopes = narrowed(scope, allowed);
	const audience = resourceOf(resource, parts.issuer);
	return issue({ subject: client.id, clientId: client.id, scopes, audience }, parts);
}

async function byCode(request: TokenRequest, { client }: AskingClient, parts: TokenEndpointParts) {
	const { code, redirect_uri, code_verifier: verifier } = request;
	if (code === undefined) throw oauthError("invalid_request", "There is no code.");
	if (verifier === undefined) throw oauthError("invalid_request", "There is no code_verifier.");
	const used = await parts.grants.useCode(code, client.id);
	if (!used)
		throw oauthError("invalid_grant", "The code does not work: it has expired, was used, or is not this client's.");
	const { grant, nonce } = used;
	const isSameRedirect = redirect_uri === undefined || redirect_uri === used.redirectUri;
	if (!isSameRedirect || !isVerifier(verifier, used.challenge)) {
		await parts.grants.end(grant.id);
		throw oauthError("invalid_grant", "The code_verifier or the redirect_uri does not belong to this code.");
	}
	checkResource(request, grant, parts);
	const id = grant.scopes.includes("openid") ? { id_token: await idToken(grant, nonce, parts) } : {};
	return { ...(await tokensOf(grant, grant.scopes, client.metadata.grant_types, parts)), ...id };
}

async function byRefreshToken(request: TokenRequest, { client }: AskingClient, parts: TokenEndpointParts) {
	const { refresh_token: token } = request;
	if (token === undefined) throw oauthError("invalid_request", "There is no refresh_token.");
	const grant = await parts.grants.findRefresh(token);
	const wrong = () =>
		oauthError("invalid_grant", "The refresh token does not work: it has expired, was used, or was revoked.");
	if (grant?.client !== client.id) throw wrong();
	// Faults of the request use nothing up.
	checkResource(request, grant, parts);
	const scopes = narrowed(request.scope, grant.scopes);
	if (!(await parts.grants.useRefresh(token, grant))) throw wrong();
	return tokensOf(grant, scopes, client.metadata.grant_types, parts);
}

async function tokensOf(
	grant: Grant,
	scopes: readonly string[],
	types: readonly GrantType[],
	parts: TokenEndpointParts,
): Promise<GrantedTokens> {
	const { account, client: clientId, resource: audience } = grant;
	if (!(await parts.grants.keep(grant.id))) throw oauthError("invalid_grant", "The grant has ended.");
	const token = await issue({ subject: account, account, clientId, scopes, audience, grant: grant.id }, parts);
	const isLasting = types.includes("refresh_token");
	return { ...token, ...(isLasting && { refresh_token: await parts.grants.makeRefresh(grant) }) };
}

/** OpenID Connect Core section 2. */
function idToken({ account, client, signedInMs }: Grant, nonce: string | undefined, parts: TokenEndpointParts) {
	const iat = Math.floor(parts.now() / 1000);
	const times = { iat, exp: iat + TOKEN_SECONDS, auth_time: Math.floor(signedInMs / 1000) };
	const claims = { iss: parts.issuer, sub: account, aud: client, ...times, ...(nonce !== undefined && { nonce }) };
	return parts.tokenKeys.sign(claims, { typ: "JWT" });
}

/** RFC 7636 section 4.6; a verifier has at least 43 characters, so that it cannot be guessed. */
function isVerifier(verifier: string, challenge: string): boolean {
	if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
	const [made, kept] = [Buffer.from(hash("sha256", verifier, "base64url")), Buffer.from(challenge)];
	return made.length === kept.length && timingSafeEqual(made, kept);
}

function checkResource({ resource }: TokenRequest, grant: Grant, { issuer }: TokenEndpointParts): void {
	if (resource !== undefined && resourceOf(resource, issuer) !== grant.resource)
		throw oauthError("invalid_target", `The grant is for ${grant.resource}.`);
}

/** @throws ProtocolError `invalid_scope` where it asks for more than is allowed */
function narrowed(asked: string | undefined, allowed: readonly string[]): readonly string[] {
	const scopes = splitScope(asked);
	if (allowed.length === 0 || scopes.some((scope) => !allowed.includes(scope)))
		throw oauthError("invalid_scope", `What can be asked for is ${allowed.join(", ") || "nothing"}.`);
	return scopes.length > 0 ? scopes : allowed;
}
