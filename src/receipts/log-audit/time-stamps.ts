import { isFailure } from "#core/failure.ts";
import { sameBytes } from "#log/encoding.ts";
import { sha256 } from "#log/sha256.ts";
import { logPaths } from "../seal/log-files.ts";
import type { Findings } from "./findings.ts";
import { type LogListing, readBytes } from "./log-listing.ts";

/**
 * Whether each time stamp (RFC 3161) is over the checkpoint beside it. The authority's own signature is for
 * `openssl ts -verify`: which authority to trust is the reader's choice.
 */
export async function checkTimeStamps(directory: string, { stamps }: LogListing, findings: Findings): Promise<void> {
	const paths = logPaths(directory);
	for (const size of stamps) {
		const stamp = await readBytes(paths.timeStamp(size));
		const checkpoint = await readBytes(paths.archivedCheckpoint(size));
		const says = stamp && checkpoint && (await stampFault(stamp, await sha256(checkpoint)));
		if (says) findings.fault(`log/checkpoints/${size}.tsr`, says, "Restore it from git, or delete it.");
	}
}

/** Why a time stamp is none of the file with that SHA-256; undefined where it is one. */
export async function stampFault(stamp: Uint8Array, digest: Uint8Array): Promise<string | undefined> {
	// Loads some hundred kilobytes that most logs do not need.
	const { readResponse } = await import("../seal/time-stamp.ts");
	try {
		const { hashedMessage } = readResponse(stamp).messageImprint;
		if (sameBytes(new Uint8Array(hashedMessage.buffer), digest)) return undefined;
		return "It dates another file than the checkpoint beside it.";
	} catch (error) {
		if (isFailure(error)) return "It is no time stamp that was granted (RFC 3161).";
		throw error;
	}
}
