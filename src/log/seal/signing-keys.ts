import { join } from "node:path";
import { sha256 } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { createSignerKey, formatSignerKey, formatVerifierKey, parseSignerKey, type SignerKey } from "#log/tlog/note.ts";
import { createFile, DISK, type Disk } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { hasKey, readRetiredKeys } from "./log-files.ts";

export function signingKeyPath(state: string): string {
	return join(state, "signing-key");
}

export interface KeySource {
	readonly origin: string;
	/** Private keys from the environment, the newest first. */
	readonly signingKeys: readonly string[];
	readonly state: string;
	/** Directory of `log/`, which lists the retired keys. */
	readonly reports: string;
}

/**
 * The private keys, the newest first: those given, else the one made up here earlier; none where there is neither.
 * @throws Failure `signing-key`; its words never hold a key
 */
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
		"It is listed in log/retired-vkeys, and nobody trusts what it signs. A log does not go back to an older key.",
		"Set LOG_SIGNING_KEY to the keys in log/vkeys alone; a new one comes from npm run seal -- --new-key.",
	);
}

/** Makes a private key and keeps it in the state directory, for nobody but its owner to read. */
export async function makeSigningKey(
	{ origin, state }: Pick<KeySource, "origin" | "state">,
	disk: Disk = DISK,
): Promise<SignerKey> {
	const key = await createSignerKey(origin);
	const outcome = await createFile(signingKeyPath(state), `${formatSignerKey(key)}\n`, { disk, mode: 0o600 });
	if (outcome === "created") return key;
	throw new Error("A signing key was made here a moment ago by somebody else.");
}

/** A new pair of keys in the forms in which they are given and published. */
export async function createKeyPair(origin: string): Promise<{ readonly privateKey: string; readonly vkey: string }> {
	const key = await createSignerKey(origin);
	return { privateKey: formatSignerKey(key), vkey: formatVerifierKey(key) };
}

export function refuseKey(what: string, why: string, todo: string): Failure {
	return new Failure("signing-key", { what, why, todo });
}

/** Name of the samples' log. Names under .invalid belong to nobody (RFC 6761). */
const SAMPLE_ORIGIN = "samples.sightline.invalid/log";

/**
 * Environment under which the samples' log is sealed. Its key is made from a known phrase: anyone can sign with it, so
 * a sample's proof shows how proofs work and nothing else. A real key never signs samples.
 */
export async function sampleLogEnvironment(): Promise<{
	readonly LOG_ORIGIN: string;
	readonly LOG_SIGNING_KEY: string;
}> {
	const seed = await sha256(new TextEncoder().encode("Sightline samples: this key is public and proves nothing"));
	return { LOG_ORIGIN: SAMPLE_ORIGIN, LOG_SIGNING_KEY: formatSignerKey(await createSignerKey(SAMPLE_ORIGIN, seed)) };
}
