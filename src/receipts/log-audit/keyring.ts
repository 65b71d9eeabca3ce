import { Failure, isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { decodeStrictly } from "#log/encoding.ts";
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from "#log/note-key.ts";
import { reasonOf } from "./words.ts";

/** Keys that signatures are checked with. */
export interface Keyring {
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

const FILE = "log/vkeys";
const RETIRED_FILE = "log/retired-vkeys";
const RESTORE = "Restore it from git.";
const ASK = "Find out who changed it: readers who take their key from here trust another one.";

/** The two lists of keys as they lie in the log directory; undefined where a file is missing. */
export interface KeyLists {
	readonly vkeys: Uint8Array | undefined;
	readonly retired: Uint8Array | undefined;
}

/** Reads the log's keys. Every key carries a digest of itself, so that damage shows here. */
export async function readKeyring(
	lists: KeyLists,
	given: readonly VerifierKey[],
	origin: string,
): Promise<{ readonly keyring: Keyring; readonly faults: readonly LogFault[] }> {
	const listed = await readList(FILE, lists.vkeys);
	const retired = lists.retired ? await readList(RETIRED_FILE, lists.retired) : { keys: [], faults: [] };
	const damage = [...listed.faults, ...retired.faults];
	const damaged = damage.length > 0;
	const ofLog = [...listed.keys, ...retired.keys.filter((key) => !has(listed.keys, key))];
	const lacking = damaged ? [] : given.filter((key) => key.name === origin && !has(ofLog, key));
	const says = (key: VerifierKey) => `It does not list the given key ${nameOf(key)}.`;
	const faults = [...damage, ...lacking.map((key) => ({ file: FILE, says: says(key), todo: ASK }))];
	const known = [...given, ...ofLog.filter((key) => !has(given, key))];
	return { keyring: { origin, known, retired: retired.keys, given, damaged }, faults };
}

/** Reads a list: one key a line and nothing else. */
async function readList(file: string, bytes: Uint8Array | undefined) {
	const keys: VerifierKey[] = [];
	const faults: LogFault[] = [];
	const fault = (says: string) => faults.push({ file, says, todo: RESTORE });
	const lines = splitLines(bytes);
	if (typeof lines === "string") fault(lines);
	for (const [at, line] of typeof lines === "string" ? [] : lines.entries()) {
		const key = await readKey(line);
		if (typeof key === "string") fault(`Line ${at + 1} is no public key. ${key}`);
		else if (has(keys, key)) fault(`Line ${at + 1} repeats an earlier one.`);
		else keys.push(key);
	}
	return { keys, faults };
}

function has(keys: readonly VerifierKey[], key: VerifierKey): boolean {
	return keys.some((each) => isSame(each, key));
}

/** The lines of the file, or why there are none. */
function splitLines(bytes: Uint8Array | undefined): readonly string[] | string {
	if (!bytes) return "The file is missing: without it readers cannot check any signature.";
	const lines = decodeStrictly(bytes)?.split("\n");
	if (!lines) return "It is not UTF-8 text.";
	return lines.pop() === "" && lines.length > 0 ? lines : "It does not hold one public key a line.";
}

/**
 * Reads keys of the command line.
 * @throws Failure `input-invalid`
 */
export async function readGivenKeys(texts: readonly string[]): Promise<VerifierKey[]> {
	const keys: VerifierKey[] = [];
	for (const text of texts) {
		const key = await readKey(text);
		if (typeof key !== "string") keys.push(key);
		else throw new Failure("input-invalid", { what: `"${text}" is no public key.`, why: key });
	}
	return keys;
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

export function isSame(a: VerifierKey, b: VerifierKey): boolean {
	return formatVerifierKey(a) === formatVerifierKey(b);
}

/** `<name>+<key id>` */
export function nameOf({ name, keyId }: Pick<VerifierKey, "name" | "keyId">): string {
	return `${name}+${keyId}`;
}
