import { isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { logPaths, readIfThere } from "../seal/log-files.ts";
import { isUnlisted, parseUnlisted } from "../seal/unlisted-leaves.ts";
import { reasonOf } from "./words.ts";

/** Which leaves are of live audits, whose receipts are not looked for. */
export interface UnlistedList {
	readonly has: (leaf: number) => boolean;
	readonly faults: readonly LogFault[];
}

export async function readUnlisted(directory: string): Promise<UnlistedList> {
	try {
		const ranges = parseUnlisted((await readIfThere(logPaths(directory).unlisted)) ?? "");
		return { has: (leaf) => isUnlisted(ranges, leaf), faults: [] };
	} catch (error) {
		if (!isFailure(error)) throw error;
		const fault = { file: "log/unlisted", says: reasonOf(error), todo: "Restore it from git." };
		// A list that cannot be read excuses nothing.
		return { has: () => false, faults: [fault] };
	}
}
