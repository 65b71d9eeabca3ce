import { formatVerifierKey } from "#log/tlog/note.ts";
import type { Disk } from "#receipts/store/durable-file.ts";
import { readKeyList } from "../lists.ts";
import { readBoundList } from "./bind-files.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { hasKey, readVerifierKeys, retireKeys } from "./log-folder.ts";
import type { OpenLog } from "./open-log.ts";

/**
 * Takes keys that the published log has given up from `vkeys`, before anything else is signed: the tree that gave them up may have
 * waited for its witnesses, or its seal was cut off, and the next tree may wait for long.
 * @throws Failure `log-changed`, `log-inconsistent`, `log-malformed`
 */
export async function completeRetirement(
	{ directory, disk }: { readonly directory: string; readonly disk: Disk },
	log: OpenLog,
	index: LeafIndex,
): Promise<OpenLog> {
	if (log.retired.length === 0) return log;
	const givenUp = readKeyList(await readBoundList(directory, "keys", index)).retired;
	if (!log.retired.every((key) => givenUp.includes(formatVerifierKey(key)))) return log;
	const published = await readVerifierKeys(directory);
	// A key that a rotation brings in is published with its tree.
	const keys = log.keys.filter((key) => hasKey(published, key));
	await retireKeys({ directory, disk, before: log.before?.text }, { keys, retired: log.retired });
	return { ...log, retired: [] };
}
