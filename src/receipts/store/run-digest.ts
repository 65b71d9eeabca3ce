import { hash } from "node:crypto";

/** The lines of one run, as a leaf of the log binds them. */
export interface RunDigest {
	/** Name of its leaf, which says how many lines are withdrawn where any are: `run/<start>` or `run/<start>_<lines>`. */
	readonly name: string;
	/** What the names of all its leaves begin with. */
	readonly run: string;
	readonly lines: number;
	/** Lines out of which a removal has taken what was found. */
	readonly withdrawn: number;
	/** Hex SHA-256 of its lines in the order of their code units, each with its newline: files may be merged. */
	readonly digest: string;
}

/** A line is canonical JSON, in which no text can hold these quotes as they stand here. */
const RUN = /"run":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/;
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
function digestOf(run: string, lines: readonly string[]): RunDigest {
	const withdrawn = lines.filter(isWithdrawn).length;
	const text = lines
		.toSorted()
		.map((line) => `${line}\n`)
		.join("");
	return {
		name: withdrawn === 0 ? run : `${run}_${withdrawn}`,
		run,
		lines: lines.length,
		withdrawn,
		digest: hash("sha256", text),
	};
}

function isWithdrawn(line: string): boolean {
	return WITHDRAWN.test(line) && !line.includes('"reason":');
}

/** Which run a leaf binds, and how many of its lines were withdrawn by then. */
export interface BoundRun {
	/** Name of its night's file, without the ending. */
	readonly night: string;
	/** What the names of all its leaves begin with. */
	readonly run: string;
	readonly withdrawn: number;
}

/** @returns undefined for a leaf of another file */
export function parseRunName(leafName: string): BoundRun | undefined {
	const [, run, night, withdrawn = "0"] = /^(run\/(\d{4}-\d\d-\d\d)T[^_]+)(?:_([1-9]\d*))?$/.exec(leafName) ?? [];
	return run === undefined || night === undefined ? undefined : { run, night, withdrawn: Number(withdrawn) };
}
