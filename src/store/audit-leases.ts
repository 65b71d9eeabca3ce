import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

export interface LeaseHolder {
	readonly domain: string;
	readonly mode: string;
	/** Unique among held leases. */
	readonly owner: string;
}

export interface LeaseRequest extends LeaseHolder {
	readonly now: number;
	/** Maximum age of a result that is reused instead of a new lease. */
	readonly ttlMs: number;
	/** Without `renew`, the lease expires after this time. */
	readonly leaseMs: number;
}

/** `busy`: another holds the lease, retry later; `finished`: the last result is younger than `ttlMs`. */
export type LeaseAnswer =
	| { readonly kind: "acquired" }
	| { readonly kind: "busy" }
	| { readonly kind: "finished"; readonly receipt: string; readonly auditedAt: string; readonly finishedMs: number };

/** One audit per domain and mode at a time over all processes (table `audit_claim`). */
export class AuditLeases {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async newOwner(): Promise<string> {
		return (await this.#database.presence()).newOwner();
	}

	/** Never waits. Takes over an expired lease, and that of a dead process at once. */
	async acquire(request: LeaseRequest): Promise<LeaseAnswer> {
		const { sql: database, presence } = this.#database;
		if (await insertOrTakeOver(database, request)) return { kind: "acquired" };
		const { owner, ...answer } = await lastResult(database, request);
		if (answer.kind !== "busy" || owner === null || !(await (await presence()).isGone(owner))) return answer;
		const lease = { owner: request.owner, lease_until_ms: request.now + request.leaseMs };
		return (await updateHeld(database, { ...request, owner }, lease)) ? { kind: "acquired" } : answer;
	}

	/** @returns false if another has taken over */
	renew(holder: LeaseHolder, { now, leaseMs }: { readonly now: number; readonly leaseMs: number }): Promise<boolean> {
		return updateHeld(this.#database.sql, holder, { lease_until_ms: now + leaseMs });
	}

	/** Ends it without a result, so that the next can try. A no-op if another has taken over. */
	async release(holder: LeaseHolder): Promise<void> {
		await updateHeld(this.#database.sql, holder, { owner: null, lease_until_ms: 0 });
	}

	async deleteBefore(ms: number): Promise<void> {
		await this.#database.sql
			.deleteFrom("audit_claim")
			.where("lease_until_ms", "<", ms)
			.where((row) => row.or([row("finished_ms", "is", null), row("finished_ms", "<", ms)]))
			.execute();
	}
}

/** Call in the transaction that stores the receipt. @returns false, with nothing written, if another has taken over */
export function finishLease(
	transaction: Transaction<Tables>,
	end: LeaseHolder & { readonly receipt: string; readonly auditedAt: string; readonly now: number },
): Promise<boolean> {
	const { receipt, auditedAt, now, ...holder } = end;
	const result = { receipt, audited_at: auditedAt, finished_ms: now };
	return updateHeld(transaction, holder, { owner: null, lease_until_ms: 0, ...result });
}

/** One statement, so that exactly one of several concurrent requests gets it. */
async function insertOrTakeOver(database: Kysely<Tables>, request: LeaseRequest): Promise<boolean> {
	const { domain, mode, owner, now, ttlMs, leaseMs } = request;
	const lease_until_ms = now + leaseMs;
	const noResult = { receipt: null, audited_at: null, finished_ms: null };
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("audit_claim")
		.values({ domain, mode, owner, lease_until_ms, ...noResult })
		.onConflict((conflict) =>
			conflict
				.columns(["domain", "mode"])
				.doUpdateSet({ owner, lease_until_ms })
				// Times far in the future are from before a clock was set back; another machine's clock may be slightly ahead.
				.where(
					sql<boolean>`(audit_claim.owner is null or audit_claim.lease_until_ms <= ${now}
						or audit_claim.lease_until_ms > ${now + 2 * leaseMs})`,
				)
				.where(
					sql<boolean>`(audit_claim.finished_ms is null or audit_claim.finished_ms <= ${now - ttlMs}
						or audit_claim.finished_ms > ${now + ttlMs})`,
				),
		)
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

async function lastResult(
	database: Kysely<Tables>,
	request: LeaseRequest,
): Promise<LeaseAnswer & { readonly owner: string | null }> {
	const { domain, mode, now, ttlMs } = request;
	const row = await database
		.selectFrom("audit_claim")
		.select(["owner", "receipt", "audited_at", "finished_ms"])
		.where("domain", "=", domain)
		.where("mode", "=", mode)
		.executeTakeFirst();
	const owner = row?.owner ?? null;
	if (row === undefined || row.receipt === null || row.audited_at === null || row.finished_ms === null)
		return { kind: "busy", owner };
	// Also if the lease was released meanwhile: the next request gets it.
	const age = now - row.finished_ms;
	if (age >= ttlMs || age < -ttlMs) return { kind: "busy", owner };
	return { kind: "finished", receipt: row.receipt, auditedAt: row.audited_at, finishedMs: row.finished_ms, owner };
}

async function updateHeld(
	database: Kysely<Tables>,
	{ domain, mode, owner }: LeaseHolder,
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
