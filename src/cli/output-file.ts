import { stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Failure } from "#core/failure.ts";
import { replaceFile } from "#receipts/store/durable-file.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import type { Output } from "./terminal.ts";

export const STDOUT = "-";

/** Fails before the work is done. @throws Failure `input-invalid` */
export async function requireOutput(path: string, option = "--output"): Promise<void> {
	const refused = (why: string, todo: string) =>
		new Failure("input-invalid", { what: `${option} ${path} cannot be written.`, why, todo });
	const folder = dirname(path);
	const place = await ifThere(stat(folder), ["ENOENT", "ENOTDIR"]);
	if (!place?.isDirectory())
		throw refused(`There is no folder ${folder}.`, "Create the folder first, or name another.");
	const there = await ifThere(stat(path));
	if (there?.isDirectory()) throw refused("It is a folder.", "Name a file in it.");
}

/** Writes atomically at the end. @throws Failure `input-invalid` */
export async function writeInto<T>(path: string, stdout: Output, start: (to: Output) => Promise<T>): Promise<T> {
	if (path === STDOUT) return start(stdout);
	await requireOutput(path);
	const pieces: string[] = [];
	const ended = await start({ write: (text) => pieces.push(text) });
	await writeOutput(path, pieces.join(""));
	return ended;
}

/** Readers see the old or the new file, never a part. Writes directly to devices such as /dev/stderr. */
export async function writeOutput(path: string, data: string | Uint8Array): Promise<void> {
	const there = await ifThere(stat(path));
	if (there && !there.isFile()) return writeFile(path, data);
	await replaceFile(path, data);
}
