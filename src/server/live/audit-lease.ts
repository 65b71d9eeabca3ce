import { setTimeout as pause } from "node:timers/promises";
import type { AuditLeases, LeaseAnswer, LeaseHolder } from "#store/audit-leases.ts";
import type { AuditJob } from "../api/live-app.ts";

/** A lease of this process, renewed until it is stopped or released. */
export interface AuditLease {
	readonly kind: "acquired";
	readonly holder: LeaseHolder;
	/** Ends the renewal: the result was kept, and the lease ended with it. */
	stop(): void;
	/** Gives it back without a result. */
	release(): Promise<void>;
}

export interface LeaseOptions {
	readonly leases: Pick<AuditLeases, "newOwner" | "acquire" | "renew" | "release">;
	/** An audit is not made again while its last result is younger than this, in milliseconds. */
	readonly ttlMs: number;
	/** A lease that is not renewed expires after so many milliseconds. */
	readonly leaseMs: number;
	/** Called with errors that no caller waits for. */
	readonly onFault: (error: unknown) => void;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Called where another process holds it, at every attempt. */
	readonly onWait?: (() => void) | undefined;
}

/** Shortest and longest pause between two attempts while another process holds the lease, in milliseconds. */
const RETRY_MS = { least: 150, most: 400 };

/**
 * Waits until this process has the lease, or another has stored a result.
 * @throws Failure `store-unavailable`; the signal's reason when it aborts, and then no lease is held
 */
export async function acquireLease(
	{ target, mode }: AuditJob,
	options: LeaseOptions,
	signal: AbortSignal,
): Promise<AuditLease | Extract<LeaseAnswer, { kind: "finished" }>> {
	const { leases, ttlMs, leaseMs, now } = options;
	const holder: LeaseHolder = { domain: target.host, mode, owner: await leases.newOwner() };
	for (;;) {
		signal.throwIfAborted();
		const answer = await leases.acquire({ ...holder, now: now(), ttlMs, leaseMs });
		if (answer.kind === "finished") return answer;
		if (answer.kind === "acquired") {
			const lease = renewed(holder, options);
			if (!signal.aborted) return lease;
			await lease.release();
			throw signal.reason;
		}
		options.onWait?.();
		await pause(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least), undefined, { signal });
	}
}

/** Renewals in the time that a lease lasts, so that one may be lost. */
const RENEWALS = 3;

function renewed(holder: LeaseHolder, { leases, leaseMs, onFault, now }: LeaseOptions): AuditLease {
	// A renewal that fails is tried again at the next tick; at worst the site is audited twice.
	const renew = () => leases.renew(holder, { now: now(), leaseMs }).catch(onFault);
	const timer = setInterval(renew, leaseMs / RENEWALS);
	timer.unref();
	return {
		kind: "acquired",
		holder,
		stop: () => clearInterval(timer),
		async release() {
			clearInterval(timer);
			// One that cannot be released expires.
			await leases.release(holder).catch(onFault);
		},
	};
}
