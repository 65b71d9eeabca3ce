import { counted, listing } from "#core/wording.ts";
import type { NoteSignature } from "#log/tlog/note.ts";
import { type CheckpointFile, openCheckpoint } from "./log-files.ts";
import { addSignatures } from "./publish.ts";
import { hasCosigned, type Shown, tryWitness } from "./witness.ts";
import { isQuorum, type WitnessPolicy } from "./witness-policy.ts";

/** What the witnesses of the policy have said of a tree that is not published yet. */
export interface Agreement {
	readonly signed: CheckpointFile;
	readonly isReached: boolean;
	/** Sentences: who did not cosign, and why. */
	readonly notes: readonly string[];
}

/**
 * Asks the witnesses of the policy one after the other, in its order, so that of two machines at work at once the same witness
 * decides for most. Stops where the quorum cannot be reached any more: whoever cosigns a tree cosigns no other of its size.
 * @param shown with the cosignatures that it has already, which were checked
 * @param keep called with each new cosignature before the next witness is asked
 */
export async function reachQuorum(
	policy: WitnessPolicy,
	shown: Shown,
	keep: (cosignatures: readonly NoteSignature[]) => Promise<void>,
): Promise<Agreement> {
	let { signed } = shown;
	const notes: string[] = [];
	const open = policy.asked.filter(({ key }) => !hasCosigned(signed, key));
	const mayReach = () =>
		policy.isReached(({ key }) => hasCosigned(signed, key) || open.some((each) => each.key === key));
	while (open.length > 0 && mayReach()) {
		const [witness] = open.splice(0, 1);
		if (!witness) break;
		const answer = await tryWitness(witness, { ...shown, signed });
		if (typeof answer === "string") notes.push(answer);
		else {
			signed = await openCheckpoint(addSignatures(signed.text, [answer]), signed.keys);
			await keep(cosignaturesOf(signed, policy));
		}
	}
	if (open.length > 0)
		notes.push(`${listing(open.map(({ key }) => key.name))} ${open.length === 1 ? "was" : "were"} not asked any more.`);
	return { signed, isReached: isQuorum(policy, signed.note.signatures), notes };
}

/** Lines of witnesses among the signatures of a tree. */
export function cosignaturesOf({ note }: CheckpointFile, { witnesses }: WitnessPolicy): NoteSignature[] {
	return note.signatures.filter(({ name, keyId }) =>
		witnesses.some(({ key }) => key.name === name && key.keyId === keyId),
	);
}

/** Why a tree is not published, and what becomes of it. */
export function waitingNote({ signed, isReached }: Agreement, policy: WitnessPolicy): string[] {
	if (isReached) return [];
	const names = cosignaturesOf(signed, policy).map(({ name }) => name);
	const has = names.length > 0 ? `${listing(names)} ${names.length === 1 ? "has" : "have"}` : "No witness has";
	const { size } = signed.checkpoint;
	return [
		`${has} cosigned the tree of ${counted(size, "leaf", "leaves")}, and the quorum "${policy.quorum}" of log/policy.txt asks for more. Nothing was published: the tree waits in log/pending, and the next seal asks again for it.`,
	];
}
