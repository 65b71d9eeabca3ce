import { join } from "node:path";
import { type Auditor, createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import { openWatchers, type Watchers } from "#people/watched/watchers.ts";
import type { JobQueue } from "#queue/job-queue.ts";
import { openOwnersPlaces } from "#receipts/removal/owners-places.ts";
import { openFleetRecords } from "#receipts/watched/fleet-records.ts";

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
	/** Where owners prove control. */
	readonly openPlaces: typeof openOwnersPlaces;
	readonly hostIntervalMs: number;
}

export const ENGINE: Engine = {
	openAuditor: createAuditor,
	openPlaces: openOwnersPlaces,
	hostIntervalMs: 60_000,
};

export interface Places {
	readonly records: Awaited<ReturnType<typeof openFleetRecords>>;
	readonly queue: JobQueue;
	readonly auditor: Auditor;
	/** Absent where there are no accounts. */
	readonly watchers: Watchers | undefined;
}

/** Opens what work on runs needs, and closes all of it, whichever of them fails. */
export async function withPlaces<T>(
	settings: Settings,
	{ openAuditor }: Pick<Engine, "openAuditor">,
	work: (places: Places) => Promise<T>,
): Promise<T> {
	const records = await openFleetRecords(settings);
	try {
		const queue = await openRunQueue(settings);
		try {
			const watchers = await openWatchers(settings);
			try {
				const auditor = openAuditor(settings, { load: "many" });
				try {
					return await work({ records, queue, auditor, watchers });
				} finally {
					await auditor.close();
				}
			} finally {
				await watchers?.close();
			}
		} finally {
			await queue.close();
		}
	} finally {
		await records.close();
	}
}

/** How a run is worked on, by where its queue is. */
export function paceOf({ databaseUrl }: Pick<Settings, "databaseUrl">): { retries: number; idleMs: number } {
	// A night of many machines has time; one that audits a few sites for somebody who waits has not.
	return databaseUrl === undefined ? { retries: 1, idleMs: 250 } : { retries: 3, idleMs: 1_000 };
}
