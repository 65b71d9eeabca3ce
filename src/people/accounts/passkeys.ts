import type { Database } from "#store/database.ts";
import { isoTime } from "./account.ts";

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

export function openPasskeys({ sql }: Database): Passkeys {
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
