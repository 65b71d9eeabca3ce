import { type Fault, faultsOf, type Place } from "./faults.ts";
import type { Outcome } from "./format.ts";

const COLUMNS = ["check", "level", "outcome", "page", "file", "line", "column", "excerpt", "says", "fix"] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], string | number | undefined>>;

/** RFC 4180: a line for each place of each fault, the gravest first. */
export function toCsv(outcome: Outcome): string {
	const lines = rowsOf(outcome).map((row) => COLUMNS.map((column) => cell(row[column])));
	return [COLUMNS.join(","), ...lines.map((cells) => cells.join(","))].map((line) => `${line}\r\n`).join("");
}

/** The same, each as a JSON object on a line of its own. */
export function toNdjson(outcome: Outcome): string {
	return rowsOf(outcome)
		.map((row) => `${JSON.stringify(row)}\n`)
		.join("");
}

function rowsOf(outcome: Outcome): readonly Row[] {
	return faultsOf(outcome).flatMap((fault) => fault.places.map((place) => rowOf(fault, place)));
}

function rowOf({ finding, level }: Fault, { url, file, line, column, excerpt, said }: Place): Row {
	const { id: check, outcome } = finding;
	const { says, fix } = said ?? finding;
	return { check, level, outcome, page: url, file, line, column, excerpt, says, fix };
}

/** Spreadsheets take what begins with these signs for a formula, and a page may hold one. */
function cell(value: string | number | undefined): string {
	const text = `${value ?? ""}`.toWellFormed();
	const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
