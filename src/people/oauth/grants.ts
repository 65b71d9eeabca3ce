import { randomBytes } from "node:crypto";
import { DAY_MS } from "#core/kept-for.ts";
import type { Database } from "#store/database.ts";
import { forgetOldest } from "#store/account-tables.ts";
import { holdAccount } from "../accounts/account.ts";
import { type Revocations, TOKEN_MOST_MS } from "./access-tokens.ts";
import { digestOf, newSecret } from "./secrets.ts";

/** What a person has let a client do. */
export interface Grant {
	readonly id: string;
	/** Id of the account. */
	readonly account: string;
	/** Id of the client. */
	readonly client: string;
	readonly scopes: readonly string[];
	/** Audience of its tokens. */
	readonly resource: string;
	/** When the person had signed in; milliseconds since 1970. */
	readonly signedInMs: number;
}

/** A grant in the list that its person reads. */
export interface ListedGrant {
	readonly id: string;
	readonly clientName: string;
	readonly scopes: readonly string[];
	/** ISO 8601. */
	readonly grantedAt: string;
}

export interface Grants {
	/** @param expiresMs when it ends unless a token prolongs it @returns its id; undefined where the account is gone */
	make(grant: Omit<Grant, "id"> & { readonly clientName: string }, expiresMs: number): Promise<string | undefined>;
	/** Undefined also where its account is gone. */
	find(id: string): Promise<Grant | undefined>;
	/** Keeps a grant until a token of it that is issued now has ended: its person can end it so long. @returns false where it has ended */
	keep(id: string): Promise<boolean>;
	/** Ends a grant with all its tokens, those that are being issued too. @param account where it must be that account's */
	end(id: string, account?: string): Promise<void>;
	/** Newest first. @param account its id */
	list(account: string): Promise<readonly ListedGrant[]>;
	/** Ends all grants of an account that is deleted, and all tokens that act for it. */
	forget(account: string): Promise<void>;
	sweep(now: number): Promise<void>;
}

export function openGrants(
	{ sql, kind }: Pick<Database, "sql" | "kind">,
	{ revoke }: Pick<Revocations, "revoke">,
	now: () => number,
): Grants {
	const end = async (ids: readonly string[]) => {
		if (ids.length === 0) return;
		const names = ids.map((id) => `grant:${id}` as const);
		await revoke(names, true);
		// The grant itself last: what fails halfway is found and done again.
		for (const table of ["oauth_refresh", "oauth_code"] as const)
			await sql.deleteFrom(table).where("grant_id", "in", ids).execute();
		await sql.deleteFrom("oauth_grant").where("id", "in", ids).execute();
	};
	const idsOf = async (account: string) => {
		const rows = await sql.selectFrom("oauth_grant").select("id").where("account", "=", account).execute();
		return rows.map(({ id }) => id);
	};
	return {
		async make({ clientName, scopes, signedInMs, ...given }, expiresMs) {
			const id = randomBytes(16).toString("base64url");
			const times = { granted_ms: now(), signed_in_ms: signedInMs, expires_ms: expiresMs };
			const row = { id, ...given, client_name: clientName, scope: scopes.join(" "), ...times };
			return sql.transaction().execute(async (trx) => {
				// The person may have deleted the account while they were asked.
				if (!(await holdAccount(trx, kind, given.account))) return undefined;
				await trx.insertInto("oauth_grant").values(row).execute();
				return id;
			});
		},
		async find(id) {
			const row = await sql
				.selectFrom("oauth_grant")
				.innerJoin("user", "user.id", "oauth_grant.account")
				.selectAll("oauth_grant")
				.where("oauth_grant.id", "=", id)
				.executeTakeFirst();
			if (!row) return undefined;
			const { account, client, scope, resource, signed_in_ms: signedInMs } = row;
			return { id, account, client, scopes: scope.split(" "), resource, signedInMs };
		},
		async keep(id) {
			const expires_ms = now() + TOKEN_MOST_MS;
			const { numUpdatedRows } = await sql
				.updateTable("oauth_grant")
				.set(({ eb }) => ({
					expires_ms: eb.case().when("expires_ms", "<", expires_ms).then(expires_ms).else(eb.ref("expires_ms")).end(),
				}))
				.where("id", "=", id)
				.executeTakeFirst();
			return numUpdatedRows > 0n;
		},
		async end(id, account) {
			if (account === undefined || (await idsOf(account)).includes(id)) await end([id]);
		},
		async list(account) {
			const rows = await sql
				.selectFrom("oauth_grant")
				.select(["id", "client_name", "scope", "granted_ms"])
				.where("account", "=", account)
				.where("expires_ms", ">", now())
				.orderBy("granted_ms", "desc")
				.execute();
			return rows.map(({ id, client_name: clientName, scope, granted_ms: granted }) => {
				const grantedAt = new Date(granted).toISOString();
				return { id, clientName, scopes: scope.split(" "), grantedAt };
			});
		},
		async forget(account) {
			await end(await idsOf(account));
			await revoke([`account:${account}`], true);
		},
		async sweep(at) {
			await sql.deleteFrom("oauth_grant").where("expires_ms", "<", at).execute();
		},
	};
}

/** What a code was given for. */
interface CodeRequest {
	readonly redirectUri: string;
	/** PKCE, S256. */
	readonly challenge: string;
	readonly nonce?: string | undefined;
}

/** Codes and refresh tokens, which stand for a grant. Both are kept as digests, and work once: a second use ends the grant. */
export interface GrantCodes {
	/** Grants, and gives the code for it, which works for ten minutes; undefined where the account is gone. */
	grant(given: Omit<Grant, "id"> & { readonly clientName: string }, request: CodeRequest): Promise<string | undefined>;
	/** Uses a code up. One that another client sends ends the grant, too. @returns undefined where it does not work */
	useCode(code: string, client: string): Promise<(CodeRequest & { readonly grant: Grant }) | undefined>;
	/** Makes a refresh token, which works for 30 days. */
	makeRefresh(grant: Pick<Grant, "id">): Promise<string>;
	/** Whose a refresh token is; it is not used up. */
	findRefresh(token: string): Promise<Grant | undefined>;
	/** @returns whether it worked */
	useRefresh(token: string, grant: Pick<Grant, "id">): Promise<boolean>;
	sweep(now: number): Promise<void>;
}

const CODE_MS = 10 * 60_000;
const REFRESH_MS = 30 * DAY_MS;

export function openGrantCodes(
	database: Pick<Database, "sql">,
	grants: Pick<Grants, "make" | "find" | "end">,
	now: () => number,
): GrantCodes {
	const { sql } = database;
	const rowOf = async (table: "oauth_code" | "oauth_refresh", secret: string) =>
		await sql
			.selectFrom(table)
			.select(["digest", "grant_id", "expires_ms"])
			.where("digest", "=", digestOf(secret))
			.where("expires_ms", ">", now())
			.executeTakeFirst();
	/** Of all who use it at once, one is the first. */
	const isFirstUse = async (table: "oauth_code" | "oauth_refresh", secret: string) => {
		const used = await sql
			.updateTable(table)
			.set({ used_ms: now() })
			.where("digest", "=", digestOf(secret))
			.where("used_ms", "is", null)
			.executeTakeFirst();
		return used.numUpdatedRows > 0n;
	};
	return {
		async grant(given, { redirectUri, challenge, nonce = null }) {
			const expires_ms = now() + CODE_MS;
			const [grant_id, code] = [await grants.make(given, expires_ms), newSecret("slc_")];
			if (grant_id === undefined) return undefined;
			const once = { digest: digestOf(code), grant_id, expires_ms, used_ms: null };
			const row = { ...once, redirect_uri: redirectUri, challenge, nonce };
			await sql.insertInto("oauth_code").values(row).execute();
			return code;
		},
		async useCode(code, client) {
			const found = await rowOf("oauth_code", code);
			const grant = found && (await grants.find(found.grant_id));
			if (!grant) return undefined;
			if (grant.client === client && (await isFirstUse("oauth_code", code))) {
				const row = await sql
					.selectFrom("oauth_code")
					.select(["redirect_uri as redirectUri", "challenge", "nonce"])
					.where("digest", "=", found.digest)
					.executeTakeFirst();
				if (row) return { grant, ...row, nonce: row.nonce ?? undefined };
			}
			await grants.end(grant.id);
			return undefined;
		},
		async makeRefresh({ id }) {
			const [token, expires_ms] = [newSecret("slr_"), now() + REFRESH_MS];
			const row = { digest: digestOf(token), grant_id: id, expires_ms, used_ms: null };
			await sql.insertInto("oauth_refresh").values(row).execute();
			await forgetOldest(database, "oauth_refresh", id);
			await sql.updateTable("oauth_grant").set({ expires_ms }).where("id", "=", id).execute();
			return token;
		},
		async findRefresh(token) {
			const row = await rowOf("oauth_refresh", token);
			return row && grants.find(row.grant_id);
		},
		async useRefresh(token, { id }) {
			if (await isFirstUse("oauth_refresh", token)) return true;
			await grants.end(id);
			return false;
		},
		async sweep(at) {
			for (const table of ["oauth_code", "oauth_refresh"] as const)
				await sql.deleteFrom(table).where("expires_ms", "<", at).execute();
		},
	};
}
