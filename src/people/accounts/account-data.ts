import type { Database } from "#store/database.ts";
import { ACCOUNT_COLUMNS, accountOf, isoTime } from "./account.ts";
import { openPasskeys } from "./passkeys.ts";
import { listSessions } from "./session.ts";

/** What is kept of the account itself and of how its owner signs in, but for what would let others in. */
export async function exportAccount(database: Database, account: string): Promise<unknown> {
	const { sql } = database;
	const user = await sql.selectFrom("user").select(ACCOUNT_COLUMNS).where("id", "=", account).executeTakeFirst();
	const elsewhere = await sql
		.selectFrom("account")
		.select(["providerId", "accountId", "createdAt"])
		.where("userId", "=", account)
		.execute();
	return {
		...(user && accountOf(user)),
		sessions: await listSessions(database, account, Date.now()),
		passkeys: await openPasskeys(database).list(account),
		signInElsewhere: elsewhere.map(({ providerId, accountId, createdAt }) => ({
			provider: providerId,
			id: accountId,
			since: isoTime(createdAt),
		})),
	};
}

/** Ends the account, in one transaction; doing it again changes nothing. */
export async function forgetAccount({ sql }: Database, account: string): Promise<void> {
	await sql.transaction().execute(async (transaction) => {
		for (const table of ["session", "passkey", "account"] as const)
			await transaction.deleteFrom(table).where("userId", "=", account).execute();
		await transaction.deleteFrom("user").where("id", "=", account).execute();
	});
}
