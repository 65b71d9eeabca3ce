import { formatVerifierKey, type VerifierKey } from "#log/note-key.ts";
import { readIfThere } from "../store/if-there.ts";
import { type FileToBind, fileToBind, isBound, readBoundList } from "./bound-files.ts";
import { expectExplainedKeys } from "./explained-keys.ts";
import { formatKeyChanges, readKeyList } from "./key-list.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { hasKey, logPaths, readRetiredKeys, readVerifierKeys } from "./log-files.ts";
import type { OpenLog } from "./open-log.ts";

/**
 * The list `log/keys`, where keys come or go: a rotation is a leaf. It begins with the first of them, and then has the keys
 * that were there before as well.
 * @throws Failure `log-inconsistent` for a list that is not the one that was bound and for a key that this log never had, `log-malformed`
 */
export async function bindKeys(directory: string, log: OpenLog, index: LeafIndex): Promise<FileToBind[]> {
	if (!log.before) return [];
	const listed = await readRetiredKeys(directory);
	const fresh = log.retired.filter((key) => !hasKey(listed, key));
	const published = await readVerifierKeys(directory);
	const isAsBefore = fresh.length === 0 && log.keys.every((key) => hasKey(published, key));
	const bound = await readBoundList(directory, "keys", index);
	await expectExplainedKeys(directory, log, bound === "" ? undefined : readKeyList(bound));
	// A seal that was cut off may have put the new key into vkeys: then the list is there and nothing binds it.
	const isBegun = bound !== "" || (await readIfThere(logPaths(directory).keys)) !== undefined;
	if (isAsBefore && !isBegun) return [];
	const now = { inUse: texts(log.keys), retired: texts([...fresh, ...listed]) };
	const text = bound + formatKeyChanges(readKeyList(bound), now);
	return [fileToBind("keys", new TextEncoder().encode(text))].filter((file) => !isBound(file, index));
}

function texts(keys: readonly VerifierKey[]): string[] {
	return keys.map(formatVerifierKey);
}
