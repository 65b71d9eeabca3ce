import { hash } from "node:crypto";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import type { Database } from "#store/database.ts";
import { isoTime } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";

/** Identifies API keys, also for secret scanners. */
export const KEY_PREFIX = "sl_";

/** In addition to public scopes: read and change the account's data. */
export const KEY_SCOPES = ["audit:read", "audit:write"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const KEY_NAME_LENGTH = 60;

export const KEYS_MAX = 20;

export interface ApiKey {
	readonly id: string;
	readonly name: string;
	readonly start: string;
	readonly scopes: readonly KeyScope[];
	readonly createdAt: string;
	readonly lastUsedAt?: string;
	readonly expiresAt?: string;
}

export interface NewKey {
	readonly name: string;
	readonly scopes: readonly KeyScope[];
	readonly days?: number | undefined;
}

export interface KeyHolder {
	readonly account: string;
	readonly scopes: readonly KeyScope[];
}

const MINUTE_MS = 60_000;
const DAY_SECONDS = 86_400;

/** Looks up keys itself: better-auth writes a row per request and takes an unavailable store for a wrong key. */
export class ApiKeys {
	readonly #sql: Database["sql"];
	readonly #accounts: Pick<Accounts, "auth">;
	readonly #now: () => number;

	constructor({ sql }: Pick<Database, "sql">, accounts: Pick<Accounts, "auth">, now: () => number = Date.now) {
		this.#sql = sql;
		this.#accounts = accounts;
		this.#now = now;
	}

	/** @returns the key, of which only a digest is stored @throws Failure `input-invalid` if the account has too many */
	async make(account: string, { name, scopes, days }: NewKey): Promise<string> {
		if ((await this.list(account)).length >= KEYS_MAX)
			throw new Failure("input-invalid", {
				what: `Your account has ${KEYS_MAX} API keys, the maximum.`,
				todo: "Revoke a key that you no longer use.",
			});
		const { api } = await this.#accounts.auth();
		const expiresIn = days === undefined ? null : days * DAY_SECONDS;
		const { key } = await api.createApiKey({
			body: { userId: account, name, expiresIn, permissions: permissionsOf(scopes) },
		});
		return key;
	}

	async list(account: string): Promise<readonly ApiKey[]> {
		const rows = await this.#sql
			.selectFrom("apikey")
			.select(["id", "name", "start", "permissions", "createdAt", "lastRequest", "expiresAt"])
			.where("referenceId", "=", account)
			.orderBy("createdAt", "desc")
			.orderBy("id")
			.execute();
		return rows.map(keyOf);
	}

	async rename(account: string, id: string, name: string): Promise<boolean> {
		const changes = { name, updatedAt: new Date(this.#now()).toISOString() };
		const mine = this.#sql.updateTable("apikey").set(changes).where("id", "=", id);
		return (await mine.where("referenceId", "=", account).executeTakeFirst()).numUpdatedRows > 0n;
	}

	async revoke(account: string, id: string): Promise<boolean> {
		const mine = this.#sql.deleteFrom("apikey").where("id", "=", id);
		return (await mine.where("referenceId", "=", account).executeTakeFirst()).numDeletedRows > 0n;
	}

	/** One index read; undefined if the key is invalid. Records its use to the minute. */
	async holderOf(key: string): Promise<KeyHolder | undefined> {
		const row = await this.#sql
			.selectFrom("apikey")
			// Excludes a key created during the deletion of its account.
			.innerJoin("user", "user.id", "apikey.referenceId")
			.select(["apikey.id", "referenceId", "permissions", "enabled", "expiresAt", "lastRequest"])
			.where("key", "=", digestOf(key))
			.executeTakeFirst();
		const now = this.#now();
		if (!row?.enabled || (row.expiresAt !== null && timeOf(row.expiresAt) <= now)) return undefined;
		if (row.lastRequest === null || timeOf(row.lastRequest) <= now - MINUTE_MS) {
			const used = { lastRequest: new Date(now).toISOString() };
			await this.#sql.updateTable("apikey").set(used).where("id", "=", row.id).execute();
		}
		return { account: row.referenceId, scopes: scopesOf(row.permissions) };
	}

	async forget(account: string): Promise<void> {
		await this.#sql.deleteFrom("apikey").where("referenceId", "=", account).execute();
	}
}

/** Same as better-auth's. A plain digest is enough for a random key. */
function digestOf(key: string): string {
	return hash("sha256", key, "base64url");
}

function timeOf(moment: string | Date): number {
	return new Date(moment).getTime();
}

interface KeyRow {
	readonly id: string;
	readonly name: string | null;
	readonly start: string | null;
	readonly permissions: string | null;
	readonly createdAt: string | Date;
	readonly lastRequest: string | Date | null;
	readonly expiresAt: string | Date | null;
}

function keyOf({ id, name, start, permissions, createdAt, lastRequest, expiresAt }: KeyRow): ApiKey {
	return {
		id,
		name: name ?? "",
		start: start ?? "",
		scopes: scopesOf(permissions),
		createdAt: isoTime(createdAt),
		...(lastRequest !== null && { lastUsedAt: isoTime(lastRequest) }),
		...(expiresAt !== null && { expiresAt: isoTime(expiresAt) }),
	};
}

/** better-auth's format: actions by resource. */
function permissionsOf(scopes: readonly KeyScope[]): Record<string, string[]> {
	const permissions: Record<string, string[]> = {};
	for (const scope of scopes) {
		const [on = "", action = ""] = scope.split(":");
		permissions[on] = [...(permissions[on] ?? []), action];
	}
	return permissions;
}

const permissionsSchema = z.record(z.string(), z.array(z.string()));

function scopesOf(permissions: string | null): readonly KeyScope[] {
	const held = permissionsSchema.parse(JSON.parse(permissions ?? "{}"));
	return KEY_SCOPES.filter((scope) => {
		const [on = "", action = ""] = scope.split(":");
		return held[on]?.includes(action);
	});
}
