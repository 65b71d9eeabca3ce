import type { Account } from "#people/accounts/account.ts";
import type { People } from "#people/open-people.ts";

/** Who is signed in where a request comes from. Without a cookie nothing is looked up. */
export async function accountOf(
	people: Pick<People, "accounts">,
	headers: { get(name: string): string | null },
): Promise<Account | undefined> {
	const cookie = headers.get("cookie");
	return cookie === null ? undefined : (await people.accounts.session(cookie))?.account;
}

/**
 * What an account's requests are counted by, however many keys and sessions it has. An id may look like an address.
 * @param account its id
 */
export function accountKey(account: string): string {
	return `account:${account}`;
}
