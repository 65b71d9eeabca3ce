import { plainText } from "../page/page-text.ts";

export type Cell = string | number | undefined;

/** RFC 4180, UTF-8 with a BOM for Excel. Quotes every cell, joins lines and puts an apostrophe before formulas. */
export function csvText(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
	const lines = [header, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`);
	return `\uFEFF${lines.join("")}`;
}

/** Formula signs of Excel, LibreOffice and Google Sheets, also in full width, after spaces and quotes. */
const FORMULA = /(^|;)(["\s]*)(?=[=+\-@＝＋－＠])/g;

function cellText(cell: Cell): string {
	if (cell === undefined) return "";
	if (typeof cell === "number") return String(cell);
	return `"${plainText(cell).replace(FORMULA, "$1'$2").replaceAll('"', '""')}"`;
}
