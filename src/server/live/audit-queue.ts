import PQueue, { TimeoutError } from "p-queue";
import { Failure } from "#core/failure.ts";
import type { AuditMode } from "#core/preset.ts";
import type { ClaimHolder } from "#store/audit-leases.ts";
import type { LiveAudit } from "../api/live-app.ts";
import type { AuditTarget } from "./audit-lease.ts";

export interface AuditQueueOptions<Found> {
	/** Looks at the site. @param signal aborts when nobody wants it any more */
	readonly run: (target: AuditTarget, signal: AbortSignal) => Promise<Found>;
	/** Keeps what was found, and notes the end of the claim with it; never ended half way. */
	readonly keep: (found: Found, claim: ClaimHolder) => Promise<LiveAudit>;
	/** Audits at once. */
	readonly concurrency: number;
	/** An audit that does not heed its own deadline is given up after so many milliseconds. */
	readonly giveUpMs: Readonly<Record<AuditMode, number>>;
	/** An audit whose turn has not come after so many milliseconds is turned away. */
	readonly waitMs: number;
	/** Told how each audit ended that had its turn or was left by all; must not throw. */
	readonly onEnd: (target: AuditTarget, end: AuditEnd) => void;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** What is to be audited, under which claim, and which request was the first to ask for it. */
export interface AuditWork {
	readonly target: AuditTarget;
	readonly claim: ClaimHolder;
	readonly requestId: string;
}

/**
 * With what was found, or with what went wrong. `ms` counts from the audit's turn on; `requestId` is that of the request
 * that began it.
 */
export type AuditEnd = { readonly ms: number; readonly requestId?: string } & (
	| { readonly audit: LiveAudit }
	| { readonly error: unknown }
);

export interface AuditQueue {
	/**
	 * Audits when a place is free, and keeps what was found.
	 * @throws Failure `overloaded` where its turn did not come in time; the signal's reason when it aborts: the place is
	 * free at once
	 */
	make(work: AuditWork, signal: AbortSignal): Promise<LiveAudit>;
	/** Ends all that still wait for their turn. */
	turnAway(why: Failure): void;
	readonly running: number;
	readonly waiting: number;
}

/** So many audits at once; the others wait in the order in which they came. */
export function createAuditQueue<Found>(options: AuditQueueOptions<Found>): AuditQueue {
	const { run, keep, concurrency, giveUpMs, waitMs, onEnd, now } = options;
	const queue = new PQueue({ concurrency });
	const waiting = new Set<AbortController>();
	return {
		async make({ target, claim, requestId }, signal) {
			let begunMs = now();
			const patience = new AbortController();
			const tooLate = turnedAway("overloaded");
			const timer = setTimeout(() => patience.abort(tooLate), waitMs);
			waiting.add(patience);
			const look = (turn: { readonly signal?: AbortSignal | undefined }) => {
				clearTimeout(timer);
				waiting.delete(patience);
				begunMs = now();
				return run(target, turn.signal ?? signal);
			};
			const end = () => ({ ms: now() - begunMs, requestId });
			try {
				const either = AbortSignal.any([signal, patience.signal]);
				const found = await queue.add(look, { signal: either, timeout: giveUpMs[target.mode] });
				const audit = await keep(found, claim);
				onEnd(target, { ...end(), audit });
				return audit;
			} catch (caught) {
				const error = caught instanceof TimeoutError ? givenUp(target) : caught;
				if (!patience.signal.aborted) onEnd(target, { ...end(), error });
				throw error;
			} finally {
				clearTimeout(timer);
				waiting.delete(patience);
			}
		},
		turnAway(why) {
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

function givenUp({ domain }: AuditTarget): Failure {
	return new Failure("deadline-exceeded", {
		what: `The audit of ${domain} was given up.`,
		why: "It did not end when its time was used up.",
		todo: "Try again; if it happens again, tell whoever runs this server.",
	});
}

/** Why a new audit is not taken in. */
export function turnedAway(code: "overloaded" | "shutting-down"): Failure {
	const words = {
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
	};
	return new Failure(code, words[code]);
}
