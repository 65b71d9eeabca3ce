import { join } from "node:path";
import { sha256 } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import {
	createSignerKey,
	formatSignerKey,
	formatVerifierKey,
	hasKey,
	parseSignerKey,
	type SignerKey,
	type VerifierKey,
} from "#log/tlog/note.ts";
import { createFile, DISK, type Disk } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { type CheckpointFile, readRetiredKeys } from "./log-folder.ts";

export function signingKeyPath(state: string): string {
	return join(state, "signing-key");
}

interface KeySource {
	readonly origin: string;
	/** Private keys from the environment, newest first. */
	readonly signingKeys: readonly string[];
	readonly state: string;
	readonly reports: string;
}

/** The given keys, newest first, else the generated one. @throws Failure `signing-key`; its message contains no key */
export async function readSigningKeys({ origin, signingKeys, state, reports }: KeySource): Promise<SignerKey[]> {
	const path = signingKeyPath(state);
	const kept = signingKeys.length === 0 ? (await readIfThere(path))?.trim() : undefined;
	const source = kept === undefined ? "LOG_SIGNING_KEY" : path;
	const retired = await readRetiredKeys(join(reports, "log"));
	const keys: SignerKey[] = [];
	for (const text of kept === undefined ? signingKeys : [kept]) {
		const key = await parseSignerKey(text).catch((error) => {
			if (!isFailure(error)) throw error;
			throw refuseKey(
				`${source} cannot be used.`,
				error.message,
				"Give the private key as it was printed, to the letter.",
			);
		});
		if (key.name !== origin) {
			const todo = `Set LOG_ORIGIN=${key.name}, or make a key for ${origin} with npm run seal -- --new-key.`;
			throw refuseKey(`${source} holds a key of another log.`, `It is for ${key.name}; this log is ${origin}.`, todo);
		}
		if (hasKey(retired, key)) throw refuseRetired(source, key);
		if (!hasKey(keys, key)) keys.push(key);
	}
	return keys;
}

function refuseRetired(source: string, { name, keyId }: SignerKey): Failure {
	return refuseKey(
		`${source} holds a key that was given up: ${name}+${keyId}.`,
		"It is listed in log/retired-vkeys, and its signatures are not trusted. A log does not go back to an older key.",
		"Set LOG_SIGNING_KEY to the keys in log/vkeys alone; a new one comes from npm run seal -- --new-key.",
	);
}

/** Stores the private key in the state directory, readable only by its owner. */
export async function makeSigningKey(
	{ origin, state }: Pick<KeySource, "origin" | "state">,
	disk: Disk = DISK,
): Promise<SignerKey> {
	const key = await createSignerKey(origin);
	const outcome = await createFile(signingKeyPath(state), `${formatSignerKey(key)}\n`, { disk, mode: 0o600 });
	if (outcome === "created") return key;
	throw new Error("A signing key was made here a moment ago by someone else.");
}

/** Stores nothing. */
export async function createKeyPair(origin: string): Promise<{ readonly privateKey: string; readonly vkey: string }> {
	const key = await createSignerKey(origin);
	return { privateKey: formatSignerKey(key), vkey: formatVerifierKey(key) };
}

export function refuseKey(what: string, why: string, todo: string): Failure {
	return new Failure("signing-key", { what, why, todo });
}

/** Names under .invalid have no owner (RFC 6761). */
const SAMPLE_ORIGIN = "samples.sightline.invalid/log";

/** The key is derived from a public phrase, so anyone can sign: samples only show how proofs work. */
export async function sampleLogEnvironment(): Promise<{
	readonly LOG_ORIGIN: string;
	readonly LOG_SIGNING_KEY: string;
}> {
	const seed = await sha256(new TextEncoder().encode("Sightline samples: this key is public and proves nothing"));
	return { LOG_ORIGIN: SAMPLE_ORIGIN, LOG_SIGNING_KEY: formatSignerKey(await createSignerKey(SAMPLE_ORIGIN, seed)) };
}

export interface Signers {
	/** Newest first. */
	readonly signers: readonly SignerKey[];
	/** New content of `vkeys`, newest first. */
	readonly keys: readonly VerifierKey[];
	/** Published keys that stop signing and move from `vkeys` to `retired-vkeys`. */
	readonly retired: readonly VerifierKey[];
	readonly notes: readonly string[];
}

interface SignerRequest {
	/** Newest first. */
	readonly given: readonly SignerKey[];
	readonly published: readonly VerifierKey[];
	readonly hasCheckpoint: boolean;
	readonly rotate: boolean;
	readonly acceptLostKey: boolean;
	readonly ci: boolean;
	readonly keyPath: string;
}

const NEW_KEY = "npm run seal -- --new-key";

/**
 * Returns no signers if the log still needs its first key.
 * @throws Failure `signing-key` if a key is missing or not the log's, `input-invalid` if there is nothing to rotate
 */
export function decideSigners(request: SignerRequest): Signers {
	const { given, hasCheckpoint, rotate, acceptLostKey, ci } = request;
	if (acceptLostKey && !rotate)
		throw new Failure("input-invalid", {
			what: "--accept-lost-key needs --rotate.",
			todo: "See npm run seal -- --help.",
		});
	if (rotate && !hasCheckpoint)
		throw new Failure("input-invalid", {
			what: "There is no key to rotate: this log has never been signed.",
			todo: "Seal it first, without --rotate.",
		});
	if (given.length === 0) {
		if (hasCheckpoint || ci) throw missingKey(request);
		return { signers: [], keys: [], retired: [], notes: [] };
	}
	if (!hasCheckpoint) return { signers: given, keys: given, retired: [], notes: [] };
	return rotate ? rotateTo(request) : continueWithKeys(request);
}

function missingKey({ hasCheckpoint, keyPath }: SignerRequest): Failure {
	if (hasCheckpoint)
		return refuseKey(
			"The log's private key is missing.",
			`LOG_SIGNING_KEY is not set, and there is no ${keyPath}.`,
			`Set LOG_SIGNING_KEY to the key that signed the log so far. If it is lost: ${NEW_KEY}, then LOG_SIGNING_KEY="<new>" npm run seal -- --rotate --accept-lost-key.`,
		);
	return refuseKey(
		"A log that begins in continuous integration needs its private key beforehand.",
		"LOG_SIGNING_KEY is not set, and a key made up here would be lost with the machine.",
		`Run ${NEW_KEY} on your own machine, and keep what it prints as the secret LOG_SIGNING_KEY.`,
	);
}

/** The newest published key must sign. Older ones may also sign, and are retired once they do not. */
function continueWithKeys({ given, published }: SignerRequest): Signers {
	const unknown = given.find((key) => !hasKey(published, key));
	if (unknown)
		throw refuseKey(
			`LOG_SIGNING_KEY holds a key that is not the log's: ${unknown.name}+${unknown.keyId}.`,
			"Readers know only the keys in log/vkeys, and would refuse what it signs.",
			`To change keys, set LOG_SIGNING_KEY="<new> <old>" and run npm run seal -- --rotate.`,
		);
	const [newest] = published;
	const signers = published.flatMap((key) => given.filter(({ keyId }) => keyId === key.keyId));
	if (!newest || hasKey(given, newest)) {
		const { keys, retired } = divide(published, given);
		return { signers, keys, retired, notes: retired.map(retiredNote) };
	}
	throw refuseKey(
		"The log's newest private key is missing.",
		`LOG_SIGNING_KEY holds only keys from before ${newest.name}+${newest.keyId}.`,
		"Set LOG_SIGNING_KEY to the newest private key; older ones may follow it.",
	);
}

function rotateTo(request: SignerRequest): Signers {
	const { given, published, acceptLostKey, keyPath } = request;
	const [fresh, ...older] = given;
	const [newest] = published;
	if (!fresh || !newest) return continueWithKeys(request);
	if (fresh.keyId === newest.keyId) {
		const signers = continueWithKeys(request);
		const note = `${fresh.name}+${fresh.keyId} is the log's newest key already: nothing was rotated.`;
		return { ...signers, notes: [note, ...signers.notes] };
	}
	if (hasKey(published, fresh))
		throw refuseKey(
			`The first key in LOG_SIGNING_KEY, ${fresh.name}+${fresh.keyId}, is an older one of this log.`,
			"A log does not go back to an older key.",
			`Make a new one with ${NEW_KEY}, and put it first.`,
		);
	const unknown = older.find((key) => !hasKey(published, key));
	if (unknown)
		throw refuseKey(
			`LOG_SIGNING_KEY holds two keys that are not the log's: ${unknown.name}+${unknown.keyId} is the second.`,
			"A rotation brings in one new key, the first.",
			'Set LOG_SIGNING_KEY="<new> <old>".',
		);
	const { keys, retired } = divide(published, older);
	const signers = { signers: given, keys: [fresh, ...keys], retired, notes: [] };
	const others = retired.filter((key) => key !== newest).map(retiredNote);
	if (hasKey(older, newest)) return { ...signers, notes: [movingNote(fresh, newest), ...others] };
	if (acceptLostKey) return { ...signers, notes: [lostNote(fresh, newest), ...others] };
	throw refuseKey(
		"The old private key is missing, and readers who know only that one would be left behind.",
		`A rotation is signed by the new key and by ${newest.name}+${newest.keyId}.`,
		`Set LOG_SIGNING_KEY="<new> <old>" (a key that was made up here is in ${keyPath}). If the old one is lost, add --accept-lost-key.`,
	);
}

function divide(published: readonly VerifierKey[], given: readonly VerifierKey[]) {
	const keys = published.filter((key) => hasKey(given, key));
	return { keys, retired: published.filter((key) => !keys.includes(key)) };
}

function retiredNote({ name, keyId }: VerifierKey): string {
	return `${name}+${keyId} no longer signs and is retired: it is now in log/retired-vkeys. A proof that only it signed is no longer trusted; readers can get a newer proof from the same place.`;
}

function movingNote(fresh: VerifierKey, old: VerifierKey): string {
	return `The log's newest key is now ${fresh.name}+${fresh.keyId}. Checkpoints bear both signatures as long as LOG_SIGNING_KEY holds both keys; tell readers the new vkey before you drop ${old.name}+${old.keyId}.`;
}

function lostNote(fresh: VerifierKey, lost: VerifierKey): string {
	return `From here on ${fresh.name}+${fresh.keyId} signs without ${lost.name}+${lost.keyId}, which is given up. Readers who trust only the lost key will refuse every newer checkpoint until they take the new vkey from you, and nothing but your word tells them that it is yours.`;
}

/** Anyone who can write the checkpoint can write `vkeys`, so we re-sign only what our key has signed. */
export function expectOwnSignature({ note }: CheckpointFile, given: readonly SignerKey[]): void {
	if (note.signedBy.some(({ keyId }) => given.some((key) => key.keyId === keyId))) return;
	const signers = note.signedBy.map(({ name, keyId }) => `${name}+${keyId}`).join(", ");
	throw refuseKey(
		"None of the available private keys has signed the log's checkpoint.",
		`It is signed by ${signers}.`,
		"Restore the folder log/ from git, or set LOG_SIGNING_KEY to the newest key and the one that signed.",
	);
}
