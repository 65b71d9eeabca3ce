import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { noticesSchema } from "#core/notice.ts";
import type { Progress } from "#queue/job-queue.ts";
import { refuseByNotices } from "#receipts/removal/removal.ts";
import { openFleetRecords } from "#receipts/watched/fleet-records.ts";
import type { RunContext } from "./rescan-job.ts";
import { ENGINE, type Engine, openRunQueue, paceOf } from "./run-queue.ts";
import { idle, keepHeapSmall, patiently, workOn } from "./work-on.ts";

export interface WorkerOptions {
	/** Ends when nothing is left to do of the nights that are open; else waits for the next. */
	readonly once: boolean;
	/** No more jobs are taken once it aborts. */
	readonly stop: AbortSignal;
	/** Jobs under way are handed back once it aborts. */
	readonly giveUp: AbortSignal;
	readonly onJoin?: ((run: string, progress: Progress) => void) | undefined;
	readonly onDone?: ((domain: string, isDead: boolean) => void) | undefined;
	readonly onLeave?: ((run: string, progress: Progress) => void) | undefined;
}

/** Between two looks for a night to work on. */
const LOOK_MS = 2_000;

/**
 * Works on whatever nights are open in Postgres, beside any number of others. It needs no reports directory: what there is
 * to know of a site is in its job.
 * @returns how many jobs ended here
 * @throws Failure `input-invalid` without DATABASE_URL; `store-unavailable`
 */
export async function runWorker(options: WorkerOptions, settings: Settings, engine: Engine = ENGINE) {
	if (settings.databaseUrl === undefined)
		throw new Failure("input-invalid", {
			what: "A worker needs DATABASE_URL.",
			why: "It takes its jobs from the Postgres that `sightline rescan` of a fleet writes them to.",
			todo: "Set it to the same address there and here, such as postgres://user:password@host:5432/sightline.",
		});
	keepHeapSmall();
	const records = await openFleetRecords(settings);
	const queue = await openRunQueue(settings);
	const auditor = engine.openAuditor(settings, { load: "many" });
	const counts = { done: 0, dead: 0 };
	const onDone = (domain: string, isDead: boolean) => {
		counts.done++;
		if (isDead) counts.dead++;
		options.onDone?.(domain, isDead);
	};
	const { hostIntervalMs } = engine;
	const place = { settings, queue, auditor, records, hostIntervalMs, giveUp: options.giveUp, ...paceOf(settings) };
	try {
		await workOnNights(place, { ...options, onDone });
		return counts;
	} finally {
		await auditor.close();
		await queue.close();
		await records.close();
	}
}

type Place = Omit<RunContext, "run" | "refuse"> & { readonly idleMs: number };

async function workOnNights(place: Place, { once, stop, onDone, onJoin, onLeave }: WorkerOptions): Promise<void> {
	const { queue, idleMs } = place;
	/** Nights that had nothing left to do here when they were looked at last. */
	const known = new Set<string>();
	while (!stop.aborted) {
		for (const { id: run, shared } of await patiently(() => queue.openRuns())) {
			const progress = () => patiently(() => queue.progress(run));
			if (!known.has(run)) onJoin?.(run, await progress());
			const notices = noticesSchema.parse(JSON.parse(shared));
			const refuse = async (host: string) => refuseByNotices(host, notices);
			await workOn({ ...place, run, refuse }, { scope: "shared", stop, idleMs, onDone });
			if (!known.has(run)) onLeave?.(run, await progress());
			known.add(run);
		}
		if (once) return;
		await idle(LOOK_MS, stop);
	}
}
