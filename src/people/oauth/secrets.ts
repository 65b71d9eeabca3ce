import { hash, randomBytes } from "node:crypto";
import type { Database } from "#store/database.ts";

/** A new secret: 256 random bits, in Base64url. @param prefix says what it is to whoever finds it */
export function newSecret(prefix: string): string {
	return prefix + randomBytes(32).toString("base64url");
}

/** What is kept of a secret: it has more chance in it than could be tried out, so a plain SHA-256 hides it. */
export function digestOf(secret: string): string {
	return hash("sha256", secret, "base64url");
}

/**
 * Notes that something was used that may be used once.
 * @param name what it is, of whom: two of one name are the same
 * @param untilMs when it is worth nothing anyway, milliseconds since 1970
 * @returns whether this was the first time, whichever process asks
 */
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
