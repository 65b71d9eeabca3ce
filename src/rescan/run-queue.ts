import { join } from "node:path";
import { type Auditor, createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import type { RunLine } from "#core/run-line.ts";
import { openWatchers, type Watchers } from "#people/watched/watchers.ts";
import type { JobQueue } from "#queue/job-queue.ts";
import { openOwnersPlaces } from "#receipts/removal/owners-places.ts";
import { openFleetRecords } from "#receipts/watched/watched-receipts.ts";
import { readLine } from "./rescan-job.ts";

/** In Postgres for many machines, else of this one; loads only the one in use. @throws Failure `store-unavailable` */
async function openRunQueue({ databaseUrl, data }: Pick<Settings, "databaseUrl" | "data">): Promise<JobQueue> {
	if (databaseUrl !== undefined) return (await import("#queue/fleet-queue.ts")).openFleetQueue(databaseUrl);
	return (await import("#queue/lease-table.ts")).openLeaseTable(join(data, "jobs.sqlite"));
}

export interface Engine {
	readonly openAuditor: typeof createAuditor;
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
	readonly watchers: Watchers | undefined;
}

/** Closes all of it, whichever fails. */
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

export function paceOf({ databaseUrl }: Pick<Settings, "databaseUrl">): { retries: number; idleMs: number } {
	// A night of many machines has time; somebody waits for a small run.
	return databaseUrl === undefined ? { retries: 1, idleMs: 250 } : { retries: 3, idleMs: 1_000 };
}

export interface NewestRun {
	readonly queue: JobQueue;
	readonly run: string;
}

/** Finished or not. @throws Failure `input-invalid` where there is none, `store-unavailable` */
export async function withNewestRun<T>(settings: Settings, work: (newest: NewestRun) => Promise<T>): Promise<T> {
	const queue = await openRunQueue(settings);
	try {
		const run = await queue.lastRun();
		if (run !== undefined) return await work({ queue, run });
		throw new Failure("input-invalid", {
			what: "There is no run.",
			why: "The watchlist was never audited here, or not within a month.",
			todo: "sightline rescan begins one.",
		});
	} finally {
		await queue.close();
	}
}

/** The oldest first. */
export async function openOrNewest({ queue, run }: NewestRun): Promise<readonly string[]> {
	const open = await queue.openRuns();
	return open.length > 0 ? open.map(({ id }) => id) : [run];
}

export async function* deadLines({ queue, run }: NewestRun): AsyncGenerator<RunLine> {
	for await (const { outcome } of queue.deadLetters(run)) if (outcome !== undefined) yield readLine(outcome);
}

/** All, or those of some domains. @returns how many */
export async function retryDead({ queue, run }: NewestRun, domains: ReadonlySet<string>): Promise<number> {
	if (domains.size === 0) return queue.redo(run);
	const keys = new Set<string>();
	for await (const { key, data } of queue.deadLetters(run)) if (domains.has(JSON.parse(data).domain)) keys.add(key);
	return queue.redo(run, keys);
}
