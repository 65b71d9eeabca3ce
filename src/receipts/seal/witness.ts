import { Failure, isFailure } from "#core/failure.ts";
import { malformed, parseDecimal, toBase64 } from "#log/encoding.ts";
import { consistencyProof, type ReadHash } from "#log/merkle-tree.ts";
import { type NoteSignature, openNote } from "#log/note.ts";
import { parseVerifierKey, SIGNATURE_TYPES, type VerifierKey } from "#log/note-key.ts";
import { readFromTiles } from "#log/tree-storage.ts";
import { type Answer, postBytes, readAddress } from "./configured-host.ts";
import { type CheckpointFile, openCheckpoint, tileReader } from "./log-files.ts";
import { addSignatures, type Publication, publishCheckpoint } from "./publish.ts";

/** Somebody who cosigns a log's checkpoints after checking that each goes on from the last one they saw. */
export interface Witness {
	readonly key: VerifierKey;
	/** Where checkpoints are submitted: `add-checkpoint` below the configured prefix. */
	readonly address: URL;
}

/** Reads `<vkey> <submission address>`. @throws Failure `input-invalid` */
export async function parseWitness(text: string): Promise<Witness> {
	const [vkey = "", prefix = "", ...more] = text.trim().split(/\s+/);
	const refuse = (why: string) =>
		new Failure("input-invalid", {
			what: `--witness is "${text}"; it takes "<vkey> <submission address>".`,
			why,
			todo: "The witness publishes both.",
		});
	if (prefix === "" || more.length > 0) throw refuse("These are not two words.");
	const key = await parseVerifierKey(vkey).catch((error) => {
		throw isFailure(error) ? refuse(error.message) : error;
	});
	if (key.type !== SIGNATURE_TYPES.cosignature) throw refuse("The key is not one for cosignatures (type 4).");
	const address = readAddress(prefix, "The submission address of --witness");
	return { key, address: new URL(`${address.href.replace(/\/$/, "")}/add-checkpoint`) };
}

const REFUSALS: Readonly<Record<number, string>> = {
	400: "It does not understand the request.",
	403: "It knows the log, but none of the keys that signed the checkpoint.",
	404: "It does not know this log: ask its operator to add the log's vkey.",
	409: "It has seen another tree of this log.",
	422: "It does not accept the proof that this tree goes on from the one that it saw last.",
};

/**
 * Has a witness cosign a published checkpoint. C2SP tlog-witness, "add-checkpoint".
 * @param known size of the last tree that the witness has cosigned, as far as we know; it corrects us once
 * @param read hashes of the published tree
 * @throws Failure that says why there is no valid cosignature
 */
async function askWitness(
	{ key, address }: Witness,
	published: CheckpointFile,
	known: number,
	read: ReadHash,
): Promise<NoteSignature> {
	const { size } = published.checkpoint;
	const submit = async (from: number) => {
		const proof = from === 0 ? [] : await consistencyProof(from, size, read);
		const lines = [`old ${from}`, ...proof.map(toBase64)].map((line) => `${line}\n`);
		return postBytes(address, "text/plain; charset=utf-8", `${lines.join("")}\n${published.text}`);
	};
	let answer = await submit(known);
	const seen = answer.status === 409 ? sizeOf(answer) : undefined;
	if (seen !== undefined && seen > size)
		throw new Failure("log-inconsistent", {
			what: `It has seen this log with ${seen} leaves, and this tree has ${size}.`,
			why: "The log went back, or two copies of it are being sealed.",
			todo: "Find the copy that goes further before you publish this one.",
		});
	if (seen !== undefined && seen !== known) answer = await submit(seen);
	if (answer.status !== 200) {
		const why = REFUSALS[answer.status];
		throw new Failure("connection-failed", { what: `It answered with status ${answer.status}.`, why });
	}
	return cosignatureIn(answer, key, published);
}

function sizeOf({ mediaType, body }: Answer): number | undefined {
	return mediaType === "text/x.tlog.size" ? parseDecimal(new TextDecoder().decode(body).trim()) : undefined;
}

async function cosignatureIn({ body }: Answer, key: VerifierKey, published: CheckpointFile): Promise<NoteSignature> {
	const { signatures } = await openNote(`${published.note.text}\n${new TextDecoder().decode(body)}`, [key]);
	const found = signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId);
	if (found) return found;
	throw malformed("cosignature", "The witness's line is missing.");
}

export interface Cosigned {
	readonly published: CheckpointFile;
	/** A sentence for each witness that did not cosign. */
	readonly notes: readonly string[];
}

/**
 * Has witnesses cosign a checkpoint that is already published, and publishes the same text again with their signatures.
 * A witness that fails holds nothing up.
 * @param before the checkpoint before this one, whose cosignatures tell what each witness knows
 */
export async function cosign(
	published: CheckpointFile,
	before: CheckpointFile | undefined,
	witnesses: readonly Witness[],
	publication: Omit<Publication, "before">,
): Promise<Cosigned> {
	const read = readFromTiles(published.checkpoint.size, tileReader(publication.directory));
	const ask = async (witness: Witness) => {
		try {
			return await askWitness(witness, published, knownTo(witness, before), read);
		} catch (error) {
			if (!isFailure(error)) throw error;
			return `The witness ${witness.key.name} did not cosign. ${error.message}`;
		}
	};
	const answers = await Promise.all(witnesses.map(ask));
	const notes = answers.filter((answer) => typeof answer === "string");
	const signatures = answers.filter((answer) => typeof answer !== "string");
	if (signatures.length === 0) return { published, notes };
	const text = addSignatures(published.text, signatures);
	await publishCheckpoint({ ...publication, before: published.text }, text);
	return { published: await openCheckpoint(text, published.keys), notes };
}

function knownTo({ key }: Witness, before: CheckpointFile | undefined): number {
	const cosigned = before?.note.signatures.some(({ name, keyId }) => name === key.name && keyId === key.keyId);
	return cosigned ? (before?.checkpoint.size ?? 0) : 0;
}
