import type { ReachRow } from "./report.ts";

/** A row as a receipt holds it: whole, or what differs from the earlier row whose number is `as`. */
type Members = Readonly<Record<string, unknown>>;

/** Engines that one line closes differ in little but their names. Each row leans on that earlier one that shortens it most. */
export function shortReach(rows: readonly ReachRow[]): readonly Members[] {
	return rows.map((row, index) => {
		let shortest: Members = row;
		for (const [as, earlier] of rows.slice(0, index).entries()) {
			const form = differing(row, earlier, as);
			if (form && sizeOf(form) < sizeOf(shortest)) shortest = form;
		}
		return shortest;
	});
}

/** The rows again; what another hand has written may come out as anything. */
export function longReach(rows: readonly unknown[]): readonly unknown[] {
	const long: unknown[] = [];
	for (const row of rows) {
		const { as, ...own }: Members = isMembers(row) ? row : {};
		const earlier = typeof as === "number" ? long[as] : undefined;
		long.push(isMembers(earlier) ? { ...earlier, ...own } : row);
	}
	return long;
}

/** Undefined where the earlier row has members that this one has not, or lacks some: such a row is written whole. */
function differing(row: ReachRow, earlier: ReachRow, as: number): Members | undefined {
	if (namesOf(row) !== namesOf(earlier)) return undefined;
	const before: Members = earlier;
	const own = Object.entries(row).filter(([name, value]) => textOf(value) !== textOf(before[name]));
	return { as, ...Object.fromEntries(own) };
}

function namesOf(row: Members): string {
	const filled = Object.keys(row).filter((name) => row[name] !== undefined);
	return filled.sort().join();
}

/** Whatever the order of members: the only object among them is an exhibit. */
function textOf(value: unknown): string {
	return JSON.stringify(isMembers(value) ? [value.url, value.at, value.excerpt] : value);
}

function sizeOf(row: Members): number {
	return JSON.stringify(row).length;
}

function isMembers(value: unknown): value is Members {
	return typeof value === "object" && value !== null;
}
