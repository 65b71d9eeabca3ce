import { randomBytes } from "node:crypto";
import { DAY_MS } from "#core/kept-for.ts";
import { deleteOldest } from "#store/account-tables.ts";
import type { Database } from "#store/database.ts";
import { lockExistingAccount } from "../accounts/account.ts";
import { type Revocations, TOKEN_MOST_MS } from "./access-tokens.ts";
import { digestOf, newSecret } from "./protocol.ts";

export interface Grant {
	readonly id: string;
	readonly account: string;
	readonly client: string;
	readonly scopes: readonly string[];
	readonly resource: string;
	readonly signedInMs: number;
}

export interface ListedGrant {
	readonly id: string;
	readonly clientName: string;
	readonly scopes: readonly string[];
	readonly grantedAt: string;
}

interface CodeRequest {
	readonly redirectUri: string;
	/** PKCE, S256. */
	readonly challenge: string;
	readonly nonce?: string | undefined;
}

type OnceTable = "oauth_code" | "oauth_refresh";

const CODE_MS = 10 * 60_000;
const REFRESH_MS = 30 * DAY_MS;

/** Stores codes and refresh tokens as digests. A second use ends the grant. */
export class Grants {
	readonly #sql: Database["sql"];
	readonly #kind: Database["kind"];
	readonly #revocations: Pick<Revocations, "revoke">;
	readonly #now: () => number;

	constructor(
		{ sql, kind }: Pick<Database, "sql" | "kind">,
		revocations: Pick<Revocations, "revoke">,
		now: () => number,
	) {
		this.#sql = sql;
		this.#kind = kind;
		this.#revocations = revocations;
		this.#now = now;
	}

	/** @returns a code that works for 10 minutes; undefined if the account is gone */
	async make(
		{ clientName, scopes, signedInMs, ...given }: Omit<Grant, "id"> & { readonly clientName: string },
		{ redirectUri, challenge, nonce }: CodeRequest,
	): Promise<string | undefined> {
		const [id, code] = [randomBytes(16).toString("base64url"), newSecret("slc_")];
		const expires_ms = this.#now() + CODE_MS;
		const times = { granted_ms: this.#now(), signed_in_ms: signedInMs, expires_ms };
		const grant = { id, ...given, client_name: clientName, scope: scopes.join(" "), ...times };
		const once = { digest: digestOf(code), grant_id: id, expires_ms, used_ms: null };
		const row = { ...once, redirect_uri: redirectUri, challenge, nonce: nonce ?? null };
		return this.#sql.transaction().execute(async (trx) => {
			// The account may have been deleted meanwhile.
			if (!(await lockExistingAccount(trx, this.#kind, given.account))) return undefined;
			await trx.insertInto("oauth_grant").values(grant).execute();
			await trx.insertInto("oauth_code").values(row).execute();
			return code;
		});
	}

	/** A code sent by another client also ends the grant. @returns undefined if it is invalid */
	async useCode(code: string, client: string): Promise<(CodeRequest & { readonly grant: Grant }) | undefined> {
		const found = await this.#rowOf("oauth_code", code);
		const grant = found && (await this.#find(found.grant_id));
		if (!grant) return undefined;
		if (grant.client === client && (await this.#isFirstUse("oauth_code", code))) {
			const row = await this.#sql
				.selectFrom("oauth_code")
				.select(["redirect_uri as redirectUri", "challenge", "nonce"])
				.where("digest", "=", found.digest)
				.executeTakeFirst();
			if (row) return { grant, ...row, nonce: row.nonce ?? undefined };
		}
		await this.end(grant.id);
		return undefined;
	}

	async makeRefresh({ id }: Pick<Grant, "id">): Promise<string> {
		const [token, expires_ms] = [newSecret("slr_"), this.#now() + REFRESH_MS];
		const row = { digest: digestOf(token), grant_id: id, expires_ms, used_ms: null };
		await this.#sql.insertInto("oauth_refresh").values(row).execute();
		await deleteOldest({ sql: this.#sql }, "oauth_refresh", id);
		await this.#sql.updateTable("oauth_grant").set({ expires_ms }).where("id", "=", id).execute();
		return token;
	}

	async findRefresh(token: string): Promise<Grant | undefined> {
		const row = await this.#rowOf("oauth_refresh", token);
		return row && this.#find(row.grant_id);
	}

	async useRefresh(token: string, { id }: Pick<Grant, "id">): Promise<boolean> {
		if (await this.#isFirstUse("oauth_refresh", token)) return true;
		await this.end(id);
		return false;
	}

	/** Keeps the grant until a token issued now expires, so that it can be revoked. @returns false if it has ended */
	async keep(id: string): Promise<boolean> {
		const expires_ms = this.#now() + TOKEN_MOST_MS;
		const { numUpdatedRows } = await this.#sql
			.updateTable("oauth_grant")
			.set(({ eb }) => ({
				expires_ms: eb.case().when("expires_ms", "<", expires_ms).then(expires_ms).else(eb.ref("expires_ms")).end(),
			}))
			.where("id", "=", id)
			.executeTakeFirst();
		return numUpdatedRows > 0n;
	}

	async end(id: string, account?: string): Promise<void> {
		if (account === undefined || (await this.#idsOf(account)).includes(id)) await this.#end([id]);
	}

	async list(account: string): Promise<readonly ListedGrant[]> {
		const rows = await this.#sql
			.selectFrom("oauth_grant")
			.select(["id", "client_name", "scope", "granted_ms"])
			.where("account", "=", account)
			.where("expires_ms", ">", this.#now())
			.orderBy("granted_ms", "desc")
			.execute();
		return rows.map(({ id, client_name: clientName, scope, granted_ms: granted }) => {
			const grantedAt = new Date(granted).toISOString();
			return { id, clientName, scopes: scope.split(" "), grantedAt };
		});
	}

	async forget(account: string): Promise<void> {
		await this.#end(await this.#idsOf(account));
		await this.#revocations.revoke([`account:${account}`], true);
	}

	async sweep(at: number): Promise<void> {
		for (const table of ["oauth_grant", "oauth_code", "oauth_refresh"] as const)
			await this.#sql.deleteFrom(table).where("expires_ms", "<", at).execute();
	}

	/** Also undefined if its account is gone. */
	async #find(id: string): Promise<Grant | undefined> {
		const row = await this.#sql
			.selectFrom("oauth_grant")
			.innerJoin("user", "user.id", "oauth_grant.account")
			.selectAll("oauth_grant")
			.where("oauth_grant.id", "=", id)
			.executeTakeFirst();
		if (!row) return undefined;
		const { account, client, scope, resource, signed_in_ms: signedInMs } = row;
		return { id, account, client, scopes: scope.split(" "), resource, signedInMs };
	}

	async #idsOf(account: string): Promise<string[]> {
		const rows = await this.#sql.selectFrom("oauth_grant").select("id").where("account", "=", account).execute();
		return rows.map(({ id }) => id);
	}

	async #end(ids: readonly string[]): Promise<void> {
		if (ids.length === 0) return;
		const names = ids.map((id) => `grant:${id}` as const);
		await this.#revocations.revoke(names, true);
		// Delete the grant last, so that a failure can be retried.
		for (const table of ["oauth_refresh", "oauth_code"] as const)
			await this.#sql.deleteFrom(table).where("grant_id", "in", ids).execute();
		await this.#sql.deleteFrom("oauth_grant").where("id", "in", ids).execute();
	}

	#rowOf(table: OnceTable, secret: string) {
		return this.#sql
			.selectFrom(table)
			.select(["digest", "grant_id", "expires_ms"])
			.where("digest", "=", digestOf(secret))
			.where("expires_ms", ">", this.#now())
			.executeTakeFirst();
	}

	/** Atomic: of concurrent uses, exactly one is the first. */
	async #isFirstUse(table: OnceTable, secret: string): Promise<boolean> {
		const used = await this.#sql
			.updateTable(table)
			.set({ used_ms: this.#now() })
			.where("digest", "=", digestOf(secret))
			.where("used_ms", "is", null)
			.executeTakeFirst();
		return used.numUpdatedRows > 0n;
	}
}
