import { hash } from "node:crypto";

/** The lines of one run, as a leaf of the log binds them. */
export interface RunDigest {
	/** Name of its leaf. */
	readonly name: string;
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
		.map(([run, lines]) => ({
			name: runLeafName(run),
			lines: lines.length,
			withdrawn: lines.filter(isWithdrawn).length,
			digest: hash(
				"sha256",
				lines
					.toSorted()
					.map((line) => `${line}\n`)
					.join(""),
			),
		}));
}

function isWithdrawn(line: string): boolean {
	return WITHDRAWN.test(line) && !line.includes('"reason":');
}

/** @param run ISO time of its start */
function runLeafName(run: string): string {
	return `run/${run.replaceAll(":", "-")}`;
}

/** Name of the night's file, without its ending, that has the run of a leaf; undefined for a leaf of another file. */
export function nightOf(leafName: string): string | undefined {
	return /^run\/(\d{4}-\d\d-\d\d)T/.exec(leafName)?.[1];
}
