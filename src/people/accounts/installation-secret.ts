import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { createFile } from "#receipts/store/durable-file.ts";
import { ifThere } from "#receipts/store/if-there.ts";

/** What sessions and forms are signed with: at least 32 characters, the same for as long as they are to hold. */
export type InstallationSecret = () => Promise<string>;

/**
 * The secret of the settings, or one that is made under SIGHTLINE_DATA when it is first asked for and kept there.
 * @throws Failure `input-invalid` where it is not set: at once where files do not stay, when it is asked for where the store is a
 * database that machines share
 */
export function installationSecret({
	secret,
	data,
	adapter,
	databaseUrl,
}: Pick<Settings, "secret" | "data" | "adapter" | "databaseUrl">): InstallationSecret {
	if (secret !== undefined) return async () => secret;
	if (adapter === "vercel")
		throw unset("Sessions are signed with it, and functions on Vercel keep no files that one could be made in.");
	if (databaseUrl !== undefined)
		return async () => {
			throw unset("Other machines may share the database: each would sign with another one that it made for itself.");
		};
	let known: Promise<string> | undefined;
	return () => {
		known ??= keptSecret(join(data, "secret")).catch((error) => {
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

async function keptSecret(path: string): Promise<string> {
	const read = async () => (await ifThere(readFile(path, "utf8")))?.trim();
	const there = await read();
	if (there) return there;
	// Another process may do so at this moment: the first one's file stays.
	await createFile(path, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
	const made = await read();
	if (made) return made;
	throw new Failure("input-invalid", {
		what: `The secret in ${path} is empty.`,
		todo: "Remove the file, so that a new one is made; everybody then signs in again.",
	});
}
