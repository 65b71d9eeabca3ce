import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { type Checkpoint, formatCheckpoint } from "#log/checkpoint.ts";
import { decodeStrictly } from "#log/encoding.ts";
import { parseNote } from "#log/note.ts";
import { sha256 } from "#log/sha256.ts";
import { stampFault } from "../log-audit/time-stamps.ts";
import type { Material } from "./verify-receipt-material.ts";
import type { ReaderOfSite } from "./verify-receipt-site.ts";

const STAMP_BYTES = 64 * 1024;
const CHECKPOINT_BYTES = 32 * 1024;

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
	return async (path) => {
		if (log === undefined) return undefined;
		return readFile(join(log, path)).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== "ENOENT") throw error;
			return undefined;
		});
	};
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
