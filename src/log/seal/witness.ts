import { toBase64 } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { malformed, parseDecimal } from "#log/tlog/canonical.ts";
import { consistencyProof, type ReadHash } from "#log/tlog/merkle.ts";
import { type NoteSignature, openNote, parseVerifierKey, SIGNATURE_TYPES, type VerifierKey } from "#log/tlog/note.ts";
import { readFromTiles } from "#log/tlog/tiles.ts";
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
	return { key, address: submissionAddress(readAddress(prefix, "The submission address of --witness")) };
}

/** Where checkpoints go, below the prefix that a witness publishes. C2SP tlog-witness. */
export function submissionAddress(prefix: URL): URL {
	return new URL(`${prefix.href.replace(/\/$/, "")}/add-checkpoint`);
}

const REFUSALS: Readonly<Record<number, string>> = {
	400: "It does not understand the request.",
	403: "It knows the log, but none of the keys that signed the checkpoint.",
	404: "It does not know this log: ask its operator to add the log's vkey.",
	409: "It has seen another tree of this log.",
	422: "It does not accept the proof that this tree goes on from the one that it saw last.",
};

/** A signed tree as a witness is shown it. */
export interface Shown {
	readonly signed: CheckpointFile;
	/** The checkpoint before this one, whose cosignatures tell what each witness knows. */
	readonly before: CheckpointFile | undefined;
	/** Hashes of the tree. */
	readonly read: ReadHash;
	/** How long an answer is waited for; 15 s where it is left out. */
	readonly answerMs: number | undefined;
}

/**
 * Has a witness cosign a signed tree. C2SP tlog-witness, "add-checkpoint".
 * @throws Failure that says why there is no valid cosignature
 */
async function askWitness(
	{ key, address }: Witness,
	{ signed, before, read, answerMs }: Shown,
): Promise<NoteSignature> {
	const known = knownTo(key, before);
	const { size } = signed.checkpoint;
	const submit = async (from: number) => {
		const proof = from === 0 ? [] : await consistencyProof(from, size, read);
		const lines = [`old ${from}`, ...proof.map(toBase64)].map((line) => `${line}\n`);
		return postBytes(address, "text/plain; charset=utf-8", `${lines.join("")}\n${signed.text}`, answerMs);
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
	return cosignatureIn(answer, key, signed);
}

function sizeOf({ mediaType, body }: Answer): number | undefined {
	return mediaType === "text/x.tlog.size" ? parseDecimal(new TextDecoder().decode(body).trim()) : undefined;
}

async function cosignatureIn({ body }: Answer, key: VerifierKey, { note }: CheckpointFile): Promise<NoteSignature> {
	const { signatures } = await openNote(`${note.text}\n${new TextDecoder().decode(body)}`, [key]);
	const found = signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId);
	if (found) return found;
	throw malformed("cosignature", "The witness's line is missing.");
}

export interface Cosigned {
	readonly published: CheckpointFile;
	/** A sentence for each witness that did not cosign. */
	readonly notes: readonly string[];
}

/** A cosignature, or the sentence that says why there is none. */
export async function tryWitness(witness: Witness, shown: Shown): Promise<NoteSignature | string> {
	try {
		return await askWitness(witness, shown);
	} catch (error) {
		if (!isFailure(error)) throw error;
		return `The witness ${witness.key.name} did not cosign. ${error.message}`;
	}
}

/**
 * Has witnesses cosign a checkpoint that is already published, and publishes the same text again with their signatures.
 * A witness that fails holds nothing up; one that has cosigned it is not asked.
 */
export async function cosign(
	published: CheckpointFile,
	witnesses: readonly Witness[],
	{ before, answerMs }: Pick<Shown, "before" | "answerMs">,
	publication: Omit<Publication, "before">,
): Promise<Cosigned> {
	const read = readFromTiles(published.checkpoint.size, tileReader(publication.directory));
	const missed = witnesses.filter(({ key }) => !hasCosigned(published, key));
	const shown = { signed: published, before, read, answerMs };
	const answers = await Promise.all(missed.map((witness) => tryWitness(witness, shown)));
	const notes = answers.filter((answer) => typeof answer === "string");
	const signatures = answers.filter((answer) => typeof answer !== "string");
	if (signatures.length === 0) return { published, notes };
	const text = addSignatures(published.text, signatures);
	await publishCheckpoint({ ...publication, before: published.text }, text);
	return { published: await openCheckpoint(text, published.keys), notes };
}

export function hasCosigned({ note }: CheckpointFile, key: VerifierKey): boolean {
	return note.signatures.some(({ name, keyId }) => name === key.name && keyId === key.keyId);
}

/** Size of the last tree that a witness has cosigned, as far as we know; it corrects us once. */
function knownTo(key: VerifierKey, before: CheckpointFile | undefined): number {
	return before && hasCosigned(before, key) ? before.checkpoint.size : 0;
}
