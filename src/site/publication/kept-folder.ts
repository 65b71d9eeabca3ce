import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const OURS = /^pages-[0-9a-f-]{36}$/;

/**
 * Open it before the published data are read: a removal deletes the folder for good, so that a build that read what was
 * removed keeps none of it. Deletes all else in `directory`. @throws the machine's error where there can be no folder
 */
export async function openKeptFolder(directory: string): Promise<string> {
	await mkdir(directory, { recursive: true });
	const names = (await readdir(directory)).sort();
	const there = names.find((name) => OURS.test(name));
	const folder = there ?? `pages-${randomUUID()}`;
	if (there === undefined) await mkdir(join(directory, folder));
	for (const name of names) if (name !== there) await rm(join(directory, name), { recursive: true, force: true });
	return join(directory, folder);
}
