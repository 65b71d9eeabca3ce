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

/** In Postgres for several machines, else local; loads only the one in use. @throws Failure `store-unavailable` */
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

/** Closes everything, even if closing one part fails. */
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
	// A fleet's night has time, but a person waits for a local run.
	return databaseUrl === undefined ? { retries: 1, idleMs: 250 } : { retries: 3, idleMs: 1_000 };
}

export interface NewestRun {
	readonly queue: JobQueue;
	readonly run: string;
}

/** Finished or not. @throws Failure `input-invalid` if there is none, `store-unavailable` */
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

/** Oldest first. */
export async function openOrNewest({ queue, run }: NewestRun): Promise<readonly string[]> {
	const open = await queue.openRuns();
	return open.length > 0 ? open.map(({ id }) => id) : [run];
}

export async function* deadLines({ queue, run }: NewestRun): AsyncGenerator<RunLine> {
	for await (const { outcome } of queue.deadLetters(run)) if (outcome !== undefined) yield readLine(outcome);
}

/** @param domains empty for all @returns number of jobs */
export async function retryDead({ queue, run }: NewestRun, domains: ReadonlySet<string>): Promise<number> {
	if (domains.size === 0) return queue.redo(run);
	const keys = new Set<string>();
	for await (const { key, data } of queue.deadLetters(run)) if (domains.has(JSON.parse(data).domain)) keys.add(key);
	return queue.redo(run, keys);
}

interface WorkerOptions {
	/** Whether to end after the open, unpaused nights; otherwise waits for the next. */
	readonly once: boolean;
	/** Aborts to take no more jobs. */
	readonly stop: AbortSignal;
	/** Aborts to put back jobs in progress. */
	readonly giveUp: AbortSignal;
	readonly onJoin?: ((run: string, progress: Progress) => void) | undefined;
	/** @param domain undefined for a private site */
	readonly onDone?: ((domain: string | undefined, isDead: boolean) => void) | undefined;
	readonly onLeave?: ((run: string, progress: Progress) => void) | undefined;
}

/** Milliseconds for which the list of open nights is cached. */
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

/** Oldest night first. Skips one that is paused or fully taken by others. */
function nextOfAll(place: Place, { once, onJoin, onLeave }: WorkerOptions): Next {
	const { queue } = place;
	const [joined, left] = [new Set<string>(), new Set<string>()];
	const tell = async (run: string, known: Set<string>, say: WorkerOptions["onJoin"]) => {
		if (known.has(run)) return;
		known.add(run);
		say?.(run, await patiently(() => queue.progress(run)));
	};
	const nights = refreshedAtIntervals(async () => {
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

/** Concurrent calls share one look. */
function refreshedAtIntervals<T>(look: () => Promise<T>): () => Promise<T> {
	let [found, at] = [look(), performance.now()];
	return () => {
		if (performance.now() - at > NIGHTS_LOOK_MS) [found, at] = [look(), performance.now()];
		return found;
	};
}

interface WorkOptions {
	readonly stop?: AbortSignal | undefined;
	/** Poll interval in milliseconds while others hold the remaining jobs. */
	readonly idleMs: number;
	readonly onDone?: ((domain: string | undefined, isDead: boolean) => void) | undefined;
}

/** Concurrent audits; low, because a rescan is not urgent. */
const AT_ONCE = 6;

/** `wait`: no job is available now; undefined: none is left. */
export type Next = (owner: string) => Promise<{ context: RunContext; job: Job } | "wait" | undefined>;

/** After a defect, lets jobs in progress finish before throwing. */
export async function workOn(
	{ queue, settings }: Pick<RunContext, "queue" | "settings">,
	next: Next,
	options: WorkOptions,
): Promise<void> {
	const over = new AbortController();
	const slots = Array.from({ length: settings.concurrency ?? AT_ONCE }, (_, at) =>
		// Only one polls often when idle; 100 machines would keep the database busy.
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

/** @param over aborts when another worker has found no job or has failed */
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
	// The next tick retries a failed extension; finishing the job reports a lost queue.
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

/** Covers a restart of the database or bucket, or its move to another machine. */
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
/** Longer than the last retry and than the lease of a dead worker. */
const GRACE_MS = 5 * 60_000;
/** Share of a night's jobs that must have ended before publication. */
const ENOUGH = 0.99;

export interface WatchOptions {
	readonly onProgress?: ((progress: { done: number; total: number; domain: string }) => void) | undefined;
	/** Milliseconds without a finished job after which a shared run ends without its last hundredth. */
	readonly graceMs?: number | undefined;
}

export interface Watch {
	/** Aborts to end the run without the rest. */
	readonly ended: AbortSignal;
	onDone(domain: string | undefined): void;
	close(): void;
}

/** @param isShared whether other machines work on it, so that the queue must be polled */
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

	// The workers report an unavailable queue.
	if (isShared) look().catch(() => {});
	return {
		ended: ending.signal,
		onDone(domain) {
			onProgress?.({ done: isShared ? done : ++done, total, domain: domain ?? "" });
		},
		close: () => closing.abort(),
	};
}
