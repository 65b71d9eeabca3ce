import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** One audit of a target and mode at a time, whoever asks for it, in whichever process. */
export interface AuditClaims {
	/**
	 * `mine`: go ahead; `busy`: another is at it, ask again later; `fresh`: one ended less than `freshMs` ago. A lease that
	 * has run out is taken over.
	 */
	claim(request: ClaimRequest): Promise<Claim>;
	/** @returns false when another has taken over since */
	extend(order: ClaimHolder & { readonly now: number; readonly leaseMs: number }): Promise<boolean>;
	/** Gives it back without a result, for the next to try; that of another is left alone. */
	release(holder: ClaimHolder): Promise<void>;
	/** Deletes what is known of audits that ended, or were left, before a moment in ms. */
	forget(beforeMs: number): Promise<void>;
}

export interface ClaimHolder {
	/** ASCII host. */
	readonly domain: string;
	readonly mode: string;
	/** Unlike that of any other claim under way. */
	readonly owner: string;
}

export interface ClaimRequest extends ClaimHolder {
	/** Milliseconds since 1970. */
	readonly now: number;
	readonly freshMs: number;
	/** After so long without `extend` others may take over. */
	readonly leaseMs: number;
}

export type Claim =
	| { readonly kind: "mine" }
	| { readonly kind: "busy" }
	| { readonly kind: "fresh"; readonly receipt: string; readonly auditedAt: string; readonly finishedMs: number };

/** Claims in the table `audit_claim`. */
export function openAuditClaims({ sql: database }: Database): AuditClaims {
	return {
		async claim(request) {
			return (await take(database, request)) ? { kind: "mine" } : whyNot(database, request);
		},
		async extend({ now, leaseMs, ...holder }) {
			return changeHeld(database, holder, { lease_until_ms: now + leaseMs });
		},
		async release(holder) {
			await changeHeld(database, holder, { owner: null, lease_until_ms: 0 });
		},
		async forget(beforeMs) {
			await database
				.deleteFrom("audit_claim")
				.where("lease_until_ms", "<", beforeMs)
				.where((row) => row.or([row("finished_ms", "is", null), row("finished_ms", "<", beforeMs)]))
				.execute();
		},
	};
}

/**
 * Notes the end of a claimed audit, in the transaction that keeps its receipt.
 * @returns false when another has taken over since; nothing is noted then
 */
export function finishClaim(
	transaction: Transaction<Tables>,
	end: ClaimHolder & { readonly receipt: string; readonly auditedAt: string; readonly now: number },
): Promise<boolean> {
	const { receipt, auditedAt, now, ...holder } = end;
	const ended = { owner: null, lease_until_ms: 0, receipt, audited_at: auditedAt, finished_ms: now };
	return changeHeld(transaction, holder, ended);
}

/** In one statement, so that of any number at once one has it. */
async function take(database: Kysely<Tables>, request: ClaimRequest): Promise<boolean> {
	const { domain, mode, owner, now, freshMs, leaseMs } = request;
	const lease_until_ms = now + leaseMs;
	const nothing = { receipt: null, audited_at: null, finished_ms: null };
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("audit_claim")
		.values({ domain, mode, owner, lease_until_ms, ...nothing })
		.onConflict((conflict) =>
			conflict
				.columns(["domain", "mode"])
				.doUpdateSet({ owner, lease_until_ms })
				// Times from far ahead were written before a clock was set back; those of another machine may be a little ahead.
				.where(
					sql<boolean>`(audit_claim.owner is null or audit_claim.lease_until_ms <= ${now}
						or audit_claim.lease_until_ms > ${now + 2 * leaseMs})`,
				)
				.where(
					sql<boolean>`(audit_claim.finished_ms is null or audit_claim.finished_ms <= ${now - freshMs}
						or audit_claim.finished_ms > ${now + freshMs})`,
				),
		)
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

async function whyNot(database: Kysely<Tables>, request: ClaimRequest): Promise<Claim> {
	const { domain, mode, now, freshMs } = request;
	const row = await database
		.selectFrom("audit_claim")
		.select(["receipt", "audited_at", "finished_ms"])
		.where("domain", "=", domain)
		.where("mode", "=", mode)
		.executeTakeFirst();
	if (row === undefined || row.receipt === null || row.audited_at === null || row.finished_ms === null) {
		return { kind: "busy" };
	}
	// A claim given back since then is `busy` too: the next question finds it free.
	const age = now - row.finished_ms;
	if (age >= freshMs || age < -freshMs) return { kind: "busy" };
	return { kind: "fresh", receipt: row.receipt, auditedAt: row.audited_at, finishedMs: row.finished_ms };
}

async function changeHeld(
	database: Kysely<Tables>,
	{ domain, mode, owner }: ClaimHolder,
	change: Partial<Tables["audit_claim"]>,
): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("audit_claim")
		.set(change)
		.where("domain", "=", domain)
		.where("mode", "=", mode)
		.where("owner", "=", owner)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}
