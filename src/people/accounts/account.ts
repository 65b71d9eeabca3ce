/** Somebody who has signed in at least once. */
export interface Account {
	readonly id: string;
	/** In lower case; its owner has shown that mail to it arrives. */
	readonly email: string;
	/** What the person wants to be called; `""` until they say. */
	readonly name: string;
	/** ISO 8601. */
	readonly createdAt: string;
}

/** What `accountOf` needs of a row of the table `user`. */
export const ACCOUNT_COLUMNS = ["user.id", "user.email", "user.name", "user.createdAt"] as const;

interface UserRow {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly createdAt: string | Date;
}

export function accountOf({ id, email, name, createdAt }: UserRow): Account {
	return { id, email, name, createdAt: isoTime(createdAt) };
}

/** A moment of better-auth's tables as ISO 8601. */
export function isoTime(moment: string | Date): string {
	return new Date(moment).toISOString();
}
