import { join } from "node:path";
import { Failure } from "#core/failure.ts";
import { type Checkpoint, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import type { SignerKey } from "#log/tlog/note.ts";
import { parseNote } from "#log/tlog/note.ts";
import { type Disk, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import {
	archiveCheckpoint,
	type CheckpointFile,
	checkArchive,
	checkRightEdge,
	isPrefix,
	readCheckpointFile,
	readVerifierKeys,
} from "./log-folder.ts";
import type { LogHome, SealOptions } from "./seal.ts";
import { decideSigners, readSigningKeys, refuseKey, type Signers, signingKeyPath } from "./signing-keys.ts";

export interface OpenLog extends Signers {
	readonly before: CheckpointFile | undefined;
}

/**
 * Refuses what must not be signed again, and completes what a killed seal left after it had published.
 * @throws Failure `log-inconsistent`, `log-malformed`, `signature-invalid`, `signature-missing`, `signing-key`,
 * `input-invalid`
 */
export async function openLog(directory: string, home: LogHome, options: SealOptions, disk: Disk): Promise<OpenLog> {
	const before = await readCheckpointFile(directory);
	if (before && options.newLog) throw alreadyBegun(before);
	if (before) await checkCheckpoint(directory, before, home.origin);
	await checkArchive(directory, before?.checkpoint.size ?? 0);
	await checkLastCheckpoint(home.state, directory, before?.checkpoint);
	const given = await readSigningKeys(home);
	const signers = decideSigners({
		given,
		published: before ? await readVerifierKeys(directory) : [],
		hasCheckpoint: before !== undefined,
		rotate: options.rotate ?? false,
		acceptLostKey: options.acceptLostKey ?? false,
		ci: home.ci,
		keyPath: signingKeyPath(home.state),
	});
	if (before && !options.acceptLostKey) expectOwnSignature(before, given);
	if (before) {
		await archiveCheckpoint(directory, before, disk);
		await keepLastCheckpoint(home.state, before.text, disk);
		await disk.remove(takenOverPath(home.state));
	}
	return { ...signers, before };
}

function alreadyBegun({ checkpoint }: CheckpointFile): Failure {
	return new Failure("input-invalid", {
		what: `The log ${checkpoint.origin} has been begun: it has ${checkpoint.size} leaves.`,
		todo: "Seal without --new-log.",
	});
}

function unnamed(origin: string): Failure {
	return new Failure("input-invalid", {
		what: "The log has no name yet, so none was begun.",
		why: `It keeps its name for ever, and neither SIGHTLINE_BASE_URL nor LOG_ORIGIN says one: it would be ${origin}.`,
		todo: "Set SIGHTLINE_BASE_URL to the address where the site will be, or LOG_ORIGIN to a name such as audit.example.com/log.",
	});
}

/** One name and one key must never have two histories. @throws Failure `log-inconsistent` */
export function expectLeaveToBegin({ before }: OpenLog, home: LogHome, options: SealOptions): void {
	if (before) return;
	if (home.isNamed === false) throw unnamed(home.origin);
	if (home.mayBegin || options.newLog) return;
	throw new Failure("log-inconsistent", {
		what: "There is no log here, and a signing key is given.",
		why: `If that key has signed the log ${home.origin} before, a second one would contradict it, and readers would see two histories.`,
		todo: "Restore log/ from git; or, for the very first seal, add --new-log.",
	});
}

async function checkCheckpoint(directory: string, { checkpoint }: CheckpointFile, origin: string): Promise<void> {
	if (checkpoint.origin !== origin)
		throw new Failure("signing-key", {
			what: `This log is ${checkpoint.origin}, not ${origin}.`,
			why: "A log keeps its name for ever; by default it is the site's address and /log.",
			todo: `Set LOG_ORIGIN=${checkpoint.origin}.`,
		});
	await checkRightEdge(directory, checkpoint);
}

/** Who can write the folder can write `vkeys` too, so our key must have signed what is signed again. */
function expectOwnSignature({ note }: CheckpointFile, given: readonly SignerKey[]): void {
	if (note.signedBy.some(({ keyId }) => given.some((key) => key.keyId === keyId))) return;
	const signers = note.signedBy.map(({ name, keyId }) => `${name}+${keyId}`).join(", ");
	throw refuseKey(
		"None of the private keys at hand has signed the log's checkpoint.",
		`It is signed by ${signers}.`,
		"Restore the folder log/ from git, or set LOG_SIGNING_KEY to the newest key and the one that signed.",
	);
}

export function lastCheckpointPath(state: string): string {
	return join(state, "last-checkpoint");
}

/** The published checkpoint to which this machine's own log gives way; there only while that is under way. */
export function takenOverPath(state: string): string {
	return join(state, "taken-over-checkpoint");
}

/**
 * One log must never sign two trees that diverge, so what was signed here is remembered apart from the log.
 * @throws Failure `log-inconsistent` when the log in the directory does not go on from there
 */
async function checkLastCheckpoint(state: string, directory: string, published: Checkpoint | undefined): Promise<void> {
	try {
		await expectContinuation(lastCheckpointPath(state), directory, published);
	} catch (error) {
		// A takeover may have been cut off before it was remembered.
		if ((await readIfThere(takenOverPath(state))) === undefined) throw error;
		await expectContinuation(takenOverPath(state), directory, published);
	}
}

async function expectContinuation(path: string, directory: string, published: Checkpoint | undefined): Promise<void> {
	const text = await readIfThere(path);
	if (text === undefined) return;
	const last = readLast(path, text);
	const todo = `Restore the folder log/ from git as it was. Only where a new log is meant to begin, under another origin, remove ${path}.`;
	const refuse = (what: string, why: string) => new Failure("log-inconsistent", { what, why, todo });
	if (published && published.origin !== last.origin)
		throw refuse("This is another log.", `This machine last signed ${last.origin}; this log is ${published.origin}.`);
	const size = published?.size ?? 0;
	if (size < last.size)
		throw refuse("The log went back.", `It has ${size} leaves, and this machine has signed it with ${last.size}.`);
	if (published && !(await isPrefix(directory, last, published)))
		throw refuse("The log was rewritten.", `Its first ${last.size} leaves are not those that this machine has signed.`);
}

export async function keepLastCheckpoint(state: string, text: string, disk: Disk): Promise<void> {
	const path = lastCheckpointPath(state);
	if ((await readIfThere(path)) !== text) await replaceFile(path, text, disk);
}

function readLast(path: string, text: string): Checkpoint {
	try {
		return parseCheckpoint(parseNote(text).text);
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		throw new Failure("log-malformed", {
			what: `${path} is damaged, so nothing was signed.`,
			why: error.message,
			todo: "It is the checkpoint that this machine signed last: copy it from the folder log/checkpoints, by its size.",
		});
	}
}
