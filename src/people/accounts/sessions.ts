import type { Database } from "#store/database.ts";

/** Somebody who has signed in at least once. */
export interface Account {
	readonly id: string;
	/** In lower case; its owner has shown that mail to it arrives. */
	readonly email: string;
	/** What the person wants to be called; `""` until they say. */
	readonly name: string;
	/** ISO 8601. */
	readonly createdAt: string;
}

export interface Session {
	readonly id: string;
	readonly account: Account;
	/** ISO 8601: when its owner signed in. */
	readonly startedAt: string;
}

/**
 * Whose session a token is, by one read of an index.
 * @param token as its cookie carries it, its signature checked
 */
export async function findSession({ sql }: Database, token: string, now: number): Promise<Session | undefined> {
	const row = await sql
		.selectFrom("session")
		.innerJoin("user", "user.id", "session.userId")
		.select(["session.id as session", "session.createdAt as startedAt", "session.expiresAt"])
		.select(["user.id", "user.email", "user.name", "user.createdAt"])
		.where("session.token", "=", token)
		.executeTakeFirst();
	if (row === undefined || new Date(row.expiresAt).getTime() <= now) return undefined;
	return { id: row.session, account: accountOf(row), startedAt: isoTime(row.startedAt) };
}

export function accountOf(row: {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly createdAt: string | Date;
}): Account {
	return { id: row.id, email: row.email, name: row.name, createdAt: isoTime(row.createdAt) };
}

export function isoTime(moment: string | Date): string {
	return new Date(moment).toISOString();
}
