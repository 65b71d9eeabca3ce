import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, stat, statfs, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ifThere } from "./if-there.ts";

/** `path` is relative to the shared directory. */
export interface FileToWrite {
	readonly path: string;
	readonly data: Uint8Array;
}

const AT_ONCE = 32;

/** Like `replaceFile`, with only 2 syncs. Durable when it resolves; after a crash, any file may exist, complete. */
export async function writeAll(
	directory: string,
	files: readonly FileToWrite[],
	{ disk = DISK, onWritten }: { readonly disk?: Disk; readonly onWritten?: (done: number) => void } = {},
): Promise<void> {
	if (files.length === 0) return;
	await ensureDirectory(directory, disk);
	const directories = [...new Set(files.flatMap(({ path }) => directoriesOf(path)))].sort();
	for (const each of directories) await makeDirectory(join(directory, each), disk);
	const temporaries: string[] = [];
	try {
		const written = await inParallel(files, async ({ path, data }) => {
			const to = join(directory, path);
			const from = temporaryBeside(to);
			temporaries.push(from);
			await writeNew(from, data, disk);
			return { from, to };
		});
		await disk.syncAll(directory, temporaries);
		let done = 0;
		await inParallel(written, async ({ from, to }) => {
			await disk.rename(from, to);
			onWritten?.(++done);
		});
	} catch (error) {
		// A full disk needs the space; what failed first is what its caller has to know.
		await inParallel(temporaries, (each) => disk.remove(each).catch(() => undefined));
		throw error;
	}
	// Directories that were there too: a killed process may have made them without a sync.
	await disk.syncAll(
		directory,
		directories.map((each) => join(directory, each)),
	);
}

/** `.`, `tile` and `tile/0` for `tile/0/000`. */
function directoriesOf(path: string): string[] {
	const above = dirname(path);
	return above === "." ? ["."] : [...directoriesOf(above), above];
}

/** After a failure starts no further item, and throws when all running ones have ended. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
	const rest = items.values();
	const [results, failures] = [[] as R[], [] as unknown[]];
	const worker = async () => {
		for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next())
			await work(next.value).then(
				(result) => results.push(result),
				(error) => failures.push(error),
			);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	if (failures.length > 0) throw failures[0];
	return results;
}

/** Temporary files of killed processes are never read, and `removeAbandoned` deletes them. */
export const TEMPORARY_PREFIX = ".tmp-";

export type FileContent = string | Uint8Array | AsyncIterable<string>;

/** Atomic and durable: temporary file, fsync, rename, fsync of the directory. */
export async function replaceFile(path: string, data: FileContent, disk: Disk = DISK): Promise<void> {
	await ensureDirectory(dirname(path), disk);
	const temporary = await writeTemporary(path, data, disk);
	await disk.rename(temporary, path);
	await disk.syncDirectory(dirname(path));
}

/** Write-once; private files have mode 0o600. @returns `same` or `different` for an existing file, which is kept */
export async function createFile(
	path: string,
	data: string | Uint8Array,
	{ disk = DISK, mode }: { readonly disk?: Disk; readonly mode?: number } = {},
): Promise<"created" | "same" | "different"> {
	await ensureDirectory(dirname(path), disk);
	const temporary = await writeTemporary(path, data, disk, mode);
	try {
		// Unlike a rename, a link does not replace an existing file.
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

/** Also creates missing parents, each durable before it contains anything. */
export async function ensureDirectory(path: string, disk: Disk = DISK, isParentThere = false): Promise<void> {
	try {
		if (!(await makeDirectory(path, disk))) return;
	} catch (error) {
		// A folder that cannot have subfolders, as in /proc, gives the same code.
		if ((error as NodeJS.ErrnoException).code !== "ENOENT" || isParentThere) throw error;
		await ensureDirectory(dirname(path), disk);
		return ensureDirectory(path, disk, true);
	}
	await disk.syncDirectory(dirname(path));
}

/** @returns false if it existed */
async function makeDirectory(path: string, disk: Disk): Promise<boolean> {
	try {
		await disk.makeDirectory(path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	}
}

const LOCK_STALE_MS = 10_000;

/** Excludes other processes; breaks a killed process's lock after 10 s. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
	const lock = join(dirname(path), `${TEMPORARY_PREFIX}lock-${basename(path)}`);
	await mkdir(dirname(path), { recursive: true });
	while (!(await takeLock(lock))) await pause(20);
	// Heartbeat for long work.
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

/** Removes leftovers of killed processes that are older than an hour. */
export async function removeAbandoned(directory: string): Promise<void> {
	const names = (await ifThere(readdir(directory, { recursive: true }))) ?? [];
	for (const name of names.filter((each) => basename(each).startsWith(TEMPORARY_PREFIX))) {
		const path = join(directory, name);
		if ((await ageOf(path)) > 3_600_000) await rm(path, { recursive: true, force: true });
	}
}

/** Milliseconds since the last change; 0 for a missing file. */
async function ageOf(path: string): Promise<number> {
	const stats = await ifThere(stat(path));
	return stats ? Date.now() - stats.mtimeMs : 0;
}

/** Writes and syncs a temporary file beside the final path. @returns its path */
async function writeTemporary(path: string, data: FileContent, disk: Disk, mode?: number): Promise<string> {
	const temporary = temporaryBeside(path);
	try {
		await writeNew(temporary, data, disk, { mode, isSynced: true });
	} catch (error) {
		// A full disk needs the space; what failed first is what its caller has to know.
		await disk.remove(temporary).catch(() => undefined);
		throw error;
	}
	return temporary;
}

function temporaryBeside(path: string): string {
	return join(dirname(path), `${TEMPORARY_PREFIX}${randomUUID()}`);
}

async function writeNew(
	path: string,
	data: FileContent,
	disk: Disk,
	{ mode = 0o666, isSynced = false }: { readonly mode?: number | undefined; readonly isSynced?: boolean } = {},
): Promise<void> {
	const file = await disk.create(path, mode);
	try {
		await file.write(data);
		if (isSynced) await file.sync();
	} finally {
		await file.close();
	}
}

/** Steps of every durable write, so that a test can simulate a power loss between any 2. */
export interface Disk {
	/** Opens for writing; error `EEXIST` if it exists. */
	create(path: string, mode: number): Promise<DiskFile>;
	/** Replaces `to`. */
	rename(from: string, to: string): Promise<void>;
	/** Error `EEXIST` if `to` exists. */
	link(from: string, to: string): Promise<void>;
	/** A no-op if it does not exist. */
	remove(path: string): Promise<void>;
	/** One level; error `EEXIST` if it exists, `ENOENT` without a parent. */
	makeDirectory(path: string): Promise<void>;
	/** Makes names durable; a file's `sync` does so for its bytes. */
	syncDirectory(path: string): Promise<void>;
	/** Makes the bytes of these files and the names in these directories durable, all below `directory`. */
	syncAll(directory: string, paths: readonly string[]): Promise<void>;
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
	syncDirectory: syncPath,
	async syncAll(directory, paths) {
		if (paths.length >= WORTH_A_SYNCFS && (await syncFilesystem(directory))) return;
		await inParallel(paths, syncPath);
	},
};

async function syncPath(path: string): Promise<void> {
	const file = await open(path, "r");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}

/** Fewer files are synced one by one, because syncfs(2) waits for all other writes of the machine. */
const WORTH_A_SYNCFS = 16;

/** `statfs` types of Linux for which syncfs(2) syncs as fsync(2) does: ext4, XFS, Btrfs, ZFS, F2FS, overlayfs, tmpfs. */
const SYNCED_WHOLE: ReadonlySet<number> = new Set([
	0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0x794c7630, 0x01021994,
]);

/** One syncfs(2) costs as much as a few fsync(2). @returns false if it is not available */
async function syncFilesystem(directory: string): Promise<boolean> {
	if (process.platform !== "linux" || !SYNCED_WHOLE.has((await statfs(directory)).type)) return false;
	return new Promise((resolve) => {
		// Node has no API for it.
		execFile("sync", ["-f", directory], (error) => resolve(error === null));
	});
}
