import { fromBase64, sameBytes, toBase64 } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { malformed, parseDecimal } from "./canonical.ts";
import { type Leaf, parseReceiptLeaf } from "./leaf.ts";
import { HASH_BYTES, type Hash, hashLeaf, type ProofStep, walkInclusionProof } from "./merkle.ts";
import { type Checkpoint, logSigners, openNote, parseCheckpoint, SIGNATURE_TYPES, type VerifierKey } from "./note.ts";

/** C2SP tlog-proof: a self-contained `.tlog-proof` file which proves that an entry is in a log. */
export interface InclusionFile {
	/** Unsigned bytes that help the reader: here, the entry itself. */
	readonly extra?: Uint8Array;
	readonly index: number;
	/** From the leaf upwards. */
	readonly proof: readonly Hash[];
	/** The signed note, verbatim. */
	readonly checkpoint: string;
}

const HEADER = "c2sp.org/tlog-proof@v1";
/** The longest path in a tree of 2^53 - 1 leaves. */
const MOST_HASHES = 53;

export function formatInclusionFile({ extra, index, proof, checkpoint }: InclusionFile): string {
	const lines = [HEADER, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`, ...proof.map(toBase64)];
	return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** @throws Failure `log-malformed` for text that `formatInclusionFile` would not give */
export function parseInclusionFile(text: string): InclusionFile {
	const fault = (why: string) => malformed("inclusion proof", why);
	if (text.includes("\r"))
		throw fault("Its lines end in CR LF; some program has changed the line ends to those of Windows.");
	const end = text.indexOf("\n\n");
	if (end < 0) throw fault("It has no empty line before the checkpoint.");
	const [header, ...lines] = text.slice(0, end).split("\n");
	if (header !== HEADER) throw fault(`Its first line is not ${HEADER}.`);
	const extra = lines[0]?.startsWith("extra ") ? fromBase64((lines.shift() ?? "").slice("extra ".length)) : null;
	if (extra === undefined) throw fault("Its extra line is not base64.");
	const index = parseDecimal(/^index (.*)$/.exec(lines.shift() ?? "")?.[1] ?? "");
	if (index === undefined) throw fault("It has no index line.");
	if (lines.length > MOST_HASHES) throw fault(`It has more than ${MOST_HASHES} hashes.`);
	const proof = lines.map((line) => {
		const hash = fromBase64(line);
		if (hash?.length !== HASH_BYTES) throw fault("A line of it is not a hash of 32 bytes.");
		return hash;
	});
	return { ...(extra ? { extra } : {}), index, proof, checkpoint: text.slice(end + 2) };
}

export interface VerifiedInclusion<L extends Leaf = ReceiptLeaf> {
	readonly leaf: L;
	readonly index: number;
	readonly leafHash: Hash;
	readonly steps: readonly ProofStep[];
	readonly checkpoint: Checkpoint;
	readonly signedBy: VerifierKey;
	readonly witnesses: readonly VerifierKey[];
}

/** @throws Failure as `readLeaf`, `log-malformed`, `signature-invalid`, `signature-missing`, `proof-wrong` */
export async function verifyInclusionFile<L extends Leaf = ReceiptLeaf>(
	text: string,
	keys: readonly VerifierKey[],
	readLeaf: (entry: Uint8Array) => L = parseReceiptLeaf as (entry: Uint8Array) => L,
): Promise<VerifiedInclusion<L>> {
	const { extra, index, proof, checkpoint: note } = parseInclusionFile(text);
	if (!extra) throw malformed("receipt's inclusion proof", "It has no entry (its extra line).");
	const leaf = readLeaf(extra);
	const opened = await openNote(note, keys);
	const checkpoint = parseCheckpoint(opened.text);
	const [signedBy] = logSigners(opened, checkpoint.origin);
	if (!signedBy)
		throw new Failure("signature-missing", { what: `No trusted key of the log ${checkpoint.origin} has signed this.` });
	const leafHash = await hashLeaf(extra);
	const walked = await walkInclusionProof(index, checkpoint.size, leafHash, proof);
	if (!walked || !sameBytes(walked.root, checkpoint.root))
		throw new Failure("proof-wrong", {
			what: "The proof does not lead to the signed root.",
			why: "The entry, its index or a hash has been changed.",
		});
	const witnesses = opened.signedBy.filter(({ type }) => type === SIGNATURE_TYPES.cosignature);
	return { leaf, index, leafHash, steps: walked.steps, checkpoint, signedBy, witnesses };
}
