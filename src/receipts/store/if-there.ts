import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readNamedFile } from "#config/named-file.ts";
import { Failure } from "#core/failure.ts";

/** What a file operation gives; undefined where there is no such file. */
export async function ifThere<T>(work: Promise<T>, missing: readonly string[] = ["ENOENT"]): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (missing.includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
		throw error;
	}
}

/** More than any text that is kept here, of which the nightly runs of ten thousand sites are the longest. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Text of a file; undefined where there is none.
 * @throws Failure `input-invalid` where something else has its name; the machine's error where it cannot be read
 */
export async function readIfThere(path: string): Promise<string | undefined> {
	try {
		return (await readNamedFile(path, { most: MOST_BYTES, todo: "Restore it from git." })).toString("utf8");
	} catch (error) {
		const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
		if (cause?.code === "ENOENT") return undefined;
		throw cause ?? error;
	}
}

/**
 * Names in a folder that are no hidden ones, in order; none where it is missing or a file.
 * @throws Failure `input-invalid` where one is that of a pipe, socket or device, which nobody could read
 */
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
