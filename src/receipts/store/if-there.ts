import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readNamedFile } from "#config/named-file.ts";
import { Failure } from "#core/failure.ts";

export async function ifThere<T>(work: Promise<T>, missing: readonly string[] = ["ENOENT"]): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (missing.includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
		throw error;
	}
}

/** Above any text stored here; the longest are nightly runs of 10,000 sites. */
const MOST_BYTES = 256 * 1024 * 1024;

/** @throws Failure `input-invalid` if it is not a regular file; the system error if it is unreadable */
export async function readIfThere(path: string): Promise<string | undefined> {
	try {
		return (await readNamedFile(path, { most: MOST_BYTES, todo: "Restore it from git." })).toString("utf8");
	} catch (error) {
		const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
		if (cause?.code === "ENOENT") return undefined;
		throw cause ?? error;
	}
}

/** Sorted, without dot files; empty without the folder. @throws Failure `input-invalid` for a pipe or device */
export async function namesIn(directory: string): Promise<string[]> {
	const entries = (await ifThere(readdir(directory, { withFileTypes: true }), ["ENOENT", "ENOTDIR"])) ?? [];
	const special = entries.find((entry) => entry.isFIFO() || entry.isSocket() || isDevice(entry));
	if (special)
		throw new Failure("input-invalid", {
			what: `${join(directory, special.name)} cannot be read.`,
			why: "It is a pipe, a socket or a device, not a file.",
			todo: "Remove it.",
		});
	return entries.flatMap(({ name }) => (name.startsWith(".") ? [] : [name])).sort();
}

function isDevice(entry: Dirent): boolean {
	return entry.isCharacterDevice() || entry.isBlockDevice();
}
