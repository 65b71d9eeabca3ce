import { setTimeout as pause } from "node:timers/promises";
import { REFUSAL, VERSION } from "#core/brand.ts";
import { isFailure } from "#core/failure.ts";
import type { Health } from "#core/health.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";

export interface HealthParts {
	readonly database: Pick<Database, "kind" | "ping">;
	readonly countPending: () => Promise<number>;
	readonly facts: () => Promise<PublishedFacts>;
	/** Whether an audit could not be kept a moment ago: a full disk can still be read. */
	readonly isUnwritable: () => boolean;
}

/** A store that takes longer counts as down. */
const STORE_TIMEOUT_MS = 2_000;

/** Health of this installation: `down` where the live store does not answer in time. */
export function createHealth({ database, countPending, facts, isUnwritable }: HealthParts): () => Promise<Health> {
	/** The last count: a store that is down gives none. */
	let pending = 0;
	const ask = async () => {
		await database.ping();
		pending = await countPending();
	};
	return async () => {
		const [isUp, { logSize, lastRun }] = await Promise.all([succeedsWithin(STORE_TIMEOUT_MS, ask), facts()]);
		const status = isUp && !isUnwritable() ? "ok" : "down";
		return {
			status,
			version: VERSION,
			methodology: METHODOLOGY,
			time: new Date().toISOString(),
			refusal: REFUSAL,
			checks: {
				store: { status, kind: database.kind },
				log: { status: logSize > 0 ? "ok" : "empty", size: logSize, pending },
				// Rescans are started from outside; this process plans none.
				schedule: { lastRun, nextRun: null, missed: false },
			},
		};
	};
}

/** How long a failure to write counts: without new audits its end would go unnoticed. */
const UNWRITABLE_MS = 60_000;

/** Work that needs the store, watched for a store that can be read and not written: a full disk, for one. */
export function watchWriting<Asked extends readonly unknown[], Given>(
	work: (...asked: Asked) => Promise<Given>,
): { readonly work: (...asked: Asked) => Promise<Given>; readonly isUnwritable: () => boolean } {
	let failedAt = Number.NEGATIVE_INFINITY;
	return {
		async work(...asked) {
			try {
				const given = await work(...asked);
				failedAt = Number.NEGATIVE_INFINITY;
				return given;
			} catch (error) {
				if (isFailure(error) && error.code === "store-unavailable") failedAt = performance.now();
				throw error;
			}
		},
		isUnwritable: () => performance.now() - failedAt < UNWRITABLE_MS,
	};
}

/** Whether the work succeeds in time. */
export async function succeedsWithin(ms: number, work: () => Promise<unknown>): Promise<boolean> {
	const over = new AbortController();
	const worked = work().then(
		() => true,
		() => false,
	);
	// Ended below when the work was quicker.
	const late = pause(ms, false, { signal: over.signal }).catch(() => false);
	const result = await Promise.race([worked, late]);
	over.abort();
	return result;
}
