import { sha256Hex } from "#core/bytes.ts";
import { formatInclusionFile } from "#log/tlog/inclusion-file.ts";
import { formatLeaf } from "#log/tlog/leaf.ts";
import { hashLeaf, inclusionProof, treeRoot } from "#log/tlog/merkle.ts";
import { createSignerKey, formatCheckpoint, formatVerifierKey, signNote } from "#log/tlog/note.ts";
import { createMemoryTree } from "#log/tlog/tiles.ts";

export const TEST_ORIGIN = "log.example/receipts";

export interface ProvedReceipt {
	readonly receipt: Uint8Array;
	readonly id: string;
	/** Text of its `.tlog-proof` file. */
	readonly proof: string;
	/** Public keys of the log. */
	readonly keys: readonly string[];
}

/** A receipt as leaf `index` of a log of `size` leaves, with its proof. @param signer name of the log */
export async function proveReceipt(index: number, size: number, signer = TEST_ORIGIN): Promise<ProvedReceipt> {
	const key = await createSignerKey(signer, new Uint8Array(32).fill(9));
	const receipt = new TextEncoder().encode('{"kind":"sightline-receipt","domain":"www.example.org"}');
	const id = await sha256Hex(receipt);
	const entries = Array.from({ length: size }, (_, at) =>
		formatLeaf({
			kind: "audit",
			receipt: at === index ? id : at.toString(16).padStart(64, "0"),
			auditedAt: "2026-11-20T02:00:00.000Z",
		}),
	);
	const { read } = await createMemoryTree(await Promise.all(entries.map(hashLeaf)));
	const head = formatCheckpoint({ origin: TEST_ORIGIN, size, root: await treeRoot(size, read) });
	const proof = formatInclusionFile({
		extra: entries[index] ?? new Uint8Array(),
		index,
		proof: await inclusionProof(index, size, read),
		checkpoint: await signNote(head, [key]),
	});
	return { receipt, id, proof, keys: [formatVerifierKey(key)] };
}

/** Changes the first character of the match, keeping well-formed base64. */
export function spoil(text: string, line: RegExp): string {
	return text.replace(line, (found) => (found.startsWith("A") ? `B${found.slice(1)}` : `A${found.slice(1)}`));
}
