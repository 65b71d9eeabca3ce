import * as z from "zod";
import { readForeignJwt, readForeignKeys, verifyForeignJwt } from "#signing/foreign-jwt.ts";
import type { Database } from "#store/database.ts";
import type { Client, Clients } from "./clients.ts";
import type { CountLookUp, ForeignJson } from "./foreign-json.ts";
import { invalidClient } from "./oauth-errors.ts";
import { useOnce } from "./used-once.ts";

export const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export interface AssertionParts {
	readonly database: Pick<Database, "sql">;
	readonly clients: Pick<Clients, "find">;
	readonly json: ForeignJson;
	/** Counts what is looked up for this request. */
	readonly count?: CountLookUp | undefined;
	readonly issuer: string;
	readonly now: () => number;
}

/** Seconds that clocks may differ. */
const SKEW = 60;
/** Seconds that an assertion may live: each is remembered until its end. */
const LONGEST = 3600;
/** How long keys of a client are taken for the newest, where an assertion names another one. */
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
 * The client that an assertion authenticates (RFC 7523 section 2.2). Its audience is the issuer alone: one that named an address of ours
 * could have been made for somebody who says that this address is theirs (draft-ietf-oauth-rfc7523bis).
 * @throws ProtocolError `invalid_client`, `temporarily_unavailable`; what `count` throws
 */
export async function clientOfAssertion(assertion: string, parts: AssertionParts): Promise<Client> {
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
