import type { AuditProgress } from "#core/audit-result.ts";
import { Failure } from "#core/failure.ts";
import type { AuditMode } from "#core/preset.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import type { LeaseHolder } from "#store/audit-leases.ts";
import type { AuditJob } from "../api/live-app.ts";
import type { AuditEnd, RefusalCode } from "./audit-events.ts";
import { AuditSlots, networkOf, type Slot } from "./audit-slots.ts";

/** How an audit runs, beside what is audited. */
export interface RunOptions {
	/** Whom it is made for: work inside the audit is shared out by this. */
	readonly caller: string;
	/** Aborts when no caller waits for the result any more, or its time is used up. */
	readonly signal: AbortSignal;
	/** Hears how far it has come. */
	readonly onProgress: (progress: AuditProgress) => void;
}

export interface AuditQueueOptions<Found> {
	/** Audits the site. */
	readonly run: (job: AuditJob, options: RunOptions) => Promise<Found>;
	/** Keeps the result and ends the lease in one transaction; never aborted half way. */
	readonly keep: (found: Found, lease: LeaseHolder) => Promise<LiveAudit>;
	/** Audits at the same time. */
	readonly concurrency: number;
	/** An audit that does not heed its own deadline is ended after so many milliseconds. */
	readonly timeoutMs: Readonly<Record<AuditMode, number>>;
	/** An audit that has not started after so many milliseconds is refused. */
	readonly waitMs: number;
	/** Called with the end of each audit that was started or abandoned; must not throw. */
	readonly onEnd: (job: AuditJob, end: AuditEnd) => void;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

export interface QueuedAudit {
	readonly job: AuditJob;
	readonly lease: LeaseHolder;
	/** Of the request that began it. */
	readonly requestId: string;
	/** Keys of those who wait for it now. */
	readonly callers: ReadonlyMap<string, unknown>;
	/** Hears how far it has come; must not throw. */
	readonly onStage: (stage: QueueStage) => void;
}

/** `recorded` where something was kept. */
export type QueueStage = AuditProgress | { readonly stage: "waiting" } | { readonly stage: "recorded" };

export interface AuditQueue {
	/**
	 * Runs the audit when there is room, and keeps the result.
	 * @throws Failure `overloaded` where it did not start in time, or had to be ended; the signal's reason when it aborts,
	 * and then its room is free at once
	 */
	run(audit: QueuedAudit, signal: AbortSignal): Promise<LiveAudit>;
	/** To be called when somebody has joined an audit: it may wait in that one's turn now. */
	advance(): void;
	/** Rejects all that have not started. */
	rejectWaiting(why: Failure): void;
	/** Whole seconds after which one more audit would probably find a slot, by how long audits took lately. */
	secondsToWait(): number;
	readonly running: number;
	readonly waiting: number;
}

/** Runs so many audits at the same time; the others wait for their callers' turn. */
export function createAuditQueue<Found>(options: AuditQueueOptions<Found>): AuditQueue {
	const { run, keep, concurrency, timeoutMs, waitMs, onEnd, now } = options;
	const slots = new AuditSlots(concurrency);
	const pace = new Pace();
	const waiting = new Set<(why: Failure) => void>();

	async function waitForSlot({ job, callers, onStage }: QueuedAudit, signal: AbortSignal): Promise<Slot> {
		const onWait = () => onStage({ stage: "waiting" });
		const work = (ending: AbortSignal) => slots.acquire({ mode: job.mode, callers, onWait }, ending);
		return endWith(work, signal, (end) => {
			const timer = setTimeout(() => end(refusalOf("overloaded")), waitMs);
			waiting.add(end);
			return () => {
				clearTimeout(timer);
				waiting.delete(end);
			};
		});
	}

	return {
		async run(audit, signal) {
			const { job, lease, requestId, onStage: onProgress } = audit;
			let startedMs = now();
			let slot: Slot | undefined;
			const end = () => ({ ms: now() - startedMs, requestId });
			try {
				slot = await waitForSlot(audit, signal);
				startedMs = now();
				const caller = networkOf(slot.caller);
				const found = await endWith(
					(ending) => run(job, { caller, signal: ending, onProgress }),
					signal,
					(end) => {
						const timer = setTimeout(() => end(overdue(job)), timeoutMs[job.mode]);
						return () => clearTimeout(timer);
					},
				);
				const kept = await keep(found, lease);
				if (kept.place.state !== "unsaved") onProgress({ stage: "recorded" });
				onEnd(job, { ...end(), audit: kept });
				return kept;
			} catch (error) {
				const isRefused = slot === undefined && error instanceof Failure;
				if (!isRefused) onEnd(job, { ...end(), error });
				throw error;
			} finally {
				if (slot) pace.add(now() - startedMs);
				slot?.release();
			}
		},
		advance: () => slots.advance(),
		rejectWaiting(why) {
			for (const reject of [...waiting]) reject(why);
		},
		secondsToWait: () => pace.secondsFor((slots.waiting + 1) / concurrency),
		get running() {
			return slots.running;
		},
		get waiting() {
			return slots.waiting;
		},
	};
}

/**
 * Runs work that ends with its signal at the latest, whether it heeds it or not.
 * @param prepare is given what ends the work, and returns what undoes it when the work has ended
 */
async function endWith<T>(
	work: (signal: AbortSignal) => Promise<T>,
	signal: AbortSignal,
	prepare: (end: (why: Error) => void) => () => void,
): Promise<T> {
	signal.throwIfAborted();
	const ending = new AbortController();
	const ended = Promise.withResolvers<never>();
	const end = (why: unknown) => {
		ended.reject(why);
		ending.abort(why);
	};
	const leave = () => end(signal.reason);
	signal.addEventListener("abort", leave, { once: true });
	const undo = prepare(end);
	try {
		return await Promise.race([work(ending.signal), ended.promise]);
	} finally {
		undo();
		signal.removeEventListener("abort", leave);
	}
}

/** How long audits took lately. */
class Pace {
	/** Milliseconds; before the first audit has ended, what one of an ordinary site takes at most. */
	#mean = 2_000;

	add(ms: number): void {
		this.#mean += (ms - this.#mean) / 8;
	}

	/** @param rounds how many audits one slot has to make until then */
	secondsFor(rounds: number): number {
		const seconds = Math.ceil((Math.max(1, rounds) * this.#mean) / 1000);
		return Math.min(Math.max(seconds, 1), 60);
	}
}

/** An auditor keeps a deadline of its own: one that is late had to wait for us. Of the site this says nothing. */
function overdue({ target }: AuditJob): Failure {
	return new Failure("overloaded", {
		what: `The audit of ${target.host} was given up.`,
		why: "This server did not get it done in its time.",
		todo: "Try again in a minute; if it happens again, tell whoever runs this server.",
	});
}

const REFUSALS = {
	overloaded: {
		what: "This server has more audits to make than it can take in.",
		why: "All places are taken, also those for waiting.",
		todo: "Try again in half a minute.",
	},
	"shutting-down": {
		what: "This server is shutting down.",
		why: "It takes in no new audits.",
		todo: "Try again in a moment; another one may answer.",
	},
} as const;

/** Why a new audit is refused. */
export function refusalOf(code: RefusalCode): Failure {
	return new Failure(code, REFUSALS[code]);
}
