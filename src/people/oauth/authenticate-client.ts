import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { readForeignJwt, readForeignKeys, verifyForeignJwt } from "#signing/jwt.ts";
import type { Database } from "#store/database.ts";
import type { Client, Clients } from "./clients.ts";
import type { CountLookUp, ForeignJson } from "./foreign-json.ts";
import { invalidClient, oauthError } from "./protocol.ts";
import { digestOf, useOnce } from "./secrets.ts";

export interface ClientCredentials {
	readonly authorization: string | null;
	readonly client_id?: string | undefined;
	readonly client_secret?: string | undefined;
	readonly client_assertion?: string | undefined;
	readonly client_assertion_type?: string | undefined;
}

export interface AskingClient {
	readonly client: Client;
	readonly isAuthenticated: boolean;
}

/** Undefined if unnamed. @throws ProtocolError `invalid_client`; `invalid_request` for two ways at once */
export async function authenticateClient(
	given: ClientCredentials,
	parts: AssertionParts,
): Promise<AskingClient | undefined> {
	const basic = given.authorization === null ? undefined : readBasic(given.authorization);
	const hasAssertion = given.client_assertion !== undefined || given.client_assertion_type !== undefined;
	const ways = [basic, given.client_secret, hasAssertion || undefined].filter((way) => way !== undefined);
	if (ways.length > 1) throw oauthError("invalid_request", "The client authenticates in more than one way.");
	if (hasAssertion) return byAssertion(given, parts);
	const id = nameOf(given, basic?.id);
	return id === undefined ? undefined : bySecret(id, basic?.secret ?? given.client_secret, parts);
}

function nameOf({ client_id: id, client_secret: secret }: ClientCredentials, basic?: string): string | undefined {
	if (basic !== undefined && id !== undefined && basic !== id)
		throw oauthError("invalid_request", "The client_id is not that of the Authorization field.");
	const name = basic ?? id;
	if (name === undefined && secret !== undefined)
		throw oauthError("invalid_request", "There is a client_secret and no client_id.");
	return name;
}

async function bySecret(
	id: string,
	secret: string | undefined,
	{ clients, count }: Pick<AssertionParts, "clients" | "count">,
): Promise<AskingClient> {
	const client = await clients.find(id, count);
	if (!client) throw invalidClient("There is no such client. Register one at /oauth/register.");
	const { token_endpoint_auth_method: method } = client.metadata;
	if (secret === undefined) {
		if (method === "none") return { client, isAuthenticated: false };
		throw invalidClient(`The client must authenticate by ${method}.`);
	}
	if (client.secret === undefined) throw invalidClient(`The client has no secret: it uses ${method}.`);
	const isRight = timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(client.secret));
	if (!isRight) throw invalidClient("The secret of the client is wrong.");
	return { client, isAuthenticated: true };
}

async function byAssertion(given: ClientCredentials, parts: AssertionParts): Promise<AskingClient> {
	const { client_assertion: assertion, client_assertion_type: type, client_id: id } = given;
	if (assertion === undefined || type !== ASSERTION_TYPE)
		throw oauthError("invalid_request", `A client_assertion is sent with the client_assertion_type ${ASSERTION_TYPE}.`);
	const client = await clientOfAssertion(assertion, parts);
	if (id !== undefined && id !== client.id)
		throw invalidClient("The client assertion is refused. Its sub is not the client_id of the request.");
	return { client, isAuthenticated: true };
}

/** RFC 6749 section 2.3.1: name and secret are form-encoded before they are joined. */
function readBasic(authorization: string): { readonly id: string; readonly secret: string } {
	const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
	const [, id = "", secret = ""] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
	if (id === "") throw invalidClient("The Authorization field is not of the scheme Basic, with a name and a secret.");
	try {
		return { id: formDecoded(id), secret: formDecoded(secret) };
	} catch {
		throw invalidClient("The Authorization field is not encoded as RFC 6749 section 2.3.1 says.");
	}
}

/** @throws URIError */
function formDecoded(text: string): string {
	return decodeURIComponent(text.replaceAll("+", " "));
}

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export interface AssertionParts {
	readonly database: Pick<Database, "sql">;
	readonly clients: Pick<Clients, "find">;
	readonly json: Pick<ForeignJson, "read">;
	readonly count?: CountLookUp | undefined;
	readonly issuer: string;
	readonly now: () => number;
}

/** Seconds that clocks may differ. */
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
 * RFC 7523 section 2.2. The audience is the issuer alone: an assertion for another address of ours could have been made
 * for a stranger who claims it (draft-ietf-oauth-rfc7523bis).
 * @throws ProtocolError `invalid_client`, `temporarily_unavailable`; what `count` throws
 */
async function clientOfAssertion(assertion: string, parts: AssertionParts): Promise<Client> {
	const claims = claimsSchema.safeParse(readForeignJwt(assertion)?.claims);
	if (!claims.success) throw refused("It is no JSON Web Token with iss, sub, aud, jti and exp.");
	const { iss, sub, aud, exp, jti } = claims.data;
	if (iss !== sub) throw refused("Its iss and its sub must both be the client_id.");
	if (String(aud) !== parts.issuer)
		throw refused(`Its aud must be the issuer ${parts.issuer} alone, not the address of the token endpoint.`);
	const why = whyNotNow(claims.data, parts.now() / 1000);
	if (why !== undefined) throw refused(why);
	const client = await parts.clients.find(sub, parts.count);
	if (client?.metadata.token_endpoint_auth_method !== "private_key_jwt")
		throw refused("There is no client of that name that authenticates by private_key_jwt.");
	if (!(await isSignedBy(client, assertion, parts))) throw refused("Its signature is not by a key of the client.");
	const isFirst = await useOnce(parts.database, `client assertion\0${sub}\0${jti}`, (exp + SKEW) * 1000);
	if (!isFirst) throw refused("It was used before. Make a new one, with another jti, for each request.");
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
	// The client may have a new key since.
	const newest = await json.read(address, { leastFreshMs: KEYS_FRESH_MS, count });
	return newest !== known && isBy(newest);
}

function refused(why: string) {
	return invalidClient(`The client assertion is refused. ${why}`);
}
