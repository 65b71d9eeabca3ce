import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { holdAccount } from "../accounts/account.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { digestOf, newSecret } from "../oauth/one-way.ts";

/** An attempt of a registration to be claimed. */
export type AttemptRow = Tables["agent_attempt"];

/** How long a link works, and how long the code that it leads to. */
const LINK_MS = 600_000;
const CODE_MS = 600_000;
/** Codes that may be tried before a person must confirm anew. */
export const TRIES = 5;
const CODE_DIGITS = 6;

export interface Attempts {
	/** A link for a person, in place of the one before. @returns its token, and when it ends; milliseconds since 1970 */
	begin(registration: string): Promise<{ readonly token: string; readonly endsMs: number }>;
	of(registration: string): Promise<AttemptRow | undefined>;
	/** The attempt that a link is of; undefined where it is none, has ended or was denied, or all its tries are used. */
	byToken(token: string): Promise<AttemptRow | undefined>;
	/**
	 * Makes the code that the person reads to the agent, in place of one that they were shown before; tries that are used stay so.
	 * @param who has confirmed, and what they let the agent do
	 * @returns six digits; undefined where the attempt was confirmed by somebody else, or the account is gone
	 */
	confirm(attempt: AttemptRow, who: { account: string; scope: string }): Promise<string | undefined>;
	deny(attempt: AttemptRow): Promise<void>;
	/** Counts a try before anything is compared, so that tries at once are not more than there are. @returns whether one was left */
	takeTry(attempt: AttemptRow): Promise<boolean>;
	/** Takes the same time, whichever digits are right. */
	isCode(attempt: AttemptRow, code: string): Promise<boolean>;
}

export interface AttemptParts {
	readonly database: Pick<Database, "sql" | "kind">;
	readonly secret: InstallationSecret;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

export function openAttempts({ database, secret, now }: AttemptParts): Attempts {
	const { sql, kind } = database;
	// A code has so little chance in it that a plain digest would tell it.
	const codeOf = async (digest: string, code: string) =>
		createHmac("sha256", await secret())
			.update(`agent claim ${digest} ${code}`)
			.digest("base64url");
	const change = (attempt: AttemptRow) =>
		sql
			.updateTable("agent_attempt")
			.where("registration", "=", attempt.registration)
			.where("digest", "=", attempt.digest);
	return {
		async begin(registration) {
			const token = newSecret("att_");
			const endsMs = now() + LINK_MS;
			const row = {
				...{ digest: digestOf(token), ends_ms: endsMs, account: null, scope: "" },
				...{ code: null, code_ends_ms: null, tries: 0, denied: 0 },
			};
			await sql
				.insertInto("agent_attempt")
				.values({ registration, ...row })
				.onConflict((conflict) => conflict.column("registration").doUpdateSet(row))
				.execute();
			return { token, endsMs };
		},
		of: (registration) =>
			sql.selectFrom("agent_attempt").selectAll().where("registration", "=", registration).executeTakeFirst(),
		byToken: (token) =>
			sql
				.selectFrom("agent_attempt")
				.selectAll()
				.where("digest", "=", digestOf(token))
				.where("ends_ms", ">", now())
				.where("tries", "<", TRIES)
				.where("denied", "=", 0)
				.executeTakeFirst(),
		async confirm(attempt, { account, scope }) {
			const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
			const confirmed = { account, scope, code: await codeOf(attempt.digest, code), code_ends_ms: now() + CODE_MS };
			const isDone = await sql.transaction().execute(async (trx) => {
				if (!(await holdAccount(trx, kind, account))) return false;
				const { numUpdatedRows } = await trx
					.updateTable("agent_attempt")
					.set(confirmed)
					.where("digest", "=", attempt.digest)
					.where("denied", "=", 0)
					.where((where) => where.or([where("account", "is", null), where("account", "=", account)]))
					.executeTakeFirst();
				return numUpdatedRows > 0n;
			});
			return isDone ? code : undefined;
		},
		async deny(attempt) {
			await change(attempt).set({ denied: 1, code: null, code_ends_ms: null }).execute();
		},
		async takeTry(attempt) {
			const counted = change(attempt)
				.set(({ eb }) => ({ tries: eb("tries", "+", 1) }))
				.where("tries", "<", TRIES);
			return (await counted.executeTakeFirst()).numUpdatedRows > 0n;
		},
		async isCode(attempt, code) {
			const [made, kept] = [Buffer.from(await codeOf(attempt.digest, code)), Buffer.from(attempt.code ?? "")];
			return made.length === kept.length && timingSafeEqual(made, kept);
		},
	};
}
