import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type RunLine, runLineSchema } from "#core/run-line.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { replaceFile } from "./durable-file.ts";

/**
 * Writes a run's lines into its night's file, `<directory>/<YYYY-MM-DD>.jsonl`. Lines of other runs of that night stay;
 * lines of this run are replaced, so that writing twice changes nothing.
 *
 * @param run ISO time of the run's start
 * @returns path of the file
 */
export async function writeRunFile(directory: string, run: string, lines: readonly RunLine[]): Promise<string> {
	const path = join(directory, `${run.slice(0, 10)}.jsonl`);
	const others = (await readLines(path)).filter((line) => line.run !== run);
	const text = [...others, ...lines].map((line) => `${canonicalJson(line)}\n`).join("");
	await replaceFile(path, text);
	return path;
}

async function readLines(path: string): Promise<RunLine[]> {
	let text: string;
	try {
		text = await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
		throw error;
	}
	return text
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => runLineSchema.parse(JSON.parse(line)));
}
