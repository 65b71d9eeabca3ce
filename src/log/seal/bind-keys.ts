import { basename } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import { formatVerifierKey, openNote, type VerifierKey } from "#log/tlog/note.ts";
import { namesIn, readIfThere } from "#receipts/store/if-there.ts";
import { type FileToBind, fileToBind, isBound, readBoundList } from "./bound-files.ts";
import { formatKeyChanges, type KeyState, readKeyList } from "./key-list.ts";
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

/**
 * Whoever can write the folder can put a key of his own into `vkeys` or `retired-vkeys`: the next seal must not sign that the log
 * has had it. Each key there is one that signs now, or one that leaves bind; in a log that has bound none yet, one that has signed
 * a kept checkpoint.
 * @param bound undefined where no leaf binds keys
 * @throws Failure `log-inconsistent` that names the file
 */
async function expectExplainedKeys(
	directory: string,
	{ before, signers }: Pick<OpenLog, "before" | "signers">,
	bound: KeyState | undefined,
): Promise<void> {
	const own = [...signers, ...(bound ? [] : (before?.note.signedBy ?? []))].map(formatVerifierKey);
	const known = new Set([...own, ...(bound?.inUse ?? []), ...(bound?.retired ?? [])]);
	const { verifierKeys, retiredKeys } = logPaths(directory);
	for (const [path, keys] of [
		[verifierKeys, await readVerifierKeys(directory)],
		[retiredKeys, await readRetiredKeys(directory)],
	] as const) {
		const strange = keys.filter((key) => !known.has(formatVerifierKey(key)));
		const signed = bound || strange.length === 0 ? [] : await signersOfKept(directory, strange);
		const [stranger] = strange.filter((key) => !signed.includes(formatVerifierKey(key)));
		if (stranger) throw refuseStranger(basename(path), stranger);
	}
}

/** Those of the keys that have signed a checkpoint of the log that is kept. */
async function signersOfKept(directory: string, keys: readonly VerifierKey[]): Promise<string[]> {
	const { checkpoints, archivedCheckpoint } = logPaths(directory);
	const found = new Set<string>();
	for (const name of await namesIn(checkpoints)) {
		const size = Number(name);
		const text = Number.isSafeInteger(size) ? await readIfThere(archivedCheckpoint(size)) : undefined;
		if (text === undefined) continue;
		try {
			for (const key of (await openNote(text, keys)).signedBy) found.add(formatVerifierKey(key));
		} catch (error) {
			// Signed by none of these, or damaged, which verify names.
			if (!isFailure(error)) throw error;
		}
		if (found.size === keys.length) break;
	}
	return [...found];
}

function refuseStranger(file: string, { name, keyId }: VerifierKey): Failure {
	return new Failure("log-inconsistent", {
		what: `log/${file} has the key ${name}+${keyId}, which this log never had, so nothing was signed.`,
		why: "No leaf binds it and it has signed no checkpoint that is kept: somebody has put it there, and readers may have taken it.",
		todo: "Restore the folder log/ from git, and find out who changed it.",
	});
}
