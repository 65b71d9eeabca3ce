import { chmod, readFile, realpath, stat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { createFile, replaceFile } from "#receipts/store/durable-file.ts";
import type { Repaired, RepairedFile } from "./repair-folder.ts";
import type { Refused } from "./site-files.ts";

interface Written {
	readonly written: readonly RepairedFile[];
	/** Left unchanged. */
	readonly refused: readonly Refused[];
}

/**
 * Writes each file to a temporary file, syncs and renames it: after a crash it is complete, old or new. Skips files
 * that changed since the audit, and files that the system does not let us write.
 * @param earlier output of previous steps by real path; extended by this one
 */
export async function writeRepairs(
	{ folder }: Pick<Repaired, "folder">,
	files: readonly RepairedFile[],
	earlier = new Map<string, Uint8Array>(),
): Promise<Written> {
	const written: RepairedFile[] = [];
	const refused: Refused[] = [];
	for (const each of files) {
		const before = earlier.get(each.file) ?? (each.isNew ? undefined : each.patched.original);
		const why = await (before ? replace(each, folder, before) : create(each, folder)).catch(whyNotWritten);
		if (why === undefined) {
			written.push(each);
			earlier.set(each.file, each.patched.content());
		} else refused.push({ file: each.path, why });
	}
	return { written, refused };
}

/** @throws unless it is a system error */
function whyNotWritten(error: unknown): string {
	const { code, syscall } = error as NodeJS.ErrnoException;
	if (syscall === undefined) throw error;
	return `It cannot be written here (${code}).`;
}

async function create({ file, patched }: RepairedFile, folder: string): Promise<string | undefined> {
	if (!(await isInside(dirname(file), folder))) return "Its folder is outside the audited folder.";
	const made = await createFile(file, patched.content());
	return made === "different" ? "It was created since the audit." : undefined;
}

async function replace(
	{ file, patched }: RepairedFile,
	folder: string,
	before: Uint8Array,
): Promise<string | undefined> {
	const facts = await stat(file).catch(() => undefined);
	if (!facts?.isFile()) return "It no longer exists.";
	if (!(await isInside(file, folder))) return "It is no longer in the audited folder.";
	if (!(await readFile(file)).equals(before)) return "It was changed during the audit.";
	await replaceFile(file, patched.content());
	await chmod(file, facts.mode & 0o7777);
	return undefined;
}

async function isInside(path: string, folder: string): Promise<boolean> {
	const real = await realpath(path).catch(() => undefined);
	return real !== undefined && (real === folder || real.startsWith(folder + sep));
}
