import { dirname, join } from "node:path";
import { DISK, type Disk, ensureDirectory, writeTemporary } from "./durable-file.ts";

/** A file to be: its path below the directory that all of them share, and its bytes. */
export interface FileToWrite {
	readonly path: string;
	readonly data: Uint8Array;
}

/** Files that are written at the same time. */
const AT_ONCE = 32;

/**
 * Writes many files under one directory, each as `replaceFile` would, with one fsync for each directory instead of one
 * for each file. When it resolves, all of them are durable; after a crash before that, any of them may be there.
 */
export async function writeAll(
	directory: string,
	files: readonly FileToWrite[],
	{ disk = DISK, onWritten }: { readonly disk?: Disk; readonly onWritten?: (done: number) => void } = {},
): Promise<void> {
	const directories = new Set(files.flatMap(({ path }) => directoriesOf(path)));
	for (const each of [...directories].sort()) await ensureDirectory(join(directory, each), disk);
	let done = 0;
	await inParallel(files, async ({ path, data }) => {
		const to = join(directory, path);
		await disk.rename(await writeTemporary(to, data, disk), to);
		onWritten?.(++done);
	});
	// Also those that were there: a killed process may have made them without coming to this.
	await inParallel([...directories], (each) => disk.syncDirectory(join(directory, each)));
}

/** `.`, `tile` and `tile/0` for `tile/0/000`. */
function directoriesOf(path: string): string[] {
	const above = dirname(path);
	return above === "." ? ["."] : [...directoriesOf(above), above];
}

/** Works on all items, some at a time. After a failure no further one is begun, and it is thrown when all have ended. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
	const rest = items.values();
	const failures: unknown[] = [];
	const worker = async () => {
		for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next())
			await work(next.value).catch((error) => failures.push(error));
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	if (failures.length > 0) throw failures[0];
}
