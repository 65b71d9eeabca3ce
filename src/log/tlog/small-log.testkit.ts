import { createHash } from "node:crypto";
import { formatInclusionFile } from "./inclusion-file.ts";
import { formatLeaf } from "./leaf.ts";
import { consistencyProof, type Hash, hashLeaf, inclusionProof, treeRoot } from "./merkle.ts";
import { createSignerKey, formatCheckpoint, formatVerifierKey, type SignerKey, signNote } from "./note.ts";
import { createMemoryTree } from "./tiles.ts";

/** A log with its private key, which is a fixed one. */
export interface SmallLog {
	readonly key: SignerKey;
	readonly verifierKey: string;
	readonly entries: readonly Uint8Array[];
	readonly leaves: readonly Hash[];
	readonly root: Hash;
	/** The signed checkpoint. */
	readonly checkpoint: string;
	readonly pathOf: (index: number) => Promise<Hash[]>;
	/** Consistency proof from the first `older` entries. */
	readonly growthFrom: (older: number) => Promise<Hash[]>;
	readonly rootOf: (older: number) => Promise<Hash>;
	/** Text of a `.tlog-proof` file. */
	readonly fileOf: (index: number) => Promise<string>;
}

export async function growLog(size: number, origin = "log.example/receipts"): Promise<SmallLog> {
	const key = await createSignerKey(origin, new Uint8Array(32).fill(7));
	const entries = Array.from({ length: size }, (_, index) =>
		formatLeaf({
			kind: index % 3 === 2 ? "recheck" : "audit",
			receipt: createHash("sha256").update(`receipt ${index}`).digest("hex"),
			auditedAt: new Date(Date.UTC(2026, 10, 21) + index * 60_000).toISOString(),
		}),
	);
	const leaves = await Promise.all(entries.map(hashLeaf));
	const { read } = await createMemoryTree(leaves);
	const root = await treeRoot(size, read);
	const checkpoint = await signNote(formatCheckpoint({ origin, size, root }), [key]);
	const pathOf = (index: number) => inclusionProof(index, size, read);
	return {
		key,
		verifierKey: formatVerifierKey(key),
		entries,
		leaves,
		root,
		checkpoint,
		pathOf,
		growthFrom: (older) => consistencyProof(older, size, read),
		rootOf: (older) => treeRoot(older, read),
		async fileOf(index) {
			const extra = entries[index];
			if (!extra) throw new RangeError(`A log of ${size} entries has no entry ${index}.`);
			return formatInclusionFile({ extra, index, proof: await pathOf(index), checkpoint });
		},
	};
}
