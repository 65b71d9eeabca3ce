import type { LiveAudit } from "../api/live-app.ts";
import { createFreshResults } from "./fresh-results.ts";

export interface RememberedOptions {
	/** How long a result is given again, milliseconds. */
	readonly freshMs: number;
	/** The audit as it is kept now; undefined where it is gone. */
	readonly recall: (receipt: string, auditedAt: string) => Promise<LiveAudit | undefined>;
	/** Called with what went wrong where nobody waits for an answer. */
	readonly onFault: (error: unknown) => void;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** Audits of the last minute, known without asking the store. */
export interface RememberedAudits {
	/** At once. One that waited for the log when it was last looked at is looked at again, for those who ask next. */
	get(key: string): { readonly audit: LiveAudit; readonly ageMs: number } | undefined;
	/** @param endedMs when the audit ended, milliseconds since 1970 */
	put(key: string, audit: LiveAudit, endedMs: number): void;
	/** Fulfilled when nothing is being looked at. */
	settled(): Promise<void>;
}

/** Audits that are kept in memory. */
const REMEMBERED = 200;
/** A receipt is in the log this long after the seal at the latest, for whoever asks. */
const LOOK_EVERY_MS = 5_000;

export function createRememberedAudits(options: RememberedOptions): RememberedAudits {
	const { freshMs, recall, onFault, now } = options;
	const fresh = createFreshResults<LiveAudit>({ freshMs, most: REMEMBERED });
	const lookedAt = new WeakMap<LiveAudit, number>();
	const looks = new Set<Promise<void>>();

	async function look(key: string, audit: LiveAudit): Promise<void> {
		const kept = await recall(audit.stored.id, audit.auditedAt);
		// What is gone is audited anew.
		if (!kept) fresh.replace(key, audit, undefined);
		else if (kept.place.state !== audit.place.state) fresh.replace(key, audit, { ...audit, place: kept.place });
	}

	return {
		get(key) {
			const found = fresh.get(key, now());
			if (!found) return undefined;
			const { value: audit, ageMs } = found;
			const last = lookedAt.get(audit) ?? now() - ageMs;
			if (audit.place.state === "pending" && now() - last >= LOOK_EVERY_MS) {
				lookedAt.set(audit, now());
				const looking = look(key, audit)
					.catch(onFault)
					.finally(() => looks.delete(looking));
				looks.add(looking);
			}
			return { audit, ageMs };
		},
		put: (key, audit, endedMs) => fresh.put(key, audit, endedMs),
		async settled() {
			await Promise.all(looks);
		},
	};
}
