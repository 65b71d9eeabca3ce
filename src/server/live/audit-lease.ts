import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { AuditMode } from "#core/preset.ts";
import type { AuditClaims, Claim, ClaimHolder } from "#store/audit-leases.ts";

export interface AuditTarget {
	/** ASCII host. */
	readonly domain: string;
	readonly mode: AuditMode;
}

/** A claim that is ours, kept alive until it is let go of. */
export interface HeldClaim {
	readonly kind: "mine";
	readonly holder: ClaimHolder;
	/** Keeps it alive no more: the audit was kept, and with it the claim's end was noted. */
	stop(): void;
	/** Lets go of it without an audit. */
	release(): Promise<void>;
}

export interface ClaimOrder {
	readonly claims: Pick<AuditClaims, "claim" | "extend" | "release">;
	/** An audit that ended within so many milliseconds is not made again. */
	readonly freshMs: number;
	/** After so many milliseconds without a sign of life a claim may be taken over. */
	readonly leaseMs: number;
	/** Called with what went wrong where nobody waits for an answer. */
	readonly onFault: (error: unknown) => void;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** Shortest and longest time between two looks at an audit of another process, milliseconds. */
const LOOK_MS = { least: 150, most: 400 };

/**
 * Waits until an audit is ours to make, or somebody else has made it.
 * @throws Failure `store-unavailable`; the signal's reason when it aborts, and then nothing is held
 */
export async function holdClaim(
	target: AuditTarget,
	order: ClaimOrder,
	signal: AbortSignal,
): Promise<HeldClaim | Extract<Claim, { kind: "fresh" }>> {
	const { claims, freshMs, leaseMs, now } = order;
	const holder: ClaimHolder = { ...target, owner: randomUUID() };
	for (;;) {
		signal.throwIfAborted();
		const claim = await claims.claim({ ...holder, now: now(), freshMs, leaseMs });
		if (claim.kind === "fresh") return claim;
		if (claim.kind === "mine") {
			const held = keepAlive(holder, order);
			if (!signal.aborted) return held;
			await held.release();
			throw signal.reason;
		}
		await pause(LOOK_MS.least + Math.random() * (LOOK_MS.most - LOOK_MS.least), undefined, { signal });
	}
}

/** Signs of life in the time that a claim lasts, so that one may be lost. */
const SIGNS = 3;

function keepAlive(holder: ClaimHolder, { claims, leaseMs, onFault, now }: ClaimOrder): HeldClaim {
	// A claim that cannot be put off just now may be later; at worst the site is audited twice.
	const extend = () => claims.extend({ ...holder, now: now(), leaseMs }).catch(onFault);
	const timer = setInterval(extend, leaseMs / SIGNS);
	timer.unref();
	return {
		kind: "mine",
		holder,
		stop: () => clearInterval(timer),
		async release() {
			clearInterval(timer);
			// One that cannot be let go of runs out by itself.
			await claims.release(holder).catch(onFault);
		},
	};
}
