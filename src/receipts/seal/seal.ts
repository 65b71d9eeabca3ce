import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import type { LogProgress } from "#core/verification.ts";
import { openSubmissions, type Submissions } from "../live/submissions.ts";
import { withLiveStore } from "../store/record-audit.ts";
import { sealLog } from "./seal-log.ts";
import { createKeyPair } from "./signing-keys.ts";

/**
 * Takes every receipt and recheck of `SIGHTLINE_REPORTS` that the log does not have into the log, with what live audits have
 * submitted, and signs it. A live store that is configured and cannot be reached stops it: what waits there must not be
 * passed over in silence.
 * @throws Failure `signing-key`, `log-inconsistent`, `log-changed`, `log-malformed`, `signature-invalid`,
 * `signature-missing`, `store-busy`, `store-unavailable` or `input-invalid`; nothing has been signed then
 */
export function seal(options: SealOptions, settings: Settings): Promise<SealResult> {
	const { reports, data, log } = settings;
	// A key made up here has signed nothing yet; one that was given may have, in a checkout that is not this one.
	const mayBegin = log.signingKeys.length === 0;
	return withLiveStore(settings, (db) => {
		const home = { reports, state: join(data, "log"), ...log, mayBegin };
		return sealLog(options, db ? { ...home, submissions: openSubmissions(db) } : home);
	});
}

/** A new pair of keys for the log of this installation; nothing is kept. */
export function newKey({ log }: Settings): Promise<{ readonly privateKey: string; readonly vkey: string }> {
	return createKeyPair(log.origin);
}

/** What is to be done beside sealing what is new. */
export interface SealOptions {
	/** Begins a log: there must be none. A key that is given may have signed one that is elsewhere. */
	readonly newLog?: boolean;
	/** Makes the first of the signing keys the log's newest; the others sign along. */
	readonly rotate?: boolean;
	/** The old private key is gone: the new one signs alone. Only with `rotate`. */
	readonly acceptLostKey?: boolean;
	/** Each `<vkey> <submission address>`. */
	readonly witnesses?: readonly string[];
	/** Address of a time-stamping authority (RFC 3161). */
	readonly timestamp?: string;
	readonly onProgress?: (progress: LogProgress) => void;
}

export interface SealResult {
	readonly origin: string;
	/** Leaves in the log now. */
	readonly size: number;
	/** Hex. */
	readonly root: string;
	readonly added: { readonly audits: number; readonly rechecks: number };
	/** Path of the private key that was made up, where there was none. */
	readonly madeKey?: string;
	/** The newest public key; empty only while nothing has ever been sealed. */
	readonly vkey: string;
	/** Sentences: what was left out and why, witnesses that failed, what a rotation means. */
	readonly notes: readonly string[];
	/** Whether something could not be sealed because its file is damaged. */
	readonly faulty: boolean;
}

/** Where the log and its state are, and who it is. */
export interface LogHome {
	/** Directory of `receipts/`, `runs/` and `log/`. */
	readonly reports: string;
	/** Directory of this machine's own state: index, last checkpoint, a key made up here. */
	readonly state: string;
	readonly origin: string;
	/** Private keys, the newest first. */
	readonly signingKeys: readonly string[];
	/** Whether a key that is made up here would be lost. */
	readonly ci: boolean;
	/** Whether a log may be begun without being asked for, where there is none. */
	readonly mayBegin: boolean;
	/** What live audits ask the log to take, where there is a live store. */
	readonly submissions?: Submissions;
}
