import { hash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { readForeignJwt, readForeignKeys, verifyForeignJwt } from "#signing/jwt.ts";
import type { Database } from "#store/database.ts";
import { issueAccessToken, type NewAccessToken, TOKEN_SECONDS, type TokenAnswer } from "./access-tokens.ts";
import { type Client, type Clients, GRANT_TYPES, type GrantType, JWT_BEARER } from "./clients.ts";
import type { CountLookUp, ForeignJson } from "./foreign-json.ts";
import type { Grant, Grants } from "./grants.ts";
import { digestOf, invalidClient, oauthError, PUBLIC_SCOPES, resourceOf, splitScope, useOnce } from "./protocol.ts";
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
	/** `scope` as sent; `clientId` if the client has authenticated. */
	asked: { readonly scope: string | undefined; readonly clientId: string | undefined },
) => Promise<{ readonly subject: string; readonly scopes: readonly string[]; readonly account?: string | undefined }>;

interface TokenEndpointParts extends AssertionParts {
	readonly clients: Clients;
	readonly grants: Grants;
	readonly tokenKeys: Pick<TokenKeys, "sign">;
	readonly agents: { readonly exchange: ExchangeAssertion };
}

/** @throws ProtocolError of RFC 6749 section 5.2 */
export async function answerToken(request: TokenRequest, parts: TokenEndpointParts): Promise<GrantedTokens> {
	const type = GRANT_TYPES.find((known) => known === request.grant_type);
	if (request.grant_type === undefined) throw oauthError("invalid_request", "There is no grant_type.");
	if (type === undefined)
		throw oauthError("unsupported_grant_type", `The grant_type must be one of ${GRANT_TYPES.join(", ")}.`);
	const asking = await authenticateClient(request, parts);
	if (type === JWT_BEARER) return byAssertion(request, asking, parts);
	if (!asking) throw invalidClient("There is no client_id, and this grant needs a client.");
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

/** Any holder may exchange an assertion, but a client that names itself needs the grant type. */
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
		throw oauthError("invalid_grant", "The code is not valid: it has expired, was used, or is not this client's.");
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
		oauthError("invalid_grant", "The refresh token is not valid: it has expired, was used, or was revoked.");
	if (grant?.client !== client.id) throw wrong();
	// Validate first, so that an invalid request does not use up the token.
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

/** RFC 7636 section 4.6; at least 43 characters, so that it cannot be guessed. */
function isVerifier(verifier: string, challenge: string): boolean {
	if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
	const [made, kept] = [Buffer.from(hash("sha256", verifier, "base64url")), Buffer.from(challenge)];
	return made.length === kept.length && timingSafeEqual(made, kept);
}

function checkResource({ resource }: TokenRequest, grant: Grant, { issuer }: TokenEndpointParts): void {
	if (resource !== undefined && resourceOf(resource, issuer) !== grant.resource)
		throw oauthError("invalid_target", `The grant is for ${grant.resource}.`);
}

/** @throws ProtocolError `invalid_scope` if it requests more than is allowed */
function narrowed(asked: string | undefined, allowed: readonly string[]): readonly string[] {
	const scopes = splitScope(asked);
	if (allowed.length === 0 || scopes.some((scope) => !allowed.includes(scope)))
		throw oauthError("invalid_scope", `Allowed scopes: ${allowed.join(", ") || "none"}.`);
	return scopes.length > 0 ? scopes : allowed;
}

export interface ClientCredentials {
	readonly authorization: string | null;
	readonly client_id?: string | undefined;
	readonly client_secret?: string | undefined;
	readonly client_assertion?: string | undefined;
	readonly client_assertion_type?: string | undefined;
}

interface AskingClient {
	readonly client: Client;
	readonly isAuthenticated: boolean;
}

/** Undefined for an unnamed client. @throws ProtocolError `invalid_client`; `invalid_request` for 2 methods at once */
export async function authenticateClient(
	given: ClientCredentials,
	parts: AssertionParts,
): Promise<AskingClient | undefined> {
	const basic = given.authorization === null ? undefined : readBasic(given.authorization);
	const hasAssertion = given.client_assertion !== undefined || given.client_assertion_type !== undefined;
	const ways = [basic, given.client_secret, hasAssertion || undefined].filter((way) => way !== undefined);
	if (ways.length > 1) throw oauthError("invalid_request", "The client authenticates in more than one way.");
	if (hasAssertion) return clientByAssertion(given, parts);
	const id = nameOf(given, basic?.id);
	return id === undefined ? undefined : bySecret(id, basic?.secret ?? given.client_secret, parts);
}

function nameOf({ client_id: id, client_secret: secret }: ClientCredentials, basic?: string): string | undefined {
	if (basic !== undefined && id !== undefined && basic !== id)
		throw oauthError("invalid_request", "The client_id differs from the Authorization field.");
	const name = basic ?? id;
	if (name === undefined && secret !== undefined)
		throw oauthError("invalid_request", "There is a client_secret but no client_id.");
	return name;
}

async function bySecret(
	id: string,
	secret: string | undefined,
	{ clients, count }: Pick<AssertionParts, "clients" | "count">,
): Promise<AskingClient> {
	const client = await clients.find(id, count);
	if (!client) throw invalidClient("The client does not exist. Register one at /oauth/register.");
	const { token_endpoint_auth_method: method } = client.metadata;
	if (secret === undefined) {
		if (method === "none") return { client, isAuthenticated: false };
		throw invalidClient(`The client must authenticate with ${method}.`);
	}
	if (client.secret === undefined) throw invalidClient(`The client has no secret: it uses ${method}.`);
	const isRight = timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(client.secret));
	if (!isRight) throw invalidClient("The secret of the client is wrong.");
	return { client, isAuthenticated: true };
}

async function clientByAssertion(given: ClientCredentials, parts: AssertionParts): Promise<AskingClient> {
	const { client_assertion: assertion, client_assertion_type: type, client_id: id } = given;
	if (assertion === undefined || type !== ASSERTION_TYPE)
		throw oauthError("invalid_request", `A client_assertion needs the client_assertion_type ${ASSERTION_TYPE}.`);
	const client = await clientOfAssertion(assertion, parts);
	if (id !== undefined && id !== client.id)
		throw invalidClient("The client assertion is refused. Its sub is not the client_id of the request.");
	return { client, isAuthenticated: true };
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
function readBasic(authorization: string): { readonly id: string; readonly secret: string } {
	const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
	const [, id = "", secret = ""] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
	if (id === "") throw invalidClient("The Authorization field must use the scheme Basic, with a name and a secret.");
	try {
		return { id: formDecoded(id), secret: formDecoded(secret) };
	} catch {
		throw invalidClient("The Authorization field is not encoded as RFC 6749 section 2.3.1 requires.");
	}
}

/** @throws URIError */
function formDecoded(text: string): string {
	return decodeURIComponent(text.replaceAll("+", " "));
}

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

interface AssertionParts {
	readonly database: Pick<Database, "sql">;
	readonly clients: Pick<Clients, "find">;
	readonly json: Pick<ForeignJson, "read">;
	readonly count?: CountLookUp | undefined;
	readonly issuer: string;
	readonly now: () => number;
}

/** Allowed clock skew in seconds. */
const SKEW = 60;
const LONGEST = 3600;
const KEYS_FRESH_MS = 30_000;

const time = z.number().min(0).max(1e11);
const claimsSchema = z.object({
	iss: z.string(),
	sub: z.string().max(2_048),
	aud: z.union([z.string(), z.tuple([z.string()])]),
	jti: z.string().min(1).max(255),
	exp: time,
	iat: time.optional(),
	nbf: time.optional(),
});

/**
 * RFC 7523 section 2.2. The only audience is the issuer: an assertion for another of our URLs could have been made
 * for an attacker who claims that URL (draft-ietf-oauth-rfc7523bis).
 * @throws ProtocolError `invalid_client`, `temporarily_unavailable`; what `count` throws
 */
async function clientOfAssertion(assertion: string, parts: AssertionParts): Promise<Client> {
	const claims = claimsSchema.safeParse(readForeignJwt(assertion)?.claims);
	if (!claims.success) throw refused("It is not a JSON Web Token with iss, sub, aud, jti and exp.");
	const { iss, sub, aud, exp, jti } = claims.data;
	if (iss !== sub) throw refused("Its iss and its sub must both be the client_id.");
	if (String(aud) !== parts.issuer)
		throw refused(`Its aud must be only the issuer ${parts.issuer}, not the address of the token endpoint.`);
	const why = whyNotNow(claims.data, parts.now() / 1000);
	if (why !== undefined) throw refused(why);
	const client = await parts.clients.find(sub, parts.count);
	if (client?.metadata.token_endpoint_auth_method !== "private_key_jwt")
		throw refused("No client with that name authenticates with private_key_jwt.");
	if (!(await isSignedBy(client, assertion, parts))) throw refused("Its signature does not match a key of the client.");
	const isFirst = await useOnce(parts.database, `client assertion\0${sub}\0${jti}`, (exp + SKEW) * 1000);
	if (!isFirst) throw refused("It was already used. Make a new one with another jti for each request.");
	return client;
}

function whyNotNow({ exp, iat, nbf }: z.infer<typeof claimsSchema>, seconds: number): string | undefined {
	if (exp <= seconds - SKEW) return "It has expired.";
	if (exp > seconds + LONGEST + SKEW) return `It must expire within ${LONGEST} seconds.`;
	if (Math.max(iat ?? 0, nbf ?? 0) > seconds + SKEW) return "It is not valid yet.";
	return undefined;
}

async function isSignedBy(
	{ metadata }: Client,
	assertion: string,
	{ json, count }: Pick<AssertionParts, "json" | "count">,
): Promise<boolean> {
	const isBy = async (keys: unknown) => (await verifyForeignJwt(assertion, readForeignKeys(keys))) !== undefined;
	if (metadata.jwks) return isBy(metadata.jwks);
	const { jwks_uri: address } = metadata;
	if (address === undefined) return false;
	const known = await json.read(address, { count });
	if (await isBy(known)) return true;
	// The client may have a new key.
	const newest = await json.read(address, { leastFreshMs: KEYS_FRESH_MS, count });
	return newest !== known && isBy(newest);
}

function refused(why: string) {
	return invalidClient(`The client assertion is refused. ${why}`);
}
