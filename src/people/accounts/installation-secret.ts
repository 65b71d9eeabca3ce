import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { createFile } from "#receipts/store/durable-file.ts";
import { ifThere } from "#receipts/store/if-there.ts";

/** Signs sessions and forms, which are valid only while it stays the same. At least 32 characters. */
export type InstallationSecret = () => Promise<string>;

/**
 * @param isServer false for a job, which must not generate a secret for a shared database: the server's would differ
 * @throws Failure `input-invalid` if it is not set: at once if files are ephemeral, else when a job needs it
 */
export function installationSecret(
	{ secret, data, adapter, databaseUrl }: Pick<Settings, "secret" | "data" | "adapter" | "databaseUrl">,
	isServer = false,
): InstallationSecret {
	if (secret !== undefined) return async () => secret;
	if (adapter === "vercel")
		throw unset("It signs sessions. Functions on Vercel cannot store files, so it cannot be generated there.");
	const mayMake = isServer || databaseUrl === undefined;
	let known: Promise<string> | undefined;
	return () => {
		known ??= keptSecret(join(data, "secret"), mayMake).catch((error) => {
			known = undefined;
			throw error;
		});
		return known;
	};
}

function unset(why: string): Failure {
	return new Failure("input-invalid", {
		what: "SIGHTLINE_SECRET is not set.",
		why,
		todo: "Set SIGHTLINE_SECRET to 32 random characters or more, such as the output of openssl rand -base64 32.",
	});
}

async function keptSecret(path: string, mayMake: boolean): Promise<string> {
	const read = async () => (await ifThere(readFile(path, "utf8")))?.trim();
	const there = await read();
	if (there) return there;
	if (!mayMake) throw unset("Another server shares the database and keeps its own secret in its SIGHTLINE_DATA.");
	// If another process creates one at the same time, the first file wins.
	await createFile(path, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
	const made = await read();
	if (made) return made;
	throw new Failure("input-invalid", {
		what: `The secret in ${path} is empty.`,
		todo: "Remove the file. A new secret is then generated, and everyone has to sign in again.",
	});
}
