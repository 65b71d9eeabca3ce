import { hash } from "node:crypto";
import { join } from "node:path";
import { counted } from "#core/wording.ts";
import { type Findings, RESTORE_LOG } from "./findings.ts";
import type { LogLeaves } from "./log-leaves.ts";
import { readBytes } from "./log-listing.ts";

/** What to do about a list that was signed as it is. */
export const SIGNED = "It was bound like this and cannot be undone: report it as a defect of what sealed it.";

/**
 * Reads a list that only grows: every leaf of its name binds what it was then, with which it must still begin.
 * @param directory of the log
 * @returns the bytes that the newest leaf binds; none where they are others
 */
export async function readGrowingList(
	directory: string,
	name: string,
	leaves: Pick<LogLeaves, "bound">,
	findings: Findings,
): Promise<Uint8Array> {
	const bytes = (await readBytes(join(directory, name))) ?? new Uint8Array();
	let before = 0;
	for (const { index, leaf } of leaves.bound.get(name) ?? []) {
		const isSame = bytes.length >= leaf.size && hash("sha256", bytes.subarray(0, leaf.size)) === leaf.digest;
		if (!isSame) {
			const says = `It does not begin with the ${leaf.size} bytes that leaf ${index} binds.`;
			findings.fault(`log/${name}`, says, RESTORE_LOG);
			return new Uint8Array();
		}
		if (leaf.size < before) findings.fault(`log/${name}`, `Leaf ${index} binds less of it than one before.`, SIGNED);
		before = leaf.size;
	}
	if (bytes.length > before)
		findings.notes.push(
			`log/${name} has ${counted(bytes.length - before, "byte")} that no leaf binds, left by a seal that was cut off: they excuse nothing.`,
		);
	return bytes.subarray(0, before);
}
