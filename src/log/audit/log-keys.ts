import { join } from "node:path";
import { decodeStrictly } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from "#log/tlog/note.ts";
import { type Findings, reasonOf } from "./findings.ts";
import { readBytes } from "./log-listing.ts";

export type LogKeys = Awaited<ReturnType<typeof readLogKeys>>;

/**
 * Reads the keys that signatures are checked with from the lists of the log. Every key carries a digest of itself, so
 * that damage shows here.
 */
export async function readLogKeys(reports: string, given: readonly VerifierKey[], origin: string, findings: Findings) {
	const [vkeys, retiredVkeys] = ["log/vkeys", "log/retired-vkeys"];
	const retiredList = await readBytes(join(reports, retiredVkeys));
	const inUse = await readList(vkeys, await readBytes(join(reports, vkeys)), findings);
	const retired = retiredList ? await readList(retiredVkeys, retiredList, findings) : [];
	const damaged = findings.faults.length > 0;
	const ofLog = [...inUse, ...retired];
	const ask = "Find out who changed it: readers who take their key from here trust another one.";
	for (const key of given.filter((each) => each.name === origin && !damaged && !hasKey(ofLog, each)))
		findings.fault(vkeys, `It does not list the given key ${nameOf(key)}.`, ask);
	return {
		/** The log's unique name. */
		origin,
		known: [...given, ...ofLog.filter((key) => !hasKey(given, key))],
		inUse,
		/** They may have signed what is earlier than the published checkpoint. */
		retired,
		/** Those that the reader trusts by own knowledge; empty when none were given. */
		given,
		/** Whether the lists may lack a key that they had. */
		damaged,
	};
}

/** Reads a list, one key a line and nothing else. */
async function readList(file: string, bytes: Uint8Array | undefined, findings: Findings): Promise<VerifierKey[]> {
	const keys: VerifierKey[] = [];
	const text = bytes && decodeStrictly(bytes);
	if (!bytes) findings.fault(file, "The file is missing: without it readers cannot check any signature.");
	else if (text === undefined) findings.fault(file, "It is not UTF-8 text.");
	else if (!text.endsWith("\n")) findings.fault(file, "It does not hold one public key a line.");
	for (const [at, line] of (text?.endsWith("\n") ? text.slice(0, -1).split("\n") : []).entries()) {
		const key = await readKey(line);
		if (typeof key === "string") findings.fault(file, `Line ${at + 1} is no public key. ${key}`);
		else if (hasKey(keys, key)) findings.fault(file, `Line ${at + 1} repeats an earlier one.`);
		else keys.push(key);
	}
	return keys;
}

/**
 * Reads a key of the command line.
 * @throws Failure `input-invalid`
 */
export async function readGivenKey(text: string): Promise<VerifierKey> {
	const key = await readKey(text);
	if (typeof key !== "string") return key;
	throw new Failure("input-invalid", { what: `"${text}" is no public key.`, why: key });
}

/** The key, or why it is none. */
function readKey(text: string): Promise<VerifierKey | string> {
	return parseVerifierKey(text).catch(reasonOf);
}

/** Whether that very key is among them: ids of 32 bits can be forged. */
export function hasKey(keys: readonly VerifierKey[], key: VerifierKey): boolean {
	return keys.some((each) => formatVerifierKey(each) === formatVerifierKey(key));
}

/** `<name>+<key id>` */
export function nameOf({ name, keyId }: Pick<VerifierKey, "name" | "keyId">): string {
	return `${name}+${keyId}`;
}
