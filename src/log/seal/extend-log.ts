import { toHex } from "#core/bytes.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import type { Leaf } from "#log/tlog/leaf.ts";
import { readFromTiles } from "#log/tlog/tiles.ts";
import type { FileToWrite } from "#receipts/store/write-all.ts";
import { type Appending, publishLeaves, type SignedGrowth, signLeaves } from "./append-leaves.ts";
import { type FileToBind, leafOf } from "./bind-files.ts";
import { newTileReader } from "./grow-tree.ts";
import { addSignatures, archiveCheckpoint, type CheckpointFile, openCheckpoint } from "./log-folder.ts";
import { expectToGoOnFromPublished } from "./published-places.ts";
import type { SealOptions } from "./seal.ts";
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

/** Who is asked to vouch for a tree. */
interface Outsiders {
	/** Whose quorum it takes before a tree is published; undefined where none is needed. */
	readonly policy: WitnessPolicy | undefined;
	/** Those of the command line: asked once it is published. */
	readonly witnesses: readonly Witness[];
	/** How long a witness is waited for. */
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

/** What a seal adds to the log. */
interface Additions {
	readonly leaves: readonly ReceiptLeaf[];
	readonly bound: readonly FileToBind[];
}

/** How the log stands afterwards. */
export interface Extended {
	/** The published checkpoint; undefined where nothing has been sealed yet. */
	readonly after: CheckpointFile | undefined;
	/** Leaves that it has more than before. */
	readonly leaves: readonly Leaf[];
	/** The tree that waits for its witnesses. */
	readonly waiting?: CheckpointFile;
	/** Where what is published was looked at; undefined where that was not needed. */
	readonly comparedWith?: string | undefined;
	readonly notes: readonly string[];
}

/** Signs and publishes what is new; where nothing is, cosignatures that were missed are asked for again. */
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
 * Goes on with the tree that waits for its witnesses. One that the published log does not lead to any more is given up: another
 * machine was first.
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

/** Publishes a signed tree, once its witnesses have agreed where the policy asks for them. */
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

/** Asks the policy's witnesses; the tree and what they have given is kept on disk before each is asked. */
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

/** Cosignatures that were missed are asked for again, though nothing has grown. */
async function askAgain({ directory, disk, log }: Appending, outside: Outsiders): Promise<Extended> {
	const { before } = log;
	if (!before) return { after: undefined, leaves: [], notes: [] };
	const all = [...(outside.policy?.asked ?? []), ...outside.witnesses];
	const { published, notes } = await cosign(before, all, { before, answerMs: outside.answerMs }, { directory, disk });
	return { after: published, leaves: [], notes };
}
