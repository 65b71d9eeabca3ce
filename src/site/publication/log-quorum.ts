import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import type { VerifierKey } from "#log/tlog/note.ts";
import { openNote, parseNote } from "#log/tlog/note.ts";
import { parsePolicy } from "#log/tlog/policy.ts";
import { ifThere } from "#receipts/store/if-there.ts";

export interface LogQuorum {
	/** Undefined where no witness is asked. */
	readonly policy: string | undefined;
	/** Undefined where the policy asks for no quorum. */
	readonly name: string | undefined;
	readonly isReached: boolean;
}

/** @throws Failure as `readLogQuorum` */
export function logQuorum(checkpoint: string): Promise<LogQuorum> {
	return readLogQuorum(join(readEnvironment(process.env).reports, "log"), checkpoint);
}

/** `checkpoint`: the signed note. @throws Failure `log-malformed` for an unreadable policy, `signature-invalid` */
export async function readLogQuorum(directory: string, checkpoint: string): Promise<LogQuorum> {
	const text = await ifThere(readFile(join(directory, "policy.txt"), "utf8"));
	if (text === undefined) return { policy: undefined, name: undefined, isReached: false };
	const { witnesses, quorum, isReached } = await parsePolicy(text);
	if (quorum === "none") return { policy: text, name: undefined, isReached: false };
	const { signatures } = parseNote(checkpoint);
	const keys = witnesses.map(({ key }) => key).filter((key) => signatures.some((each) => isOf(each, key)));
	const signedBy = keys.length === 0 ? [] : (await openNote(checkpoint, keys)).signedBy;
	return { policy: text, name: quorum, isReached: isReached(({ key }) => signedBy.some((each) => isOf(each, key))) };
}

/** By name and id: the keys check the signatures themselves. */
function isOf(one: Pick<VerifierKey, "name" | "keyId">, other: Pick<VerifierKey, "name" | "keyId">): boolean {
	return one.name === other.name && one.keyId === other.keyId;
}
