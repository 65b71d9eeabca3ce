import { LRUCache } from "lru-cache";
import type { AuditStage } from "#core/audit-result.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import type { AnsweredAudit } from "../api/live-app.ts";

export interface ResultCacheOptions {
	/** How long a result is given again, milliseconds. */
	readonly ttlMs: number;
	/** The most results; the least recently used one is evicted. 200 by default. */
	readonly max?: number | undefined;
	/** The audit as the store has it now; undefined where it is gone. */
	readonly recall: (receipt: string, auditedAt: string) => Promise<LiveAudit | undefined>;
	/** Called with errors that no caller waits for. */
	readonly onFault: (error: unknown) => void;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** Audits of the last minute, answered without asking the store. */
export interface ResultCache {
	/** A result that was pending in the log when it was last read from the store is read again, for the next callers. */
	get(key: string): (Required<AnsweredAudit> & Staged) | undefined;
	/** @param endedMs when the audit ended, milliseconds since 1970 */
	set(key: string, audit: LiveAudit, endedMs: number, stages?: readonly AuditStage[]): void;
	/** Fulfilled when no result is being read again. */
	settled(): Promise<void>;
}

interface Staged {
	/** How it came about. */
	readonly stages: readonly AuditStage[];
}

interface CachedResult extends Staged {
	audit: LiveAudit;
	readonly endedMs: number;
	/** When the store was last asked for it. */
	readMs: number;
}

const MAX_RESULTS = 200;
/** An audit that did not get through is made again after so long; sooner would hammer a host that is down. */
const UNSAVED_TTL_MS = 10_000;
/** After a seal, a pending receipt is shown as logged within this time. */
const REREAD_MS = 5_000;

export function createResultCache({ ttlMs, max = MAX_RESULTS, recall, onFault, now }: ResultCacheOptions): ResultCache {
	const results = new LRUCache<string, CachedResult>({ max });
	const rereads = new Set<Promise<void>>();

	async function reread(key: string, result: CachedResult): Promise<void> {
		const { audit } = result;
		const kept = await recall(audit.stored.id, audit.auditedAt);
		if (results.peek(key) !== result) return;
		// A receipt that is gone is audited again.
		if (!kept) results.delete(key);
		else if (kept.place.state !== audit.place.state) result.audit = { ...audit, place: kept.place };
	}

	return {
		get(key) {
			const result = results.get(key);
			if (!result) return undefined;
			const ageMs = now() - result.endedMs;
			// Negative where another machine's clock is a little ahead, or this one was set back, which must not keep it alive.
			const lifeMs = result.audit.place.state === "unsaved" ? Math.min(ttlMs, UNSAVED_TTL_MS) : ttlMs;
			if (ageMs >= lifeMs || ageMs < -lifeMs) {
				results.delete(key);
				return undefined;
			}
			const { audit, stages } = result;
			if (audit.place.state === "pending" && now() - result.readMs >= REREAD_MS) {
				result.readMs = now();
				const reading = reread(key, result)
					.catch(onFault)
					.finally(() => rereads.delete(reading));
				rereads.add(reading);
			}
			return { audit, stages, ageSeconds: wholeSeconds(ageMs) };
		},
		set: (key, audit, endedMs, stages = []) => void results.set(key, { audit, stages, endedMs, readMs: endedMs }),
		async settled() {
			await Promise.all(rereads);
		},
	};
}

/** Another machine's clock may be a little ahead: never less than 0. */
export function wholeSeconds(ms: number): number {
	return Math.max(0, Math.floor(ms / 1000));
}
