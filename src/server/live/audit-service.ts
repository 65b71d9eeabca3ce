import { setTimeout as pause } from "node:timers/promises";
import { isFailure } from "#core/failure.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import type { AnsweredAudit, AuditCaller, AuditJob } from "../api/live-app.ts";
import type { AuditObserver } from "./audit-events.ts";
import { type AuditLease, acquireLease, type LeaseOptions } from "./audit-lease.ts";
import { type AuditQueue, type AuditQueueOptions, createAuditQueue, refusalOf } from "./audit-queue.ts";
import { createResultCache, type ResultCache, wholeSeconds } from "./result-cache.ts";
import { type Flight, SingleFlight } from "./single-flight.ts";

export interface AuditServiceOptions<Found> extends Omit<AuditQueueOptions<Found>, "onEnd" | "now" | "waitMs"> {
	/** A result of another process; undefined where it is gone. */
	readonly recall: (receipt: string, auditedAt: string) => Promise<LiveAudit | undefined>;
	readonly leases: LeaseOptions["leases"];
	readonly observer: AuditObserver;
	/** Audits that may wait: four for each that may run by default, 16 at least. */
	readonly queueLimit?: number | undefined;
	/** How long one may wait, milliseconds; 20 s by default. */
	readonly waitMs?: number | undefined;
	/** Audits that one caller may have under way or waiting. */
	readonly callerLimit: number;
	/** How long a result is given again, milliseconds; a minute by default. */
	readonly ttlMs?: number | undefined;
	/** The lease of a process that is gone expires after so many milliseconds. */
	readonly leaseMs: number;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

export interface AuditService {
	/** As `LiveApp.audit`. */
	audit(job: AuditJob, caller: AuditCaller): Promise<AnsweredAudit>;
	/** Audits that run now, and that wait. */
	load(): { readonly running: number; readonly queued: number };
	/** From now on only cached results and audits under way are given. */
	stopAdmitting(): void;
	/** Waits for audits under way, at most so long, then aborts the rest. Returns when all leases are released. */
	drain(graceMs: number): Promise<void>;
}

const WAIT_MS = 20_000;
/** How long aborted audits may take to release their leases. */
const RELEASE_MS = 3_000;

/** Answers from the cache, joins an audit under way, or admits a new one: no more than the process and the caller may have. */
export function createAuditService<Found>(options: AuditServiceOptions<Found>): AuditService {
	const { observer, recall, concurrency, ttlMs = 60_000, waitMs = WAIT_MS, now = Date.now } = options;
	const capacity = concurrency + (options.queueLimit ?? Math.max(16, 4 * concurrency));
	const cache = createResultCache({ ttlMs, recall, onFault: observer.fault, now });
	const queue = createAuditQueue<Found>({ ...options, waitMs, onEnd: observer.ended, now });
	const leases: LeaseOptions = { ...options, ttlMs, onFault: observer.fault, now };
	const auditOnce = createLeasedAudit({ cache, queue, leases, recall, observer });
	const flights = new SingleFlight<AnsweredAudit>();
	const callers = new CallerLimit(options.callerLimit);
	let admitting = true;

	function admit(audit: AdmittedAudit, caller: string): Flight<AnsweredAudit> {
		if (!admitting || flights.size >= capacity || !callers.hasRoom(caller)) {
			const code = admitting ? "overloaded" : "shutting-down";
			observer.refused(code);
			throw refusalOf(code);
		}
		return flights.start(audit.key, (signal) => auditOnce(audit, signal), callers.take(caller));
	}

	return {
		async audit(job, { identity, requestId, signal }) {
			signal.throwIfAborted();
			const key = `${job.mode} ${job.target.host}`;
			const cached = cache.get(key);
			if (cached) {
				observer.answered("memory");
				return cached;
			}
			const underWay = flights.get(key);
			if (underWay) observer.answered("shared");
			return (underWay ?? admit({ key, job, requestId }, identity.key)).join(signal);
		},
		load: () => ({ running: queue.running, queued: queue.waiting }),
		stopAdmitting() {
			admitting = false;
			queue.rejectWaiting(refusalOf("shutting-down"));
		},
		async drain(graceMs) {
			admitting = false;
			await within(graceMs, flights.settled());
			flights.abortAll(refusalOf("shutting-down"));
			await within(RELEASE_MS, Promise.all([flights.settled(), cache.settled()]));
		},
	};
}

/** A new audit under the key that all who ask for it share, and the id of the request that began it. */
interface AdmittedAudit {
	readonly key: string;
	readonly job: AuditJob;
	readonly requestId: string;
}

interface LeasedAuditParts extends Pick<AuditServiceOptions<unknown>, "recall" | "observer"> {
	readonly cache: Pick<ResultCache, "set">;
	readonly queue: Pick<AuditQueue, "run">;
	readonly leases: LeaseOptions;
}

/** Runs the audit under a lease, or returns the result another process stored. */
function createLeasedAudit({ cache, queue, leases, recall, observer }: LeasedAuditParts) {
	async function run(lease: AuditLease, { key, job, requestId }: AdmittedAudit, signal: AbortSignal) {
		try {
			const audit = await queue.run({ job, lease: lease.holder, requestId }, signal);
			// What was not kept did not end the lease.
			if (audit.place.state === "unsaved") await lease.release();
			else lease.stop();
			cache.set(key, audit, leases.now());
			observer.answered("made");
			return { audit };
		} catch (error) {
			await lease.release();
			if (isFailure(error) && error.code === "overloaded") observer.refused(error.code);
			throw error;
		}
	}

	return async (admitted: AdmittedAudit, signal: AbortSignal): Promise<AnsweredAudit> => {
		for (let { ttlMs } = leases; ; ttlMs = 0) {
			const lease = await acquireLease(admitted.job, { ...leases, ttlMs }, signal);
			if (lease.kind === "acquired") return await run(lease, admitted, signal);
			const audit = await recall(lease.receipt, lease.auditedAt);
			// A result that was taken down meanwhile is audited again.
			if (!audit) continue;
			cache.set(admitted.key, audit, lease.finishedMs);
			observer.answered("store");
			return { audit, ageSeconds: wholeSeconds(leases.now() - lease.finishedMs) };
		}
	};
}

/** Counts the unfinished audits of each caller, so that no one caller uses up the capacity. */
class CallerLimit {
	readonly #taken = new Map<string, number>();
	readonly #limit: number;

	constructor(limit: number) {
		this.#limit = limit;
	}

	hasRoom(key: string): boolean {
		return (this.#taken.get(key) ?? 0) < this.#limit;
	}

	/** @returns releases it; to be called once */
	take(key: string): () => void {
		this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
		return () => {
			const left = (this.#taken.get(key) ?? 0) - 1;
			if (left > 0) this.#taken.set(key, left);
			else this.#taken.delete(key);
		};
	}
}

/** Waits for the work, at most so long. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
	const done = new AbortController();
	// The timer is cancelled when the work was quicker.
	const timeout = pause(ms, undefined, { signal: done.signal }).catch(() => {});
	await Promise.race([work, timeout]);
	done.abort();
}
