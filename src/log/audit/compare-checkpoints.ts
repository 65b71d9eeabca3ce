import { hash } from "node:crypto";
import { join, relative } from "node:path";
import { decodeStrictly, sameBytes } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import { counted } from "#core/wording.ts";
import { malformed } from "#log/tlog/canonical.ts";
import {
	formatVerifierKey,
	hasKey,
	hasSigner,
	logSigners,
	type OpenedNote,
	openNote,
	parseCheckpoint,
	parseNote,
	parseVerifierKey,
	SIGNATURE_TYPES,
	shortKeyName,
	type VerifierKey,
	witnessTimes,
} from "#log/tlog/note.ts";
import { type KeyState, readKeyList } from "../lists.ts";
import { POLICY_NAME } from "../seal/bind-files.ts";
import { lastCheckpointPath } from "../seal/last-checkpoint.ts";
import {
	isQuorum,
	readPendingTree,
	readWitnessPolicy,
	validCosignatures,
	type WitnessPolicy,
} from "../seal/witnesses.ts";
import type { LogLeaves } from "./compare-receipts.ts";
import type { RecomputedTree } from "./compare-tiles.ts";
import {
	asSentence,
	type Findings,
	type LogListing,
	RESTORE_LOG,
	readBytes,
	readGrowingList,
	reasonOf,
	SIGNED,
	slashed,
} from "./findings.ts";
import type { AuditOptions } from "./verify-log.ts";

export type LogKeys = Awaited<ReturnType<typeof readLogKeys>>;

/** Detects damaged key lists: every key contains a digest of itself. */
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
		origin,
		known: [...given, ...ofLog.filter((key) => !hasKey(given, key))],
		inUse,
		/** These keys may have signed checkpoints before the published one. */
		retired,
		/** Keys that the reader already trusts. */
		given,
		/** Whether a key may be missing from the lists. */
		damaged,
	};
}

async function readList(file: string, bytes: Uint8Array | undefined, findings: Findings): Promise<VerifierKey[]> {
	const keys: VerifierKey[] = [];
	const text = bytes && decodeStrictly(bytes);
	if (!bytes) findings.fault(file, "The file is missing: without it readers cannot check any signature.");
	else if (text === undefined) findings.fault(file, "It is not UTF-8 text.");
	else if (!text.endsWith("\n")) findings.fault(file, "It does not hold one public key a line.");
	for (const [at, line] of (text?.endsWith("\n") ? text.slice(0, -1).split("\n") : []).entries()) {
		const key = await readKey(line);
		if (typeof key === "string") findings.fault(file, `Line ${at + 1} is not a public key. ${key}`);
		else if (hasKey(keys, key)) findings.fault(file, `Line ${at + 1} repeats an earlier one.`);
		else keys.push(key);
	}
	return keys;
}

function readKey(text: string): Promise<VerifierKey | string> {
	return parseVerifierKey(text).catch(reasonOf);
}

/** `<name>+<key id>` */
export function nameOf({ name, keyId }: Pick<VerifierKey, "name" | "keyId">): string {
	return `${name}+${keyId}`;
}

export type PublishedCheckpoints = Awaited<ReturnType<typeof readPublishedCheckpoints>>;

const CHECKPOINT = "log/checkpoint";

export async function readPublishedCheckpoints(
	{ reports, state, since }: AuditOptions,
	listing: LogListing,
	keys: LogKeys,
	findings: Findings,
) {
	const read = async (file: string, bytes: Uint8Array | undefined) =>
		bytes && (await readSignedCheckpoint(file, bytes, keys, findings));
	const bytes = await readBytes(join(reports, CHECKPOINT));
	if (!bytes) findings.fault(CHECKPOINT, "The file is missing.");
	const published = withKeysInUse(await read(CHECKPOINT, bytes), keys, findings);
	const kept: SignedCheckpoint[] = [];
	for (const size of listing.checkpoints) {
		const file = `log/checkpoints/${size}`;
		const found = await read(file, await readBytes(join(reports, file)));
		if (found?.checkpoint.size === size) kept.push(found);
		else if (found) findings.fault(file, `It is the checkpoint of ${found.checkpoint.size} leaves.`);
	}
	const remembered = lastCheckpointPath(state);
	const last = await read(slashed(relative(reports, remembered)), await readBytes(remembered));
	const earlier = since && (await read(since.file, since.bytes));
	if (published) compareWithKept(published, kept, findings);
	const ofLog = [published, ...kept].filter((each) => each !== undefined);
	const unknown = [...new Set(ofLog.flatMap(({ unknownSigners }) => unknownSigners))].join(", ");
	if (unknown) findings.notes.push(`Signatures of ${unknown} were not checked: give the public key with --key.`);
	const [current = last] = ofLog.toSorted((a, b) => b.checkpoint.size - a.checkpoint.size);
	const isArchived = !published || listing.checkpoints.includes(published.checkpoint.size);
	return {
		/** `checkpoint`, or if it is damaged, the largest archived one. */
		current,
		others: [...kept, last, earlier].filter((each) => each !== undefined && each !== current) as SignedCheckpoint[],
		/** The archive copy of a sound `checkpoint`, missing because a seal was killed before its last step. */
		unarchived: !isArchived && bytes ? { path: `checkpoints/${published.checkpoint.size}`, data: bytes } : undefined,
	};
}

/** Undefined if only retired keys have signed it: a thief of such a key could have made it. */
function withKeysInUse(found: SignedCheckpoint | undefined, { retired, damaged }: LogKeys, findings: Findings) {
	const signedBy = found?.signedBy.filter((key) => !hasKey(retired, key)) ?? [];
	if (!found || signedBy.length > 0 || damaged) return found && { ...found, signedBy };
	const signers = found.signedBy.map(nameOf).join(", ");
	return findings.fault(CHECKPOINT, `Only a key that this log has given up has signed it: ${signers}.`);
}

function compareWithKept(published: SignedCheckpoint, kept: readonly SignedCheckpoint[], findings: Findings): void {
	const { size, root } = published.checkpoint;
	const stranger =
		"Do not trust this log before its operator has confirmed to you another way why its key is a new one.";
	if (!published.trusted) findings.fault(CHECKPOINT, "No key that was given has signed it.", stranger);
	const newest = kept.at(-1);
	if (newest && newest.checkpoint.size > size) {
		const says = `It commits to ${size} leaves, but ${newest.file} was published later.`;
		findings.fault(CHECKPOINT, says, "Restore it from git: a log never goes back.");
	}
	const same = kept.find(({ checkpoint }) => checkpoint.size === size && sameBytes(checkpoint.root, root));
	// Signatures may be added to `checkpoint` after it was archived, but never removed.
	const lines = new Set(published.text.split("\n"));
	if (!same || same.text.split("\n").every((line) => lines.has(line))) return;
	const says = (other: string) => `A signature in it and in ${other} is not the same.`;
	findings.fault(CHECKPOINT, says(same.file));
	// The archived file is sound if all its signers are known.
	if (same.unknownSigners.length > 0) findings.fault(same.file, says(CHECKPOINT));
}

/** Each must have the root of its first leaves. @returns how many are prefixes of the current checkpoint */
export async function compareCheckpoints(
	{ file, checkpoint: { size, root } }: SignedCheckpoint,
	others: readonly SignedCheckpoint[],
	{ proven, rootAt }: RecomputedTree,
	findings: Findings,
): Promise<number> {
	const prefixes = new Set<number>();
	const todo = "Do not trust this log until its operator explains this; restore the folder log/ from git.";
	for (const other of others) {
		const { size: end, root: otherRoot } = other.checkpoint;
		if (end > size) {
			const says = `It commits to ${size} leaves, but ${other.file} was signed for ${end}: the log went back.`;
			findings.fault(file, says, RESTORE_LOG);
			// For the tree's own size, compare with the signed root and not with the files.
		} else if (sameBytes(end === size ? root : await rootAt(end), otherRoot)) prefixes.add(end);
		else if (!proven) findings.notes.push(`${other.file} could not be compared: entries are missing.`);
		else if (other.file.startsWith("log/")) {
			const says = `Its root is not that of the first ${end} leaves of the ${size} in the log: two histories were signed.`;
			findings.fault(other.file, says, todo);
		} else findings.fault(file, `Its first ${end} leaves are not those of ${other.file}: the log was rewritten.`, todo);
	}
	prefixes.delete(size);
	return prefixes.size;
}

/** A sound checkpoint file. `file` is relative to the reports directory. */
export type SignedCheckpoint = Awaited<ReturnType<typeof openCheckpoint>> & {
	readonly file: string;
	readonly text: string;
};

/** Reports a fault and returns undefined for a checkpoint that this log would not have signed. */
async function readSignedCheckpoint(
	file: string,
	bytes: Uint8Array,
	keys: LogKeys,
	findings: Findings,
): Promise<SignedCheckpoint | undefined> {
	const text = decodeStrictly(bytes);
	if (text === undefined) return findings.fault(file, "It is not UTF-8 text.");
	try {
		const opened = await openCheckpoint(text, keys);
		const { origin } = opened.checkpoint;
		if (origin === keys.origin) return { file, text, ...opened };
		const todo = `Set LOG_ORIGIN=${origin} if that is this log's name; otherwise restore the file from git.`;
		return findings.fault(file, `It belongs to the log ${origin}, not to ${keys.origin}.`, todo);
	} catch (error) {
		return findings.fault(file, asSentence(error));
	}
}

/** @throws Failure for a note that is malformed, wrongly signed, or not signed by the log of its origin */
async function openCheckpoint(text: string, { origin, known, given, damaged }: LogKeys) {
	const note = await openNote(text, known).catch((error): OpenedNote => {
		if (damaged && isFailure(error) && error.code === "signature-missing") return { ...parseNote(text), signedBy: [] };
		throw error;
	});
	const checkpoint = parseCheckpoint(note.text);
	const signedBy = logSigners(note, checkpoint.origin);
	const refuse = (why: string) => malformed("checkpoint of this log", why);
	// If vkeys is damaged, that fault alone may explain the missing signer.
	if (signedBy.length === 0 && !damaged)
		throw refuse(`Its signers ${note.signatures.map(nameOf).join(", ")} are not in log/vkeys.`);
	const unknown = note.signatures.filter((each) => !hasSigner(note.signedBy, each));
	const odd = unknown.find(({ name, keyId }) => name === origin || known.some((each) => each.keyId === keyId));
	if (odd && !damaged && checkpoint.origin === origin)
		throw refuse(`It bears a signature of ${nameOf(odd)}, which log/vkeys does not list.`);
	const trusted = given.filter(({ type }) => type === SIGNATURE_TYPES.ed25519);
	return {
		checkpoint,
		/** The log's keys with a valid signature; empty if `vkeys` is damaged, which is reported for that file. */
		signedBy,
		signers: signedBy,
		/** Whether one of the log keys that the reader gave has signed it; true if none was given. */
		trusted: trusted.length === 0 || signedBy.some((key) => hasKey(trusted, key)),
		witnesses: witnessTimes(note),
		unknownSigners: odd ? [] : unknown.map(nameOf),
	};
}

/** Anyone with write access to the folder could add a key to the key files; the leaves expose it. */
export async function compareKeys(
	directory: string,
	leaves: LogLeaves,
	keys: LogKeys,
	{ current, others }: Pick<PublishedCheckpoints, "others"> & { readonly current: SignedCheckpoint },
	findings: Findings,
): Promise<void> {
	const newest = leaves.bound.get("keys")?.at(-1);
	if (!newest) return compareUnbound(directory, keys, [current, ...others], findings);
	const whole = await readGrowingList(directory, "keys", leaves, findings);
	if (whole.length < newest.leaf.size) return;
	try {
		const state = readKeyList(new TextDecoder().decode(whole));
		if (!keys.damaged) compareKeyFiles(state, keys, await readUnbound(directory, whole.length), findings);
		const isVouched = current.signedBy.some((key) => state.inUse.includes(formatVerifierKey(key)));
		if (current.signedBy.length > 0 && !isVouched)
			findings.fault(current.file, `No key that leaf ${newest.index} binds as one in use has signed it.`, STRANGER);
	} catch (error) {
		findings.fault("log/keys", reasonOf(error), SIGNED);
	}
}

const STRANGER = "Do not trust this log until its operator explains this; restore the folder log/ from git.";

/** While no leaf binds keys, each key must have signed a checkpoint: a seal signs with all keys in use. */
async function compareUnbound(
	directory: string,
	{ inUse, retired, damaged }: LogKeys,
	checkpoints: readonly SignedCheckpoint[],
	findings: Findings,
): Promise<void> {
	// The signers of a damaged checkpoint are unknown.
	if (damaged || findings.faults.some(({ file }) => file.startsWith("log/checkpoint"))) return;
	const signers = new Set(checkpoints.flatMap(({ signers }) => textsOf(signers)));
	const unbound = await readUnbound(directory, 0);
	for (const [file, keys] of [
		["log/vkeys", inUse],
		["log/retired-vkeys", retired],
	] as const)
		for (const key of textsOf(keys).filter((each) => !signers.has(each)))
			if (file === "log/vkeys" && unbound.includes(`use ${key}\n`)) findings.notes.push(cutOff(key));
			else findings.fault(file, `It lists ${shortKeyName(key)}, which has signed no checkpoint of this log.`, STRANGER);
}

/** What a killed seal wrote after the bound part. */
async function readUnbound(directory: string, from: number): Promise<string> {
	return ((await readBytes(join(directory, "keys"))) ?? Buffer.alloc(0)).subarray(from).toString("utf8");
}

function cutOff(key: string): string {
	return `A seal that changed the keys was interrupted: ${shortKeyName(key)} does not count. The next seal completes it.`;
}

function compareKeyFiles(state: KeyState, { inUse, retired }: LogKeys, unbound: string, findings: Findings): void {
	const [vkeys, retiredVkeys] = ["log/vkeys", "log/retired-vkeys"];
	const [listed, gone] = [textsOf(inUse), textsOf(retired)];
	for (const key of state.inUse.filter((each) => !listed.includes(each)))
		findings.fault(vkeys, `It does not list ${shortKeyName(key)}, which the log binds as a key in use.`, RESTORE_LOG);
	for (const key of listed.filter((each) => !state.inUse.includes(each) && !gone.includes(each)))
		if (state.retired.includes(key) || unbound.includes(`use ${key}\n`)) findings.notes.push(cutOff(key));
		else findings.fault(vkeys, `It lists ${shortKeyName(key)}, which no leaf of the log binds.`, STRANGER);
	for (const key of state.retired.filter((each) => !gone.includes(each) && !listed.includes(each)))
		findings.fault(retiredVkeys, `It does not list ${shortKeyName(key)}, which the log has given up.`, RESTORE_LOG);
	for (const key of gone.filter((each) => !state.retired.includes(each)))
		findings.fault(retiredVkeys, `It lists ${shortKeyName(key)}, which the log has not given up.`, RESTORE_LOG);
	const order = listed.filter((key) => state.inUse.includes(key));
	if (order.length === state.inUse.length && order.join() !== state.inUse.join())
		findings.fault(vkeys, "Its keys do not stand in the order in which the log binds them.", RESTORE_LOG);
}

function textsOf(keys: readonly VerifierKey[]): string[] {
	return keys.map(formatVerifierKey);
}

export async function readPolicy(reports: string, findings: Findings): Promise<WitnessPolicy | undefined> {
	return orFault("log/policy.txt", () => readWitnessPolicy(join(reports, "log")), findings);
}

/** Witness keys are known for their cosignatures only; they are never trusted as log keys. */
export function withWitnesses(keys: LogKeys, policy: WitnessPolicy | undefined): LogKeys {
	const more = policy?.witnesses.map(({ key }) => key).filter((key) => !hasKey(keys.known, key)) ?? [];
	return { ...keys, known: [...keys.known, ...more] };
}

/** A missing quorum or a pending tree is no fault: the next seal asks the witnesses again. */
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
			`A tree of ${counted(pending.size, "leaf", "leaves")} is waiting for witnesses in log/pending. The next seal asks them again.`,
		);
}

/** Anyone with write access could weaken the policy. A site serves it after a line for the log itself. */
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
	// If the operator has no policy, the site serves one that asks no witness.
	const forms = isOutside
		? [own, served, ...(served.equals(Buffer.from("quorum none\n")) ? [Buffer.alloc(0)] : [])]
		: [own];
	if (forms.some((form) => form.length === leaf.size && hash("sha256", form) === leaf.digest)) return;
	// Another check reports an unreadable pending tree.
	const waits = await readPendingTree(join(reports, "log")).catch(noneIfMalformed);
	const next = waits?.leaves.findLast((each) => each.kind === "list" && each.name === POLICY_NAME);
	if (next?.kind === "list" && next.size === own.length && next.digest === hash("sha256", own)) return;
	const says = bytes ? "It differs from what the log binds" : "It is missing, and the log binds it";
	findings.fault(file, `${says}: leaf ${index}.`, CHANGED);
}

const CHANGED = "Restore it from git. Where you have changed it yourself, seal: the next leaf binds it.";

function noneIfMalformed(error: unknown): undefined {
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
