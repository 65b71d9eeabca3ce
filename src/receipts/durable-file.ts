import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Names of files that a killed process may leave behind; nothing reads them and the next write of the file removes none. */
const TEMPORARY_PREFIX = ".tmp-";

/**
 * Writes a file so that after any crash it is either wholly there or not there at all: temporary file, fsync, rename,
 * fsync of the directory.
 */
export async function replaceFile(path: string, data: string | Uint8Array): Promise<void> {
	const temporary = await writeTemporary(path, data);
	await rename(temporary, path);
	await syncDirectory(dirname(path));
}

/**
 * The same for a file that is written once and for all.
 * @returns `created`, or `same` when it already holds these bytes, or `different` when it holds others (left alone)
 */
export async function createFile(path: string, data: string | Uint8Array): Promise<"created" | "same" | "different"> {
	const temporary = await writeTemporary(path, data);
	try {
		// A link, unlike a rename, refuses to replace what is there.
		await link(temporary, path);
		await syncDirectory(dirname(path));
		return "created";
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		const there = await readFile(path);
		return there.equals(Buffer.from(data)) ? "same" : "different";
	} finally {
		await rm(temporary, { force: true });
	}
}

async function writeTemporary(path: string, data: string | Uint8Array): Promise<string> {
	await mkdir(dirname(path), { recursive: true });
	const temporary = join(dirname(path), `${TEMPORARY_PREFIX}${randomUUID()}-${basename(path)}`);
	const file = await open(temporary, "wx");
	try {
		await file.writeFile(data);
		await file.sync();
	} finally {
		await file.close();
	}
	return temporary;
}

async function syncDirectory(path: string): Promise<void> {
	const directory = await open(path, "r");
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}
