import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ifThere } from "./if-there.ts";

/** Names of files that a killed process may leave behind; nothing reads them, and `removeAbandoned` takes them away. */
export const TEMPORARY_PREFIX = ".tmp-";

/** Whole, or piece by piece. */
export type FileContent = string | Uint8Array | AsyncIterable<string>;

/**
 * Writes a file so that after any crash it is either wholly there or not there at all: temporary file, fsync, rename,
 * fsync of the directory.
 */
export async function replaceFile(path: string, data: FileContent, disk: Disk = DISK): Promise<void> {
	await ensureDirectory(dirname(path), disk);
	const temporary = await writeTemporary(path, data, disk);
	await disk.rename(temporary, path);
	await disk.syncDirectory(dirname(path));
}

/**
 * The same for a file that is written once and for all; the permission bits of a private one are 0o600.
 * @returns `created`, or `same` when it already holds these bytes, or `different` when it holds others (left alone)
 */
export async function createFile(
	path: string,
	data: string | Uint8Array,
	{ disk = DISK, mode }: { readonly disk?: Disk; readonly mode?: number } = {},
): Promise<"created" | "same" | "different"> {
	await ensureDirectory(dirname(path), disk);
	const temporary = await writeTemporary(path, data, disk, mode);
	try {
		// A link, unlike a rename, refuses to replace what is there.
		await disk.link(temporary, path);
		await disk.syncDirectory(dirname(path));
		return "created";
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		const there = await readFile(path);
		return there.equals(Buffer.from(data)) ? "same" : "different";
	} finally {
		await disk.remove(temporary);
	}
}

/** Makes a directory and those above it that are missing, each durable before there is anything in it. */
export async function ensureDirectory(path: string, disk: Disk = DISK, isParentThere = false): Promise<void> {
	try {
		await disk.makeDirectory(path);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "EEXIST") return;
		// Where a folder that is there takes no other, as in /proc, the system says so with the same code.
		if (code !== "ENOENT" || isParentThere) throw error;
		await ensureDirectory(dirname(path), disk);
		return ensureDirectory(path, disk, true);
	}
	await disk.syncDirectory(dirname(path));
}

const LOCK_STALE_MS = 10_000;

/** Runs `work` while no other process runs its own on this file; a lock that a killed process left is broken after 10 s. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
	const lock = join(dirname(path), `${TEMPORARY_PREFIX}lock-${basename(path)}`);
	await mkdir(dirname(path), { recursive: true });
	while (!(await takeLock(lock))) await pause(20);
	// One whose work is long says that it still runs.
	const alive = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => {}), LOCK_STALE_MS / 4);
	try {
		return await work();
	} finally {
		clearInterval(alive);
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
	const names = (await ifThere(readdir(directory, { recursive: true }))) ?? [];
	for (const name of names.filter((each) => basename(each).startsWith(TEMPORARY_PREFIX))) {
		const path = join(directory, name);
		if ((await ageOf(path)) > 3_600_000) await rm(path, { recursive: true, force: true });
	}
}

/** Milliseconds since the last change; 0 for what is gone by now. */
async function ageOf(path: string): Promise<number> {
	const stats = await ifThere(stat(path));
	return stats ? Date.now() - stats.mtimeMs : 0;
}

/** Writes and syncs a temporary file beside its final path. @returns its path */
export async function writeTemporary(path: string, data: FileContent, disk: Disk, mode = 0o666): Promise<string> {
	const temporary = join(dirname(path), `${TEMPORARY_PREFIX}${randomUUID()}`);
	const file = await disk.create(temporary, mode);
	try {
		await file.write(data);
		await file.sync();
	} catch (error) {
		// A disk that is full has most use for the space.
		await disk.remove(temporary).catch(() => undefined);
		throw error;
	} finally {
		await file.close();
	}
	return temporary;
}

/**
 * The few steps by which anything durable is written. Every write of `durable-file.ts` goes through them, so that a test
 * can let the power fail between any two.
 */
export interface Disk {
	/** A new file, open for writing; an error `EEXIST` when there is one. */
	create(path: string, mode: number): Promise<DiskFile>;
	/** Replaces what is at `to`. */
	rename(from: string, to: string): Promise<void>;
	/** A second name for a file; an error `EEXIST` when the name is taken. */
	link(from: string, to: string): Promise<void>;
	/** Fine where there is nothing. */
	remove(path: string): Promise<void>;
	/** One level; an error `EEXIST` when it is there, `ENOENT` when its parent is not. */
	makeDirectory(path: string): Promise<void>;
	/** Makes the names in a directory durable; the bytes of a file are made so by its own `sync`. */
	syncDirectory(path: string): Promise<void>;
}

export interface DiskFile {
	write(data: FileContent): Promise<void>;
	sync(): Promise<void>;
	close(): Promise<void>;
}

export const DISK: Disk = {
	async create(path, mode) {
		const file = await open(path, "wx", mode);
		return { write: (data) => file.writeFile(data), sync: () => file.sync(), close: () => file.close() };
	},
	rename,
	link,
	remove: (path) => rm(path, { force: true, recursive: true }),
	async makeDirectory(path) {
		await mkdir(path);
	},
	async syncDirectory(path) {
		const directory = await open(path, "r");
		try {
			await directory.sync();
		} finally {
			await directory.close();
		}
	},
};
