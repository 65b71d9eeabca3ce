import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import type { LogProgress } from "#core/verification.ts";
import { treeRoot } from "#log/merkle-tree.ts";
import { formatVerifierKey } from "#log/note-key.ts";
import { toHex } from "#log/sha256.ts";
import { lockExclusively } from "#store/exclusive-lock.ts";
import { lockFile } from "#store/file-lock.ts";
import { openSubmissions, type Submissions } from "../live/submissions.ts";
import { DISK, type Disk, ensureDirectory } from "../store/durable-file.ts";
import { openEvidence } from "../store/open-records.ts";
import { withLiveStore } from "../store/record-audit.ts";
import { type Exported, openWatchedExport, type WatchedExport } from "../watched/export-receipts.ts";
import type { Forget } from "../watched/remove-watched.ts";
import { type Appending, appendLeaves } from "./append-leaves.ts";
import { archiveCheckpoint, stampCheckpoint, sweepTiles } from "./checkpoint-archive.ts";
import { type GatheredLeaves, gatherLeaves, markInStore } from "./gather-leaves.ts";
import { catchUp, type LeafIndex, openLeafIndex } from "./leaf-index.ts";
import { logPaths } from "./log-files.ts";
import { expectLeaveToBegin, type OpenLog, openLog } from "./open-log.ts";
import { readAddress } from "./post-request.ts";
import { retireKeys } from "./publish.ts";
import { createKeyPair, makeSigningKey, signingKeyPath } from "./signing-keys.ts";
import { cosign, parseWitness, type Witness } from "./witness.ts";

/**
 * Takes every receipt and recheck of `SIGHTLINE_REPORTS` that the log does not have into the log, with what live audits have
 * submitted, and signs it; with DATABASE_URL, receipts that are in Postgres become files first. A live store that is
 * configured and cannot be reached stops it: what waits there must not be passed over in silence.
 * @throws Failure `signing-key`, `log-inconsistent`, `log-changed`, `log-malformed`, `signature-invalid`,
 * `signature-missing`, `store-busy`, `store-unavailable` or `input-invalid`; nothing has been signed then
 */
export function seal(options: SealOptions, settings: Settings): Promise<SealResult> {
	const { reports, data, log } = settings;
	// A key made up here has signed nothing yet; one that was given may have, in a checkout that is not this one.
	const mayBegin = log.signingKeys.length === 0;
	const home = { reports, state: join(data, "log"), ...log, mayBegin };
	return withLiveStore(settings, async (db) => {
		if (!db) return sealLog(options, home);
		const submissions = openSubmissions(db);
		if (!db.pool) return sealLog(options, { ...home, submissions });
		const lock = await lockExclusively(db.pool, "seal");
		try {
			const forget: Forget = async (digests) =>
				settings.evidence ? (await openEvidence(settings)).remove(digests) : 0;
			const watched = openWatchedExport(db, reports, forget);
			return await sealLog(options, { ...home, submissions, watched, expectAlone: () => lock.expectHeld() });
		} finally {
			await lock.release();
		}
	});
}

/** A new pair of keys for the log of this installation; nothing is kept. */
export function newKey({ log }: Settings): Promise<{ readonly privateKey: string; readonly vkey: string }> {
	return createKeyPair(log.origin);
}

/** What a seal does besides sealing what is new. */
export interface SealOptions {
	/** Begins a log: there must be none. A key that is given may have signed one that is elsewhere. */
	readonly newLog?: boolean;
	/** Makes the first of the signing keys the log's newest; the others sign along. */
	readonly rotate?: boolean;
	/** The old private key is gone: the new one signs alone. Only with `rotate`. */
	readonly acceptLostKey?: boolean;
	/** Each `<vkey> <submission address>`. */
	readonly witnesses?: readonly string[];
	/** Address of a time-stamping authority (RFC 3161). */
	readonly timestamp?: string;
	readonly onProgress?: (progress: LogProgress) => void;
}

export interface SealResult {
	readonly origin: string;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	readonly added: { readonly audits: number; readonly rechecks: number };
	/** Path of the private key that was made up, where there was none. */
	readonly madeKey?: string;
	/** The newest public key; empty only while nothing has ever been sealed. */
	readonly vkey: string;
	/** Sentences: what was left out and why, witnesses that failed, what a rotation means. */
	readonly notes: readonly string[];
	/** Whether something could not be sealed because its file is damaged. */
	readonly faulty: boolean;
}

/** Where the log and its state are, and who it is. */
export interface LogHome {
	/** Directory of `receipts/`, `runs/` and `log/`. */
	readonly reports: string;
	/** Directory of this machine's own state: index, last checkpoint, a key made up here. */
	readonly state: string;
	readonly origin: string;
	/** Private keys, the newest first. */
	readonly signingKeys: readonly string[];
	/** Whether a key that is made up here would be lost. */
	readonly ci: boolean;
	/** Whether a log may be begun without being asked for, where there is none. */
	readonly mayBegin: boolean;
	/** What live audits ask the log to take, where there is a live store. */
	readonly submissions?: Submissions;
	/** Receipts of watched sites that are in Postgres. */
	readonly watched?: WatchedExport;
	/** Called before anything is signed. @throws Failure when another machine may be sealing by now */
	readonly expectAlone?: () => Promise<void>;
}

/** How long another sealer is waited for. */
const PATIENCE_MS = 5000;

/**
 * Takes everything new in a reports directory, and everything that live audits have submitted, into its log, as the one
 * writer that there is.
 * @throws Failure `signing-key`, `log-inconsistent`, `log-changed`, `log-malformed`, `signature-invalid`,
 * `signature-missing`, `store-busy`, `store-unavailable`, `input-invalid`; nothing has been signed then
 */
export async function sealLog(options: SealOptions, home: LogHome, disk: Disk = DISK): Promise<SealResult> {
	const directory = join(home.reports, "log");
	await ensureDirectory(directory, disk);
	const release = await lockFile(logPaths(directory).lock, PATIENCE_MS);
	if (!release)
		throw new Failure("store-busy", {
			what: "Another seal is at work on this log.",
			why: `It has held ${logPaths(directory).lock} for ${PATIENCE_MS / 1000} s.`,
			todo: "Let it end, then seal again; what is new is not lost.",
		});
	try {
		return await sealHeld(options, home, directory, disk);
	} finally {
		release();
	}
}

async function sealHeld(options: SealOptions, home: LogHome, directory: string, disk: Disk): Promise<SealResult> {
	const outside = await readOutsiders(options);
	const pending = (await home.submissions?.pending()) ?? [];
	const log = await openLog(directory, home, options, disk);
	const published = log.before?.checkpoint ?? { size: 0, root: await treeRoot(0, nothing) };
	await ensureDirectory(home.state, disk);
	const index = openLeafIndex(join(home.state, "index.sqlite"));
	try {
		await catchUp(index, directory, published);
		const exported = await exportWatched(home, log, options, index.position, disk);
		const found = await gatherLeaves(home.reports, index, pending, options.onProgress);
		if (found.leaves.length > 0) expectLeaveToBegin(log, home, options);
		const made = log.signers.length === 0 && found.leaves.length > 0;
		const fresh = made ? [await makeSigningKey(home, disk)] : [];
		const keyed = made ? { ...log, signers: fresh, keys: fresh, retired: [] } : log;
		const work = { directory, home, log: keyed, disk, onProgress: options.onProgress };
		const { after, notes } = await extend(work, index, found, outside);
		if (after) await retireKeys({ directory, disk, before: after.text }, keyed);
		index.keepFiles(found.files, found.names);
		const unmarked = await markInStore(home, { pending, orphans: found.orphans, exported }, index.position);
		if (after) await sweepTiles(directory, after.checkpoint.size, disk);
		const { size, root } = after?.checkpoint ?? published;
		const audits = found.leaves.filter(({ kind }) => kind === "audit").length;
		const [newest] = keyed.keys;
		return {
			origin: home.origin,
			size,
			root: toHex(root),
			added: { audits, rechecks: found.leaves.length - audits },
			...(made ? { madeKey: signingKeyPath(home.state) } : {}),
			vkey: newest ? formatVerifierKey(newest) : "",
			notes: [...log.notes, ...exported.notes, ...found.notes, ...notes, ...unmarked],
			faulty: found.faulty || exported.faulty,
		};
	} finally {
		index.close();
	}
}

async function exportWatched(
	home: LogHome,
	log: OpenLog,
	options: SealOptions,
	position: LeafIndex["position"],
	disk: Disk,
): Promise<Exported> {
	if (!home.watched) return { leaves: [], notes: [], faulty: false };
	// A directory without its log would have every receipt exported again.
	expectLeaveToBegin(log, home, options);
	return home.watched.exportNew(position, disk);
}

/** The checkpoint afterwards; the one before where there is nothing to sign. */
async function extend(work: Appending, index: LeafIndex, { leaves, unlisted }: GatheredLeaves, outside: Outsiders) {
	const { directory, disk, log } = work;
	const isSigned = log.before?.note.signedBy.some(({ keyId }) => keyId === log.signers[0]?.keyId);
	if (leaves.length === 0 && (isSigned || !log.before)) return { after: log.before, notes: [] };
	const signed = await appendLeaves(work, leaves, unlisted);
	const { published, notes } = await cosign(signed, log.before, outside.witnesses, { directory, disk });
	await archiveCheckpoint(directory, published, disk);
	const { size } = published.checkpoint;
	const unstamped = outside.authority ? await stampCheckpoint(directory, size, outside.authority, disk) : [];
	index.advance(published.checkpoint, leaves);
	return { after: published, notes: [...notes, ...unstamped] };
}

/** Who is asked to vouch for the checkpoint once it is published. */
interface Outsiders {
	readonly witnesses: readonly Witness[];
	readonly authority: URL | undefined;
}

async function readOutsiders({ witnesses = [], timestamp }: SealOptions): Promise<Outsiders> {
	return {
		witnesses: await Promise.all(witnesses.map(parseWitness)),
		authority: timestamp === undefined ? undefined : readAddress(timestamp, "--timestamp"),
	};
}

function nothing(): never {
	throw new RangeError("The empty tree has no subtrees.");
}
