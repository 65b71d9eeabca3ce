import { sha256Hex, toHex } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { digitGroups, plainCount } from "#core/wording.ts";
import { malformed } from "#log/tlog/canonical.ts";
import { type InclusionFile, parseInclusionFile } from "#log/tlog/inclusion-file.ts";
import { parseReceiptLeaf } from "#log/tlog/leaf.ts";
import { hashLeaf, walkInclusionProof } from "#log/tlog/merkle.ts";
import { type Checkpoint, logSigners, openNote, parseCheckpoint, parseNote, parseVerifierKey } from "#log/tlog/note.ts";
import {
	coveredLeaves,
	type LinkName,
	type LinkState,
	leafCount,
	type ProofPicture,
	stepCount,
} from "#site/proof/proof-picture.ts";

export interface ProofMaterial {
	readonly proof: string;
	/** Undefined to prove only the entry. */
	readonly receipt?: Uint8Array | undefined;
	/** In vkey form: `<name>+<key id>+<base64>`. */
	readonly keys: readonly string[];
}

export interface Fault {
	readonly link: LinkName;
	readonly says: string;
}

/** Unlike `verifyInclusionFile`, also shows what is wrong. */
export interface Examination {
	readonly leaf: ReceiptLeaf;
	readonly picture: ProofPicture;
	/** In chain order. */
	readonly faults: readonly Fault[];
	/** Why this browser cannot verify the signature. */
	readonly unable?: string;
}

/** @throws Failure `log-malformed` for an invalid proof or key; `ed25519-missing` without Web Crypto */
export async function examineProof({ proof, receipt, keys }: ProofMaterial): Promise<Examination> {
	const file = parseInclusionFile(proof);
	if (!file.extra) throw malformed("receipt's inclusion proof", "It has no entry (its extra line).");
	const leaf = parseReceiptLeaf(file.extra);
	const checkpoint = parseCheckpoint(parseNote(file.checkpoint).text);
	const bytes = await checkReceipt(receipt, leaf.receipt);
	const path = await checkPath(file, file.extra, checkpoint);
	const signature = await checkedSignature(file.checkpoint, checkpoint.origin, keys);
	const picture: ProofPicture = {
		receipt: { id: leaf.receipt, state: bytes.state },
		...path.picture,
		checkpoint: { origin: checkpoint.origin, signer: signature.signer, state: signature.state },
	};
	return {
		leaf,
		picture,
		faults: [bytes.fault, path.fault, signature.fault].filter((fault) => fault !== undefined),
		...(signature.unable === undefined ? {} : { unable: signature.unable }),
	};
}

interface Checked {
	readonly state: LinkState;
	readonly fault?: Fault;
}

async function checkReceipt(receipt: Uint8Array | undefined, id: string): Promise<Checked> {
	if (!receipt) return { state: "open" };
	const found = await sha256Hex(receipt);
	if (found === id) return { state: "checked" };
	const says = `The receipt's file has the SHA-256 ${found}, but the entry of the log names ${id}. The file was changed since it was logged.`;
	return { state: "wrong", fault: { link: "receipt", says } };
}

async function checkPath(file: InclusionFile, entry: Uint8Array, { size, root }: Checkpoint) {
	const { index, proof } = file;
	const leafHash = await hashLeaf(entry);
	const walked = await walkInclusionProof(index, size, leafHash, proof);
	const covers = walked ? coveredLeaves(index, size) : [];
	const steps = (walked?.steps ?? []).map(({ given, left, right, parent }, at) => ({
		given,
		left: toHex(left),
		right: toHex(right),
		parent: toHex(parent),
		covers: covers[at] ?? { from: 0, to: size },
		state: "checked" as const,
	}));
	const [computed, signed] = [toHex(walked?.root ?? leafHash), toHex(root)];
	const says = walked ? wrongRoot(computed, signed, steps.length) : wrongLength(index, size, proof.length);
	const holds = walked !== undefined && computed === signed;
	const text = new TextDecoder().decode(entry);
	const picture = {
		entry: { text, leafHash: toHex(leafHash), state: "checked" as const },
		index,
		size,
		steps,
		root: { computed, signed, state: holds ? ("checked" as const) : ("wrong" as const) },
	};
	return { picture, fault: holds ? undefined : { link: "root" as const, says } };
}

function wrongRoot(computed: string, signed: string, steps: number): string {
	return `After ${stepCount(steps)} the root is ${computed}, but the checkpoint names ${signed}. The entry, its index or one of the proof's hashes was changed.`;
}

function wrongLength(index: number, size: number, hashes: number): string {
	const gives = `The proof gives ${plainCount(hashes, "hash", "hashes")}`;
	if (index >= size) return `${gives} for leaf ${digitGroups(index)}, but the log has ${leafCount(size)} only.`;
	return `${gives}, but the path of leaf ${digitGroups(index)} in a log of ${leafCount(size)} has ${coveredLeaves(index, size).length}.`;
}

interface CheckedSignature extends Checked {
	/** `<name>+<key id>` of the log's key, else of the first signature. */
	readonly signer: string;
	readonly unable?: string;
}

/** Cached, because a build proves many receipts with one checkpoint. */
let last: { readonly of: string; readonly signature: Promise<CheckedSignature> } | undefined;

function checkedSignature(...[note, origin, keys]: Parameters<typeof checkSignature>): Promise<CheckedSignature> {
	const of = JSON.stringify([note, origin, keys]);
	if (last?.of !== of) last = { of, signature: checkSignature(note, origin, keys) };
	return last.signature;
}

async function checkSignature(note: string, origin: string, texts: readonly string[]): Promise<CheckedSignature> {
	const keys = await Promise.all(texts.map(parseVerifierKey));
	const first = parseNote(note).signatures[0];
	const signer = first ? `${first.name}+${first.keyId}` : "";
	const wrong = (says: string) => ({ signer, state: "wrong" as const, fault: { link: "signature" as const, says } });
	try {
		const [key] = logSigners(await openNote(note, keys), origin);
		if (!key) return wrong(`No trusted key belongs to the log ${origin}.`);
		return { signer: `${key.name}+${key.keyId}`, state: "checked" };
	} catch (error) {
		if (!isFailure(error)) throw error;
		if (error.code === "ed25519-missing") return { signer, state: "open", unable: error.message };
		if (error.code === "signature-invalid" || error.code === "signature-missing") return wrong(error.message);
		throw error;
	}
}

export interface BuiltHashes {
	readonly signed: string;
	readonly leafHash: string;
	/** From the leaf upwards. */
	readonly given: readonly string[];
}

/** A wrong root does not show the wrong step. The build's hashes for the same checkpoint show the first difference. */
export function locateChange(examined: Examination, built: BuiltHashes): Examination {
	const { picture, faults } = examined;
	const fault = faults.find(({ link }) => link === "root");
	if (!fault || picture.root.signed !== built.signed) return examined;
	const link = firstDifference(picture, built);
	if (!link) return examined;
	const where = link === "entry" ? "The entry" : `The hash given in step ${link.slice("step-".length)}`;
	const says = `${where} was changed since this page was built. ${fault.says}`;
	return {
		...examined,
		picture: breakAt(picture, link),
		faults: faults.map((each) => (each === fault ? { link, says } : each)),
	};
}

function firstDifference({ entry, steps }: ProofPicture, built: BuiltHashes): LinkName | undefined {
	if (entry.leafHash !== built.leafHash) return "entry";
	const at = steps.findIndex(({ given, left, right }, step) => (given === "left" ? left : right) !== built.given[step]);
	return at < 0 ? undefined : `step-${at + 1}`;
}

/** Everything computed from a wrong link is open. */
function breakAt(picture: ProofPicture, link: LinkName): ProofPicture {
	const first = link === "entry" ? -1 : Number(link.slice("step-".length)) - 1;
	const stateAt = (step: number) => {
		if (step === first) return "wrong";
		return step > first ? "open" : "checked";
	};
	return {
		...picture,
		entry: { ...picture.entry, state: stateAt(-1) },
		steps: picture.steps.map((step, at) => ({ ...step, state: stateAt(at) })),
		root: { ...picture.root, state: "open" },
	};
}
