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

/** What `accountOf` needs of a row of the table `user`. */
export const ACCOUNT_COLUMNS = ["user.id", "user.email", "user.name", "user.createdAt"] as const;

interface UserRow {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly createdAt: string | Date;
}

export function accountOf({ id, email, name, createdAt }: UserRow): Account {
	return { id, email, name, createdAt: isoTime(createdAt) };
}

/** A moment as ISO 8601: as better-auth's tables have it, or in milliseconds since 1970. */
export function isoTime(moment: string | Date | number): string {
	return new Date(moment).toISOString();
}

/**
 * Whether there is such an account. It then stays until the transaction ends: what is written for it is there when it is
 * deleted with all that it has.
 */
export async function holdAccount(trx: Database["sql"], kind: Database["kind"], account: string): Promise<boolean> {
	const row = trx.selectFrom("user").select("id").where("id", "=", account);
	return (await row.$if(kind === "postgres", (query) => query.forKeyShare()).executeTakeFirst()) !== undefined;
}

/** One browser that somebody is signed in with. */
export interface Session {
	readonly id: string;
	readonly account: Account;
	/** ISO 8601: when its owner signed in. */
	readonly startedAt: string;
	/** Whether that was so short a time ago that a passkey may be added. */
	readonly isFresh: boolean;
}

/** Minutes after a sign-in in which a passkey may be added. */
export const FRESH_MINUTES = 60;

/**
 * Whose session a token is, by one read of an index.
 * @param token as its cookie carries it, its signature checked
 */
export async function findSession({ sql }: Database, token: string, now: number): Promise<Session | undefined> {
	const row = await sql
		.selectFrom("session")
		.innerJoin("user", "user.id", "session.userId")
		.select(["session.id as session", "session.createdAt as startedAt", "session.expiresAt"])
		.select(ACCOUNT_COLUMNS)
		.where("session.token", "=", token)
		.executeTakeFirst();
	if (row === undefined || new Date(row.expiresAt).getTime() <= now) return undefined;
	const startedAt = isoTime(row.startedAt);
	const isFresh = now - Date.parse(startedAt) < FRESH_MINUTES * 60_000;
	return { id: row.session, account: accountOf(row), startedAt, isFresh };
}

/** One browser in the list that its owner reads. */
export interface ListedSession {
	readonly id: string;
	readonly startedAt: string;
	readonly endsAt: string;
	/** What the browser said of itself; `""` where it said nothing. */
	readonly userAgent: string;
}

/** Newest first. */
export async function listSessions({ sql }: Database, account: string, now: number): Promise<ListedSession[]> {
	const rows = await sql
		.selectFrom("session")
		.select(["id", "createdAt", "expiresAt", "userAgent"])
		.where("userId", "=", account)
		.where("expiresAt", ">", new Date(now).toISOString())
		.orderBy("createdAt", "desc")
		.execute();
	return rows.map(({ id, createdAt, expiresAt, userAgent }) => ({
		id,
		startedAt: isoTime(createdAt),
		endsAt: isoTime(expiresAt),
		userAgent: userAgent ?? "",
	}));
}

/** Signs out browsers of an account: one of them, or all. */
export async function endSessions(
	{ sql }: Database,
	account: string,
	which: { readonly only: string } | "all",
): Promise<void> {
	const mine = sql.deleteFrom("session").where("userId", "=", account);
	await (which === "all" ? mine : mine.where("id", "=", which.only)).execute();
}
