import { isFailure } from "#core/failure.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import type { AnsweredAudit, AuditCaller, AuditJob } from "../api/live-app.ts";
import { Rejection } from "../api/problems.ts";
import { NETWORK_SHARE } from "../rate-limits/rate-limits.ts";
import type { AuditObserver } from "./audit-events.ts";
import { type AuditLease, acquireLease, type LeaseOptions } from "./audit-lease.ts";
import {
	type AuditQueue,
	type AuditQueueOptions,
	createAuditQueue,
	type QueueStage,
	refusalOf,
} from "./audit-queue.ts";
import { networkOf } from "./audit-slots.ts";
import { within } from "./monitoring.ts";
import { createResultCache, type ResultCache, wholeSeconds } from "./result-cache.ts";
import { type Flight, SingleFlight } from "./single-flight.ts";
import { StageLog } from "./stage-log.ts";

export interface AuditServiceOptions<Found> extends Omit<AuditQueueOptions<Found>, "onEnd" | "now" | "waitMs"> {
	/** A result of another process; undefined where it is gone. */
	readonly recall: (receipt: string, auditedAt: string) => Promise<LiveAudit | undefined>;
	readonly leases: LeaseOptions["leases"];
	readonly observer: AuditObserver;
	/** Audits that may wait: four for each that may run by default, 16 at least. */
	readonly queueLimit?: number | undefined;
	/** How long one may wait, milliseconds; 20 s by default. */
	readonly waitMs?: number | undefined;
	/** Audits that one caller may have under way or waiting; ten times as many the network of an IPv6 address. */
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
/** An audit that is followed goes on for so long after its last follower was lost, who may be on the way back. */
export const LINGER_MS = 15_000;
/** How long aborted audits may take to release their leases. */
const RELEASE_MS = 3_000;

/** Of all places, deep audits and the audits of one network get one half each at most. */
const PART = 2;

/** Answers from the cache, joins an audit under way, or admits a new one: no more than the process and the caller may have. */
export function createAuditService<Found>(options: AuditServiceOptions<Found>): AuditService {
	const { observer, recall, concurrency, callerLimit, ttlMs = 60_000, waitMs = WAIT_MS, now = Date.now } = options;
	const capacity = concurrency + (options.queueLimit ?? Math.max(16, 4 * concurrency));
	const half = Math.ceil(capacity / PART);
	const cache = createResultCache({ ttlMs, recall, onFault: observer.fault, now });
	const queue = createAuditQueue<Found>({ ...options, waitMs, onEnd: observer.ended, now });
	const leases: LeaseOptions = { ...options, ttlMs, onFault: observer.fault, now };
	const auditOnce = createLeasedAudit({ cache, queue, leases, recall, observer });
	const flights = new SingleFlight<AnsweredAudit>();
	const stagesOf = new WeakMap<Flight<AnsweredAudit>, StageLog>();
	const places = new Places();
	let admitting = true;

	function admit(audit: AdmittedAudit, caller: string): Flight<AnsweredAudit> {
		const leave =
			admitting && flights.size < capacity
				? places.take([
						[`caller ${caller}`, Math.min(callerLimit, half)],
						[`network ${networkOf(caller)}`, Math.min(callerLimit * NETWORK_SHARE, half)],
						[`mode ${audit.job.mode}`, audit.job.mode === "deep" ? half : capacity],
					])
				: undefined;
		if (leave) {
			const flight = flights.start(audit.key, (signal, callers) => auditOnce(audit, callers, signal), leave);
			stagesOf.set(flight, audit.stages);
			return flight;
		}
		const code = admitting ? "overloaded" : "shutting-down";
		observer.refused(code);
		throw refusalOf(code);
	}

	/** Joins an audit under way or begins one; a caller without room learns when to ask again. */
	async function joinOrAdmit(job: AuditJob, { identity, requestId, signal, onStage }: AuditCaller, key: string) {
		const underWay = flights.get(key);
		if (underWay) observer.answered("shared");
		let unfollow: (() => void) | undefined;
		try {
			const flight = underWay ?? admit({ key, job, requestId, stages: new StageLog(job, now) }, identity.key);
			const answer = flight.join(signal, identity.key, lingerOf(onStage));
			if (onStage) unfollow = stagesOf.get(flight)?.follow(onStage);
			if (underWay) queue.advance();
			return await answer;
		} catch (error) {
			if (!isFailure(error) || error.code !== "overloaded") throw error;
			throw new Rejection("overloaded", { headers: { "Retry-After": String(queue.secondsToWait()) }, cause: error });
		} finally {
			unfollow?.();
		}
	}

	return {
		async audit(job, caller) {
			caller.signal.throwIfAborted();
			const key = `${job.mode} ${job.target.host}`;
			const cached = cache.get(key);
			if (!cached) return joinOrAdmit(job, caller, key);
			observer.answered("memory");
			const { stages, ...answered } = cached;
			for (const stage of stages) caller.onStage?.(stage);
			return answered;
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
	readonly stages: StageLog;
}

type Callers = ReadonlyMap<string, number>;

interface LeasedAuditParts extends Pick<AuditServiceOptions<unknown>, "recall" | "observer"> {
	readonly cache: Pick<ResultCache, "set">;
	readonly queue: Pick<AuditQueue, "run">;
	readonly leases: LeaseOptions;
}

/** Runs the audit under a lease, or returns the result another process stored. */
function createLeasedAudit({ cache, queue, leases, recall, observer }: LeasedAuditParts) {
	async function run(
		lease: AuditLease,
		{ key, stages, ...admitted }: AdmittedAudit,
		callers: Callers,
		signal: AbortSignal,
	) {
		const onStage = (stage: QueueStage) => stages.say(stage);
		try {
			const audit = await queue.run({ ...admitted, callers, onStage, lease: lease.holder }, signal);
			// What was not kept did not end the lease.
			if (audit.place.state === "unsaved") await lease.release();
			else lease.stop();
			cache.set(key, audit, leases.now(), stages.stages);
			observer.answered("made");
			return { audit };
		} catch (error) {
			await lease.release();
			if (isFailure(error) && error.code === "overloaded") observer.refused(error.code);
			throw error;
		}
	}

	return async (admitted: AdmittedAudit, callers: Callers, signal: AbortSignal): Promise<AnsweredAudit> => {
		const { stages } = admitted;
		const onWait = () => stages.say({ stage: "waiting" });
		for (let { ttlMs } = leases; ; ttlMs = 0) {
			const lease = await acquireLease(admitted.job, { ...leases, ttlMs, onWait }, signal);
			if (lease.kind === "acquired") return await run(lease, admitted, callers, signal);
			const audit = await recall(lease.receipt, lease.auditedAt);
			// A result that was taken down meanwhile is audited again.
			if (!audit) continue;
			stages.say({ stage: "recorded" }, lease.finishedMs);
			cache.set(admitted.key, audit, lease.finishedMs, stages.stages);
			observer.answered("store");
			return { audit, ageSeconds: wholeSeconds(leases.now() - lease.finishedMs) };
		}
	};
}

/** Who follows an audit step by step may lose the connection; who waits for the answer alone asks again by hand. */
function lingerOf(onStage: AuditCaller["onStage"]): number {
	return onStage ? LINGER_MS : 0;
}

/** Counts unfinished audits by whom they are for, so that no one caller uses up the capacity. */
class Places {
	readonly #taken = new Map<string, number>();

	/**
	 * Takes one place of each kind, or none where one kind has no more.
	 * @returns releases them; to be called once
	 */
	take(kinds: readonly (readonly [kind: string, most: number])[]): (() => void) | undefined {
		if (kinds.some(([kind, most]) => (this.#taken.get(kind) ?? 0) >= most)) return undefined;
		for (const [kind] of kinds) this.#taken.set(kind, (this.#taken.get(kind) ?? 0) + 1);
		return () => {
			for (const [kind] of kinds) {
				const left = (this.#taken.get(kind) ?? 0) - 1;
				if (left > 0) this.#taken.set(kind, left);
				else this.#taken.delete(kind);
			}
		};
	}
}
