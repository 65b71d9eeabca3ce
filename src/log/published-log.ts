import { sameBytes, toHex } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { formatInclusionFile } from "#log/tlog/inclusion-file.ts";
import { formatLeaf, type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import { hashLeaf, inclusionProof, treeRoot } from "#log/tlog/merkle.ts";
import { type Checkpoint, formatVerifierKey } from "#log/tlog/note.ts";
import { createMemoryTree } from "#log/tlog/tiles.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { readLiveLeaves } from "./lists.ts";
import {
	archivedSizes,
	type CheckpointFile,
	logPaths,
	openCheckpoint,
	readCheckpointFile,
	readEntries,
	readRetiredKeys,
} from "./seal/log-folder.ts";

export type PublishedLog = NonNullable<Awaited<ReturnType<typeof readPublishedLog>>>;

/**
 * Undefined before the first seal. Every proof it returns has been verified against the signed root.
 * @throws Failure `log-inconsistent` if a file is missing or the entries do not fit the checkpoint, `log-malformed`,
 * `signature-invalid`, `signature-missing`
 */
export async function readPublishedLog(directory: string) {
	const file = await readCheckpointFile(directory);
	if (!file) return undefined;
	const { text: checkpoint, keys } = file;
	const { origin, size, root } = file.checkpoint;
	const [key, ...older] = keys.map(formatVerifierKey);
	if (key === undefined) throw new RangeError("A checkpoint was opened without a key.");
	const leaves: Leaf[] = [];
	for await (const { entries } of readEntries(directory, 0, size)) leaves.push(...entries.map(parseLeaf));
	const tree = await createMemoryTree(await Promise.all(leaves.map((leaf) => hashLeaf(formatLeaf(leaf)))));
	if (!sameBytes(await treeRoot(size, tree.read), root)) throw inconsistent("The entries do not give the signed root.");
	const proving = await readProvingCheckpoints(directory, file);
	for (const { checkpoint: earlier } of proving)
		if (!sameBytes(await treeRoot(earlier.size, tree.read), earlier.root))
			throw inconsistent(`The entries do not give the root of checkpoints/${earlier.size}.`);
	const bound = proving.map(({ checkpoint: { size, root }, text }) => ({ size, root: toHex(root), text }));
	/** First published checkpoint by the newest key that covers the leaf. It stays the same while the log grows. */
	const firstCheckpoint = (index: number) => bound.find((each) => each.size > index) ?? missingLeaf(index);
	const { positions, rechecks } = indexLeaves(leaves);
	return {
		origin,
		size,
		/** Hex. */
		root: toHex(root),
		/** The signed note, verbatim. */
		checkpoint,
		/** Keys in use, newest first. */
		keys: [key, ...older] as const,
		/** Newest first. A signature by these alone is not trusted. */
		retiredKeys: (await readRetiredKeys(directory)).map(formatVerifierKey),
		leaves: leaves as readonly Leaf[],
		/** Ids, in the order of their audit leaves. */
		receipts: [...positions.keys()],
		/** Undefined while the receipt is not sealed yet. */
		position: (receipt: string) => positions.get(receipt),
		/** Oldest first. */
		rechecks: (receipt: string) => rechecks.get(receipt) ?? [],
		/** Whether a leaf is about a live audit, which is never published. */
		isUnlisted: await readLiveLeaves(directory),
		firstCheckpoint,
		/** A `.tlog-proof` file, in the tree of the leaf's first checkpoint. */
		async inclusionFile(index: number): Promise<string> {
			const extra = formatLeaf(leaves[index] ?? missingLeaf(index));
			const first = firstCheckpoint(index);
			const proof = await inclusionProof(index, first.size, tree.read);
			return formatInclusionFile({ extra, index, proof, checkpoint: first.text });
		},
	};
}

function missingLeaf(index: number): never {
	throw new RangeError(`The log has no leaf ${index}.`);
}

function indexLeaves(leaves: readonly Leaf[]) {
	const positions = new Map<string, number>();
	const rechecks = new Map<string, { index: number; auditedAt: string }[]>();
	for (const [index, leaf] of leaves.entries()) {
		if (leaf.kind === "list") continue;
		const { kind, receipt, auditedAt } = leaf;
		const same = rechecks.get(receipt);
		if (kind === "audit") positions.set(receipt, index);
		else if (same) same.push({ index, auditedAt });
		else rechecks.set(receipt, [{ index, auditedAt }]);
	}
	return { positions, rechecks };
}

type SignedText = Pick<CheckpointFile, "checkpoint" | "text">;

/**
 * Smallest first, signed by the newest key: proofs by an older key alone would be void after its retirement.
 * @throws Failure `log-malformed`, `signature-invalid`
 */
async function readProvingCheckpoints(directory: string, current: CheckpointFile): Promise<SignedText[]> {
	const sizes = (await archivedSizes(directory)).sort((a, b) => a - b);
	const kept: SignedText[] = [];
	for (const size of sizes.filter((each) => each > 0 && each <= current.checkpoint.size)) {
		const text = (await readIfThere(logPaths(directory).archivedCheckpoint(size))) ?? "";
		const checkpoint = await signedBy(current, text);
		if (checkpoint?.size === size && checkpoint.origin === current.checkpoint.origin) kept.push({ checkpoint, text });
	}
	return [...kept, current];
}

async function signedBy({ keys }: CheckpointFile, text: string): Promise<Checkpoint | undefined> {
	try {
		return (await openCheckpoint(text, keys.slice(0, 1))).checkpoint;
	} catch (error) {
		if (isFailure(error) && error.code === "signature-missing") return undefined;
		throw error;
	}
}

export function inconsistent(why: string): Failure {
	return new Failure("log-inconsistent", {
		what: "The log cannot be published.",
		why,
		todo: "Run npm run verify: it names the file that is wrong.",
	});
}
