import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { type Checkpoint, formatCheckpoint } from "#log/checkpoint.ts";
import { decodeStrictly, sameBytes } from "#log/encoding.ts";
import { parseNote } from "#log/note.ts";
import { sha256 } from "#log/sha256.ts";
import { logPaths } from "../seal/log-files.ts";
import { ifThere } from "../store/if-there.ts";
import { CHECKPOINT_BYTES } from "../verify/file-bounds.ts";
import type { Material } from "../verify/material.ts";
import type { ReaderOfSite } from "../verify/site-reader.ts";
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
async function stampFault(stamp: Uint8Array, digest: Uint8Array): Promise<string | undefined> {
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

const STAMP_BYTES = 64 * 1024;

/**
 * Where a time stamp (RFC 3161) of a state of the log is kept; undefined where there is none to be had. It must name the
 * kept checkpoint of that state; the authority's signature is not checked.
 */
export async function findTimeStamp({ site, log }: Pick<Material, "site" | "log">, proved: Checkpoint) {
	const path = `checkpoints/${proved.size}`;
	const read = site ? readerOfSite(site) : readerOfFolder(log);
	const stamp = await read(`${path}.tsr`, STAMP_BYTES);
	const kept = stamp && (await read(path, CHECKPOINT_BYTES));
	if (!kept || !isOf(proved, kept) || (await stampFault(stamp, await sha256(kept))) !== undefined) return undefined;
	return site ? new URL(`log/${path}.tsr`, site.base).href : join(log ?? "", `${path}.tsr`);
}

type Read = (path: string, maxBytes: number) => Promise<Uint8Array | undefined>;

/** Most logs have no stamp; nothing is claimed without it. */
function readerOfSite(site: ReaderOfSite): Read {
	return (path, maxBytes) =>
		site.read("log", `log/${path}`, maxBytes).catch((error: unknown) => {
			if (!isFailure(error)) throw error;
			return undefined;
		});
}

function readerOfFolder(log: string | undefined): Read {
	return async (path) => (log === undefined ? undefined : ifThere(readFile(join(log, path))));
}

/** Whether the kept checkpoint is of the state that was proved: signatures may differ. */
function isOf(proved: Checkpoint, kept: Uint8Array): boolean {
	const text = decodeStrictly(kept);
	try {
		return text !== undefined && parseNote(text).text === formatCheckpoint(proved);
	} catch (error) {
		if (!isFailure(error)) throw error;
		return false;
	}
}
