import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseTilePath } from "#log/tile.ts";

/**
 * Paths below `reports/log/` that everybody may read, as they lie there: checkpoints, keys, tiles and entries. What seal
 * keeps for itself, and anything that does not belong there, is left out. None before the first seal.
 */
export async function publicLogFiles(directory: string): Promise<string[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(nothingThere);
	const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const paths = files.map((file) => file.slice(directory.length + 1)).filter(isPublic);
	return paths.includes("checkpoint") ? paths.sort() : [];
}

function isPublic(path: string): boolean {
	if (["checkpoint", "vkeys", "retired-vkeys"].includes(path) || parseTilePath(path)) return true;
	return /^checkpoints\/[^./][^/]*$/.test(path);
}

/** Bytes of a file of the log's address; undefined where there is none. Two are made from `vkeys`. */
export async function readLogFile(directory: string, path: string, address: string): Promise<Uint8Array | undefined> {
	if (isPublic(path)) return readFile(join(directory, path)).catch(nothing);
	if (path !== "vkey" && path !== "policy.txt") return undefined;
	const keys = await readFile(join(directory, "vkeys"), "utf8").catch(nothing);
	const key = keys?.split("\n")[0];
	if (!key) return undefined;
	return new TextEncoder().encode(path === "vkey" ? `${key}\n` : logPolicy(key, address));
}

/** A policy that trusts this log and asks no witness. C2SP tlog-policy. */
export function logPolicy(key: string, address: string): string {
	return `log ${key} ${address}\nquorum none\n`;
}

function nothingThere(error: NodeJS.ErrnoException) {
	if (error.code !== "ENOENT") throw error;
	return [];
}

function nothing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== "ENOENT" && error.code !== "EISDIR" && error.code !== "ENOTDIR") throw error;
}
