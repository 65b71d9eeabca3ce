import { join } from "node:path";
import type { KeySource } from "#core/verification.ts";
import { formatVerifierKey, type VerifierKey } from "#log/note-key.ts";
import { readRetiredKeys, readVerifierKeys } from "../seal/log-files.ts";

/** Put in by `npm run bundle`; a checkout has no such name. */
declare const SIGHTLINE_PINNED_KEYS: readonly string[] | undefined;

/** Public keys that this program trusts by itself. */
export interface OwnKeys {
	/** One a line, as `log/vkeys` has them. */
	readonly lines: readonly string[];
	/** Keys that the checkout's log has given up; a package does not know them. */
	readonly retired: readonly VerifierKey[];
	/** `pinned`: shipped with the package, apart from the site; `checkout`: of the log in SIGHTLINE_REPORTS. */
	readonly from: Extract<KeySource, "pinned" | "checkout">;
}

/**
 * A package knows the keys that it was made with and no others: a folder that somebody unpacks may hold a `log/vkeys` of
 * its own, and must not vouch for itself.
 */
export async function readOwnKeys(reports: string): Promise<OwnKeys> {
	if (typeof SIGHTLINE_PINNED_KEYS !== "undefined")
		return { lines: SIGHTLINE_PINNED_KEYS, retired: [], from: "pinned" };
	const retired = await readRetiredKeys(join(reports, "log"));
	return { lines: await readKeyLines(reports), retired, from: "checkout" };
}

/** The keys in use of the log under a reports directory; none where nothing has been sealed. */
export async function readKeyLines(reports: string): Promise<readonly string[]> {
	return (await readVerifierKeys(join(reports, "log"))).map(formatVerifierKey);
}
