import type { Database } from "#store/database.ts";
import type { InstallationSecret } from "./installation-secret.ts";
import { sessionToken } from "./session-cookie.ts";
import { type Account, accountOf, findSession, type Session } from "./sessions.ts";

/** Who has an account, and who is signed in. */
export interface Accounts {
	/**
	 * Whose browser a request comes from; undefined where nobody is signed in there.
	 * @param cookie its Cookie field
	 */
	session(cookie: string | null | undefined): Promise<Session | undefined>;
	/** @param id of the account */
	find(id: string): Promise<Account | undefined>;
	/** @param email in any case */
	findByEmail(email: string): Promise<Account | undefined>;
}

export interface AccountsParts {
	readonly database: Database;
	readonly secret: InstallationSecret;
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
}

export function openAccounts({ database, secret, baseUrl }: AccountsParts): Accounts {
	const rows = database.sql.selectFrom("user").select(["id", "email", "name", "createdAt"]);
	const accountBy = async (column: "id" | "email", value: string) => {
		const row = await rows.where(column, "=", value).executeTakeFirst();
		return row && accountOf(row);
	};
	return {
		async session(cookie) {
			if (!cookie) return undefined;
			const token = sessionToken(cookie, { baseUrl, secret: await secret() });
			return token === undefined ? undefined : findSession(database, token, Date.now());
		},
		find: (id) => accountBy("id", id),
		findByEmail: (email) => accountBy("email", email.toLowerCase()),
	};
}
