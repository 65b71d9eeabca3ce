import { plainText } from "../page/page-text.ts";

/** A cell; undefined for an empty one. */
export type Cell = string | number | undefined;

/**
 * A table as a file for spreadsheets (RFC 4180, UTF-8 with a mark by which Excel tells it). Every text is quoted and on one
 * line, and none of it is read as a formula, whichever separator a program takes: what begins like one gets an apostrophe.
 */
export function csvText(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
	const lines = [header, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`);
	return `\uFEFF${lines.join("")}`;
}

/** Signs that begin a formula in Excel, LibreOffice or Google Sheets, also in full width; after spaces and quotes, too. */
const FORMULA = /(^|;)(["\s]*)(?=[=+\-@＝＋－＠])/g;

function cellText(cell: Cell): string {
	if (cell === undefined) return "";
	if (typeof cell === "number") return String(cell);
	return `"${plainText(cell).replace(FORMULA, "$1'$2").replaceAll('"', '""')}"`;
}
