import { hash } from "node:crypto";
import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { counted } from "#core/wording.ts";
import { parseNote } from "#log/tlog/note.ts";
import { POLICY_NAME } from "../seal/bind-policy.ts";
import { readPendingTree } from "../seal/pending-tree.ts";
import { isQuorum, readWitnessPolicy, validCosignatures, type WitnessPolicy } from "../seal/witness-policy.ts";
import { asSentence, type Findings } from "./findings.ts";
import { hasKey, type LogKeys } from "./log-keys.ts";
import type { LogLeaves } from "./log-leaves.ts";
import { readBytes } from "./log-listing.ts";
import type { SignedCheckpoint } from "./published-checkpoints.ts";
import type { AuditOptions } from "./recompute-log.ts";

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

/**
 * Compares the policy with what the log binds of it: whoever can write the folder could ask for fewer witnesses. A site serves it
 * behind a line for the log itself.
 */
export async function comparePolicy(
	{ reports, isOutside = false }: Pick<AuditOptions, "reports" | "isOutside">,
	{ bound }: LogLeaves,
	findings: Findings,
): Promise<void> {
	const file = "log/policy.txt";
	const bytes = await readBytes(join(reports, file));
	const newest = bound.get(POLICY_NAME)?.at(-1);
	if (!newest) {
		if (bytes && !isOutside) findings.notes.push(`No leaf binds ${file} yet: the next seal does.`);
		return;
	}
	const { index, leaf } = newest;
	const own = bytes ?? Buffer.alloc(0);
	const served = own.subarray(own.indexOf("\n") + 1);
	// Without a policy of its operator's, a site serves one that asks nobody.
	const forms = isOutside
		? [own, served, ...(served.equals(Buffer.from("quorum none\n")) ? [Buffer.alloc(0)] : [])]
		: [own];
	if (forms.some((form) => form.length === leaf.size && hash("sha256", form) === leaf.digest)) return;
	// One that cannot be read is left to whoever reads it.
	const waits = await readPendingTree(join(reports, "log")).catch(asNone);
	const next = waits?.leaves.findLast((each) => each.kind === "list" && each.name === POLICY_NAME);
	if (next?.kind === "list" && next.size === own.length && next.digest === hash("sha256", own)) return;
	const says = bytes ? "It is not what the log binds" : "It is missing, and the log binds it";
	findings.fault(file, `${says}: leaf ${index}.`, CHANGED);
}

const CHANGED = "Restore it from git. Where you have changed it yourself, seal: the next leaf binds it.";

function asNone(error: unknown): undefined {
	if (!isFailure(error)) throw error;
}

async function orFault<T>(file: string, read: () => Promise<T>, findings: Findings): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (!isFailure(error)) throw error;
		return findings.fault(file, asSentence(error));
	}
}
