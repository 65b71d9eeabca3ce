import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunLine } from "#core/run-line.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { replaceFile, withLock } from "./durable-file.ts";

/**
 * Writes a run's lines into its night's file, `<directory>/<YYYY-MM-DD>.jsonl`. Lines of this run are replaced, so that
 * writing twice changes nothing; all others stay as they are, also those that another version or a hand has written.
 *
 * @param run ISO time of the run's start
 * @returns path of the file
 */
export async function writeRunFile(directory: string, run: string, lines: readonly RunLine[]): Promise<string> {
	const path = join(directory, `${run.slice(0, 10)}.jsonl`);
	await withLock(path, async () => {
		const others = (await readLines(path)).filter((line) => runOf(line) !== run);
		await replaceFile(path, [...others, ...lines.map(canonicalJson)].map((line) => `${line}\n`).join(""));
	});
	return path;
}

async function readLines(path: string): Promise<string[]> {
	try {
		return (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
		throw error;
	}
}

function runOf(line: string): unknown {
	try {
		return (JSON.parse(line) as { run?: unknown } | null)?.run;
	} catch {
		// Whatever it is, it is not a line of this run.
		return undefined;
	}
}
