import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { canonicalJson, parseJson } from "#core/json-object.ts";
import { AUDIT_MODES, SOURCES } from "#core/preset.ts";
import { replaceFile, withLock } from "./durable-file.ts";
import { namesIn, readIfThere } from "./if-there.ts";

/** One line of `reports/runs/<night>.jsonl`. */
export const runLineSchema = z.strictObject({
	/** Start of the run, ISO 8601; the same on all its lines. */
	run: z.string(),
	domain: z.string(),
	source: z.enum(SOURCES),
	mode: z.enum(AUDIT_MODES),
	/**
	 * `unchanged`: this receipt is confirmed; `refused`: must not be audited; `unreached`: we saw too little, for a
	 * reason that may be ours, so the last receipt stays; `error`: a bug; `withdrawn`: the result was
	 * removed at the owner's request; `missing`: the run ended first.
	 */
	status: z.enum(["recorded", "unchanged", "unreached", "refused", "error", "withdrawn", "missing"]),
	ok: z.boolean(),
	/** Failure code, if not ok. */
	reason: z.string().optional(),
	says: z.string().optional(),
	score: z.number().int().optional(),
	auditedAt: z.string().optional(),
	receipt: z.string().optional(),
});
export type RunLine = z.infer<typeof runLineSchema>;

/** Keeps domain and status, one line per night. Drops receipt and time, which could link a leaf to the domain. */
export function withdrawLine(line: RunLine): RunLine {
	if (line.reason === "removal-asked") return line;
	const { run, domain, source, mode, ok } = line;
	const status = line.status === "recorded" || line.status === "unchanged" ? "withdrawn" : line.status;
	return { run, domain, source, mode, status, ok };
}

export interface RunDigest {
	/** Its leaf: `run/<start>`, `run/<start>_<withdrawn lines>` or `run/<start>_<withdrawn lines>_<missing sites>`. */
	readonly name: string;
	/** The common beginning of its leaves' names. */
	readonly run: string;
	readonly lines: number;
	/** Lines with results deleted by a removal. */
	readonly withdrawn: number;
	/** Lines of unvisited sites, which a rerun replaces. */
	readonly missing: number;
	/** Hex SHA-256 of its lines with newlines, sorted by code units, because files may be merged. */
	readonly digest: string;
}

/** In canonical JSON, these quotes cannot occur inside a string. */
const RUN = /"run":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/;
const MISSING = '"status":"missing"';
const WITHDRAWN = /"status":"(?:withdrawn|error|unreached|refused)"/;

/** Runs are complete, because they write at their end. @param night file name such as `2026-11-21`; skips other days */
export function runDigests(night: string, text: string): RunDigest[] {
	const byRun = Map.groupBy(
		text.split("\n").filter((line) => line !== ""),
		(line) => RUN.exec(line)?.[1] ?? "",
	);
	return [...byRun]
		.filter(([run]) => run.slice(0, 10) === night)
		.map(([run, lines]) => digestOf(`run/${run.replaceAll(":", "-")}`, lines));
}

function digestOf(run: string, all: readonly string[]): RunDigest {
	const lines = withoutMadeUpFor(all);
	const withdrawn = lines.filter(isWithdrawn).length;
	const missing = lines.filter((line) => line.includes(MISSING) && !isWithdrawn(line)).length;
	const text = lines
		.toSorted()
		.map((line) => `${line}\n`)
		.join("");
	return {
		name: missing > 0 ? `${run}_${withdrawn}_${missing}` : withdrawn > 0 ? `${run}_${withdrawn}` : run,
		run,
		lines: lines.length,
		withdrawn,
		missing,
		digest: hash("sha256", text),
	};
}

/** Drops "missing" lines of a merged file that also has a result. */
function withoutMadeUpFor(lines: readonly string[]): readonly string[] {
	if (!lines.some((line) => line.includes(MISSING))) return lines;
	const found = new Set(lines.filter((line) => !line.includes(MISSING)).map(siteOf));
	return lines.filter((line) => !line.includes(MISSING) || !found.has(siteOf(line)));
}

/** Key of a line's site; an unreadable line is its own key. */
function siteOf(line: string): string {
	const read = z.object({ domain: z.string(), source: z.string(), mode: z.string() }).safeParse(parseJson(line)).data;
	return read ? `${read.domain} ${read.source} ${read.mode}` : line;
}

function isWithdrawn(line: string): boolean {
	if (line.includes(MISSING)) return !line.includes('"says":');
	return WITHDRAWN.test(line) && !line.includes('"reason":');
}

interface BoundRun {
	/** Its file name without extension. */
	readonly night: string;
	readonly run: string;
	readonly withdrawn: number;
	readonly missing: number;
}

/** @returns undefined for a leaf of another file */
export function parseRunName(leafName: string): BoundRun | undefined {
	const pattern = /^(run\/(\d{4}-\d\d-\d\d)T[^_]+)(?:_(\d+)(?:_(\d+))?)?$/;
	const [, run, night, withdrawn = "0", missing = "0"] = pattern.exec(leafName) ?? [];
	if (run === undefined || night === undefined) return undefined;
	return { run, night, withdrawn: Number(withdrawn), missing: Number(missing) };
}

/** Writes to `<directory>/<YYYY-MM-DD>.jsonl`, keeping other lines. @param run ISO time of its start @returns path */
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

/** Streams, because a run may have a million lines. */
async function* textOf(others: readonly string[], lines: Iterable<RunLine> | AsyncIterable<RunLine>) {
	for (const line of others) yield `${line}\n`;
	for await (const line of lines) yield `${canonicalJson(line)}\n`;
}

type LineSubject = Pick<RunLine, "domain" | "receipt">;

/** In all run files, including lines of other versions. Idempotent. @returns number of changed lines */
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

/** By receipt id, because leaves do not name a site. */
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

/** May be of another version; undefined if it is not JSON. */
function parseLine(text: string): Partial<RunLine> | undefined {
	return (parseJson(text) as Partial<RunLine> | null | undefined) ?? undefined;
}
