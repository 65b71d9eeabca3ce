import type { Language } from "#core/language.ts";
import { loadLanguage, type Words } from "#site/brief/languages.ts";
import type { Database } from "#store/database.ts";

export interface Account {
	readonly id: string;
	/** In lower case; verified by email. */
	readonly email: string;
	/** `""` until the person enters one. */
	readonly name: string;
	/** Language of emails and its own briefs; undefined (English) until chosen. */
	readonly language?: Language;
	readonly createdAt: string;
}

export const ACCOUNT_COLUMNS = ["user.id", "user.email", "user.name", "user.language", "user.createdAt"] as const;

interface UserRow {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly language: Language | null;
	readonly createdAt: string | Date;
}

export function accountOf({ id, email, name, language, createdAt }: UserRow): Account {
	return { id, email, name, ...(language !== null && { language }), createdAt: isoTime(createdAt) };
}

/** Texts for emails to it. @param otherwise language if it has chosen none or does not exist */
export async function wordsFor(
	sql: Database["sql"],
	column: "id" | "email",
	value: string,
	otherwise: Language = "en",
): Promise<Words> {
	const users = sql.selectFrom("user").select("language").where(column, "=", value);
	return loadLanguage((await users.executeTakeFirst())?.language ?? otherwise);
}

/** ISO 8601. @param moment as in better-auth's tables, or milliseconds since 1970 */
export function isoTime(moment: string | Date | number): string {
	return new Date(moment).toISOString();
}

/** Whether the account exists. Locks it until the transaction ends, so that its deletion sees what is written. */
export async function lockExistingAccount(
	trx: Database["sql"],
	kind: Database["kind"],
	account: string,
): Promise<boolean> {
	const row = trx.selectFrom("user").select("id").where("id", "=", account);
	return (await row.$if(kind === "postgres", (query) => query.forKeyShare()).executeTakeFirst()) !== undefined;
}

export interface Session {
	readonly id: string;
	readonly account: Account;
	/** ISO 8601: the sign-in. */
	readonly startedAt: string;
	readonly isFresh: boolean;
}

/** Minutes after a sign-in during which a passkey may be added. */
export const FRESH_MINUTES = 60;
