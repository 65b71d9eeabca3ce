import { randomBytes } from "node:crypto";
import { decodeProtectedHeader } from "jose";
import { ACCOUNT_CLAIM, TOKEN_MAX_LENGTH, type VerifyToken, verifyAccessToken } from "#signing/jwt.ts";
import type { Database } from "#store/database.ts";
import { digestOf } from "./protocol.ts";
import type { TokenKeys } from "./token-keys.ts";

export const TOKEN_SECONDS = 3600;

export interface NewAccessToken {
	readonly subject: string;
	readonly clientId: string;
	readonly scopes: readonly string[];
	/** Address of the site or of `/mcp`. */
	readonly audience: string;
	readonly account?: string | undefined;
	readonly grant?: string | undefined;
}

/** RFC 6749 section 5.1: members common to all grants. */
export interface TokenAnswer {
	readonly access_token: string;
	readonly token_type: "Bearer";
	readonly expires_in: number;
	readonly scope: string;
}

/** RFC 9068. @param now milliseconds since 1970 */
export async function issueAccessToken(
	{ subject, clientId, scopes, audience, account, grant }: NewAccessToken,
	{
		issuer,
		tokenKeys,
		now,
	}: { readonly issuer: string; readonly tokenKeys: Pick<TokenKeys, "sign">; readonly now: number },
): Promise<TokenAnswer> {
	const iat = Math.floor(now / 1000);
	const random = () => randomBytes(16).toString("base64url");
	const scope = scopes.join(" ");
	const claims = {
		iss: issuer,
		sub: subject,
		aud: audience,
		client_id: clientId,
		jti: tokenId(grant ?? random(), now, random()),
		iat,
		exp: iat + TOKEN_SECONDS,
		...(scope && { scope }),
		...(account !== undefined && { [ACCOUNT_CLAIM]: account }),
	};
	return {
		access_token: await tokenKeys.sign(claims, { typ: "at+jwt" }),
		token_type: "Bearer",
		expires_in: TOKEN_SECONDS,
		scope,
	};
}

interface VerifyTokenParts {
	readonly tokenKeys: Pick<TokenKeys, "verifyingKeys">;
	readonly revocations: Pick<Revocations, "isRevoked">;
	readonly issuer: string;
	readonly now: () => number;
}

/** Also refuses revoked tokens. */
export async function verifyOwnToken(
	token: string,
	audience: string,
	{ tokenKeys, revocations, issuer, now }: VerifyTokenParts,
): ReturnType<VerifyToken> {
	const keys = await tokenKeys.verifyingKeys(keyNameOf(token));
	const claims = await verifyAccessToken(token, { keys, issuer, audience, now: now() });
	if ("refused" in claims) return claims;
	return (await revocations.isRevoked(claims)) ? { refused: "It was revoked." } : claims;
}

/** Unverified key id, only to choose the key. */
function keyNameOf(token: string): string | undefined {
	if (token.length > TOKEN_MAX_LENGTH) return undefined;
	try {
		const { kid } = decodeProtectedHeader(token);
		return typeof kid === "string" ? kid : undefined;
	} catch {
		// Not a token; the verifier says why.
		return undefined;
	}
}

type RevocationName = `jti:${string}` | `grant:${string}` | `sub:${string}` | `account:${string}`;

interface RevocableToken {
	readonly jti: string;
	readonly subject: string;
	/** `iat`, seconds since 1970. */
	readonly issuedAt: number;
	readonly account?: string | undefined;
}

/** Maximum lifetime of a token in milliseconds, including clock skew. */
export const TOKEN_MOST_MS = 3_720_000;

/** Has milliseconds, unlike `iat`, so that tokens issued after a revocation work. @param grant `[A-Za-z0-9_-]` */
function tokenId(grant: string, issuedMs: number, random: string): string {
	return `${grant}.${issuedMs.toString(36)}.${random}`;
}

function readTokenId({ jti, issuedAt }: RevocableToken): { readonly grant: string; readonly issuedMs: number } {
	const [, grant = "", issued = ""] = /^([\w-]+)\.([a-z0-9]{1,10})\.[\w-]+$/.exec(jti) ?? [];
	const issuedMs = Number.parseInt(issued, 36);
	// Issued by another program with a configured key.
	return Math.floor(issuedMs / 1000) === issuedAt ? { grant, issuedMs } : { grant: "", issuedMs: issuedAt * 1000 };
}

export class Revocations {
	readonly #sql: Database["sql"];
	readonly #now: () => number;

	constructor({ sql }: Pick<Database, "sql">, now: () => number) {
		this.#sql = sql;
		this.#now = now;
	}

	/** Permanent revocations stay. @param isForGood permanent, so that tokens being issued now are revoked too */
	async revoke(names: readonly RevocationName[], isForGood = false): Promise<void> {
		if (names.length === 0) return;
		const until = this.#now() + TOKEN_MOST_MS;
		const times = { before_ms: isForGood ? until : this.#now(), until_ms: until };
		await this.#sql
			.insertInto("oauth_revocation")
			.values(names.map((name) => ({ digest: digestOf(name), ...times })))
			.onConflict((conflict) =>
				conflict.column("digest").doUpdateSet(({ eb, ref }) => ({
					until_ms: until,
					before_ms: eb
						.case()
						.when("oauth_revocation.before_ms", ">", times.before_ms)
						.then(ref("oauth_revocation.before_ms"))
						.else(times.before_ms)
						.end(),
				})),
			)
			.execute();
	}

	async isRevoked(token: RevocableToken): Promise<boolean> {
		const { grant, issuedMs } = readTokenId(token);
		const names: RevocationName[] = [`jti:${token.jti}`, `sub:${token.subject}`];
		if (grant !== "") names.push(`grant:${grant}`);
		if (token.account !== undefined) names.push(`account:${token.account}`);
		const found = await this.#sql
			.selectFrom("oauth_revocation")
			.select("digest")
			.where("digest", "in", names.map(digestOf))
			.where("before_ms", ">=", issuedMs)
			.limit(1)
			.executeTakeFirst();
		return found !== undefined;
	}

	async sweep(at: number): Promise<void> {
		await this.#sql.deleteFrom("oauth_revocation").where("until_ms", "<", at).execute();
	}
}
