import { dirname, join } from "node:path";
import { DISK, type Disk, ensureDirectory, writeTemporary } from "./durable-file.ts";

/** `path` is below the directory that all share. */
export interface FileToWrite {
	readonly path: string;
	readonly data: Uint8Array;
}

const AT_ONCE = 32;

/** Like `replaceFile`, with one fsync a directory. Durable when it resolves; after a crash, any may be there. */
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
	// Existing ones too: a killed process may have made them without a sync.
	await inParallel([...directories], (each) => disk.syncDirectory(join(directory, each)));
}

/** `.`, `tile` and `tile/0` for `tile/0/000`. */
function directoriesOf(path: string): string[] {
	const above = dirname(path);
	return above === "." ? ["."] : [...directoriesOf(above), above];
}

/** After a failure no further item begins, and it is thrown when all have ended. */
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
