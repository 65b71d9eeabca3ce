import { DAY_MS } from "#core/kept-for.ts";
import { AuditLeases } from "./audit-leases.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

export type Night = Tables["night"];

export interface NightsSeen {
	readonly lastStartMs: number | null;
	/** Null if no scheduler has planned one. */
	readonly nextMs: number | null;
}

const RETENTION_MS = 366 * DAY_MS;

/** Table `night`. A process needs the lease to begin a night, but not to plan one. */
export class NightRecord {
	readonly #sql: Database["sql"];

	constructor({ sql }: Pick<Database, "sql">) {
		this.#sql = sql;
	}

	#open() {
		return this.#sql.selectFrom("night").selectAll().where("ended_ms", "is", null).orderBy("planned_ms").limit(1);
	}

	/** The unfinished night, else the planned one. */
	async first(): Promise<Night | undefined> {
		const begun = await this.#open().where("started_ms", "is not", null).executeTakeFirst();
		return begun ?? this.#open().where("started_ms", "is", null).executeTakeFirst();
	}

	/** Replaces a night planned for after `now`; keeps one that is due. */
	plan(next: Pick<Night, "planned_ms" | "due_ms">, now: number): Promise<void> {
		return this.#sql.transaction().execute(async (transaction) => {
			await transaction
				.deleteFrom("night")
				.where("ended_ms", "<", now - RETENTION_MS)
				.execute();
			await transaction
				.deleteFrom("night")
				.where("started_ms", "is", null)
				.where("planned_ms", ">", now)
				.where("planned_ms", "!=", next.planned_ms)
				.execute();
			const due = transaction.selectFrom("night").select("planned_ms").where("started_ms", "is", null);
			if (await due.executeTakeFirst()) return;
			const fresh = { started_ms: null, ended_ms: null, attempts: 0, step: null, outcome: null };
			await transaction
				.insertInto("night")
				.values({ ...next, ...fresh })
				.onConflict((conflict) => conflict.doNothing())
				.execute();
		});
	}

	begin({ planned_ms, due_ms }: Pick<Night, "planned_ms" | "due_ms">, now: number): Promise<Night> {
		return this.#sql
			.insertInto("night")
			.values({ planned_ms, due_ms, started_ms: now, ended_ms: null, attempts: 1, step: null, outcome: null })
			.onConflict((conflict) =>
				conflict.column("planned_ms").doUpdateSet(({ fn, eb, ref, val }) => ({
					started_ms: fn.coalesce(ref("night.started_ms"), val(now)),
					attempts: eb("night.attempts", "+", 1),
				})),
			)
			.returningAll()
			.executeTakeFirstOrThrow();
	}

	reach(night: Pick<Night, "planned_ms">, step: string): Promise<void> {
		return this.#change(night, { step });
	}

	end(night: Pick<Night, "planned_ms">, now: number, outcome: NonNullable<Night["outcome"]>): Promise<void> {
		return this.#change(night, { ended_ms: now, outcome });
	}

	async #change({ planned_ms }: Pick<Night, "planned_ms">, to: Partial<Night>): Promise<void> {
		await this.#sql.updateTable("night").set(to).where("planned_ms", "=", planned_ms).execute();
	}

	async seen(): Promise<NightsSeen> {
		const newest = this.#sql.selectFrom("night").select("started_ms").where("started_ms", "is not", null);
		const last = await newest.orderBy("started_ms", "desc").limit(1).executeTakeFirst();
		const next = await this.#open().select("due_ms").where("started_ms", "is", null).executeTakeFirst();
		return { lastStartMs: last?.started_ms ?? null, nextMs: next?.due_ms ?? null };
	}
}

/** Lease names. Leases are keyed by domain and mode; these are not domains, so they cannot clash with audits. */
export type NightTask = "schedule" | "alerts";
/** For a process of unknown state; the lease of a killed one ends at once. */
const LEASE_MS = 60_000;

/** Held by one process at a time over all machines on the live store. */
export interface NightTurn {
	/** Aborts if another process may have taken over. */
	readonly lost: AbortSignal;
	release(): Promise<void>;
}

/** @returns undefined if another process holds it */
export async function acquireNight(database: Database, task: NightTask = "schedule"): Promise<NightTurn | undefined> {
	const leases = new AuditLeases(database);
	const holder = { domain: task, mode: "night", owner: await leases.newOwner() };
	const times = () => ({ now: Date.now(), leaseMs: LEASE_MS });
	const answer = await leases.acquire({ ...holder, ...times(), ttlMs: 0 });
	if (answer.kind !== "acquired") return undefined;
	const lost = new AbortController();
	let heldUntil = Date.now() + LEASE_MS;
	const renew = async () => {
		try {
			if (await leases.renew(holder, times())) heldUntil = Date.now() + LEASE_MS;
			else lost.abort();
		} catch {
			// The store is unavailable, so no other process can take over before it is back and the lease has expired.
			if (Date.now() >= heldUntil) lost.abort();
		}
	};
	const timer = setInterval(() => void renew(), LEASE_MS / 3);
	return {
		lost: lost.signal,
		async release() {
			clearInterval(timer);
			await leases.release(holder);
		},
	};
}
