import { decodeStrictly, toHex } from "#core/bytes.ts";
import { type Failure, isFailure } from "#core/failure.ts";
import type { KeySource, ReceiptLeaf, Verification, VerificationStep } from "#core/verification.ts";
import { counted, shortDigest } from "#core/wording.ts";
import { malformed } from "#log/tlog/canonical.ts";
import { isSampleOrigin, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { parseInclusionFile, type VerifiedInclusion, verifyInclusionFile } from "#log/tlog/inclusion-file.ts";
import { parseReceiptLeaf } from "#log/tlog/leaf.ts";
import {
	cosignatureTime,
	cosignedAt,
	formatVerifierKey,
	type Note,
	parseNote,
	SIGNATURE_TYPES,
	type VerifierKey,
} from "#log/tlog/note.ts";
import type { NamedBytes } from "./material.ts";
import type { Trust } from "./trusted-keys.ts";

/** A proof that has been read and not yet believed. */
export interface ReadProof {
	readonly text: string;
	/** The log that it claims to be of. */
	readonly origin: string;
	readonly leaf: ReceiptLeaf;
	readonly note: Note;
}

/** @throws Failure `log-malformed` for what is no proof of a receipt */
export function readProof({ bytes }: NamedBytes): ReadProof {
	const text = decodeStrictly(bytes);
	if (text === undefined) throw malformed("inclusion proof", "It is not UTF-8 text.");
	const { extra, checkpoint } = parseInclusionFile(text);
	if (!extra) throw malformed("receipt's inclusion proof", "It lacks the entry (its extra line).");
	const note = parseNote(checkpoint);
	return { text, origin: parseCheckpoint(note.text).origin, leaf: parseReceiptLeaf(extra), note };
}

export interface CheckedProof {
	readonly steps: readonly VerificationStep[];
	/** Present when signature and proof are right. */
	readonly log?: NonNullable<Verification["log"]>;
	readonly inclusion?: VerifiedInclusion;
}

/** Checks signatures and proof. @throws Failure `log-malformed` */
export async function checkProof(proof: ReadProof, { keys, source }: Trust): Promise<CheckedProof> {
	let inclusion: VerifiedInclusion;
	try {
		inclusion = await verifyInclusionFile(proof.text, keys);
	} catch (error) {
		const steps = isFailure(error) && stepsOfFailure(error, source);
		if (!steps) throw error;
		return { steps };
	}
	const { checkpoint, index, signedBy } = inclusion;
	const { origin, size, root } = checkpoint;
	const { kind, auditedAt } = inclusion.leaf;
	const witnesses = witnessTimes(proof.note, inclusion.witnesses);
	const key = formatVerifierKey(signedBy);
	const log = { origin, size, root: toHex(root), index, kind, auditedAt, key, keySource: source, witnesses };
	const steps = [included(log), signed(log, signedBy), ...sampleNote(log), witnessed(log, proof.note)];
	return { steps, log, inclusion };
}

const KEY_WORDS: Readonly<Record<KeySource, string>> = {
	given: "the key that you gave",
	pinned: "a key pinned in this package",
	checkout: "the key of this checkout's own log",
	remembered: "the key that this machine remembers of that site",
	site: "the key that the site itself gives",
};

function signed(log: NonNullable<Verification["log"]>, { name, keyId }: VerifierKey): VerificationStep {
	const says = `That state of the log is signed by ${name}+${keyId}, ${KEY_WORDS[log.keySource]}.`;
	return { id: "signature", state: "proved", says };
}

function included({ index, size, origin, root }: NonNullable<Verification["log"]>): VerificationStep {
	const says = `It is leaf ${index} in the log ${origin} of ${counted(size, "leaf", "leaves")}, root ${shortDigest(root)}.`;
	return { id: "inclusion", state: "proved", says };
}

function sampleNote({ origin }: NonNullable<Verification["log"]>): VerificationStep[] {
	if (!isSampleOrigin(origin)) return [];
	const says = `The log ${origin} is one of samples: its key is public, so anyone could have made this.`;
	return [{ id: "sample", state: "open", says }];
}

function witnessed({ origin, witnesses }: NonNullable<Verification["log"]>, note: Note): VerificationStep {
	if (witnesses.length > 0) {
		const who = witnesses.map(({ name, at }) => `${name} at ${at.slice(0, 19).replace("T", " ")} UTC`).join(", ");
		return { id: "witness", state: "proved", says: `Witnessed by ${who}: by then the log had this entry.` };
	}
	const strangers = new Set(note.signatures.map(({ name }) => name).filter((name) => name !== origin));
	const unknown = [...strangers].slice(0, 3).join(", ");
	const says =
		strangers.size === 0
			? "No witness has cosigned it: the log could show others another history."
			: `No witness whose key is known here has cosigned it (${unknown} may have): the log could show others another history.`;
	return { id: "witness", state: "open", says };
}

/** What a wrong proof comes to, line by line; undefined for a failure that says nothing about the log. */
function stepsOfFailure(error: Failure, source: KeySource): VerificationStep[] | undefined {
	switch (error.code) {
		case "signature-invalid":
		case "signature-missing": {
			const says = `The log's state is not signed by ${KEY_WORDS[source]}. ${error.message}`;
			const rest =
				"Whether the entry is in the log was not looked at: nobody who is trusted here vouches for that state.";
			return [
				{ id: "inclusion", state: "open", says: rest },
				{ id: "signature", state: "disproved", says },
			];
		}
		case "proof-wrong":
			return [
				{ id: "inclusion", state: "disproved", says: error.message },
				{ id: "signature", state: "proved", says: `That state of the log is signed by ${KEY_WORDS[source]}.` },
			];
		default:
			return undefined;
	}
}

/** Which of the signers are witnesses, and when each has cosigned. */
export function witnessTimes(note: Note, signers: readonly VerifierKey[]) {
	const witnesses = signers.filter(({ type }) => type === SIGNATURE_TYPES.cosignature);
	return witnesses.map((key) => ({ name: key.name, at: timeOf(note, key) }));
}

function timeOf(note: Note, key: VerifierKey): string {
	const line = note.signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId);
	const signature = line?.signature ?? new Uint8Array();
	// A time that no calendar reaches has been signed all the same.
	return cosignedAt(signature) ?? `${cosignatureTime(signature)} s after 1970`;
}
