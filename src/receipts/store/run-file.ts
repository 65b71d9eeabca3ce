import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson } from "#core/canonical-json.ts";
import { parseJson } from "#core/json-object.ts";
import { type RunLine, runLineSchema, withdrawLine } from "#core/run-line.ts";
import { replaceFile, withLock } from "./durable-file.ts";
import { namesIn, readIfThere } from "./if-there.ts";

/** To `<directory>/<YYYY-MM-DD>.jsonl`; other lines stay as they are. @param run ISO time of its start @returns path */
export async function writeRunFile(
	directory: string,
	run: string,
	lines: Iterable<RunLine> | AsyncIterable<RunLine>,
): Promise<string> {
	const path = join(directory, `${run.slice(0, 10)}.jsonl`);
	await withLock(path, async () => {
		const others = (await readLines(path)).filter((line) => parseLine(line)?.run !== run);
		await replaceFile(path, textOf(others, lines));
	});
	return path;
}

/** Piece by piece: a run may have a million lines. */
async function* textOf(others: readonly string[], lines: Iterable<RunLine> | AsyncIterable<RunLine>) {
	for (const line of others) yield `${line}\n`;
	for await (const line of lines) yield `${canonicalJson(line)}\n`;
}

type LineSubject = Pick<RunLine, "domain" | "receipt">;

/** In every night's file, also lines of other versions. Safe to repeat. @returns how many lines were changed */
export async function withdrawFromRuns(directory: string, concerns: (line: LineSubject) => boolean): Promise<number> {
	const names = await namesIn(directory);
	let changed = 0;
	for (const name of names.filter((each) => each.endsWith(".jsonl"))) {
		const path = join(directory, name);
		await withLock(path, async () => {
			const before = await readLines(path);
			const after = before.map((line) => withdrawn(line, concerns));
			const here = after.filter((line, at) => line !== before[at]).length;
			if (here > 0) await replaceFile(path, after.map((line) => `${line}\n`).join(""));
			changed += here;
		});
	}
	return changed;
}

function withdrawn(text: string, concerns: (line: LineSubject) => boolean): string {
	const line = parseLine(text);
	if (typeof line?.domain !== "string" || !concerns(line as RunLine)) return text;
	const left = canonicalJson(withdrawLine(line as RunLine));
	return left === canonicalJson(line) ? text : left;
}

/** By their ids; a leaf itself names no site. */
export async function findRunLines(directory: string, ids: ReadonlySet<string>): Promise<Map<string, RunLine>> {
	const found = new Map<string, RunLine>();
	const names = ids.size > 0 ? await namesIn(directory) : [];
	for (const name of names.filter((each) => each.endsWith(".jsonl")))
		for (const text of (await readFile(join(directory, name), "utf8")).split("\n")) {
			const line = runLineSchema.safeParse(parseJson(text)).data;
			if (line?.receipt !== undefined && ids.has(line.receipt)) found.set(line.receipt, line);
		}
	return found;
}

async function readLines(path: string): Promise<string[]> {
	return ((await readIfThere(path)) ?? "").split("\n").filter((line) => line !== "");
}

/** Maybe of another version; undefined for what is no JSON. */
function parseLine(text: string): Partial<RunLine> | undefined {
	return (parseJson(text) as Partial<RunLine> | null | undefined) ?? undefined;
}
