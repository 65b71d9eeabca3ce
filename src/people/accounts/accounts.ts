import type { GitHubApp } from "#config/environment.ts";
import type { Language } from "#core/language.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import { ACCOUNT_COLUMNS, type Account, accountOf, FRESH_MINUTES, isoTime, type Session, wordsFor } from "./account.ts";
import type { Auth, SignedIn, SignInLink } from "./auth.ts";
import type { InstallationSecret } from "./installation-secret.ts";
import { expiredSessionCookies, sessionCookieName, sessionToken } from "./session-cookie.ts";

interface AccountsOptions {
	readonly database: Database;
	readonly secret: InstallationSecret;
	readonly mailer: Pick<Mailer, "send">;
	readonly baseUrl: string;
	readonly gitHubApp: GitHubApp | undefined;
	readonly onFault: (error: unknown) => void;
}

interface ListedSession {
	readonly id: string;
	readonly startedAt: string;
	readonly endsAt: string;
	readonly userAgent: string;
}

export class Accounts {
	readonly hasGitHub: boolean;
	readonly passkeys: Passkeys;
	/** Set-Cookie fields that remove the session's cookie and its mark. */
	readonly signedOutCookies: readonly string[];
	readonly #options: AccountsOptions;
	readonly #sql: Database["sql"];
	#loading: Promise<Auth> | undefined;

	constructor(options: AccountsOptions) {
		this.#options = options;
		this.#sql = options.database.sql;
		this.hasGitHub = options.gitHubApp !== undefined;
		this.passkeys = new Passkeys(this.#sql);
		this.signedOutCookies = expiredSessionCookies(options.baseUrl);
	}

	auth(): Promise<Auth> {
		this.#loading ??= load(this.#options).catch((error) => {
			this.#loading = undefined;
			throw error;
		});
		return this.#loading;
	}

	/** One index read; undefined if signed out. @param cookie the Cookie field */
	async session(cookie: string | null): Promise<Session | undefined> {
		const { baseUrl, secret } = this.#options;
		// Skip requests without our cookie: a server without signed-in accounts needs no secret.
		if (!cookie?.includes(sessionCookieName(baseUrl))) return undefined;
		const token = sessionToken(cookie, { baseUrl, secret: await secret() });
		if (token === undefined) return undefined;
		const row = await this.#sql
			.selectFrom("session")
			.innerJoin("user", "user.id", "session.userId")
			.select(["session.id as session", "session.createdAt as startedAt", "session.expiresAt"])
			.select(ACCOUNT_COLUMNS)
			.where("session.token", "=", token)
			.executeTakeFirst();
		if (row === undefined || new Date(row.expiresAt).getTime() <= Date.now()) return undefined;
		const startedAt = isoTime(row.startedAt);
		const isFresh = Date.now() - Date.parse(startedAt) < FRESH_MINUTES * 60_000;
		return { id: row.session, account: accountOf(row), startedAt, isFresh };
	}

	find(id: string): Promise<Account | undefined> {
		return this.#accountBy("id", id);
	}

	findByEmail(email: string): Promise<Account | undefined> {
		return this.#accountBy("email", email.toLowerCase());
	}

	async rename(id: string, name: string): Promise<void> {
		const updatedAt = new Date().toISOString();
		await this.#sql.updateTable("user").set({ name, updatedAt }).where("id", "=", id).execute();
	}

	async setLanguage(id: string, language: Language): Promise<void> {
		const updatedAt = new Date().toISOString();
		await this.#sql.updateTable("user").set({ language, updatedAt }).where("id", "=", id).execute();
	}

	/** Behaves the same for unknown addresses. @param next path relative to home @throws Failure `mail-unsent` */
	async sendLink(email: string, next: string): Promise<void> {
		const { api } = await this.auth();
		const body = { email: email.toLowerCase(), metadata: { next } };
		await api.signInMagicLink({ body, headers: new Headers() }).catch((error) => {
			// The operator gets the reason; the person only learns that the email was not sent.
			this.#options.onFault(error);
			throw error;
		});
	}

	/** Does not use up the link; undefined if it is invalid. */
	async linkOwner(token: string): Promise<string | undefined> {
		const { linkOwner } = await import("./auth.ts");
		return linkOwner(this.#options.database, token, Date.now());
	}

	/** Also ends the browser's earlier session. Undefined if the link is invalid. */
	async signInByLink(token: string, headers: Pick<Headers, "get">): Promise<SignedIn | undefined> {
		const { signInByLink } = await import("./auth.ts");
		const signIn = async () => signInByLink(await this.auth(), token, headers);
		return this.#replaceSession(headers.get("Cookie"), signIn, (signedIn) => signedIn !== undefined);
	}

	async beginGitHub(next: string): Promise<{ readonly leave: string; readonly cookies: readonly string[] }> {
		const { beginGitHub } = await import("./auth.ts");
		return beginGitHub(await this.auth(), this.#options.baseUrl, next);
	}

	async answerAuthRoute(request: Request): Promise<Response> {
		const { answerAuthRoute } = await import("./auth.ts");
		const signIn = async () => answerAuthRoute(await this.auth(), request);
		const name = `${sessionCookieName(this.#options.baseUrl)}=`;
		return this.#replaceSession(request.headers.get("Cookie"), signIn, ({ headers }) =>
			headers.getSetCookie().some((cookie) => cookie.startsWith(name)),
		);
	}

	async sessions(account: string): Promise<ListedSession[]> {
		const rows = await this.#sql
			.selectFrom("session")
			.select(["id", "createdAt", "expiresAt", "userAgent"])
			.where("userId", "=", account)
			.where("expiresAt", ">", new Date().toISOString())
			.orderBy("createdAt", "desc")
			.execute();
		return rows.map(({ id, createdAt, expiresAt, userAgent }) => ({
			id,
			startedAt: isoTime(createdAt),
			endsAt: isoTime(expiresAt),
			userAgent: userAgent ?? "",
		}));
	}

	async endSessions(account: string, which: { readonly only: string } | "all"): Promise<void> {
		const mine = this.#sql.deleteFrom("session").where("userId", "=", account);
		await (which === "all" ? mine : mine.where("id", "=", which.only)).execute();
	}

	async sweep(now: number): Promise<void> {
		const past = new Date(now).toISOString();
		for (const table of ["session", "verification"] as const)
			await this.#sql.deleteFrom(table).where("expiresAt", "<=", past).execute();
	}

	/** Omits credentials. */
	async exportOf(account: string): Promise<unknown> {
		const elsewhere = await this.#sql
			.selectFrom("account")
			.select(["providerId", "accountId", "createdAt"])
			.where("userId", "=", account)
			.execute();
		return {
			...(await this.find(account)),
			sessions: await this.sessions(account),
			passkeys: await this.passkeys.list(account),
			signInElsewhere: elsewhere.map(({ providerId, accountId, createdAt }) => ({
				provider: providerId,
				id: accountId,
				since: isoTime(createdAt),
			})),
		};
	}

	/** Deletes the account with its sessions and links. Delete its other data first. Idempotent. */
	async forget(account: string): Promise<void> {
		await this.#sql.transaction().execute(async (transaction) => {
			const user = await transaction.selectFrom("user").select("email").where("id", "=", account).executeTakeFirst();
			// A remaining link would recreate the account, and a passkey challenge names it.
			for (const named of [account, ...(user ? [user.email] : [])]) await deleteVerifications(transaction, named);
			for (const table of ["session", "passkey", "account"] as const)
				await transaction.deleteFrom(table).where("userId", "=", account).execute();
			await transaction.deleteFrom("user").where("id", "=", account).execute();
		});
	}

	async #accountBy(column: "id" | "email", value: string): Promise<Account | undefined> {
		const users = this.#sql.selectFrom("user").select(ACCOUNT_COLUMNS);
		const row = await users.where(`user.${column}`, "=", value).executeTakeFirst();
		return row && accountOf(row);
	}

	/** A sign-in creates a new session; the old one would stay valid unnoticed. */
	async #replaceSession<T>(cookie: string | null, signIn: () => Promise<T>, isDone: (answer: T) => boolean) {
		const before = await this.session(cookie);
		const answer = await signIn();
		if (before && isDone(answer)) await this.endSessions(before.account.id, { only: before.id });
		return answer;
	}
}

/** Lazy, because most visitors never sign in. */
async function load(options: AccountsOptions): Promise<Auth> {
	const { createAuth, signInMail } = await import("./auth.ts");
	const { baseUrl, database, mailer } = options;
	const sendLink = async (link: SignInLink) => {
		const words = await wordsFor(database.sql, "email", link.email);
		await mailer.send(signInMail(link, baseUrl, words));
	};
	return createAuth({ ...options, secret: await options.secret(), sendLink });
}

/** Verifications name the account or address as a member of their JSON. */
async function deleteVerifications(sql: Database["sql"], named: string): Promise<void> {
	await sql
		.deleteFrom("verification")
		.where((where) => {
			const { fn, ref, val } = where;
			return where(fn<string>("replace", [ref("value"), val(JSON.stringify(named)), val("")]), "<>", ref("value"));
		})
		.execute();
}

interface Passkey {
	readonly id: string;
	readonly name: string;
	readonly createdAt: string;
	readonly isSynced: boolean;
}

/** Browsers create passkeys through better-auth. */
class Passkeys {
	readonly #sql: Database["sql"];

	constructor(sql: Database["sql"]) {
		this.#sql = sql;
	}

	async list(account: string): Promise<Passkey[]> {
		const rows = await this.#sql
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
	}

	async rename(account: string, id: string, name: string): Promise<boolean> {
		const mine = this.#sql.updateTable("passkey").set({ name }).where("id", "=", id);
		return (await mine.where("userId", "=", account).executeTakeFirst()).numUpdatedRows > 0n;
	}

	async remove(account: string, id: string): Promise<boolean> {
		const mine = this.#sql.deleteFrom("passkey").where("id", "=", id);
		return (await mine.where("userId", "=", account).executeTakeFirst()).numDeletedRows > 0n;
	}
}
