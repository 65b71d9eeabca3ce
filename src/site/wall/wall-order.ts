export const WALL_ORDERS = ["score", "newest", "name"] as const;
export type WallOrder = (typeof WALL_ORDERS)[number];

export const WALL_ORDER_WORDS: Readonly<Record<WallOrder, string>> = {
	score: "by score",
	newest: "newest first",
	name: "by name",
};

/** What the orders look at. */
export interface Orderable {
	/** ASCII host. */
	readonly slug: string;
	/** The name as people read it. */
	readonly displayDomain: string;
	/** Absent where the site could not be audited. */
	readonly overallScore?: number;
	/** ISO 8601, UTC, all to the same precision. */
	readonly auditedAt: string;
}

type Compare = (a: Orderable, b: Orderable) => number;

/** By the name that is shown; international names would otherwise all stand under x. */
const byName: Compare = (a, b) => {
	if (a.displayDomain === b.displayDomain) return a.slug < b.slug ? -1 : 1;
	return a.displayDomain < b.displayDomain ? -1 : 1;
};

const COMPARE: Readonly<Record<WallOrder, Compare>> = {
	score: (a, b) => (b.overallScore ?? -1) - (a.overallScore ?? -1) || byName(a, b),
	newest: (a, b) => (a.auditedAt === b.auditedAt ? byName(a, b) : a.auditedAt < b.auditedAt ? 1 : -1),
	name: byName,
};

/** Slugs differ, so no two rows are equal: an order has one outcome, whatever it started from. */
export function compareRows(order: WallOrder): Compare {
	return COMPARE[order];
}

/** `aria-sort` of a column by which the wall can be ordered; undefined for the others. */
export function ariaSort(order: WallOrder, column: WallOrder): "ascending" | "descending" | undefined {
	if (order !== column) return undefined;
	return order === "name" ? "ascending" : "descending";
}
