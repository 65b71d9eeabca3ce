import { readdir, readFile } from "node:fs/promises";

/** What a file operation gives; undefined where there is no such file. */
export async function ifThere<T>(work: Promise<T>, missing: readonly string[] = ["ENOENT"]): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (missing.includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
		throw error;
	}
}

/** Text of a file; undefined where there is none. */
export function readIfThere(path: string): Promise<string | undefined> {
	return ifThere(readFile(path, "utf8"));
}

/** Names in a folder that are no hidden ones, in order; none where it is missing or a file. */
export async function namesIn(directory: string): Promise<string[]> {
	const names = (await ifThere(readdir(directory), ["ENOENT", "ENOTDIR"])) ?? [];
	return names.filter((name) => !name.startsWith(".")).sort();
}
