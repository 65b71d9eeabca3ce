import { Failure, isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/log-audit.ts";
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from "#log/note-key.ts";
import { decodeStrictly, reasonOf } from "./words.ts";

/** Keys that signatures are checked with. */
export interface Keyring {
	/** The log's unique name. */
	readonly origin: string;
	/** Those of `vkeys` that can be read, and those that were given. */
	readonly known: readonly VerifierKey[];
	/** Those that the reader trusts by own knowledge; empty when none were given. */
	readonly given: readonly VerifierKey[];
	/** Whether `vkeys` may lack a key that it had. */
	readonly damaged: boolean;
}

const FILE = "log/vkeys";
const RESTORE = "Restore it from git.";
const ASK = "Find out who changed it: readers who take their key from here trust another one.";

/** Reads `vkeys`: one key a line and nothing else. Every key carries a digest of itself, so that damage shows here. */
export async function readKeyring(
	bytes: Uint8Array | undefined,
	given: readonly VerifierKey[],
	origin: string,
): Promise<{ readonly keyring: Keyring; readonly faults: readonly LogFault[] }> {
	const faults: LogFault[] = [];
	const fault = (says: string, todo = RESTORE) => faults.push({ file: FILE, says, todo });
	const listed: VerifierKey[] = [];
	const lines = splitLines(bytes);
	if (typeof lines === "string") fault(lines);
	for (const [at, line] of typeof lines === "string" ? [] : lines.entries()) {
		const key = await readKey(line);
		if (typeof key === "string") fault(`Line ${at + 1} is no public key. ${key}`);
		else if (listed.some((each) => isSame(each, key))) fault(`Line ${at + 1} repeats an earlier one.`);
		else listed.push(key);
	}
	const damaged = faults.length > 0;
	const isListed = (key: VerifierKey) => listed.some((each) => isSame(each, key));
	const lacking = damaged ? [] : given.filter((key) => key.name === origin && !isListed(key));
	for (const key of lacking) fault(`It does not list the given key ${nameOf(key)}.`, ASK);
	const known = [...given, ...listed.filter((key) => !given.some((each) => isSame(each, key)))];
	return { keyring: { origin, known, given, damaged }, faults };
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
