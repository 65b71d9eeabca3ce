import { basename } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import { openNote } from "#log/note.ts";
import { formatVerifierKey, type VerifierKey } from "#log/note-key.ts";
import { namesIn, readIfThere } from "../store/if-there.ts";
import type { KeyState } from "./key-list.ts";
import { logPaths, readRetiredKeys, readVerifierKeys } from "./log-files.ts";
import type { OpenLog } from "./open-log.ts";

/**
 * Whoever can write the folder can put a key of his own into `vkeys` or `retired-vkeys`: the next seal must not sign that the log
 * has had it. Each key there is one that signs now, or one that leaves bind; in a log that has bound none yet, one that has signed
 * a kept checkpoint.
 * @param bound undefined where no leaf binds keys
 * @throws Failure `log-inconsistent` that names the file
 */
export async function expectExplainedKeys(
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
