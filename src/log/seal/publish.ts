import { Failure } from "#core/failure.ts";
import { type Checkpoint, formatCheckpoint } from "#log/tlog/checkpoint.ts";
import {
	formatNote,
	formatVerifierKey,
	type NoteSignature,
	parseNote,
	signNote,
	type VerifierKey,
} from "#log/tlog/note.ts";
import { type Disk, ensureDirectory, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import type { Signers } from "./decide-signers.ts";
import { type CheckpointFile, hasKey, logPaths, openCheckpoint, readRetiredKeys } from "./log-files.ts";

export interface Publication {
	readonly directory: string;
	readonly disk: Disk;
	/** The checkpoint file as it was when the work began; undefined where there was none. */
	readonly before: string | undefined;
}

/** Signs a tree. Signatures that others gave to the same text stay. */
export async function signCheckpoint(
	checkpoint: Checkpoint,
	{ signers, keys }: Signers,
	before: CheckpointFile | undefined,
): Promise<CheckpointFile> {
	const text = formatCheckpoint(checkpoint);
	const signed = await signNote(text, signers);
	const kept = before?.note.text === text ? before.note.signatures : [];
	return openCheckpoint(addSignatures(signed, kept), keys);
}

/** The same note with these signatures behind its own; one of each key. */
export function addSignatures(noteText: string, more: readonly NoteSignature[]): string {
	const { text, signatures } = parseNote(noteText);
	const isNew = ({ name, keyId }: NoteSignature) =>
		!signatures.some((each) => each.name === name && each.keyId === keyId);
	return formatNote({ text, signatures: [...signatures, ...more.filter(isNew)] });
}

/** Writes `vkeys` where it changes. A key too many commits to nothing, so it comes before the checkpoint it checks. */
export async function publishKeys(publication: Publication, keys: readonly VerifierKey[]): Promise<void> {
	await writeKeys(publication, logPaths(publication.directory).verifierKeys, keys);
}

/**
 * Retires keys: from here on nothing that they alone have signed is trusted. Comes after the checkpoint that the others
 * have signed. A key listed in both files is retired, so dying between the two changes nothing.
 */
export async function retireKeys(
	publication: Publication,
	{ keys, retired }: Pick<Signers, "keys" | "retired">,
): Promise<void> {
	const { directory } = publication;
	const listed = await readRetiredKeys(directory);
	const fresh = retired.filter((key) => !hasKey(listed, key));
	if (fresh.length > 0) await writeKeys(publication, logPaths(directory).retiredKeys, [...fresh, ...listed]);
	await writeKeys(publication, logPaths(directory).verifierKeys, keys);
}

async function writeKeys(publication: Publication, path: string, keys: readonly VerifierKey[]): Promise<void> {
	const text = keys.map((key) => `${formatVerifierKey(key)}\n`).join("");
	if ((await readIfThere(path)) === text) return;
	await expectUnchanged(publication);
	await replaceFile(path, text, publication.disk);
}

/**
 * Replaces the checkpoint, provided that it is still the one with which the work began.
 * @throws Failure `log-changed`
 */
export async function publishCheckpoint(publication: Publication, text: string): Promise<void> {
	await ensureDirectory(publication.directory, publication.disk);
	await expectUnchanged(publication);
	await replaceFile(logPaths(publication.directory).checkpoint, text, publication.disk);
}

/** @throws Failure `log-changed` where the checkpoint is not the one with which the work began */
export async function expectUnchanged({ directory, before }: Publication): Promise<void> {
	if ((await readIfThere(logPaths(directory).checkpoint)) === before) return;
	throw new Failure("log-changed", {
		what: "The log was changed while it was being sealed.",
		why: "log/checkpoint is no longer the one with which the work began; a git pull does this.",
		todo: "Nothing is lost. Seal again.",
	});
}
