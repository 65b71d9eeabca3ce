import type { Database } from "#store/database.ts";
import { digestOf } from "./one-way.ts";

/** What a revocation may end: one token, or all of a grant, a subject or an account. */
export type RevocationName = `jti:${string}` | `grant:${string}` | `sub:${string}` | `account:${string}`;

/** An access token, as far as revocations look at it. */
export interface RevocableToken {
	readonly jti: string;
	readonly subject: string;
	/** `iat`, seconds since 1970. */
	readonly issuedAt: number;
	/** Whose account it acts for. */
	readonly account?: string | undefined;
}

/** Access tokens that end before their time. */
export interface Revocations {
	/** Ends what was issued until now; what was ended for good stays so. @param isForGood what is being issued at this moment, too */
	revoke(names: readonly RevocationName[], isForGood?: boolean): Promise<void>;
	/** By one read of an index. */
	isRevoked(token: RevocableToken): Promise<boolean>;
	/** Forgets what ended by itself. @param now milliseconds since 1970 */
	sweep(now: number): Promise<void>;
}

/** How long a token may live, with the skew that verifiers allow. */
export const TOKEN_MOST_MS = 3_720_000;

/**
 * The id of a token carries its grant and, since `iat` has whole seconds alone, the millisecond in which it was issued: whoever is given a
 * new token in the second of a revocation keeps it.
 * @param grant letters, digits, `-` and `_`
 */
export function tokenId(grant: string, issuedMs: number, random: string): string {
	return `${grant}.${issuedMs.toString(36)}.${random}`;
}

function readTokenId({ jti, issuedAt }: RevocableToken): { readonly grant: string; readonly issuedMs: number } {
	const [, grant = "", issued = ""] = /^([\w-]+)\.([a-z0-9]{1,10})\.[\w-]+$/.exec(jti) ?? [];
	const issuedMs = Number.parseInt(issued, 36);
	// One that somebody else with a key of the settings has issued.
	return Math.floor(issuedMs / 1000) === issuedAt ? { grant, issuedMs } : { grant: "", issuedMs: issuedAt * 1000 };
}

export function openRevocations({ sql }: Pick<Database, "sql">, now: () => number): Revocations {
	return {
		async revoke(names, isForGood = false) {
			if (names.length === 0) return;
			const until = now() + TOKEN_MOST_MS;
			const times = { before_ms: isForGood ? until : now(), until_ms: until };
			await sql
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
		},
		async isRevoked(token) {
			const { grant, issuedMs } = readTokenId(token);
			const names: RevocationName[] = [`jti:${token.jti}`, `sub:${token.subject}`];
			if (grant !== "") names.push(`grant:${grant}`);
			if (token.account !== undefined) names.push(`account:${token.account}`);
			const found = await sql
				.selectFrom("oauth_revocation")
				.select("digest")
				.where("digest", "in", names.map(digestOf))
				.where("before_ms", ">=", issuedMs)
				.limit(1)
				.executeTakeFirst();
			return found !== undefined;
		},
		async sweep(at) {
			await sql.deleteFrom("oauth_revocation").where("until_ms", "<", at).execute();
		},
	};
}
