import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { createFile } from "#receipts/store/durable-file.ts";
import { ifThere } from "#receipts/store/if-there.ts";

/** Signs sessions and forms: at least 32 characters, the same for as long as they are to hold. */
export type InstallationSecret = () => Promise<string>;

/**
 * @param isServer a job makes none beside a shared database: its own would differ from the server's
 * @throws Failure `input-invalid` where it is not set: at once where files do not stay, else when a job asks
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
	// Another process may make one at this moment: the first file stays.
	await createFile(path, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
	const made = await read();
	if (made) return made;
	throw new Failure("input-invalid", {
		what: `The secret in ${path} is empty.`,
		todo: "Remove the file. A new secret is then generated, and everyone has to sign in again.",
	});
}
