import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { byCodeUnits } from "#core/wording.ts";
import { replaceFile } from "#receipts/store/durable-file.ts";
import type { Blobs, Change, Entry, Files } from "../merge-files.ts";

/** Files of a folder as git would name them, and where their bytes are. */
export interface LocalFolder {
	readonly files: Files;
	/** Bytes of these files, of what was put aside, and of what `elsewhere` has. */
	readonly blobs: Blobs;
}

/**
 * @param prefix put before each path
 * @param elsewhere bytes that are not in the folder
 */
export async function readLocalFolder(folder: string, prefix: string, elsewhere: Blobs["read"]): Promise<LocalFolder> {
	const files = new Map<string, Entry>();
	const paths = new Map<string, string>();
	const aside = new Map<string, Buffer>();
	const found = await readdir(folder, { recursive: true, withFileTypes: true });
	const names = found
		.filter((each) => each.isFile())
		.map((each) => join(each.parentPath, each.name).slice(folder.length + 1));
	for (const name of names
		.map((each) => each.replaceAll(sep, "/"))
		.filter(isPublished)
		.sort(byCodeUnits)) {
		const path = join(folder, name);
		const id = blobId(await readFile(path));
		files.set(prefix + name, { id, mode: "100644" });
		paths.set(id, path);
	}
	return {
		files,
		blobs: {
			async read(id) {
				const path = paths.get(id);
				return aside.get(id) ?? (path === undefined ? elsewhere(id) : readFile(path));
			},
			async write(bytes) {
				const id = blobId(bytes);
				aside.set(id, bytes);
				return id;
			},
		},
	};
}

/**
 * Whether a file of the reports is published, by its path in them. What begins with a dot, or lies below such a folder, is
 * not: keys and settings (`.sightline/`, `.env`), temporary files, locks.
 */
export function isPublished(name: string): boolean {
	return !name.split("/").some((part) => part.startsWith("."));
}

function blobId(bytes: Buffer): string {
	return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/**
 * Brings a folder up to date. The log's checkpoint comes last of what is written, so that it never commits to what is
 * not there yet.
 */
export async function writeChanges(
	folder: string,
	prefix: string,
	changes: readonly Change[],
	read: Blobs["read"],
): Promise<void> {
	const isCheckpoint = ({ path }: Change) => Number(path === `${prefix}log/checkpoint`);
	for (const { path, after } of changes.toSorted((a, b) => isCheckpoint(a) - isCheckpoint(b))) {
		const place = join(folder, path.slice(prefix.length));
		if (after) await replaceFile(place, await read(after.id));
		else await rm(place, { force: true });
	}
}
