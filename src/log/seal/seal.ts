import { hash } from "node:crypto";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { toHex } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import type { LogProgress, ReceiptLeaf } from "#core/verification.ts";
import type { Leaf } from "#log/tlog/leaf.ts";
import { formatVerifierKey, hasKey, type VerifierKey } from "#log/tlog/note.ts";
import { readFromTiles } from "#log/tlog/tiles.ts";
import { openSubmissions, type Submissions } from "#receipts/live/submissions.ts";
import type { Forget } from "#receipts/removal/removal-files.ts";
import {
	DISK,
	type Disk,
	ensureDirectory,
	type FileToWrite,
	replaceFile,
	writeAll,
} from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { openEvidence, withLiveStore } from "#receipts/store/record-audit.ts";
import { type Exported, openWatchedExport, type WatchedExport } from "#receipts/watched/export-receipts.ts";
import { lockExclusively } from "#store/locks.ts";
import { readKeyList } from "../lists.ts";
import { bindFiles, type FileToBind, leafOf, readBoundList, sweepIndex, sweepTails } from "./bind-files.ts";
import { type GatheredLeaves, gatherLeaves, markInStore } from "./gather-leaves.ts";
import { type Growth, growTree, newTileReader, proofread } from "./grow-tree.ts";
import { checkLastCheckpoint, saveLastCheckpoint, takenOverPath } from "./last-checkpoint.ts";
import { LeafIndex } from "./leaf-index.ts";
import {
	addSignatures,
	archiveCheckpoint,
	type CheckpointFile,
	checkArchive,
	checkRightEdge,
	logPaths,
	openCheckpoint,
	readCheckpointFile,
	readRetiredKeys,
	readVerifierKeys,
	signCheckpoint,
	sweepTiles,
	tileReader,
	whileLocked,
} from "./log-folder.ts";
import { expectToContinueFromPublished, type PublishedPlace, publishedSite } from "./published-places.ts";
import {
	decideSigners,
	expectOwnSignature,
	makeSigningKey,
	readSigningKeys,
	refuseKey,
	type Signers,
	signingKeyPath,
} from "./signing-keys.ts";
import {
	abandonedTreeNote,
	cosignaturesOf,
	isTreeOf,
	keysOf,
	type PendingTree,
	parseWitness,
	pendingPath,
	reachQuorum,
	readPendingTree,
	readWitnessPolicy,
	requestCosignatures,
	validCosignatures,
	type Witness,
	type WitnessPolicy,
	waitingNote,
	writePendingTree,
} from "./witnesses.ts";

/**
 * With DATABASE_URL, exports receipts from Postgres first. An unreachable live store stops the seal, which must
 * not silently skip pending receipts.
 * @param elsewhere where to read the published log if LOG_PUBLISHED_URL is not set, such as a git remote
 * @throws Failure as `sealLog`
 */
export function seal(
	options: SealOptions,
	settings: Settings,
	elsewhere: readonly PublishedPlace[] = [],
): Promise<SealResult> {
	const { reports, data } = settings;
	const { publishedAt, ...log } = settings.log;
	const places = publishedAt === undefined ? elsewhere : [publishedSite(publishedAt)];
	// A key generated here has signed nothing yet; a given key may have signed in another checkout.
	const mayBegin = log.signingKeys.length === 0;
	const home = { reports, state: join(data, "log"), ...log, mayBegin, places, isIndexed: true };
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

export interface SealOptions {
	/** Begins a log; there must be none. Required with a given key, which may have signed a log elsewhere. */
	readonly newLog?: boolean;
	/** Makes the first signing key the log's newest; the others also sign. */
	readonly rotate?: boolean;
	/** The old private key is lost, so the new one signs alone. Only with `rotate`. */
	readonly acceptLostKey?: boolean;
	/** Each `<vkey> <submission address>`. */
	readonly witnesses?: readonly string[];
	/** Timeout per witness in milliseconds; 15 s by default. */
	readonly answerMs?: number;
	readonly onProgress?: (progress: LogProgress) => void;
}

export interface SealResult {
	readonly origin: string;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** Leaves added; `files` bind a list, a run or another file. */
	readonly added: { readonly audits: number; readonly rechecks: number; readonly files: number };
	/** Size of the signed tree that is waiting for its witnesses. */
	readonly waiting?: number;
	/** Where the published checkpoint was read before signing. */
	readonly comparedWith?: string;
	/** Path of the newly generated private key. */
	readonly madeKey?: string;
	/** The newest public key; empty before the first seal. */
	readonly vkey: string;
	/** Sentences about skipped files, failed witnesses and what a rotation means. */
	readonly notes: readonly string[];
	/** Whether a damaged file kept something from being sealed. */
	readonly faulty: boolean;
}

export interface LogHome {
	readonly reports: string;
	/** Directory of this machine's leaf index, last checkpoint and generated key. */
	readonly state: string;
	readonly origin: string;
	/** Private keys, newest first. */
	readonly signingKeys: readonly string[];
	/** Whether a key generated here would be lost, as in CI. */
	readonly ci: boolean;
	/** Whether a log may begin here without `newLog`. */
	readonly mayBegin: boolean;
	readonly submissions?: Submissions;
	readonly watched?: WatchedExport;
	/** Places to read the published checkpoint from; the first reachable one decides. */
	readonly places?: readonly PublishedPlace[];
	/** Whether the operator has named the log, whose name can never change. True by default. */
	readonly isNamed?: boolean;
	/** Whether each seal ends with a leaf that binds the index of domains. False by default. */
	readonly isIndexed?: boolean;
	/** Called before signing. @throws Failure if another machine may be sealing by now */
	readonly expectAlone?: () => Promise<void>;
}

/**
 * @throws Failure `signing-key`, `log-inconsistent`, `log-changed`, `log-malformed`, `signature-invalid`,
 * `signature-missing`, `store-busy`, `store-unavailable`, `input-invalid`; then nothing has been signed
 */
export function sealLog(options: SealOptions, home: LogHome, disk: Disk = DISK): Promise<SealResult> {
	const directory = join(home.reports, "log");
	return whileLocked(directory, "seal", () => new Sealing(directory, options, home, disk).run(), { disk });
}

/** The log at the start of a seal, and who signs from now on. */
export interface OpenLog extends Omit<Signers, "notes"> {
	/** The published checkpoint; undefined before the first seal. */
	readonly before: CheckpointFile | undefined;
}

/** A tree signed in memory and not yet written. */
interface SignedTree {
	readonly growth: Growth;
	readonly signed: CheckpointFile;
	readonly leaves: readonly Leaf[];
	readonly lists: readonly FileToWrite[];
}

/** Written with the first leaf, so that readers always find the list. */
const EMPTY_LIST: FileToWrite = { path: "withdrawn", data: new Uint8Array() };

/** SHA-256 of nothing: the root of a log without leaves. RFC 6962 section 2.1. */
const EMPTY_ROOT = hash("sha256", "");

/**
 * One seal. Each step is durable before the next, so a seal that is killed between 2 of them leaves the old or the
 * new log intact, and the next seal finishes the work:
 *
 * 1. Archive and remember the published checkpoint, if the last seal was killed before that.
 * 2. Sign a pending tree again, byte for byte, and take it through 7 to 12.
 * 3. Add the published leaves to the index, and remove keys from `vkeys` that a published leaf retires.
 * 4. Export receipts from Postgres to files.
 * 5. Generate a key if the log has none, and store it before it signs.
 * 6. Compute the new tree, verify it with the code that readers run, compare it with what is published elsewhere, and
 *    sign it: all in memory.
 * 7. With a policy: write the tree to `pending` before asking a witness, and each cosignature before asking the next
 *    one. Without the quorum the seal ends here and publishes nothing.
 * 8. Write bundles and tiles, then lists, then new keys. No checkpoint commits to any of them yet.
 * 9. Write the checkpoint: from here on the new log is published.
 * 10. Remember it on this machine, which must never sign a diverging tree.
 * 11. Add cosignatures to the checkpoint that the quorum does not need.
 * 12. Archive the checkpoint and delete `pending`.
 * 13. Update the index, remove retired keys from `vkeys`, and mark the leaves in the live store.
 * 14. Delete files that no checkpoint commits to any more.
 */
class Sealing {
	readonly #directory: string;
	readonly #options: SealOptions;
	readonly #home: LogHome;
	readonly #disk: Disk;
	/** Needs its quorum before publication; undefined if none is needed. */
	#policy: WitnessPolicy | undefined;
	/** Witnesses from the command line, asked after publication. */
	#witnesses: readonly Witness[] = [];
	#log: OpenLog = { before: undefined, signers: [], keys: [], retired: [] };
	/** Expected content of the checkpoint file, to detect another writer; undefined if there is none. */
	#onDisk: string | undefined;
	readonly #added: Leaf[] = [];
	readonly #notes: string[] = [];
	#waiting: number | undefined;
	#comparedWith: string | undefined;
	#madeKey: string | undefined;
	#faulty = false;

	constructor(directory: string, options: SealOptions, home: LogHome, disk: Disk) {
		this.#directory = directory;
		this.#options = options;
		this.#home = home;
		this.#disk = disk;
	}

	async run(): Promise<SealResult> {
		const { reports, state, submissions } = this.#home;
		this.#policy = await readWitnessPolicy(this.#directory);
		this.#witnesses = await Promise.all((this.#options.witnesses ?? []).map(parseWitness));
		const pending = (await submissions?.pending()) ?? [];
		await this.#open();
		await ensureDirectory(state, this.#disk);
		await this.#resumePending();
		if (this.#waiting !== undefined) return this.#result();
		const index = new LeafIndex(join(state, "index.sqlite"));
		try {
			const published = this.#log.before?.checkpoint ?? { size: 0, root: Buffer.from(EMPTY_ROOT, "hex") };
			await index.catchUp(this.#directory, published);
			await this.#completeRetirement(index);
			const exported = await this.#exportWatched(index);
			const found = await gatherLeaves(reports, index, pending, { exported, onProgress: this.#options.onProgress });
			if (found.leaves.length > 0) this.#expectLeaveToBegin();
			const sealed = { reports, size: published.size, index, found };
			const bound = await bindFiles(sealed, this.#log, this.#home);
			this.#notes.push(...found.notes, ...bound.notes);
			this.#faulty ||= found.faulty || bound.changed.length > 0;
			if (found.leaves.length > 0) await this.#makeFirstKey();
			const leaves = await this.#extend(found.leaves, bound.files);
			const after = this.#waiting === undefined ? this.#log.before : undefined;
			if (after) {
				index.advance(after.checkpoint, leaves);
				await this.#retireKeys(this.#log.keys);
				index.keepFiles(withoutNames(found.files, bound.changed), found.names);
			}
			const position = (leaf: ReceiptLeaf) => index.position(leaf);
			this.#notes.push(...(await markInStore(this.#home, { pending, orphans: found.orphans, exported }, position)));
			if (after) await this.#sweep(after, index);
			return this.#result();
		} finally {
			index.close();
		}
	}

	/** Refuses a log that must not be signed, and completes a seal that was killed after publication. */
	async #open(): Promise<void> {
		const [directory, { state, origin, ci }] = [this.#directory, this.#home];
		const { newLog, rotate = false, acceptLostKey = false } = this.#options;
		const before = await readCheckpointFile(directory);
		if (before && newLog) throw alreadyBegun(before);
		if (before && before.checkpoint.origin !== origin) throw otherOrigin(before, origin);
		if (before) await checkRightEdge(directory, before.checkpoint);
		await checkArchive(directory, before?.checkpoint.size ?? 0);
		await checkLastCheckpoint(state, directory, before?.checkpoint);
		const given = await readSigningKeys(this.#home);
		const published = before ? await readVerifierKeys(directory) : [];
		const keyPath = signingKeyPath(state);
		const hasCheckpoint = before !== undefined;
		const { notes, ...signers } = decideSigners({
			given,
			published,
			hasCheckpoint,
			rotate,
			acceptLostKey,
			ci,
			keyPath,
		});
		this.#log = { ...signers, before };
		this.#onDisk = before?.text;
		this.#notes.push(...notes);
		if (!before) return;
		if (!acceptLostKey) expectOwnSignature(before, given);
		await archiveCheckpoint(directory, before, this.#disk);
		await saveLastCheckpoint(state, before.text, this.#disk);
		await this.#disk.remove(takenOverPath(state));
	}

	/** A name and key must never have 2 histories. @throws Failure `log-inconsistent` */
	#expectLeaveToBegin(): void {
		if (this.#log.before) return;
		const { origin, isNamed, mayBegin } = this.#home;
		if (isNamed === false) throw unnamed(origin);
		if (!mayBegin && !this.#options.newLog) throw perhapsElsewhere(origin);
	}

	/** Drops a pending tree that does not extend the published log: another machine was first. */
	async #resumePending(): Promise<void> {
		const pending = await readPendingTree(this.#directory);
		if (!pending) return;
		const giveUp = async (notes: readonly string[]) => {
			this.#notes.push(...notes);
			await this.#disk.remove(pendingPath(this.#directory));
		};
		const { before } = this.#log;
		if (before && isTreeOf(pending, before.checkpoint)) return giveUp([]);
		if ((before?.checkpoint.size ?? 0) !== pending.before) return giveUp([abandonedTreeNote(pending)]);
		expectSameKeys(pending, this.#log);
		await this.#compareWithPublished();
		const tree = await this.#sign(pending.leaves, pending.lists);
		if (!isTreeOf(pending, tree.signed.checkpoint)) return giveUp([abandonedTreeNote(pending)]);
		const { text, note, keys } = tree.signed;
		const valid = this.#policy ? await validCosignatures(this.#policy, note.text, pending.cosignatures) : [];
		await this.#publishAgreed({ ...tree, signed: await openCheckpoint(addSignatures(text, valid), keys) });
	}

	/**
	 * Comes before any signature: the tree that retired the keys may have been pending, or its seal was killed, and the
	 * next tree may be pending for long.
	 */
	async #completeRetirement(index: LeafIndex): Promise<void> {
		const { retired, keys } = this.#log;
		if (retired.length === 0) return;
		const givenUp = readKeyList(await readBoundList(this.#directory, "keys", index)).retired;
		if (!retired.every((key) => givenUp.includes(formatVerifierKey(key)))) return;
		const published = await readVerifierKeys(this.#directory);
		// A rotation's new key is published with its tree.
		await this.#retireKeys(keys.filter((key) => hasKey(published, key)));
		this.#log = { ...this.#log, retired: [] };
	}

	async #exportWatched(index: LeafIndex): Promise<Exported> {
		const { watched } = this.#home;
		if (!watched) return { leaves: [], notes: [], faulty: false };
		// Without its log, a directory would get every receipt exported again.
		this.#expectLeaveToBegin();
		const exported = await watched.exportNew((leaf) => index.position(leaf), this.#disk);
		this.#notes.push(...exported.notes);
		this.#faulty ||= exported.faulty;
		return exported;
	}

	async #makeFirstKey(): Promise<void> {
		if (this.#log.signers.length > 0) return;
		const made = [await makeSigningKey(this.#home, this.#disk)];
		this.#log = { ...this.#log, signers: made, keys: made, retired: [] };
		this.#madeKey = signingKeyPath(this.#home.state);
	}

	/** If nothing is new, only asks again for missing cosignatures. @returns the leaves published now */
	async #extend(found: readonly ReceiptLeaf[], bound: readonly FileToBind[]): Promise<readonly Leaf[]> {
		const { before, signers } = this.#log;
		const at = new Date().toISOString();
		const leaves = [...found, ...bound.map((file) => leafOf(file, at))];
		const isSigned = before?.note.signedBy.some(({ keyId }) => keyId === signers[0]?.keyId);
		if (leaves.length > 0 || (before && !isSigned)) {
			await this.#compareWithPublished();
			const lists = bound.flatMap(({ name, data, beside = [] }) => (data ? [{ path: name, data }, ...beside] : []));
			await this.#publishAgreed(await this.#sign(leaves, lists));
		} else if (before) {
			const cosigned = await this.#cosign(before, [...(this.#policy?.asked ?? []), ...this.#witnesses]);
			this.#log = { ...this.#log, before: cosigned };
		}
		return leaves;
	}

	async #compareWithPublished(): Promise<void> {
		const compared = await expectToContinueFromPublished(this.#home.places, this.#directory, this.#log);
		this.#comparedWith = compared.with ?? this.#comparedWith;
		this.#notes.push(...compared.notes);
	}

	/** Writes nothing. Without leaves, the new keys sign the same tree. @throws Failure `log-inconsistent` */
	async #sign(leaves: readonly Leaf[], lists: readonly FileToWrite[]): Promise<SignedTree> {
		const { before } = this.#log;
		const growth = await growTree(this.#directory, before?.checkpoint.size ?? 0, leaves);
		await proofread(this.#directory, before?.checkpoint, growth);
		await this.#home.expectAlone?.();
		const { size, root } = growth;
		const signed = await signCheckpoint({ origin: this.#home.origin, size, root }, this.#log, before);
		return { growth, signed, leaves, lists };
	}

	/** Leaves the tree pending without a quorum. */
	async #publishAgreed(tree: SignedTree): Promise<void> {
		const policy = tree.leaves.length > 0 ? this.#policy : undefined;
		const signed = policy ? await this.#agree(tree, policy) : tree.signed;
		if (!signed) return;
		await this.#publish({ ...tree, signed });
		const more = policy ? this.#witnesses : [...(this.#policy?.asked ?? []), ...this.#witnesses];
		const published = await this.#cosign(signed, more);
		await archiveCheckpoint(this.#directory, published, this.#disk);
		await this.#disk.remove(pendingPath(this.#directory));
		this.#log = { ...this.#log, before: published };
		this.#added.push(...tree.leaves);
	}

	/** @returns undefined without the quorum */
	async #agree(tree: SignedTree, policy: WitnessPolicy): Promise<CheckpointFile | undefined> {
		const [directory, { before }] = [this.#directory, this.#log];
		const { growth, signed, leaves, lists } = tree;
		const { size, root } = growth;
		const grown = { before: before?.checkpoint.size ?? 0, size, root: toHex(root) };
		const waits = { ...grown, ...keysOf(this.#log), leaves, lists };
		const keep = (cosignatures: PendingTree["cosignatures"]) =>
			writePendingTree(directory, { ...waits, cosignatures }, this.#disk);
		await keep(cosignaturesOf(signed, policy));
		const read = readFromTiles(size, newTileReader(directory, growth.tiles));
		const { answerMs } = this.#options;
		const agreement = await reachQuorum(policy, { signed, before, read, answerMs }, keep);
		this.#notes.push(...agreement.notes);
		if (agreement.isReached) return agreement.signed;
		this.#notes.push(waitingNote(agreement.signed, policy));
		this.#waiting = size;
		return undefined;
	}

	/** @throws Failure `log-changed` */
	async #publish({ growth, signed, lists }: SignedTree): Promise<void> {
		const [directory, disk] = [this.#directory, this.#disk];
		const { before, keys, retired } = this.#log;
		// The log may have changed while witnesses answered. Then nothing must be written into it.
		await this.#expectUnchanged();
		const total = growth.tiles.length;
		const onWritten = (done: number) => this.#options.onProgress?.({ done, total, step: "tiles written" });
		await writeAll(directory, growth.tiles, { disk, onWritten });
		await this.#expectUnchanged();
		const begins = before || lists.some(({ path }) => path === EMPTY_LIST.path) ? [] : [EMPTY_LIST];
		await writeAll(directory, [...begins, ...lists], { disk });
		await this.#home.expectAlone?.();
		// An extra key is harmless, but a checkpoint without its key cannot be read, so keys come first.
		await this.#writeKeys(logPaths(directory).verifierKeys, [...keys, ...retired]);
		await this.#publishCheckpoint(signed.text);
		await saveLastCheckpoint(this.#home.state, signed.text, disk);
	}

	async #cosign(signed: CheckpointFile, witnesses: readonly Witness[]): Promise<CheckpointFile> {
		const read = readFromTiles(signed.checkpoint.size, tileReader(this.#directory));
		const shown = { signed, before: this.#log.before, read, answerMs: this.#options.answerMs };
		const { signatures, notes } = await requestCosignatures(witnesses, shown);
		this.#notes.push(...notes);
		if (signatures.length === 0) return signed;
		const text = addSignatures(signed.text, signatures);
		await this.#publishCheckpoint(text);
		return openCheckpoint(text, signed.keys);
	}

	async #publishCheckpoint(text: string): Promise<void> {
		await this.#expectUnchanged();
		await replaceFile(logPaths(this.#directory).checkpoint, text, this.#disk);
		this.#onDisk = text;
	}

	/** Call after publishing the checkpoint. A key in both files counts as retired, so a kill in between is safe. */
	async #retireKeys(inUse: readonly VerifierKey[]): Promise<void> {
		const { verifierKeys, retiredKeys } = logPaths(this.#directory);
		const listed = await readRetiredKeys(this.#directory);
		const fresh = this.#log.retired.filter((key) => !hasKey(listed, key));
		if (fresh.length > 0) await this.#writeKeys(retiredKeys, [...fresh, ...listed]);
		await this.#writeKeys(verifierKeys, inUse);
	}

	async #writeKeys(path: string, keys: readonly VerifierKey[]): Promise<void> {
		const text = keys.map((key) => `${formatVerifierKey(key)}\n`).join("");
		if ((await readIfThere(path)) === text) return;
		await this.#expectUnchanged();
		await replaceFile(path, text, this.#disk);
	}

	async #expectUnchanged(): Promise<void> {
		if ((await readIfThere(logPaths(this.#directory).checkpoint)) === this.#onDisk) return;
		throw new Failure("log-changed", {
			what: "The log was changed while it was being sealed.",
			why: "log/checkpoint is no longer the one with which the work began; a git pull does this.",
			todo: "Nothing is lost. Seal again.",
		});
	}

	async #sweep({ checkpoint }: CheckpointFile, index: LeafIndex): Promise<void> {
		await sweepTiles(this.#directory, checkpoint.size, this.#disk);
		await sweepIndex(this.#directory, index, this.#disk);
		await sweepTails(this.#directory, index, this.#disk);
	}

	#result(): SealResult {
		const [newest] = this.#log.keys;
		const checkpoint = this.#log.before?.checkpoint;
		const count = (kind: Leaf["kind"]) => this.#added.filter((leaf) => leaf.kind === kind).length;
		return {
			origin: this.#home.origin,
			size: checkpoint?.size ?? 0,
			root: checkpoint ? toHex(checkpoint.root) : EMPTY_ROOT,
			added: { audits: count("audit"), rechecks: count("recheck"), files: count("list") },
			...(this.#waiting === undefined ? {} : { waiting: this.#waiting }),
			...(this.#comparedWith === undefined ? {} : { comparedWith: this.#comparedWith }),
			...(this.#madeKey === undefined ? {} : { madeKey: this.#madeKey }),
			vkey: newest ? formatVerifierKey(newest) : "",
			notes: this.#notes,
			faulty: this.#faulty,
		};
	}
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

function perhapsElsewhere(origin: string): Failure {
	return new Failure("log-inconsistent", {
		what: "There is no log here, and a signing key is given.",
		why: `If that key has signed the log ${origin} before, a second one would contradict it, and readers would see two histories.`,
		todo: "Restore log/ from git; or, for the very first seal, add --new-log.",
	});
}

function otherOrigin({ checkpoint }: CheckpointFile, origin: string): Failure {
	return new Failure("signing-key", {
		what: `This log is ${checkpoint.origin}, not ${origin}.`,
		why: "A log keeps its name for ever; by default it is the site's address and /log.",
		todo: `Set LOG_ORIGIN=${checkpoint.origin}.`,
	});
}

function expectSameKeys({ keys, retired, size }: PendingTree, log: OpenLog): void {
	const [then, now] = [{ keys, retired }, keysOf(log)];
	if (then.keys.join() === now.keys.join() && then.retired.join() === now.retired.join()) return;
	throw refuseKey(
		`A tree of ${size} leaves waits for its witnesses, and was signed by other keys.`,
		`With it, the log's keys are ${then.keys.join(", ")}.`,
		"Seal with those keys, and with --rotate where they were to be changed, until it is published.",
	);
}

function withoutNames(files: GatheredLeaves["files"], names: readonly string[]): GatheredLeaves["files"] {
	return new Map([...files].filter(([name]) => !names.includes(name)));
}
