import { isFailure } from "#core/failure.ts";
import { readFromTiles } from "#log/tree-storage.ts";
import { type CheckpointFile, openCheckpoint, tileReader } from "./log-files.ts";
import { addSignatures, type Publication, publishCheckpoint } from "./publish.ts";
import { askWitness, type Witness } from "./witness.ts";

export interface Cosigned {
	/** The checkpoint as it is published now. */
	readonly published: CheckpointFile;
	/** A sentence for each witness that did not cosign. */
	readonly notes: readonly string[];
}

/**
 * Has witnesses cosign a checkpoint that is already published, and publishes the same text again with their signatures.
 * A witness that fails holds nothing up.
 *
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
