import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Auditor, createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { canonicalJson } from "#core/json-object.ts";
import { noticesSchema } from "#core/notice.ts";
import { openWatchers, type Watchers } from "#people/watched/watchers.ts";
import { type Job, type JobQueue, LEASE_MS, type OpenRun, type Progress, type Run } from "#queue/job-queue.ts";
import { openOwnersPlaces } from "#receipts/removal/owners-places.ts";
import { refuseByNotices } from "#receipts/removal/removal.ts";
import type { RunLine } from "#receipts/store/run-file.ts";
import { openFleetRecords } from "#receipts/watched/watched-receipts.ts";
import { doJob, isPassing, type RunContext, readLine } from "./rescan-job.ts";

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
	const records = await openFleetRecords(settings, PATIENCE_MS);
	try {
		const queue = await openRunQueue(settings);
		try {
			const watchers = await openWatchers(settings);
			try {
				const auditor = await openAuditor(settings, { load: "many" });
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
			todo: "Start one with sightline rescan.",
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

interface WorkerOptions {
	/** Ends when the open nights that are not paused are done; else waits for the next. */
	readonly once: boolean;
	/** No more jobs are taken once it aborts. */
	readonly stop: AbortSignal;
	/** Jobs under way are handed back once it aborts. */
	readonly giveUp: AbortSignal;
	readonly onJoin?: ((run: string, progress: Progress) => void) | undefined;
	/** Without a name where a site is private. */
	readonly onDone?: ((domain: string | undefined, isDead: boolean) => void) | undefined;
	readonly onLeave?: ((run: string, progress: Progress) => void) | undefined;
}

/** For so long the known open nights count as current. Milliseconds. */
const NIGHTS_LOOK_MS = 2_000;

/** Needs no reports. @returns ended jobs @throws Failure `input-invalid` without DATABASE_URL; `store-unavailable` */
export async function runWorker(options: WorkerOptions, settings: Settings, engine: Engine = ENGINE) {
	if (settings.databaseUrl === undefined)
		throw new Failure("input-invalid", {
			what: "A worker needs DATABASE_URL.",
			why: "It takes its jobs from the Postgres that `sightline rescan` of a fleet writes them to.",
			todo: "Set it to the same address there and here, such as postgres://user:password@host:5432/sightline.",
		});
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

/** The oldest first. One that is paused, or whose rest others hold, keeps none from the next. */
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
		if (performance.now() - at > NIGHTS_LOOK_MS) [found, at] = [look(), performance.now()];
		return found;
	};
}

interface WorkOptions {
	readonly stop?: AbortSignal | undefined;
	/** Milliseconds between two looks for a job while others hold the rest. */
	readonly idleMs: number;
	readonly onDone?: ((domain: string | undefined, isDead: boolean) => void) | undefined;
}

/** Audits at once: a rescan is not urgent. */
const AT_ONCE = 6;

/** `wait`: none to take now; undefined: none is left. */
export type Next = (owner: string) => Promise<{ context: RunContext; job: Job } | "wait" | undefined>;

/** A defect in one lets those under way end before it is thrown. */
export async function workOn(
	{ queue, settings }: Pick<RunContext, "queue" | "settings">,
	next: Next,
	options: WorkOptions,
): Promise<void> {
	const over = new AbortController();
	const slots = Array.from({ length: settings.concurrency ?? AT_ONCE }, (_, at) =>
		// When idle one of them looks often: a fleet of a hundred would keep its database busy.
		work(queue.newOwner(), next, { ...options, idleMs: options.idleMs * (1 + at) }, over.signal).finally(() =>
			over.abort(),
		),
	);
	const ended = await Promise.allSettled(slots);
	const defect = ended.find((each) => each.status === "rejected");
	if (defect) throw defect.reason;
}

export function nextOf(context: RunContext): Next {
	const { queue, run } = context;
	return async (owner) => {
		const job = await patiently(() => queue.claim(run, owner));
		return typeof job === "object" ? { context, job } : job && "wait";
	};
}

/** @param over aborts when another has found that no job is left, or has failed */
async function work(
	owner: string,
	next: Next,
	{ stop, idleMs, onDone }: WorkOptions,
	over: AbortSignal,
): Promise<void> {
	const ended = stop ? AbortSignal.any([stop, over]) : over;
	while (!ended.aborted) {
		const found = await next(owner);
		if (found === undefined) return;
		if (found === "wait") await idle(idleMs, ended);
		else await carryOut(found.context, found.job, owner, onDone);
	}
}

async function carryOut(context: RunContext, job: Job, owner: string, onDone: WorkOptions["onDone"]): Promise<void> {
	const { queue, run } = context;
	const held = { run, key: job.key, owner };
	const site = JSON.parse(job.data);
	// The next extension makes up for a failed one; a lost queue shows when the job is finished.
	const heartbeat = setInterval(() => void queue.extend(held).catch(() => {}), LEASE_MS / 3);
	try {
		const end = await doJob(context, site, job, owner);
		if (end.status === "later") return await patiently(() => queue.putBack(held, end));
		const isDead = isPassing(end);
		const isOurs = await patiently(() => queue.finish(run, job.key, canonicalJson(end), isDead));
		if (isOurs) onDone?.(site.private ? undefined : site.domain, isDead);
	} finally {
		clearInterval(heartbeat);
	}
}

async function idle(ms: number, stop: AbortSignal | undefined): Promise<void> {
	await pause(ms * (0.5 + Math.random()), undefined, stop ? { signal: stop } : {}).catch(() => undefined);
}

/** For a database or a bucket that is away: a restart, or the move to another machine. */
const PATIENCE_MS = 10 * 60_000;
const RETRY_MS = 1_000;

async function patiently<T>(work: () => Promise<T>): Promise<T> {
	const end = performance.now() + PATIENCE_MS;
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (!isFailure(error) || error.code !== "store-unavailable" || performance.now() > end) throw error;
		}
		await idle(RETRY_MS, undefined);
	}
}

const LOOK_MS = 2_000;
/** Longer than the last retry waits, and than a lost worker holds its jobs. */
const GRACE_MS = 5 * 60_000;
/** Share of a night that must have ended before it is published. */
const ENOUGH = 0.99;

export interface WatchOptions {
	readonly onProgress?: ((progress: { done: number; total: number; domain: string }) => void) | undefined;
	/** A shared run ends without its last hundredth where nothing has ended for so long. Milliseconds. */
	readonly graceMs?: number | undefined;
}

export interface Watch {
	/** Aborts when the run is to end without the rest. */
	readonly ended: AbortSignal;
	onDone(domain: string | undefined): void;
	close(): void;
}

/** @param isShared others work on it, so that the queue has to be asked */
export function watchRun(
	queue: JobQueue,
	run: Run,
	{ onProgress, graceMs = GRACE_MS }: WatchOptions,
	isShared: boolean,
): Watch {
	const [ending, closing] = [new AbortController(), new AbortController()];
	let { done } = run;
	const { id, total } = run;

	async function look(): Promise<void> {
		let changedAt = performance.now();
		while (!closing.signal.aborted) {
			await pause(LOOK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
			const now = await patiently(() => queue.progress(id));
			if (now.done !== done || now.paused) changedAt = performance.now();
			done = now.done;
			onProgress?.({ done, total, domain: now.paused ? "paused" : "" });
			if (done >= total * ENOUGH && performance.now() - changedAt > graceMs) ending.abort();
		}
	}

	// The workers say that a queue cannot be asked.
	if (isShared) look().catch(() => {});
	return {
		ended: ending.signal,
		onDone(domain) {
			onProgress?.({ done: isShared ? done : ++done, total, domain: domain ?? "" });
		},
		close: () => closing.abort(),
	};
}
