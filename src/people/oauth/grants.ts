import { randomBytes } from "node:crypto";
import type { Database } from "#store/database.ts";
import { holdAccount } from "../accounts/account.ts";
import { type Revocations, TOKEN_MOST_MS } from "./revocations.ts";

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
