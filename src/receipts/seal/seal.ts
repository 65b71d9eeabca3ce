import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import type { LogProgress } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import type { ReceiptLeaf } from "#log/leaf.ts";
import { treeRoot } from "#log/merkle-tree.ts";
import { formatVerifierKey } from "#log/note-key.ts";
import { toHex } from "#log/sha256.ts";
import { lockExclusively } from "#store/exclusive-lock.ts";
import { lockFile } from "#store/file-lock.ts";
import { openSubmissions, type Submissions } from "../live/submissions.ts";
import { DISK, type Disk, ensureDirectory } from "../store/durable-file.ts";
import { openEvidence } from "../store/open-records.ts";
import { withLiveStore } from "../store/record-audit.ts";
import { dropTakenDown } from "../store/taken-down.ts";
import { type Exported, openWatchedExport, type WatchedExport } from "../watched/export-receipts.ts";
import type { Forget } from "../watched/remove-watched.ts";
import { listAbsentLeaves } from "./absent-leaves.ts";
import { type Appending, appendLeaves } from "./append-leaves.ts";
import { bindKeys } from "./bind-keys.ts";
import { bindRuns, type RunsToBind } from "./bind-runs.ts";
import { type FileToBind, leafOf, readBoundList } from "./bound-files.ts";
import { archiveCheckpoint, stampCheckpoint, sweepTiles } from "./checkpoint-archive.ts";
import { readAddress } from "./configured-host.ts";
import type { SealedReports } from "./form-before.ts";
import { type GatheredLeaves, gatherLeaves, markInStore } from "./gather-leaves.ts";
import { catchUp, type LeafIndex, openLeafIndex } from "./leaf-index.ts";
import { parseLeafList } from "./leaf-list.ts";
import { expectToGoOnFromLive } from "./live-checkpoint.ts";
import { type CheckpointFile, logPaths } from "./log-files.ts";
import { expectLeaveToBegin, type OpenLog, openLog } from "./open-log.ts";
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
	/** `files`: leaves that bind a list, a run or another file. */
	readonly added: { readonly audits: number; readonly rechecks: number; readonly files: number };
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
	/** Address of the published site, whose checkpoint what is signed must go on from; nothing is compared without it. */
	readonly publishedAt?: string | undefined;
	/** Whether the operator has named the log; a name is kept for ever. True where it is left out. */
	readonly isNamed?: boolean;
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
		const bound = await bindFiles({ reports: home.reports, size: published.size, index, found }, log);
		const made = log.signers.length === 0 && found.leaves.length > 0;
		const fresh = made ? [await makeSigningKey(home, disk)] : [];
		const keyed = made ? { ...log, signers: fresh, keys: fresh, retired: [] } : log;
		const work = { directory, home, log: keyed, disk, onProgress: options.onProgress };
		const { after, notes } = await extend(work, index, { found, bound: bound.files }, outside);
		if (after) await retireKeys({ directory, disk, before: after.text }, keyed);
		if (after) index.keepFiles(withoutNames(found.files, bound.changed), found.names);
		const unmarked = await markInStore(home, { pending, orphans: found.orphans, exported }, index.position);
		if (after) await tidy(work, after, index);
		const { size, root } = after?.checkpoint ?? published;
		const audits = found.leaves.filter(({ kind }) => kind === "audit").length;
		const [newest] = keyed.keys;
		return {
			origin: home.origin,
			size,
			root: toHex(root),
			added: { audits, rechecks: found.leaves.length - audits, files: bound.files.length },
			...(made ? { madeKey: signingKeyPath(home.state) } : {}),
			vkey: newest ? formatVerifierKey(newest) : "",
			notes: [...log.notes, ...exported.notes, ...found.notes, ...bound.notes, ...notes, ...unmarked],
			faulty: found.faulty || exported.faulty || bound.changed.length > 0,
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

/** What the log is to bind besides receipts. Nothing where there is no log, and no receipt to begin one with. */
async function bindFiles(sealed: SealedReports, log: OpenLog): Promise<RunsToBind> {
	const { index, found } = sealed;
	if (!log.before && found.leaves.length === 0) return { files: [], changed: [], notes: [] };
	const runs = bindRuns(found.runs, index);
	const late = noteOfLate(found.leaves, index.lastMoment());
	const lists = [...(await listAbsentLeaves(sealed)), ...(await bindKeys(join(sealed.reports, "log"), log, index))];
	return { ...runs, files: [...lists, ...runs.files], notes: [...late, ...runs.notes] };
}

/** A date is the auditor's word: one that goes back is no fault, and nobody should have to find it out by chance. */
function noteOfLate(leaves: readonly ReceiptLeaf[], last: string | undefined): string[] {
	const late = leaves.filter(({ auditedAt }) => last !== undefined && auditedAt < last);
	if (late.length === 0 || last === undefined) return [];
	return [
		`${counted(late.length, "leaf is", "leaves are")} dated before ${last}, the date of the leaf before: sealed late, or a clock is wrong.`,
	];
}

function withoutNames(files: GatheredLeaves["files"], names: readonly string[]): GatheredLeaves["files"] {
	return new Map([...files].filter(([name]) => !names.includes(name)));
}

/** Takes away what the published log does not need any more, its own lists of before among it. */
async function tidy({ directory, home, disk }: Appending, after: CheckpointFile, index: LeafIndex): Promise<void> {
	await sweepTiles(directory, after.checkpoint.size, disk);
	await forgetListed(home.reports, index);
	if (index.bindsFiles()) await disk.remove(logPaths(directory).unlisted);
}

/** What removals have named is on a list now, by its leaf. */
async function forgetListed(reports: string, index: LeafIndex): Promise<void> {
	const listed = new Set(parseLeafList(await readBoundList(join(reports, "log"), "withdrawn", index)));
	await dropTakenDown(reports, (id) => listed.has(index.auditPosition(id) ?? -1));
}

/** What a seal adds to the log. */
interface Additions {
	readonly found: GatheredLeaves;
	readonly bound: readonly FileToBind[];
}

/** The checkpoint afterwards; the one before where there is nothing to sign. */
async function extend(work: Appending, index: LeafIndex, { found, bound }: Additions, outside: Outsiders) {
	const { directory, disk, log } = work;
	const at = new Date().toISOString();
	const leaves = [...found.leaves, ...bound.map((file) => leafOf(file, at))];
	const isSigned = log.before?.note.signedBy.some(({ keyId }) => keyId === log.signers[0]?.keyId);
	if (!log.before && leaves.length === 0) return { after: log.before, notes: [] };
	if (work.home.publishedAt !== undefined && (leaves.length > 0 || !isSigned))
		await expectToGoOnFromLive(work.home.publishedAt, directory, log);
	if (log.before && leaves.length === 0 && isSigned) return askAgain(work, log.before, outside);
	const lists = bound.flatMap(({ name, data }) => (data ? [{ path: name, data }] : []));
	const signed = await appendLeaves(work, leaves, lists);
	const { published, notes } = await cosign(signed, log.before, outside.witnesses, { directory, disk });
	await archiveCheckpoint(directory, published, disk);
	const { size } = published.checkpoint;
	const unstamped = outside.authority ? await stampCheckpoint(directory, size, outside.authority, disk) : [];
	index.advance(published.checkpoint, leaves);
	return { after: published, notes: [...notes, ...unstamped] };
}

/** A cosignature that was missed is asked for again, though nothing has grown. */
async function askAgain({ directory, disk }: Appending, before: CheckpointFile, { witnesses }: Outsiders) {
	const has = ({ key }: Witness) =>
		before.note.signatures.some(({ name, keyId }) => name === key.name && keyId === key.keyId);
	const missed = witnesses.filter((witness) => !has(witness));
	const { published, notes } = await cosign(before, before, missed, { directory, disk });
	return { after: published, notes };
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
