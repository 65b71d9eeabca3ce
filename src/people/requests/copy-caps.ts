import type { Database } from "#store/database.ts";

/** Copies a day to all senders together: a flood of forms is not a flood of mail. */
export const COPIES_A_DAY = 100;
const DAY_MS = 86_400_000;

/**
 * Takes the one copy that an address may get on a day, where there is one left; two who ask at once do not both get it.
 * @param now milliseconds since 1970
 */
export async function takeCopy({ sql }: Database, email: string, now: number): Promise<boolean> {
	const day = dayOf(now);
	const { count } = await sql
		.selectFrom("request_copy")
		.select(({ fn }) => fn.countAll().as("count"))
		.where("day", "=", day)
		.executeTakeFirstOrThrow();
	if (Number(count) >= COPIES_A_DAY) return false;
	const taken = await sql
		.insertInto("request_copy")
		.values({ address: mailboxOf(email), day })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return Number(taken.numInsertedOrUpdatedRows) > 0;
}

export async function forgetCopies({ sql }: Database, now: number): Promise<void> {
	await sql
		.deleteFrom("request_copy")
		.where("day", "<", dayOf(now - DAY_MS))
		.execute();
}

function dayOf(now: number): string {
	return new Date(now).toISOString().slice(0, 10);
}

/** Many providers deliver `anna+x@` to `anna@`, and Google takes dots for nothing. */
function mailboxOf(email: string): string {
	const [local = "", host = ""] = email.toLowerCase().split("@");
	const name = local.replace(/\+.*$/, "");
	return `${/^g(?:oogle)?mail\.com$/.test(host) ? name.replaceAll(".", "") : name}@${host}`;
}
