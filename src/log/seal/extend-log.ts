import { sameBytes, toHex } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import { consistencyProof, type Hash, hashLeaf, type TreeHead, treeRoot, verifyConsistency } from "#log/tlog/merkle.ts";
import { formatVerifierKey } from "#log/tlog/note.ts";
import {
	newTiles,
	parseEntries,
	parseTile,
	readFromTiles,
	subtreeRoot,
	TILE_WIDTH,
	tilePath,
} from "#log/tlog/tiles.ts";
import { type Disk, type FileToWrite, writeAll } from "#receipts/store/durable-file.ts";
import { readKeyList } from "../lists.ts";
import { type FileToBind, leafOf, readBoundList } from "./bind-files.ts";
import { type Growth, growTree, newTileReader } from "./grow-tree.ts";
import type { LeafIndex } from "./leaf-index.ts";
import {
	addSignatures,
	archiveCheckpoint,
	type CheckpointFile,
	expectUnchanged,
	hasKey,
	openCheckpoint,
	type Publication,
	publishCheckpoint,
	publishKeys,
	readVerifierKeys,
	retireKeys,
	signCheckpoint,
} from "./log-folder.ts";
import { keepLastCheckpoint, type OpenLog } from "./open-log.ts";
import { expectToGoOnFromPublished } from "./published-places.ts";
import type { LogHome, SealOptions } from "./seal.ts";
import { refuseKey } from "./signing-keys.ts";
import {
	type Agreement,
	cosign,
	cosignaturesOf,
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

interface Outsiders {
	/** Its quorum comes before the publication; undefined where none is needed. */
	readonly policy: WitnessPolicy | undefined;
	/** Those of the command line: asked once it is published. */
	readonly witnesses: readonly Witness[];
	readonly answerMs: number | undefined;
}

/** @throws Failure `input-invalid` */
export async function readOutsiders({ witnesses = [], answerMs }: SealOptions, directory: string): Promise<Outsiders> {
	return {
		policy: await readWitnessPolicy(directory),
		witnesses: await Promise.all(witnesses.map(parseWitness)),
		answerMs,
	};
}

interface Additions {
	readonly leaves: readonly ReceiptLeaf[];
	readonly bound: readonly FileToBind[];
}

export interface Extended {
	/** Undefined where nothing has been sealed yet. */
	readonly after: CheckpointFile | undefined;
	/** New leaves. */
	readonly leaves: readonly Leaf[];
	readonly waiting?: CheckpointFile;
	/** Where what is published was looked at; undefined where that was not needed. */
	readonly comparedWith?: string | undefined;
	readonly notes: readonly string[];
}

/** Where nothing is new, asks again for missed cosignatures. */
export async function extendLog(work: Appending, added: Additions, outside: Outsiders): Promise<Extended> {
	const { log } = work;
	const at = new Date().toISOString();
	const leaves = [...added.leaves, ...added.bound.map((file) => leafOf(file, at))];
	const isSigned = log.before?.note.signedBy.some(({ keyId }) => keyId === log.signers[0]?.keyId);
	if (leaves.length === 0 && (!log.before || isSigned)) return askAgain(work, outside);
	const compared = await expectToGoOnFromPublished(work);
	const lists = added.bound.flatMap(({ name, data, beside = [] }) => (data ? [{ path: name, data }, ...beside] : []));
	const done = await publishAgreed(work, await signLeaves(work, leaves, lists), { leaves, lists }, outside);
	return { ...done, comparedWith: compared.with, notes: [...compared.notes, ...done.notes] };
}

/**
 * Gives up a tree that the published log does not lead to: another machine was first.
 * @throws Failure `log-malformed`, `log-inconsistent`, `signing-key`
 */
export async function resumePending(work: Appending, outside: Outsiders): Promise<Extended> {
	const { directory, log, disk } = work;
	const same = { after: log.before, leaves: [], notes: [] };
	const pending = await readPendingTree(directory);
	if (!pending) return same;
	const giveUp = async (notes: string[]) => {
		await disk.remove(pendingPath(directory));
		return { ...same, notes };
	};
	if (log.before && isTreeOf(pending, log.before.checkpoint)) return giveUp([]);
	if ((log.before?.checkpoint.size ?? 0) !== pending.before) return giveUp(givenUp(pending));
	expectSameKeys(pending, work);
	const compared = await expectToGoOnFromPublished(work);
	const drawn = await signLeaves(work, pending.leaves, pending.lists);
	if (!isTreeOf(pending, drawn.signed.checkpoint)) return giveUp([...compared.notes, ...givenUp(pending)]);
	const signed = await withCosignatures(drawn.signed, pending, outside.policy);
	const done = await publishAgreed(work, { ...drawn, signed }, pending, outside);
	return { ...done, comparedWith: compared.with, notes: [...compared.notes, ...done.notes] };
}

function givenUp({ size, cosignatures }: PendingTree): string[] {
	const names = cosignatures.map(({ name }) => name).join(", ");
	const lost = `${names} had cosigned it and will not cosign this log any more: ask whoever runs it to take the published one.`;
	return [
		`The tree of ${size} leaves that waited for its witnesses was given up: the published log has gone on without it. What it had is sealed anew.${names === "" ? "" : ` ${lost}`}`,
	];
}

function expectSameKeys({ keys, retired, size }: PendingTree, { log }: Appending): void {
	const [then, now] = [{ keys, retired }, keysOf(log)];
	if (then.keys.join() === now.keys.join() && then.retired.join() === now.retired.join()) return;
	throw refuseKey(
		`A tree of ${size} leaves waits for its witnesses, and was signed by other keys.`,
		`With it, the log's keys are ${then.keys.join(", ")}.`,
		"Seal with those keys, and with --rotate where they were to be changed, until it is published.",
	);
}

async function withCosignatures(
	signed: CheckpointFile,
	{ cosignatures }: PendingTree,
	policy: WitnessPolicy | undefined,
) {
	const valid = policy ? await validCosignatures(policy, signed.note.text, cosignatures) : [];
	return openCheckpoint(addSignatures(signed.text, valid), signed.keys);
}

async function publishAgreed(
	work: Appending,
	drawn: SignedGrowth,
	{ leaves, lists }: { readonly leaves: readonly Leaf[]; readonly lists: readonly FileToWrite[] },
	outside: Outsiders,
): Promise<Extended> {
	const { directory, disk, log } = work;
	const needed = leaves.length > 0 ? outside.policy : undefined;
	const agreement = needed ? await agree(work, drawn, { leaves, lists }, { ...outside, policy: needed }) : undefined;
	const notes = [...(agreement?.notes ?? [])];
	if (needed && agreement && !agreement.isReached) {
		return {
			after: log.before,
			leaves: [],
			waiting: agreement.signed,
			notes: [...notes, ...waitingNote(agreement, needed)],
		};
	}
	const signed = agreement?.signed ?? drawn.signed;
	await publishLeaves(work, { ...drawn, signed });
	const more = needed ? outside.witnesses : [...(outside.policy?.asked ?? []), ...outside.witnesses];
	const { published, notes: missed } = await cosign(
		signed,
		more,
		{ before: log.before, answerMs: outside.answerMs },
		{ directory, disk },
	);
	await archiveCheckpoint(directory, published, disk);
	await disk.remove(pendingPath(directory));
	return { after: published, leaves, notes: [...notes, ...missed] };
}

/** Keeps the tree and its cosignatures on disk before it asks each witness. */
async function agree(
	{ directory, disk, log }: Appending,
	{ growth, signed }: SignedGrowth,
	parts: { readonly leaves: readonly Leaf[]; readonly lists: readonly FileToWrite[] },
	{ policy, answerMs }: { readonly policy: WitnessPolicy; readonly answerMs: number | undefined },
): Promise<Agreement> {
	const { size } = growth;
	const { root } = signed.checkpoint;
	const keep = (cosignatures: PendingTree["cosignatures"]) =>
		writePendingTree(
			directory,
			{
				before: log.before?.checkpoint.size ?? 0,
				size,
				root: toHex(root),
				...keysOf(log),
				leaves: parts.leaves,
				lists: parts.lists,
				cosignatures,
			},
			disk,
		);
	await keep(cosignaturesOf(signed, policy));
	const read = readFromTiles(size, newTileReader(directory, growth.tiles));
	return reachQuorum(policy, { signed, before: log.before, read, answerMs }, keep);
}

async function askAgain({ directory, disk, log }: Appending, outside: Outsiders): Promise<Extended> {
	const { before } = log;
	if (!before) return { after: undefined, leaves: [], notes: [] };
	const all = [...(outside.policy?.asked ?? []), ...outside.witnesses];
	const { published, notes } = await cosign(before, all, { before, answerMs: outside.answerMs }, { directory, disk });
	return { after: published, leaves: [], notes };
}

export interface Appending {
	readonly directory: string;
	readonly home: LogHome;
	readonly log: OpenLog;
	readonly disk: Disk;
	readonly onProgress: SealOptions["onProgress"];
}

export interface SignedGrowth {
	readonly growth: Growth;
	readonly signed: CheckpointFile;
	readonly lists: readonly FileToWrite[];
}

/** Every log begins with it, so that readers find the list before anything is on it. */
const EMPTY_LIST: FileToWrite = { path: "withdrawn", data: new Uint8Array() };

/** Writes nothing. Without leaves, new keys sign the same tree. @throws Failure `log-inconsistent` */
async function signLeaves(
	{ directory, home, log }: Appending,
	leaves: readonly Leaf[],
	lists: readonly FileToWrite[],
): Promise<SignedGrowth> {
	const before = log.before?.checkpoint;
	const growth = await growTree(directory, before?.size ?? 0, leaves);
	await proofread(directory, before, growth);
	await home.expectAlone?.();
	const { size, root } = growth;
	return { growth, lists, signed: await signCheckpoint({ origin: home.origin, size, root }, log, log.before) };
}

/**
 * Entries and tiles first, durable, then the checkpoint: dying between any two steps leaves the old log or the new one.
 * @throws Failure `log-changed`
 */
async function publishLeaves(
	{ directory, home, log, disk, onProgress }: Appending,
	{ growth, signed, lists }: SignedGrowth,
): Promise<void> {
	const publication: Publication = { directory, disk, before: log.before?.text };
	// The log may have changed while witnesses were waited for: then nothing is written into it.
	await expectUnchanged(publication);
	const total = growth.tiles.length;
	const onWritten = (done: number) => onProgress?.({ done, total, step: "tiles written" });
	await writeAll(directory, growth.tiles, { disk, onWritten });
	await expectUnchanged(publication);
	const begins = log.before || lists.some(({ path }) => path === "withdrawn") ? [] : [EMPTY_LIST];
	await writeAll(directory, [...begins, ...lists], { disk });
	await home.expectAlone?.();
	await publishKeys(publication, [...log.keys, ...log.retired]);
	await publishCheckpoint(publication, signed.text);
	await keepLastCheckpoint(home.state, signed.text, disk);
}

/**
 * Reads the new files as a stranger would, by the code that readers run: entries, bundles and tiles must give the root,
 * and the tree before must be a prefix.
 * @throws Failure `log-inconsistent`; such a tree must not be signed
 */
export async function proofread(directory: string, before: TreeHead | undefined, growth: Growth): Promise<void> {
	const byPath = new Map(growth.tiles.map(({ path, data }) => [path, data]));
	const expected = [...newTiles(before?.size ?? 0, growth.size)];
	if (expected.length !== byPath.size) throw wrong("It would have other tiles than a tree of its size.");
	for (const tile of expected) {
		const data = byPath.get(tilePath(tile));
		if (!data) throw wrong(`It would lack ${tilePath(tile)}.`);
		const { level, index, width } = tile;
		if (level === "entries") {
			const hashes = parseTile(byPath.get(tilePath({ level: 0, index, width })) ?? new Uint8Array(), width);
			await expectSame(tilePath(tile), await hashEntries(data, width), hashes);
		} else if (level > 0) await checkParents(tilePath(tile), parseTile(data, width), { level, index }, byPath);
	}
	const read = readFromTiles(growth.size, newTileReader(directory, growth.tiles));
	if (!sameBytes(await treeRoot(growth.size, read), growth.root)) throw wrong("Its tiles give another root.");
	if (!before || before.size === 0) return;
	const proof = await consistencyProof(before.size, growth.size, read);
	if (!(await verifyConsistency(before, growth, proof))) throw wrong("The published tree is not a prefix of it.");
}

async function hashEntries(bundle: Uint8Array, width: number): Promise<Hash[]> {
	const entries = parseEntries(bundle, width);
	for (const entry of entries) parseLeaf(entry);
	return Promise.all(entries.map(hashLeaf));
}

/** The consistency with the published root covers the earlier tiles. */
async function checkParents(
	path: string,
	hashes: readonly Hash[],
	{ level, index }: { readonly level: number; readonly index: number },
	tiles: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
	for (const [at, hash] of hashes.entries()) {
		const below = { level: level - 1, index: index * TILE_WIDTH + at, width: TILE_WIDTH };
		const data = tiles.get(tilePath(below));
		if (data) await expectSame(path, [await subtreeRoot(parseTile(data, TILE_WIDTH))], [hash]);
	}
}

async function expectSame(path: string, ours: readonly Hash[], theirs: readonly Hash[]): Promise<void> {
	const same = ours.length === theirs.length && ours.every((hash, at) => sameBytes(hash, theirs[at] as Hash));
	if (!same) throw wrong(`${path} does not fit the tile that goes with it.`);
}

function wrong(why: string): Failure {
	return new Failure("log-inconsistent", {
		what: "The new tree is not consistent, so it was not signed.",
		why,
		todo: "Nothing was published. Run npm run verify, and restore the folder log/ from git.",
	});
}

/**
 * Comes before anything else is signed: the tree that gave the keys up may have waited, or its seal was cut off, and
 * the next tree may wait for long.
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
