import { hash } from "node:crypto";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import type { Database } from "#store/database.ts";
import { isoTime } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";

/** What every API key begins with: it is distinguished from other tokens by that, also by scanners that look for leaked secrets. */
export const KEY_PREFIX = "sl_";

/** What a key may be allowed beside what is public: to read what its account has, and to change it. */
export const KEY_SCOPES = ["audit:read", "audit:write"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const KEY_NAME_LENGTH = 60;

/** Keys that one account has at once. */
export const KEYS_MAX = 20;

/** An API key, without what makes it work: that is shown once. */
export interface ApiKey {
	readonly id: string;
	readonly name: string;
	/** Its first characters, by which its owner knows it. */
	readonly start: string;
	readonly scopes: readonly KeyScope[];
	/** ISO 8601. */
	readonly createdAt: string;
	/** ISO 8601, to the minute; undefined for a key that was never used. */
	readonly lastUsedAt?: string;
	/** ISO 8601; undefined for a key that does not end by itself. */
	readonly expiresAt?: string;
}

export interface NewKey {
	/** What its owner calls it, at most 60 characters. */
	readonly name: string;
	readonly scopes: readonly KeyScope[];
	/** Days until it ends by itself; undefined for never. */
	readonly days?: number | undefined;
}

/** Whose a key is, and what it may do. */
export interface KeyHolder {
	/** Id of the account. */
	readonly account: string;
	readonly scopes: readonly KeyScope[];
}

/** API keys of accounts. `account` is the account's id; nobody else's keys are touched. */
export interface ApiKeys {
	/** @returns the key itself: only its digest is kept @throws Failure `input-invalid` where the account has too many */
	make(account: string, key: NewKey): Promise<string>;
	/** Newest first. */
	list(account: string): Promise<readonly ApiKey[]>;
	/** @returns whether there is such a key */
	rename(account: string, id: string, name: string): Promise<boolean>;
	/** The key works no more. @returns whether there was one */
	revoke(account: string, id: string): Promise<boolean>;
	/** Whose a key is, by one read of indexes; undefined where it does not work. Its use is noted to the minute. */
	holderOf(key: string): Promise<KeyHolder | undefined>;
	/** @param account its id */
	exportOf(account: string): Promise<readonly ApiKey[]>;
	forget(account: string): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_SECONDS = 86_400;

/**
 * API keys, made by better-auth and looked up here: it would write a row for every request, and take a store that is away for
 * a wrong key.
 */
export function openApiKeys(
	{ sql }: Pick<Database, "sql">,
	{ auth }: Pick<Accounts, "auth">,
	now: () => number = Date.now,
): ApiKeys {
	const isoNow = () => new Date(now()).toISOString();
	const list = async (account: string) => {
		const rows = await sql
			.selectFrom("apikey")
			.select(["id", "name", "start", "permissions", "createdAt", "lastRequest", "expiresAt"])
			.where("referenceId", "=", account)
			.orderBy("createdAt", "desc")
			.orderBy("id")
			.execute();
		return rows.map(keyOf);
	};
	return {
		async make(account, { name, scopes, days }) {
			if ((await list(account)).length >= KEYS_MAX)
				throw new Failure("input-invalid", {
					what: `There are ${KEYS_MAX} API keys already, as many as an account may have.`,
					todo: "Revoke one that is no longer used.",
				});
			const { api } = await auth();
			const expiresIn = days === undefined ? null : days * DAY_SECONDS;
			const { key } = await api.createApiKey({
				body: { userId: account, name, expiresIn, permissions: permissionsOf(scopes) },
			});
			return key;
		},
		list,
		async rename(account, id, name) {
			const values = { name, updatedAt: isoNow() };
			const changed = await sql
				.updateTable("apikey")
				.set(values)
				.where("id", "=", id)
				.where("referenceId", "=", account)
				.executeTakeFirst();
			return changed.numUpdatedRows > 0n;
		},
		async revoke(account, id) {
			const gone = await sql
				.deleteFrom("apikey")
				.where("id", "=", id)
				.where("referenceId", "=", account)
				.executeTakeFirst();
			return gone.numDeletedRows > 0n;
		},
		async holderOf(key) {
			const row = await sql
				.selectFrom("apikey")
				// A key that was made while its account was being deleted is nobody's.
				.innerJoin("user", "user.id", "apikey.referenceId")
				.select(["apikey.id", "referenceId", "permissions", "enabled", "expiresAt", "lastRequest"])
				.where("key", "=", digestOf(key))
				.executeTakeFirst();
			if (!row?.enabled || (row.expiresAt !== null && timeOf(row.expiresAt) <= now())) return undefined;
			if (row.lastRequest === null || timeOf(row.lastRequest) <= now() - MINUTE_MS)
				await sql.updateTable("apikey").set({ lastRequest: isoNow() }).where("id", "=", row.id).execute();
			return { account: row.referenceId, scopes: scopesOf(row.permissions) };
		},
		exportOf: list,
		async forget(account) {
			await sql.deleteFrom("apikey").where("referenceId", "=", account).execute();
		},
	};
}

/** As better-auth keeps keys: a key has more chance in it than could be tried out, so a plain digest hides it. */
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

/** As better-auth keeps permissions: actions by what they act on. */
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
