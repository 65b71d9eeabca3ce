import type { Account } from "#people/accounts/account.ts";
import type { People } from "#people/open-people.ts";
import type { SiteLinks } from "#site/page/site-links.ts";

/** Who is signed in where a request comes from. Without a cookie nothing is looked up. */
export async function accountOf(
	people: Pick<People, "accounts">,
	headers: { get(name: string): string | null },
): Promise<Account | undefined> {
	const cookie = headers.get("cookie");
	return cookie === null ? undefined : (await people.accounts.session(cookie))?.account;
}

/**
 * Where whoever is not signed in is led first, and back from there to what was asked for. A form that was sent is not kept: it
 * may hold what is nobody else's business.
 */
export function signInAddress({ method, url }: Pick<Request, "method" | "url">, links: SiteLinks): string {
	const { pathname, search } = new URL(url);
	const next = `/${pathname.slice(links.home.length)}${method === "POST" ? "" : search}`;
	return `${links.signIn}?next=${encodeURIComponent(next)}`;
}

/**
 * What an account's requests are counted by, however many keys and sessions it has. An id may look like an address.
 * @param account its id
 */
export function accountKey(account: string): string {
	return `account:${account}`;
}
