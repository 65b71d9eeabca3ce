import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { KeySource } from "#core/verification.ts";

/** Put in by `npm run bundle`; a checkout has no such name. */
declare const SIGHTLINE_PINNED_KEYS: readonly string[] | undefined;

/** Public keys that this program trusts by itself, one a line, as `log/vkeys` has them. */
export interface OwnKeys {
	readonly lines: readonly string[];
	/** `pinned`: shipped with the package, apart from the site; `checkout`: of the log in SIGHTLINE_REPORTS. */
	readonly from: Extract<KeySource, "pinned" | "checkout">;
}

/**
 * A package knows the keys that it was made with and no others: a folder that somebody unpacks may hold a `log/vkeys` of
 * its own, and must not vouch for itself.
 */
export async function readOwnKeys(reports: string): Promise<OwnKeys> {
	if (typeof SIGHTLINE_PINNED_KEYS !== "undefined") return { lines: SIGHTLINE_PINNED_KEYS, from: "pinned" };
	return { lines: await readKeyLines(reports), from: "checkout" };
}

/** The keys of the log under a reports directory; none where nothing has been sealed. */
export async function readKeyLines(reports: string): Promise<readonly string[]> {
	try {
		return (await readFile(join(reports, "log", "vkeys"), "utf8")).split("\n").filter(Boolean);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
		throw error;
	}
}
