import { Failure } from "#core/failure.ts";
import { type Checkpoint, parseCheckpoint } from "./checkpoint.ts";
import { parseInclusionFile } from "./inclusion-file.ts";
import { type Leaf, parseLeaf } from "./leaf.ts";
import { logSigners } from "./log-signer.ts";
import { malformed, sameBytes } from "./malformed.ts";
import { type ProofStep, walkInclusionProof } from "./merkle-proof.ts";
import { type Hash, hashLeaf } from "./merkle-tree.ts";
import { openNote } from "./note.ts";
import { SIGNATURE_TYPES, type VerifierKey } from "./note-key.ts";

/** Everything that a `.tlog-proof` file has been shown to say. */
export interface VerifiedInclusion {
	readonly leaf: Leaf;
	readonly index: number;
	readonly leafHash: Hash;
	/** From the leaf to the root. */
	readonly steps: readonly ProofStep[];
	readonly checkpoint: Checkpoint;
	/** The log's key. */
	readonly signedBy: VerifierKey;
	/** Witnesses among the keys that have cosigned. */
	readonly witnesses: readonly VerifierKey[];
}

/**
 * Checks a `.tlog-proof` file from end to end: the log's signature, then that the entry in it leads to the signed root.
 * Needs nothing but the file and the keys that the reader trusts.
 * @throws Failure `log-malformed`, `signature-invalid`, `signature-missing`, `proof-wrong`
 */
export async function verifyInclusionFile(text: string, keys: readonly VerifierKey[]): Promise<VerifiedInclusion> {
	const { extra, index, proof, checkpoint: note } = parseInclusionFile(text);
	if (!extra) throw malformed("receipt's inclusion proof", "It lacks the entry (its extra line).");
	const leaf = parseLeaf(extra);
	const opened = await openNote(note, keys);
	const checkpoint = parseCheckpoint(opened.text);
	const [signedBy] = logSigners(opened, checkpoint.origin);
	if (!signedBy)
		throw new Failure("signature-missing", { what: `No trusted key of the log ${checkpoint.origin} has signed this.` });
	const leafHash = await hashLeaf(extra);
	const walked = await walkInclusionProof(index, checkpoint.size, leafHash, proof);
	if (!walked || !sameBytes(walked.root, checkpoint.root)) {
		throw new Failure("proof-wrong", {
			what: "The proof does not lead to the signed root.",
			why: "The entry, its index or a hash has been changed.",
		});
	}
	const witnesses = opened.signedBy.filter(({ type }) => type === SIGNATURE_TYPES.cosignature);
	return { leaf, index, leafHash, steps: walked.steps, checkpoint, signedBy, witnesses };
}
