import { openAuditLeases } from "#store/audit-leases.ts";
import type { Database } from "#store/database.ts";

/** Leases are kept by domain and mode; this is no domain, so no audit has it. */
const NIGHT = { domain: "schedule", mode: "night" } as const;
/** The turn of a process that nothing is known of ends after so long; that of one that was killed ends at once. */
const LEASE_MS = 60_000;

/** Whose turn it is to carry out a night: one process at a time, on all machines that share the live store. */
export interface NightTurn {
	/** Aborted where another process may have taken over. */
	readonly lost: AbortSignal;
	release(): Promise<void>;
}

/** @returns undefined while another process has it */
export async function takeTurn(database: Database): Promise<NightTurn | undefined> {
	const leases = openAuditLeases(database);
	const holder = { ...NIGHT, owner: await leases.newOwner() };
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
			// The store is away. Nobody else can take over until it is back, or before the lease has ended.
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
