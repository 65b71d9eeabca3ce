import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { counted } from "#core/wording.ts";
import { parseNote } from "#log/note.ts";
import { readPendingTree } from "../seal/pending-tree.ts";
import { isQuorum, readWitnessPolicy, validCosignatures, type WitnessPolicy } from "../seal/witness-policy.ts";
import { asSentence, type Findings } from "./findings.ts";
import { hasKey, type LogKeys } from "./log-keys.ts";
import type { SignedCheckpoint } from "./published-checkpoints.ts";

/** Which witnesses the operator asks for; undefined where there are none, or with a fault. */
export async function readPolicy(reports: string, findings: Findings): Promise<WitnessPolicy | undefined> {
	return orFault("log/policy.txt", () => readWitnessPolicy(join(reports, "log")), findings);
}

/** Keys of the policy's witnesses are known as well: they vouch for nothing but that somebody has cosigned. */
export function withWitnesses(keys: LogKeys, policy: WitnessPolicy | undefined): LogKeys {
	const more = policy?.witnesses.map(({ key }) => key).filter((key) => !hasKey(keys.known, key)) ?? [];
	return { ...keys, known: [...keys.known, ...more] };
}

/** Says whether the checkpoint has its quorum, and whether a tree waits for one. Neither is a fault: the next seal asks again. */
export async function notePolicy(
	reports: string,
	current: SignedCheckpoint | undefined,
	policy: WitnessPolicy | undefined,
	findings: Findings,
): Promise<void> {
	if (current && policy && policy.quorum !== "none") {
		const { text, signatures } = parseNote(current.text);
		const has = isQuorum(policy, await validCosignatures(policy, text, signatures)) ? "has" : "does not have";
		findings.notes.push(`log/checkpoint ${has} the quorum "${policy.quorum}" that log/policy.txt asks for.`);
	}
	const pending = await orFault("log/pending", () => readPendingTree(join(reports, "log")), findings);
	if (pending)
		findings.notes.push(
			`A tree of ${counted(pending.size, "leaf", "leaves")} waits for its witnesses in log/pending: the next seal asks again.`,
		);
}

async function orFault<T>(file: string, read: () => Promise<T>, findings: Findings): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (!isFailure(error)) throw error;
		return findings.fault(file, asSentence(error));
	}
}
