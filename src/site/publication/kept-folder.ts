import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const OURS = /^pages-[0-9a-f-]{36}$/;

/**
 * The folder in which a build keeps its pages, below the one of all builds. To be asked for before the published data are read:
 * a removal takes the folder away, nobody ever makes one of the same name again, and so a build that has read what was
 * removed keeps none of it.
 * @param directory of all builds; what else lies in it, of an earlier form or of a removal that was cut off, is deleted
 * @throws the machine's error where there can be no folder
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
