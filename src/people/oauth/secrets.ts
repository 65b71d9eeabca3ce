import { hash, randomBytes } from "node:crypto";
import type { Database } from "#store/database.ts";

/** 256 random bits in Base64url. @param prefix tells a finder what it is */
export function newSecret(prefix: string): string {
	return prefix + randomBytes(32).toString("base64url");
}

/** A secret has too many possibilities to try, so a plain SHA-256 hides it. */
export function digestOf(secret: string): string {
	return hash("sha256", secret, "base64url");
}

/** @param name of the thing and its owner @param untilMs its end, ms since 1970 @returns whether this use is first */
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
