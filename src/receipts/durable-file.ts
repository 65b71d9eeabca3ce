import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Names of files that a killed process may leave behind; nothing reads them, and `removeAbandoned` takes them away. */
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

const LOCK_STALE_MS = 10_000;

/** Runs `work` while no other process runs its own on this file; a lock that a killed process left is broken after 10 s. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
	const lock = join(dirname(path), `${TEMPORARY_PREFIX}lock-${basename(path)}`);
	await mkdir(dirname(path), { recursive: true });
	while (!(await takeLock(lock))) await pause(20);
	try {
		return await work();
	} finally {
		await rm(lock, { recursive: true, force: true });
	}
}

async function takeLock(lock: string): Promise<boolean> {
	try {
		await mkdir(lock);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		if ((await ageOf(lock)) > LOCK_STALE_MS) await rm(lock, { recursive: true, force: true });
		return false;
	}
}

/** Removes what killed processes left under a directory more than an hour ago. */
export async function removeAbandoned(directory: string): Promise<void> {
	const names = await readdir(directory, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	for (const name of names.filter((each) => basename(each).startsWith(TEMPORARY_PREFIX))) {
		const path = join(directory, name);
		if ((await ageOf(path)) > 3_600_000) await rm(path, { recursive: true, force: true });
	}
}

/** Milliseconds since the last change; 0 for what is gone by now. */
async function ageOf(path: string): Promise<number> {
	try {
		return Date.now() - (await stat(path)).mtimeMs;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
		throw error;
	}
}

async function writeTemporary(path: string, data: string | Uint8Array): Promise<string> {
	await mkdir(dirname(path), { recursive: true });
	const temporary = join(dirname(path), `${TEMPORARY_PREFIX}${randomUUID()}`);
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
