import { readFile } from "node:fs/promises";
import { isFailure } from "#core/failure.ts";
import type { Disk } from "../store/disk.ts";
import { createFile } from "../store/durable-file.ts";
import { logPaths, readIfThere } from "./log-files.ts";

/**
 * Has the archived checkpoint of a size dated by a time-stamping authority, and keeps the answer beside it as
 * `checkpoints/<size>.tsr`. An authority that fails holds nothing up.
 * @returns a sentence where there is no stamp
 */
export async function stampCheckpoint(directory: string, size: number, address: URL, disk: Disk): Promise<string[]> {
	const paths = logPaths(directory);
	if ((await readIfThere(paths.timeStamp(size))) !== undefined) return [];
	// Loads some hundred kilobytes that most seals do not need.
	const { requestTimeStamp } = await import("./time-stamp.ts");
	try {
		const stamp = await requestTimeStamp(address, await readFile(paths.archivedCheckpoint(size)));
		await createFile(paths.timeStamp(size), stamp, { disk });
		return [];
	} catch (error) {
		if (!isFailure(error)) throw error;
		return [`${address.host} did not date the checkpoint. ${error.message}`];
	}
}
