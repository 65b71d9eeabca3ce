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
import { checkLastCheckpoint, keepLastCheckpoint, takenOverPath } from "./last-checkpoint.ts";
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
import { expectToGoOnFromPublished, type PublishedPlace, publishedSite } from "./published-places.ts";
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
	askWitnesses,
	cosignaturesOf,
	givenUpNote,
	isTreeOf,
	keysOf,
	type PendingTree,
	parseWitness,
	pendingPath,
	reachQuorum,
	readPendingTree,
	readWitnessPolicy,
	validCosignatures,
	type Witness,
	type WitnessPolicy,
	waitingNote,
	writePendingTree,
} from "./witnesses.ts";

/**
 * With DATABASE_URL, receipts in Postgres become files first. A live store that is away stops the seal: it must not
 * pass over what waits there in silence.
 * @param elsewhere where the published log is looked at without LOG_PUBLISHED_URL, such as a git remote
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
	// A key made up here has signed nothing yet; a given one may have, in another checkout.
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
	/** Begins a log: there must be none. A given key may have signed one that is elsewhere. */
	readonly newLog?: boolean;
	/** Makes the first of the signing keys the log's newest; the others sign along. */
	readonly rotate?: boolean;
	/** The old private key is gone: the new one signs alone. Only with `rotate`. */
	readonly acceptLostKey?: boolean;
	/** Each `<vkey> <submission address>`. */
	readonly witnesses?: readonly string[];
	/** How long a witness is waited for, in milliseconds; 15 s by default. */
	readonly answerMs?: number;
	readonly onProgress?: (progress: LogProgress) => void;
}

export interface SealResult {
	readonly origin: string;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** `files`: leaves that bind a list, a run or another file. */
	readonly added: { readonly audits: number; readonly rechecks: number; readonly files: number };
	/** Leaves of the tree that is signed and waits for its witnesses. */
	readonly waiting?: number;
	/** Where the published checkpoint was looked at before something was signed; absent where it was nowhere. */
	readonly comparedWith?: string;
	/** Path of the private key that was made up, where there was none. */
	readonly madeKey?: string;
	/** The newest public key; empty only while nothing has ever been sealed. */
	readonly vkey: string;
	/** Sentences: what was left out and why, witnesses that failed, what a rotation means. */
	readonly notes: readonly string[];
	/** Whether something could not be sealed because its file is damaged. */
	readonly faulty: boolean;
}

export interface LogHome {
	readonly reports: string;
	/** Directory of this machine's own index, last checkpoint, and a key made up here. */
	readonly state: string;
	readonly origin: string;
	/** Private keys, the newest first. */
	readonly signingKeys: readonly string[];
	/** Whether a key that is made up here would be lost. */
	readonly ci: boolean;
	/** Whether a log may begin here unasked. */
	readonly mayBegin: boolean;
	readonly submissions?: Submissions;
	readonly watched?: WatchedExport;
	/** Where what is published can be looked at; the first that can be seen decides. */
	readonly places?: readonly PublishedPlace[];
	/** Whether the operator has named the log; a name is kept for ever. True by default. */
	readonly isNamed?: boolean;
	/** Whether each seal ends with a leaf that binds the index of domains. False by default. */
	readonly isIndexed?: boolean;
	/** Called before anything is signed. @throws Failure when another machine may be sealing by now */
	readonly expectAlone?: () => Promise<void>;
}

/**
 * Only one may write the log at a time.
 * @throws Failure `signing-key`, `log-inconsistent`, `log-changed`, `log-malformed`, `signature-invalid`,
 * `signature-missing`, `store-busy`, `store-unavailable`, `input-invalid`; nothing has been signed then
 */
export function sealLog(options: SealOptions, home: LogHome, disk: Disk = DISK): Promise<SealResult> {
	const directory = join(home.reports, "log");
	return whileLocked(directory, "seal", () => new Sealing(directory, options, home, disk).run(), { disk });
}

/** The log as a seal finds it, and who signs it from now on. */
export interface OpenLog extends Omit<Signers, "notes"> {
	/** The published checkpoint; undefined where nothing has been sealed yet. */
	readonly before: CheckpointFile | undefined;
}

/** Signed in memory: nothing of it is on disk. */
interface SignedTree {
	readonly growth: Growth;
	readonly signed: CheckpointFile;
	readonly leaves: readonly Leaf[];
	readonly lists: readonly FileToWrite[];
}

/** Every log begins with it, so that readers find the list before anything is on it. */
const EMPTY_LIST: FileToWrite = { path: "withdrawn", data: new Uint8Array() };

/** SHA-256 of nothing: the root of a log without leaves. RFC 6962 section 2.1. */
const EMPTY_ROOT = hash("sha256", "");

/**
 * One seal. It writes in this order, each step durable before the next, so that a seal that dies between two of them
 * leaves the old log or the new one, whole, and the next seal finishes the work:
 *
 * 1. The published checkpoint goes into the archive and into this machine's memory, if the last seal died before that.
 * 2. A tree that waits for its witnesses is signed again, byte for byte, and goes through 7 to 12.
 * 3. The index takes up the published leaves, and keys that a published leaf gives up leave `vkeys`.
 * 4. Receipts in Postgres become files.
 * 5. A log without a key gets one. It is kept before it signs.
 * 6. The new tree is computed, proofread by the code that readers run, compared with what is published elsewhere, and
 *    signed: all in memory.
 * 7. With a policy: the tree goes into `pending` before a witness is asked, and each cosignature before the next one
 *    is. Without the quorum the seal ends here, and nothing is published.
 * 8. Bundles and tiles, then lists, then keys that come into use. No checkpoint commits to any of them yet.
 * 9. The checkpoint: from here on the new log is published.
 * 10. The memory of this machine, which must never sign a tree that diverges.
 * 11. Cosignatures that are not needed for the quorum, into the checkpoint.
 * 12. The archived checkpoint; `pending` goes.
 * 13. The index; keys given up leave `vkeys`; the live store learns the places of its leaves.
 * 14. Files that nothing commits to any more are removed.
 */
class Sealing {
	readonly #directory: string;
	readonly #options: SealOptions;
	readonly #home: LogHome;
	readonly #disk: Disk;
	/** Its quorum comes before the publication; undefined where none is needed. */
	#policy: WitnessPolicy | undefined;
	/** Those of the command line: asked once a tree is published. */
	#witnesses: readonly Witness[] = [];
	#log: OpenLog = { before: undefined, signers: [], keys: [], retired: [] };
	/** What the checkpoint file holds while only this seal writes it; undefined where there is none. */
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

	/** Refuses what must not be signed again, and completes what a killed seal left after it had published. */
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
		await keepLastCheckpoint(state, before.text, this.#disk);
		await this.#disk.remove(takenOverPath(state));
	}

	/** One name and one key must never have two histories. @throws Failure `log-inconsistent` */
	#expectLeaveToBegin(): void {
		if (this.#log.before) return;
		const { origin, isNamed, mayBegin } = this.#home;
		if (isNamed === false) throw unnamed(origin);
		if (!mayBegin && !this.#options.newLog) throw perhapsElsewhere(origin);
	}

	/** Gives up a waiting tree that the published log does not lead to: another machine was first. */
	async #resumePending(): Promise<void> {
		const pending = await readPendingTree(this.#directory);
		if (!pending) return;
		const giveUp = async (notes: readonly string[]) => {
			this.#notes.push(...notes);
			await this.#disk.remove(pendingPath(this.#directory));
		};
		const { before } = this.#log;
		if (before && isTreeOf(pending, before.checkpoint)) return giveUp([]);
		if ((before?.checkpoint.size ?? 0) !== pending.before) return giveUp([givenUpNote(pending)]);
		expectSameKeys(pending, this.#log);
		await this.#compareWithPublished();
		const tree = await this.#sign(pending.leaves, pending.lists);
		if (!isTreeOf(pending, tree.signed.checkpoint)) return giveUp([givenUpNote(pending)]);
		const { text, note, keys } = tree.signed;
		const valid = this.#policy ? await validCosignatures(this.#policy, note.text, pending.cosignatures) : [];
		await this.#publishAgreed({ ...tree, signed: await openCheckpoint(addSignatures(text, valid), keys) });
	}

	/**
	 * Comes before anything else is signed: the tree that gave the keys up may have waited, or its seal was cut off, and
	 * the next tree may wait for long.
	 */
	async #completeRetirement(index: LeafIndex): Promise<void> {
		const { retired, keys } = this.#log;
		if (retired.length === 0) return;
		const givenUp = readKeyList(await readBoundList(this.#directory, "keys", index)).retired;
		if (!retired.every((key) => givenUp.includes(formatVerifierKey(key)))) return;
		const published = await readVerifierKeys(this.#directory);
		// A key that a rotation brings in is published with its tree.
		await this.#retireKeys(keys.filter((key) => hasKey(published, key)));
		this.#log = { ...this.#log, retired: [] };
	}

	async #exportWatched(index: LeafIndex): Promise<Exported> {
		const { watched } = this.#home;
		if (!watched) return { leaves: [], notes: [], faulty: false };
		// A directory without its log would have every receipt exported again.
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

	/** Where nothing is new, asks again for missed cosignatures. @returns the leaves that are published now */
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
		const compared = await expectToGoOnFromPublished(this.#home.places, this.#directory, this.#log);
		this.#comparedWith = compared.with ?? this.#comparedWith;
		this.#notes.push(...compared.notes);
	}

	/** Writes nothing. Without leaves, new keys sign the same tree. @throws Failure `log-inconsistent` */
	async #sign(leaves: readonly Leaf[], lists: readonly FileToWrite[]): Promise<SignedTree> {
		const { before } = this.#log;
		const growth = await growTree(this.#directory, before?.checkpoint.size ?? 0, leaves);
		await proofread(this.#directory, before?.checkpoint, growth);
		await this.#home.expectAlone?.();
		const { size, root } = growth;
		const signed = await signCheckpoint({ origin: this.#home.origin, size, root }, this.#log, before);
		return { growth, signed, leaves, lists };
	}

	/** Leaves the tree waiting where its witnesses do not agree. */
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
		// The log may have changed while witnesses were waited for: then nothing is written into it.
		await this.#expectUnchanged();
		const total = growth.tiles.length;
		const onWritten = (done: number) => this.#options.onProgress?.({ done, total, step: "tiles written" });
		await writeAll(directory, growth.tiles, { disk, onWritten });
		await this.#expectUnchanged();
		const begins = before || lists.some(({ path }) => path === EMPTY_LIST.path) ? [] : [EMPTY_LIST];
		await writeAll(directory, [...begins, ...lists], { disk });
		await this.#home.expectAlone?.();
		// A key too many commits to nothing; a checkpoint whose key is missing cannot be read.
		await this.#writeKeys(logPaths(directory).verifierKeys, [...keys, ...retired]);
		await this.#publishCheckpoint(signed.text);
		await keepLastCheckpoint(this.#home.state, signed.text, disk);
	}

	async #cosign(signed: CheckpointFile, witnesses: readonly Witness[]): Promise<CheckpointFile> {
		const read = readFromTiles(signed.checkpoint.size, tileReader(this.#directory));
		const shown = { signed, before: this.#log.before, read, answerMs: this.#options.answerMs };
		const { signatures, notes } = await askWitnesses(witnesses, shown);
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

	/** Comes after the checkpoint that the others signed. A key in both files is retired, so dying in between is safe. */
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
