import { Failure } from "#core/failure.ts";
import { sameBytes } from "#log/encoding.ts";
import { formatInclusionFile } from "#log/inclusion-file.ts";
import { formatLeaf, type Leaf, parseLeaf } from "#log/leaf.ts";
import { hashLeaf, inclusionProof, treeRoot } from "#log/merkle-tree.ts";
import { formatVerifierKey } from "#log/note-key.ts";
import { toHex } from "#log/sha256.ts";
import { createMemoryTree } from "#log/tree-storage.ts";
import { logPaths, readCheckpointFile, readEntries, readRetiredKeys } from "../seal/log-files.ts";
import { isUnlisted, parseUnlisted } from "../seal/unlisted-leaves.ts";
import { readIfThere } from "./if-there.ts";

/** The log as the site shows it: every proof it gives has been recomputed against the signed root. */
export interface PublishedLog {
	readonly origin: string;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** The signed checkpoint, to the letter. */
	readonly checkpoint: string;
	/** Public keys in use, the newest first. */
	readonly keys: readonly [string, ...string[]];
	/** Retired public keys, the newest first: nothing that they alone have signed is trusted. */
	readonly retiredKeys: readonly string[];
	readonly leaves: readonly Leaf[];
	/** Index of a receipt's audit leaf; undefined while it waits for the next seal. */
	position(receipt: string): number | undefined;
	/** Later audits that found the same, oldest first. */
	rechecks(receipt: string): readonly { readonly index: number; readonly auditedAt: string }[];
	/** Whether a leaf is of a live audit, whose receipt is never published. */
	isUnlisted(index: number): boolean;
	/** Text of the `.tlog-proof` file of a leaf. */
	inclusionFile(index: number): Promise<string>;
}

/**
 * Reads `reports/log/`; undefined where nothing has been sealed yet.
 * @throws Failure `log-inconsistent` when a file is missing or the entries are not what the checkpoint commits to,
 * `log-malformed`, `signature-invalid`, `signature-missing`
 */
export async function readPublishedLog(directory: string): Promise<PublishedLog | undefined> {
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
	const { positions, rechecks } = indexLeaves(leaves);
	const unlisted = parseUnlisted((await readIfThere(logPaths(directory).unlisted)) ?? "");
	return {
		origin,
		size,
		root: toHex(root),
		checkpoint,
		keys: [key, ...older],
		retiredKeys: (await readRetiredKeys(directory)).map(formatVerifierKey),
		leaves,
		position: (receipt) => positions.get(receipt),
		rechecks: (receipt) => rechecks.get(receipt) ?? [],
		isUnlisted: (index) => isUnlisted(unlisted, index),
		async inclusionFile(index) {
			const leaf = leaves[index];
			if (!leaf) throw new RangeError(`The log has no leaf ${index}.`);
			const proof = await inclusionProof(index, size, tree.read);
			return formatInclusionFile({ extra: formatLeaf(leaf), index, proof, checkpoint });
		},
	};
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

/** The words for files of the log that do not belong together. */
export function inconsistent(why: string): Failure {
	return new Failure("log-inconsistent", {
		what: "The log cannot be published.",
		why,
		todo: "Run npm run verify: it names the file that is wrong.",
	});
}
