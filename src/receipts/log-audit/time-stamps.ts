import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { sha256 } from "#log/sha256.ts";
import { type LogListing, readBytes } from "./log-listing.ts";
import { sameDigests } from "./tile-reading.ts";

/**
 * Whether each time stamp (RFC 3161) is over the checkpoint beside it. The authority's own signature is for
 * `openssl ts -verify`: which authority to trust is the reader's choice.
 */
export async function checkTimeStamps(directory: string, { checkpoints, stamps }: LogListing): Promise<LogFault[]> {
	const faults: LogFault[] = [];
	for (const size of stamps.filter((each) => checkpoints.includes(each))) {
		const path = `checkpoints/${size}.tsr`;
		const [stamp, checkpoint] = await Promise.all(
			[path, `checkpoints/${size}`].map((each) => readBytes(join(directory, each))),
		);
		if (!stamp || !checkpoint) continue;
		const says = await stampFault(stamp, await sha256(checkpoint));
		if (says !== undefined) faults.push({ file: `log/${path}`, says, todo: "Restore it from git, or delete it." });
	}
	return faults;
}

/** What is wrong with a time stamp that is to be over that SHA-256; undefined where nothing is. */
export async function stampFault(stamp: Uint8Array, digest: Uint8Array): Promise<string | undefined> {
	// Loads some hundred kilobytes that most logs do not need.
	const { readResponse } = await import("../seal/time-stamp.ts");
	try {
		const { hashedMessage } = readResponse(stamp).messageImprint;
		if (sameDigests(new Uint8Array(hashedMessage.buffer), digest)) return undefined;
		return "It dates another file than the checkpoint beside it.";
	} catch (error) {
		if (isFailure(error)) return "It is no time stamp that was granted (RFC 3161).";
		throw error;
	}
}
