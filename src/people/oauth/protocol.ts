import { hash, randomBytes } from "node:crypto";
import { ProtocolError } from "#core/api/protocol-error.ts";
import type { Database } from "#store/database.ts";
import { KEY_SCOPES } from "../keys/api-keys.ts";

/** RFC 6749 section 5.2, RFC 8707 section 2. */
type TokenErrorCode =
	| "invalid_request"
	| "invalid_grant"
	| "invalid_scope"
	| "invalid_target"
	| "unauthorized_client"
	| "unsupported_grant_type";

export function oauthError(code: TokenErrorCode, says: string): ProtocolError {
	return new ProtocolError(400, code, says);
}

export function invalidClient(says: string): ProtocolError {
	return new ProtocolError(401, "invalid_client", says);
}

/** Open to everyone; a token with the scope has a larger quota. */
export const PUBLIC_SCOPES = ["audit:public", "brief:public", "health:read"] as const;

/** OpenID Connect Core section 5.4. */
const OPENID_SCOPES = ["openid", "email", "profile"] as const;

export const GRANT_SCOPES: readonly string[] = [...PUBLIC_SCOPES, ...KEY_SCOPES, ...OPENID_SCOPES];

/** RFC 6749 section 3.3: space-separated; removes duplicates. */
export function splitScope(scope: string | undefined): readonly string[] {
	return [...new Set(scope?.split(" ").filter((word) => word !== ""))];
}

/** Relative to the site's address; a separate OAuth resource. */
const MCP_PATH = "/mcp";

/** @param baseUrl without a trailing slash */
export function resourcesOf(baseUrl: string): readonly string[] {
	return [baseUrl, baseUrl + MCP_PATH];
}

/** RFC 8707; by default the site. Accepts a trailing slash. @throws ProtocolError `invalid_target` */
export function resourceOf(asked: string | readonly string[] | undefined, baseUrl: string): string {
	const named = [...new Set(typeof asked === "string" ? [asked] : (asked ?? [baseUrl]))];
	const [resource] = named.map((name) => resourcesOf(baseUrl).find((known) => name === known || name === `${known}/`));
	if (resource !== undefined && named.length === 1) return resource;
	throw oauthError("invalid_target", `A token is for one resource: ${baseUrl} or ${baseUrl}${MCP_PATH}.`);
}

/** `b64token` of RFC 6750 section 2.1. */
export const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** RFC 6750 section 3: the error, if credentials were sent; RFC 9728: where to get tokens. */
export type Challenge = (
	error?: string,
	description?: string,
	more?: string,
) => { readonly "WWW-Authenticate": string };

export function createChallenge(baseUrl: string, audience: string = ""): Challenge {
	const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${audience}"`;
	return (error, description = "", more = "") => {
		const fault =
			error === undefined ? "" : `error="${error}", error_description="${ofDescription(description)}"${more}, `;
		return { "WWW-Authenticate": `Bearer ${fault}${metadata}` };
	};
}

/** RFC 6749 section 5.2 allows only these characters in a description. */
export function ofDescription(text: string): string {
	return text.replace(/"/g, "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");
}

/** 256 random bits in Base64url. @param prefix identifies the kind of secret */
export function newSecret(prefix: string): string {
	return prefix + randomBytes(32).toString("base64url");
}

/** A plain SHA-256 is enough for a random secret. */
export function digestOf(secret: string): string {
	return hash("sha256", secret, "base64url");
}

/** @param name unique, includes its owner @param untilMs expiry, ms since 1970 @returns whether this use is first */
export async function useOnce({ sql }: Pick<Database, "sql">, name: string, untilMs: number): Promise<boolean> {
	const made = await sql
		.insertInto("oauth_used")
		.values({ digest: digestOf(name), until_ms: Math.ceil(untilMs) })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function wasUsed({ sql }: Pick<Database, "sql">, name: string): Promise<boolean> {
	const used = sql.selectFrom("oauth_used").select("digest").where("digest", "=", digestOf(name));
	return (await used.executeTakeFirst()) !== undefined;
}

export async function sweepUsed({ sql }: Pick<Database, "sql">, now: number): Promise<void> {
	await sql.deleteFrom("oauth_used").where("until_ms", "<", now).execute();
}
