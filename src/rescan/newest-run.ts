import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import type { RunLine } from "#core/run-line.ts";
import type { JobQueue } from "#queue/job-queue.ts";
import { readLine } from "./run-lines.ts";
import { openRunQueue } from "./run-queue.ts";

export interface NewestRun {
	readonly queue: JobQueue;
	/** ISO time of its start. */
	readonly run: string;
}

/**
 * Does something with the newest run of this installation, finished or not.
 * @throws Failure `input-invalid` where there is none, `store-unavailable`
 */
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

/** Runs that jobs are taken of, the oldest first; the newest of all where there is none. */
export async function openOrNewest({ queue, run }: NewestRun): Promise<readonly string[]> {
	const open = await queue.openRuns();
	return open.length > 0 ? open.map(({ id }) => id) : [run];
}

/** How the jobs ended that came to no result, one by one. */
export async function* deadLines({ queue, run }: NewestRun): AsyncGenerator<RunLine> {
	for await (const { outcome } of queue.deadLetters(run)) if (outcome !== undefined) yield readLine(outcome);
}

/** Opens the run again for dead jobs, all or those of some domains. @returns how many */
export async function retryDead({ queue, run }: NewestRun, domains: ReadonlySet<string>): Promise<number> {
	if (domains.size === 0) return queue.redo(run);
	const keys = new Set<string>();
	for await (const { key, data } of queue.deadLetters(run)) if (domains.has(JSON.parse(data).domain)) keys.add(key);
	return queue.redo(run, keys);
}
