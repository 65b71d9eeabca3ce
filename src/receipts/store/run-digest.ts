import { hash } from "node:crypto";
import * as z from "zod";
import { parseJson } from "#core/json-object.ts";

/** The lines of one run, as a leaf of the log binds them. */
export interface RunDigest {
	/**
	 * Name of its leaf, which says how many lines are withdrawn, and how many sites it lacks: `run/<start>`,
	 * `run/<start>_<withdrawn>` or `run/<start>_<withdrawn>_<missing>`.
	 */
	readonly name: string;
	/** What the names of all its leaves begin with. */
	readonly run: string;
	readonly lines: number;
	/** Lines out of which a removal has taken what was found. */
	readonly withdrawn: number;
	/** Lines of sites that the run has not come to; whoever runs their share again puts what it finds in their place. */
	readonly missing: number;
	/** Hex SHA-256 of its lines in the order of their code units, each with its newline: files may be merged. */
	readonly digest: string;
}

/** A line is canonical JSON, in which no text can hold these quotes as they stand here. */
const RUN = /"run":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/;
const MISSING = '"status":"missing"';
const WITHDRAWN = /"status":"(?:withdrawn|error|unreached|refused)"/;

/**
 * The runs of a night's file, each whole: a run writes its lines when it has ended.
 * @param night name of the file without its ending, `2026-11-21`; a run that began on another day is none of it
 */
export function runDigests(night: string, text: string): RunDigest[] {
	const byRun = Map.groupBy(
		text.split("\n").filter((line) => line !== ""),
		(line) => RUN.exec(line)?.[1] ?? "",
	);
	return [...byRun]
		.filter(([run]) => run.slice(0, 10) === night)
		.map(([run, lines]) => digestOf(`run/${run.replaceAll(":", "-")}`, lines));
}

/** @param run what the names of its leaves begin with */
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

/** Two files of one night that are merged keep the line that says "missing" beside what was found later. */
function withoutMadeUpFor(lines: readonly string[]): readonly string[] {
	if (!lines.some((line) => line.includes(MISSING))) return lines;
	const found = new Set(lines.filter((line) => !line.includes(MISSING)).map(siteOf));
	return lines.filter((line) => !line.includes(MISSING) || !found.has(siteOf(line)));
}

/** Whom a line is about; a line that nobody can read is about itself. */
function siteOf(line: string): string {
	const read = z.object({ domain: z.string(), source: z.string(), mode: z.string() }).safeParse(parseJson(line)).data;
	return read ? `${read.domain} ${read.source} ${read.mode}` : line;
}

/** A line that says why, or of a missing site what happened, is as it was written. */
function isWithdrawn(line: string): boolean {
	if (line.includes(MISSING)) return !line.includes('"says":');
	return WITHDRAWN.test(line) && !line.includes('"reason":');
}

/** Which run a leaf binds, and how many of its lines were withdrawn by then, and how many missing. */
export interface BoundRun {
	/** Name of its night's file, without the ending. */
	readonly night: string;
	/** What the names of all its leaves begin with. */
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
