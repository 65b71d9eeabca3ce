import { join } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import type { NoteSignature } from "#log/tlog/note.ts";
import { verifySignature } from "#log/tlog/note.ts";
import { type Policy, parsePolicy } from "#log/tlog/policy.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { readAddress } from "./configured-host.ts";
import { submissionAddress, type Witness } from "./witness.ts";

/** Which witnesses must have cosigned a tree before it is published: `log/policy.txt`, which the operator writes. */
export interface WitnessPolicy extends Policy {
	/** Those that can be asked, in the order of the file. */
	readonly asked: readonly Witness[];
}

/**
 * @returns undefined where the operator has written none: then no witness is needed
 * @throws Failure `input-invalid` that names the line
 */
export async function readWitnessPolicy(directory: string): Promise<WitnessPolicy | undefined> {
	const text = await readIfThere(join(directory, "policy.txt"));
	if (text === undefined) return undefined;
	try {
		const policy = await parsePolicy(text);
		const asked = policy.witnesses.flatMap(({ key, address }) =>
			address === undefined ? [] : { key, address: submissionAddress(readAddress(address, "A witness's address")) },
		);
		return { ...policy, asked };
	} catch (error) {
		if (!isFailure(error)) throw error;
		throw new Failure("input-invalid", {
			what: "log/policy.txt cannot be used, so nothing was signed.",
			why: error.message,
			todo: "Correct it: it has the form that c2sp.org/tlog-policy describes.",
		});
	}
}

/** Those of the signatures that a witness of the policy has given to this text. */
export async function validCosignatures(
	{ witnesses }: Policy,
	text: string,
	signatures: readonly NoteSignature[],
): Promise<NoteSignature[]> {
	const judged = signatures.map(async (each) => {
		const by = witnesses.find(({ key }) => key.name === each.name && key.keyId === each.keyId);
		return by !== undefined && (await verifySignature(by.key, text, each.signature)) ? [each] : [];
	});
	return (await Promise.all(judged)).flat();
}

/** Whether signatures that were checked are a quorum. */
export function isQuorum({ isReached }: Policy, signatures: readonly NoteSignature[]): boolean {
	return isReached(({ key }) => signatures.some(({ name, keyId }) => name === key.name && keyId === key.keyId));
}
