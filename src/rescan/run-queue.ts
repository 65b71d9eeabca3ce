import { join } from "node:path";
import { createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import type { JobQueue } from "#queue/job-queue.ts";

/**
 * The queue of this installation: in Postgres where DATABASE_URL names one, which any number of machines work on, else of
 * this machine. Only the one that is used is loaded.
 * @throws Failure `store-unavailable`
 */
export async function openRunQueue({ databaseUrl, data }: Pick<Settings, "databaseUrl" | "data">): Promise<JobQueue> {
	if (databaseUrl !== undefined) return (await import("#queue/fleet-queue.ts")).openFleetQueue(databaseUrl);
	return (await import("#queue/lease-table.ts")).openLeaseTable(join(data, "jobs.sqlite"));
}

/** What audits sites, and how often a host. */
export interface Engine {
	readonly openAuditor: typeof createAuditor;
	readonly hostIntervalMs: number;
}

export const ENGINE: Engine = { openAuditor: createAuditor, hostIntervalMs: 60_000 };

/** How a run is worked on, by where its queue is. */
export function paceOf({ databaseUrl }: Pick<Settings, "databaseUrl">): { retries: number; idleMs: number } {
	// A night of many machines has time; one that audits a few sites for somebody who waits has not.
	return databaseUrl === undefined ? { retries: 1, idleMs: 250 } : { retries: 3, idleMs: 1_000 };
}
