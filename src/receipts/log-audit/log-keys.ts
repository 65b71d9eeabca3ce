import { join } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { decodeStrictly } from "#log/encoding.ts";
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from "#log/note-key.ts";
import { logPaths } from "../seal/log-files.ts";
import { RESTORE, reasonOf } from "./log-faults.ts";
import { readBytes } from "./log-listing.ts";

/** Keys that signatures are checked with. */
export interface LogKeys {
	/** The log's unique name. */
	readonly origin: string;
	/** Those of `vkeys` and `retired-vkeys` that can be read, and those that were given. */
	readonly known: readonly VerifierKey[];
	/** Those of `retired-vkeys`: they may have signed what is earlier than the published checkpoint. */
	readonly retired: readonly VerifierKey[];
	/** Those that the reader trusts by own knowledge; empty when none were given. */
	readonly given: readonly VerifierKey[];
	/** Whether the lists may lack a key that they had. */
	readonly damaged: boolean;
}

/** Reads the key lists of `<reports>/log`. Every key carries a digest of itself, so that damage shows here. */
export async function readLogKeys(reports: string, given: readonly VerifierKey[], origin: string, faults: LogFault[]) {
	const { verifierKeys, retiredKeys } = logPaths(join(reports, "log"));
	const inUse = await readList("log/vkeys", await readBytes(verifierKeys), faults);
	const retiredList = await readBytes(retiredKeys);
	const retired = retiredList ? await readList("log/retired-vkeys", retiredList, faults) : [];
	const damaged = faults.length > 0;
	const ofLog = [...inUse, ...retired];
	for (const key of given.filter((each) => each.name === origin && !damaged && !hasKey(ofLog, each)))
		faults.push({
			file: "log/vkeys",
			says: `It does not list the given key ${nameOf(key)}.`,
			todo: "Find out who changed it: readers who take their key from here trust another one.",
		});
	const known = [...given, ...ofLog].filter((key, at, all) => !hasKey(all.slice(0, at), key));
	return { origin, known, retired, given, damaged } satisfies LogKeys;
}

/** Reads a list, one key a line and nothing else, and adds what is wrong with it to `faults`. */
async function readList(file: string, bytes: Uint8Array | undefined, faults: LogFault[]): Promise<VerifierKey[]> {
	const keys: VerifierKey[] = [];
	const fault = (says: string) => faults.push({ file, says, todo: RESTORE });
	const text = bytes && decodeStrictly(bytes);
	if (!bytes) fault("The file is missing: without it readers cannot check any signature.");
	else if (text === undefined) fault("It is not UTF-8 text.");
	else if (!text.endsWith("\n")) fault("It does not hold one public key a line.");
	else
		for (const [at, line] of text.slice(0, -1).split("\n").entries()) {
			const key = await readKey(line);
			if (typeof key === "string") fault(`Line ${at + 1} is no public key. ${key}`);
			else if (hasKey(keys, key)) fault(`Line ${at + 1} repeats an earlier one.`);
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
async function readKey(text: string): Promise<VerifierKey | string> {
	try {
		return await parseVerifierKey(text);
	} catch (error) {
		if (isFailure(error)) return reasonOf(error);
		throw error;
	}
}

/** Whether that very key is among them: ids of 32 bits can be forged. */
export function hasKey(keys: readonly VerifierKey[], key: VerifierKey): boolean {
	return keys.some((each) => formatVerifierKey(each) === formatVerifierKey(key));
}

/** `<name>+<key id>` */
export function nameOf({ name, keyId }: Pick<VerifierKey, "name" | "keyId">): string {
	return `${name}+${keyId}`;
}
