import PQueue, { TimeoutError } from "p-queue";
import { Failure } from "#core/failure.ts";
import type { AuditMode } from "#core/preset.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import type { LeaseHolder } from "#store/audit-leases.ts";
import type { AuditJob } from "../api/live-app.ts";
import type { AuditEnd, RefusalCode } from "./audit-events.ts";

export interface AuditQueueOptions<Found> {
	/** Audits the site. @param signal aborts when no caller waits for the result any more */
	readonly run: (job: AuditJob, signal: AbortSignal) => Promise<Found>;
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
}

export interface AuditQueue {
	/**
	 * Runs the audit when there is room, and keeps the result.
	 * @throws Failure `overloaded` where it did not start in time; the signal's reason when it aborts, and then its room is
	 * free at once
	 */
	run(audit: QueuedAudit, signal: AbortSignal): Promise<LiveAudit>;
	/** Rejects all that have not started. */
	rejectWaiting(why: Failure): void;
	readonly running: number;
	readonly waiting: number;
}

/** Runs so many audits at the same time; the others wait, first in, first out. */
export function createAuditQueue<Found>(options: AuditQueueOptions<Found>): AuditQueue {
	const { run, keep, concurrency, timeoutMs, waitMs, onEnd, now } = options;
	const queue = new PQueue({ concurrency });
	const waiting = new Set<AbortController>();
	return {
		async run({ job, lease, requestId }, signal) {
			let startedMs = now();
			const refusal = new AbortController();
			const timer = setTimeout(() => refusal.abort(refusalOf("overloaded")), waitMs);
			const stopWaiting = () => {
				clearTimeout(timer);
				waiting.delete(refusal);
			};
			waiting.add(refusal);
			const start = (turn: { readonly signal?: AbortSignal | undefined }) => {
				stopWaiting();
				startedMs = now();
				return run(job, turn.signal ?? signal);
			};
			const end = () => ({ ms: now() - startedMs, requestId });
			try {
				const either = AbortSignal.any([signal, refusal.signal]);
				const found = await queue.add(start, { signal: either, timeout: timeoutMs[job.mode] });
				const audit = await keep(found, lease);
				onEnd(job, { ...end(), audit });
				return audit;
			} catch (caught) {
				const error = caught instanceof TimeoutError ? timedOut(job) : caught;
				if (!refusal.signal.aborted) onEnd(job, { ...end(), error });
				throw error;
			} finally {
				stopWaiting();
			}
		},
		rejectWaiting(why) {
			for (const each of waiting) each.abort(why);
		},
		get running() {
			return queue.pending;
		},
		get waiting() {
			return queue.size;
		},
	};
}

function timedOut({ target }: AuditJob): Failure {
	return new Failure("deadline-exceeded", {
		what: `The audit of ${target.host} was given up.`,
		why: "It did not end when its time was used up.",
		todo: "Try again; if it happens again, tell whoever runs this server.",
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
