import { isFailure } from "#core/failure.ts";
import type { Checkpoint } from "#log/checkpoint.ts";
import { parseDecimal } from "#log/encoding.ts";
import { type CheckpointFile, logPaths, openCheckpoint } from "../seal/log-files.ts";
import { namesIn, readIfThere } from "./if-there.ts";

/** A signed checkpoint and its text, to the letter. */
export type SignedText = Pick<CheckpointFile, "checkpoint" | "text">;

/**
 * Checkpoints that proofs are bound to, smallest first: those that were ever published and that the newest key in use has
 * signed, the one in force last. A reader with that key alone can check each of them; one that only an older key has signed
 * would have to be made anew when that key is given up.
 * @throws Failure `log-malformed`, `signature-invalid`
 */
export async function readProvingCheckpoints(directory: string, current: CheckpointFile): Promise<SignedText[]> {
	const names = await namesIn(logPaths(directory).checkpoints);
	const sizes = names.flatMap((name) => parseDecimal(name) ?? []).sort((a, b) => a - b);
	const kept: SignedText[] = [];
	for (const size of sizes.filter((each) => each > 0 && each <= current.checkpoint.size)) {
		const text = (await readIfThere(logPaths(directory).archivedCheckpoint(size))) ?? "";
		const checkpoint = await signedBy(current, text);
		if (checkpoint?.size === size && checkpoint.origin === current.checkpoint.origin) kept.push({ checkpoint, text });
	}
	return [...kept, current];
}

/** Undefined where the newest key in use has not signed it. */
async function signedBy({ keys }: CheckpointFile, text: string): Promise<Checkpoint | undefined> {
	try {
		return (await openCheckpoint(text, keys.slice(0, 1))).checkpoint;
	} catch (error) {
		if (isFailure(error) && error.code === "signature-missing") return undefined;
		throw error;
	}
}
