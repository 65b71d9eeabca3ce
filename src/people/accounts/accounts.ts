import type { GitHubApp } from "#config/environment.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import {
	ACCOUNT_COLUMNS,
	type Account,
	accountOf,
	endSessions,
	findSession,
	isoTime,
	type ListedSession,
	listSessions,
	type Session,
} from "./account.ts";
import type { Auth, SignedIn, SignInLink } from "./auth.ts";
import type { InstallationSecret } from "./installation-secret.ts";
import { expiredSessionCookies, sessionCookieName, sessionToken } from "./session-cookie.ts";

/** Who has an account, how people sign in, and who is signed in. */
export interface Accounts {
	/** better-auth over the same tables, for what its plugins do; loaded when it is first asked for. */
	auth(): Promise<Auth>;
	/** Whether people sign in through GitHub, too. */
	readonly hasGitHub: boolean;
	/**
	 * Whose browser a request comes from; undefined where nobody is signed in there.
	 * @param cookie its Cookie field
	 */
	session(cookie: string | null): Promise<Session | undefined>;
	/** @param id of the account */
	find(id: string): Promise<Account | undefined>;
	/** @param email in any case */
	findByEmail(email: string): Promise<Account | undefined>;
	/** @param name what the person wants to be called */
	rename(id: string, name: string): Promise<void>;
	/**
	 * Mails a link that signs in, and does the same whether or not the address has an account.
	 * @param next path below the site's home that it leads to
	 * @throws Failure `mail-unsent`
	 */
	sendLink(email: string, next: string): Promise<void>;
	/** The e-mail address that a link signs in; undefined where it no longer works. Looking does not use it up. */
	linkOwner(token: string): Promise<string | undefined>;
	/** Uses a link up; a session that the browser had before is ended. Undefined where it no longer works. */
	signInByLink(token: string, headers: Pick<Headers, "get">): Promise<SignedIn | undefined>;
	/** Where sign-in by GitHub begins: an address there, and the cookies to go with. */
	beginGitHub(next: string): Promise<{ readonly leave: string; readonly cookies: readonly string[] }>;
	/** Answers one of better-auth's own routes that `authRoute` knows; a session that the browser had before is ended. */
	answerAuthRoute(request: Request): Promise<Response>;
	readonly passkeys: Passkeys;
	/** Newest first. @param account its id */
	sessions(account: string): Promise<ListedSession[]>;
	/** Signs out browsers of an account. */
	endSessions(account: string, which: Parameters<typeof endSessions>[2]): Promise<void>;
	/** Set-Cookie fields that take the session's cookie away, and its mark. */
	readonly signedOutCookies: readonly string[];
	/** Deletes sessions, links and challenges that have expired. */
	sweep(now: number): Promise<void>;
	exportOf(account: string): Promise<unknown>;
	/** Ends the account itself with its sessions, and links to its address; what else it has must be gone. */
	forget(account: string): Promise<void>;
}

interface AccountsParts {
	readonly database: Database;
	readonly secret: InstallationSecret;
	readonly mailer: Pick<Mailer, "send">;
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
	readonly gitHubApp: GitHubApp | undefined;
	/** Gets what better-auth finds wrong. */
	readonly onFault: (error: unknown) => void;
}

export function openAccounts(parts: AccountsParts): Accounts {
	const { database, secret, baseUrl } = parts;
	const { sql } = database;
	let loading: Promise<Auth> | undefined;
	const auth = () => {
		loading ??= load(parts).catch((error) => {
			loading = undefined;
			throw error;
		});
		return loading;
	};
	const accountBy = async (column: "id" | "email", value: string) => {
		const row = await sql
			.selectFrom("user")
			.select(ACCOUNT_COLUMNS)
			.where(`user.${column}`, "=", value)
			.executeTakeFirst();
		return row && accountOf(row);
	};
	const session = async (cookie: string | null) => {
		// Most cookies are of others: a server that nobody signs in to needs no secret.
		if (!cookie?.includes(sessionCookieName(baseUrl))) return undefined;
		const token = sessionToken(cookie, { baseUrl, secret: await secret() });
		return token === undefined ? undefined : findSession(database, token, Date.now());
	};
	return {
		auth,
		hasGitHub: parts.gitHubApp !== undefined,
		session,
		find: (id) => accountBy("id", id),
		findByEmail: (email) => accountBy("email", email.toLowerCase()),
		async rename(id, name) {
			const updatedAt = new Date().toISOString();
			await sql.updateTable("user").set({ name, updatedAt }).where("id", "=", id).execute();
		},
		...signInWays(parts, auth, session),
		passkeys: openPasskeys(database),
		sessions: (account) => listSessions(database, account, Date.now()),
		endSessions: (account, which) => endSessions(database, account, which),
		signedOutCookies: expiredSessionCookies(baseUrl),
		async sweep(now) {
			const past = new Date(now).toISOString();
			await sql.deleteFrom("session").where("expiresAt", "<=", past).execute();
			await sql.deleteFrom("verification").where("expiresAt", "<=", past).execute();
		},
		exportOf: (account) => exportAccount(database, account),
		forget: (account) => forgetAccount(database, account),
	};
}

/** What goes through better-auth. */
function signInWays(
	{ database, baseUrl, onFault }: AccountsParts,
	auth: Accounts["auth"],
	session: Accounts["session"],
): Pick<Accounts, "sendLink" | "linkOwner" | "signInByLink" | "beginGitHub" | "answerAuthRoute"> {
	/** A sign-in gives a new session; that of before would go on without anybody knowing. */
	const replaceSession = async <T>(cookie: string | null, signIn: () => Promise<T>, isDone: (answer: T) => boolean) => {
		const before = await session(cookie);
		const answer = await signIn();
		if (before && isDone(answer)) await endSessions(database, before.account.id, { only: before.id });
		return answer;
	};
	return {
		async sendLink(email, next) {
			const { api } = await auth();
			const body = { email: email.toLowerCase(), metadata: { next } };
			await api.signInMagicLink({ body, headers: new Headers() }).catch((error) => {
				// Whoever waits for the mail learns that it was not sent; why, only the operator.
				onFault(error);
				throw error;
			});
		},
		async linkOwner(token) {
			const { linkOwner } = await import("./auth.ts");
			return linkOwner(database, token, Date.now());
		},
		async signInByLink(token, headers) {
			const { signInByLink } = await import("./auth.ts");
			const signIn = async () => signInByLink(await auth(), token, headers);
			return replaceSession(headers.get("Cookie"), signIn, (signedIn) => signedIn !== undefined);
		},
		async beginGitHub(next) {
			const { beginGitHub } = await import("./auth.ts");
			return beginGitHub(await auth(), baseUrl, next);
		},
		async answerAuthRoute(request) {
			const { answerAuthRoute } = await import("./auth.ts");
			const signIn = async () => answerAuthRoute(await auth(), request);
			const name = `${sessionCookieName(baseUrl)}=`;
			return replaceSession(request.headers.get("Cookie"), signIn, ({ headers }) =>
				headers.getSetCookie().some((cookie) => cookie.startsWith(name)),
			);
		},
	};
}

/** Most requests are of nobody who signs in: until somebody does, none of it is loaded. */
async function load(parts: AccountsParts): Promise<Auth> {
	const [{ createAuth }, { signInMail }] = await Promise.all([import("./auth.ts"), import("./auth.ts")]);
	const { baseUrl, mailer } = parts;
	const sendLink = (link: SignInLink) => mailer.send(signInMail(link, baseUrl));
	return createAuth({ ...parts, secret: await parts.secret(), sendLink });
}

/** What is kept of the account itself and of how its owner signs in, but for what would let others in. */
async function exportAccount(database: Database, account: string): Promise<unknown> {
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
async function forgetAccount({ sql }: Database, account: string): Promise<void> {
	await sql.transaction().execute(async (transaction) => {
		const user = await transaction.selectFrom("user").select("email").where("id", "=", account).executeTakeFirst();
		// A link that is left would make the account anew; what a passkey is asked for names its account.
		for (const named of [account, ...(user ? [user.email] : [])]) await forgetVerifications(transaction, named);
		for (const table of ["session", "passkey", "account"] as const)
			await transaction.deleteFrom(table).where("userId", "=", account).execute();
		await transaction.deleteFrom("user").where("id", "=", account).execute();
	});
}

/** Deletes what waits to be verified and names this text, as a member of its JSON. */
async function forgetVerifications(sql: Database["sql"], named: string): Promise<void> {
	await sql
		.deleteFrom("verification")
		.where((where) => {
			const { fn, ref, val } = where;
			return where(fn<string>("replace", [ref("value"), val(JSON.stringify(named)), val("")]), "<>", ref("value"));
		})
		.execute();
}

/** A passkey as its owner sees it. */
export interface Passkey {
	readonly id: string;
	readonly name: string;
	/** ISO 8601. */
	readonly createdAt: string;
	/** Whether it is on several devices of its owner. */
	readonly isSynced: boolean;
}

/** Passkeys of one account; they are made in the browser, through better-auth. */
export interface Passkeys {
	/** Oldest first. */
	list(account: string): Promise<Passkey[]>;
	/** @returns false where the account has no such passkey */
	rename(account: string, id: string, name: string): Promise<boolean>;
	/** @returns false where the account has no such passkey */
	remove(account: string, id: string): Promise<boolean>;
}

function openPasskeys({ sql }: Database): Passkeys {
	return {
		async list(account) {
			const rows = await sql
				.selectFrom("passkey")
				.select(["id", "name", "createdAt", "deviceType"])
				.where("userId", "=", account)
				.orderBy("createdAt")
				.execute();
			return rows.map(({ id, name, createdAt, deviceType }) => ({
				id,
				name: name || "Passkey",
				createdAt: isoTime(createdAt ?? new Date(0)),
				isSynced: deviceType === "multiDevice",
			}));
		},
		async rename(account, id, name) {
			const { numUpdatedRows } = await sql
				.updateTable("passkey")
				.set({ name })
				.where("id", "=", id)
				.where("userId", "=", account)
				.executeTakeFirst();
			return numUpdatedRows > 0n;
		},
		async remove(account, id) {
			const { numDeletedRows } = await sql
				.deleteFrom("passkey")
				.where("id", "=", id)
				.where("userId", "=", account)
				.executeTakeFirst();
			return numDeletedRows > 0n;
		},
	};
}
