import { DAY_MS } from "#core/kept-for.ts";
import type { Database } from "#store/database.ts";

/** Daily limits of unrequested emails, per mailbox or per other source of a flood. */
export const MAILS_A_DAY = {
	copy: 1,
	/** All confirmations together. */
	"all-copies": 100,
	invitation: 3,
	inviter: 30,
	/** Per recipient; further requests are only listed. */
	notice: 100,
} as const;
type Cap = keyof typeof MAILS_A_DAY;

/** Atomic, by UTC day. Counts even after the request or account is deleted. @param now milliseconds since 1970 */
export async function reserveMail(
	{ sql }: Pick<Database, "sql">,
	cap: Cap,
	whom: string,
	now: number,
): Promise<boolean> {
	const taken = await sql
		.insertInto("mail_count")
		.values({ cap, day: dayOf(now), whom: counted(whom), mails: 1 })
		.onConflict((conflict) =>
			conflict
				.columns(["day", "cap", "whom"])
				.doUpdateSet(({ eb, ref }) => ({ mails: eb(ref("mail_count.mails"), "+", 1) }))
				.where("mail_count.mails", "<", MAILS_A_DAY[cap]),
		)
		.executeTakeFirst();
	return Number(taken.numInsertedOrUpdatedRows) > 0;
}

/** For an unsent email that will be retried. */
export async function returnMail({ sql }: Pick<Database, "sql">, cap: Cap, whom: string, now: number): Promise<void> {
	await sql
		.updateTable("mail_count")
		.set(({ eb }) => ({ mails: eb("mails", "-", 1) }))
		.where("day", "=", dayOf(now))
		.where("cap", "=", cap)
		.where("whom", "=", counted(whom))
		.execute();
}

export async function deleteOldMailCounts({ sql }: Pick<Database, "sql">, now: number): Promise<void> {
	await sql
		.deleteFrom("mail_count")
		.where("day", "<", dayOf(now - DAY_MS))
		.execute();
}

function counted(whom: string): string {
	return whom.includes("@") ? mailboxOf(whom) : whom;
}

function dayOf(now: number): string {
	return new Date(now).toISOString().slice(0, 10);
}

/** Many providers deliver `anna+x@` to `anna@`, and Google ignores dots. */
export function mailboxOf(email: string): string {
	const [local = "", host = ""] = email.toLowerCase().split("@");
	const name = local.replace(/\+.*$/, "");
	return /^g(?:oogle)?mail\.com$/.test(host) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${host}`;
}
