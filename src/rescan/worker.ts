import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { noticesSchema } from "#core/notice.ts";
import type { OpenRun, Progress } from "#queue/job-queue.ts";
import { refuseByNotices } from "#receipts/removal/removal.ts";
import type { RunContext } from "./rescan-job.ts";
import { ENGINE, type Engine, paceOf, withPlaces } from "./run-queue.ts";
import { keepHeapSmall, type Next, patiently, workOn } from "./work-on.ts";

export interface WorkerOptions {
	/** Ends when nothing is left to do of the nights that are open, but for those that are paused; else waits for the next. */
	readonly once: boolean;
	/** No more jobs are taken once it aborts. */
	readonly stop: AbortSignal;
	/** Jobs under way are handed back once it aborts. */
	readonly giveUp: AbortSignal;
	readonly onJoin?: ((run: string, progress: Progress) => void) | undefined;
	/** Gets no name where a site is private. */
	readonly onDone?: ((domain: string | undefined, isDead: boolean) => void) | undefined;
	readonly onLeave?: ((run: string, progress: Progress) => void) | undefined;
}

/** For so long what is known of the nights that are open is taken for true. Milliseconds. */
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
	const counts = { done: 0, dead: 0 };
	const onDone = (domain: string | undefined, isDead: boolean) => {
		counts.done++;
		if (isDead) counts.dead++;
		options.onDone?.(domain, isDead);
	};
	const { hostIntervalMs } = engine;
	const { idleMs, retries } = paceOf(settings);
	const { giveUp, stop } = options;
	return withPlaces(settings, engine, async (places) => {
		const place = { settings, ...places, hostIntervalMs, giveUp, retries };
		await workOn(place, nextOfAll(place, options), { stop, idleMs, onDone });
		return counts;
	});
}

type Place = Omit<RunContext, "run" | "refuse">;

/** Takes jobs of every night that is open, the oldest first. One that is paused, or whose rest others hold, keeps none from the next. */
function nextOfAll(place: Place, { once, onJoin, onLeave }: WorkerOptions): Next {
	const { queue } = place;
	const [joined, left] = [new Set<string>(), new Set<string>()];
	const tell = async (run: string, known: Set<string>, say: WorkerOptions["onJoin"]) => {
		if (known.has(run)) return;
		known.add(run);
		say?.(run, await patiently(() => queue.progress(run)));
	};
	const nights = lookNowAndThen(async () => {
		const runs = await patiently(() => queue.openRuns());
		for (const { id } of runs) await tell(id, joined, onJoin);
		return runs.map((run) => contextOf(place, run));
	});
	return async (owner) => {
		let isBusy = false;
		for (const context of await nights()) {
			const { run } = context;
			const job = await patiently(() => queue.claim(run, owner, "shared"));
			if (typeof job === "object") return { context, job };
			if (job === undefined) await tell(run, left, onLeave);
			isBusy ||= job === "busy";
		}
		return once && !isBusy ? undefined : "wait";
	};
}

function contextOf(place: Place, { id: run, shared }: OpenRun): RunContext {
	const notices = noticesSchema.parse(JSON.parse(shared));
	return { ...place, run, refuse: async (host) => refuseByNotices(host, notices) };
}

/** Several that look at once look together. */
function lookNowAndThen<T>(look: () => Promise<T>): () => Promise<T> {
	let [found, at] = [look(), performance.now()];
	return () => {
		if (performance.now() - at > LOOK_MS) [found, at] = [look(), performance.now()];
		return found;
	};
}
