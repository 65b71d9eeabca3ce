/** Prints effects of hostile sites as Markdown. */

import type { HostileRow } from "./hostile-run.testkit.ts";

const COLUMNS: readonly (readonly [heading: string, read: (row: HostileRow) => string | number])[] = [
	["site", ({ name }) => name],
	["mode", ({ mode }) => mode],
	["outcome", ({ status, outcome }) => (status === 200 ? outcome : `${status} ${outcome}`)],
	["time, ms", ({ ms }) => ms],
	["longest health answer, ms", ({ healthMs }) => healthMs],
	["of it main thread, ms", ({ mainMs }) => mainMs],
	["peak RSS, MiB", ({ peakRssMiB }) => peakRssMiB],
	["beside the heap, MiB", ({ externalMiB }) => externalMiB],
	["lives", ({ alive }) => (alive ? "yes" : "NO")],
];

export function hostileTable(rows: readonly HostileRow[]): string {
	const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |\n`;
	const head = line(COLUMNS.map(([heading]) => heading)) + line(COLUMNS.map(() => "---"));
	return head + rows.map((row) => line(COLUMNS.map(([, read]) => read(row)))).join("");
}

/** The longest health answer of all, and what else was asked of every row. */
export function hostileSummary(rows: readonly HostileRow[]) {
	const most = (read: (row: HostileRow) => number) => Math.max(0, ...rows.map(read));
	return {
		sites: rows.length,
		dead: rows.filter(({ alive }) => !alive).map(({ name }) => name),
		unanswered: rows.filter(({ status }) => status === 0).map(({ name }) => name),
		healthMs: most(({ healthMs }) => healthMs),
		mainMs: most(({ mainMs }) => mainMs),
		peakRssMiB: most(({ peakRssMiB }) => peakRssMiB),
		externalMiB: most(({ externalMiB }) => externalMiB),
	};
}
