import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { openSubmissions } from "../live/sql-submissions.ts";
import { withLiveStore } from "../store/record-stores.ts";
import { sealLog } from "./seal-log.ts";
import type { SealOrder, SealResult } from "./seal-order.ts";
import { createKeyPair } from "./signing-keys.ts";

export type { SealOrder, SealResult };

/**
 * Takes every receipt and recheck of `SIGHTLINE_REPORTS` that the log does not have into the log, with what live audits have
 * submitted, and signs it. A live store that is configured and cannot be reached stops it: what waits there must not be
 * passed over in silence.
 * @throws Failure `signing-key`, `log-inconsistent`, `log-changed`, `log-malformed`, `signature-invalid`,
 * `signature-missing`, `store-busy`, `store-unavailable` or `input-invalid`; nothing has been signed then
 */
export function seal(order: SealOrder, settings: Settings): Promise<SealResult> {
	const { reports, data, log } = settings;
	// A key made up here has signed nothing yet; one that was given may have, in a checkout that is not this one.
	const mayBegin = log.signingKeys.length === 0;
	return withLiveStore(settings, (db) => {
		const home = { reports, state: join(data, "log"), ...log, mayBegin };
		return sealLog(order, db ? { ...home, submissions: openSubmissions(db) } : home);
	});
}

/** A new pair of keys for the log of this installation; nothing is kept. */
export function newKey({ log }: Settings): Promise<{ readonly privateKey: string; readonly vkey: string }> {
	return createKeyPair(log.origin);
}
