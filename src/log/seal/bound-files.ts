import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#core/failure.ts";
import type { ListLeaf } from "#log/tlog/leaf.ts";
import { type Disk, replaceFile } from "#receipts/store/durable-file.ts";
import { ifThere, readIfThere } from "#receipts/store/if-there.ts";
import type { FileToWrite } from "#receipts/store/write-all.ts";
import type { LeafIndex } from "./leaf-index.ts";

/** A file as the next checkpoint is to bind it. */
export interface FileToBind {
	/** As its leaf names it; a file of the log's folder has this path there. */
	readonly name: string;
	/** Hex SHA-256 of what `size` counts. */
	readonly digest: string;
	/** In bytes; of a run, in lines. */
	readonly size: number;
	/** The whole file, where the seal writes it. */
	readonly data?: Uint8Array;
	/** Files of the log's folder that this one names by their digests. */
	readonly beside?: readonly FileToWrite[];
}

/** A file of the log's folder, whole. */
export function fileToBind(name: string, data: Uint8Array): FileToBind {
	return { name, digest: hash("sha256", data), size: data.length, data };
}

/** Whether the log says just this of the file already. */
export function isBound({ name, digest, size }: FileToBind, index: LeafIndex): boolean {
	const last = index.listLeaves(name).at(-1);
	return last?.digest === digest && last.size === size;
}

/** @param at ISO 8601, UTC, milliseconds */
export function leafOf({ name, digest, size }: FileToBind, at: string): ListLeaf {
	return { kind: "list", name, digest, size, at };
}

/**
 * The bytes of a list as the log binds them. What a seal that was cut off has written behind them is left out.
 * @throws Failure `log-inconsistent` where the file does not begin with them
 */
export async function readBoundList(directory: string, name: string, index: LeafIndex): Promise<string> {
	const last = index.listLeaves(name).at(-1);
	if (!last) return "";
	const bytes = (await ifThere(readFile(join(directory, name))))?.subarray(0, last.size);
	if (bytes && hash("sha256", bytes) === last.digest) return bytes.toString("utf8");
	throw new Failure("log-inconsistent", {
		what: `log/${name} is not the file that the log binds, so nothing was signed.`,
		why: bytes ? `Its first ${last.size} bytes are others.` : "It is missing.",
		todo: "Restore the folder log/ from git.",
	});
}

/**
 * Takes away what a seal that was cut off has written behind the bound bytes of the lists of absent receipts: nothing binds it,
 * and readers would have to know.
 * @throws Failure as `readBoundList`
 */
export async function sweepTails(directory: string, index: LeafIndex, disk: Disk): Promise<void> {
	for (const name of ["withdrawn", "live"]) {
		const path = join(directory, name);
		const text = await readIfThere(path);
		const bound = await readBoundList(directory, name, index);
		// An empty list stays: with one every log begins.
		if (text !== undefined && text !== bound) await replaceFile(path, bound, disk);
	}
}
