import { PRESET_LABELS, PRESETS, type Preset } from "#core/preset.ts";
import type { WallRow } from "./wall.ts";
import { compareRows, WALL_ORDER_WORDS, WALL_ORDERS, type WallOrder } from "./wall-order.ts";

/** One page of the wall. Their number grows with the sites alone: each site stands on six of them. */
export interface WallView {
	readonly order: WallOrder;
	/** Only sites of this kind; undefined for all. */
	readonly preset: Preset | undefined;
	/** 1 for the first. */
	readonly page: number;
	/** How many pages this order of this kind has, at least 1. */
	readonly pages: number;
	/** Sites on all of them together, and the scores that they have. */
	readonly count: number;
	readonly scores: readonly number[];
	readonly rows: readonly WallRow[];
}

/** One audit moves rows on many pages: fewer, longer ones are fewer to publish anew. */
const PAGE_SIZE = 200;

/** Every page of the wall: each order of all sites, and of each kind that has a site. An empty wall is one page an order. */
export function wallViews(rows: readonly WallRow[], size = PAGE_SIZE): readonly WallView[] {
	const kinds = [undefined, ...kindsOnWall(rows).map(({ preset }) => preset)];
	return WALL_ORDERS.flatMap((order) => {
		const sorted = rows.toSorted(compareRows(order));
		return kinds.flatMap((preset) =>
			paged(preset ? sorted.filter((row) => row.preset === preset) : sorted, size, { order, preset }),
		);
	});
}

function paged(rows: readonly WallRow[], size: number, which: Pick<WallView, "order" | "preset">): readonly WallView[] {
	const pages = Math.max(1, Math.ceil(rows.length / size));
	const scores = rows.flatMap(({ overallScore }) => overallScore ?? []);
	return Array.from({ length: pages }, (_, index) => {
		const shown = rows.slice(index * size, (index + 1) * size);
		return { ...which, page: index + 1, pages, count: rows.length, scores, rows: shown };
	});
}

export type KindOnWall = { readonly preset: Preset; readonly count: number };

/** The kinds that have a site, in the order of the methodology. */
export function kindsOnWall(rows: readonly Pick<WallRow, "preset">[]): readonly KindOnWall[] {
	const counts = new Map<Preset, number>();
	for (const { preset } of rows) counts.set(preset, (counts.get(preset) ?? 0) + 1);
	return PRESETS.flatMap((preset) => {
		const count = counts.get(preset);
		return count === undefined ? [] : [{ preset, count }];
	});
}

/** `Wall of briefs: Online shop, newest first, page 2 of 7`; what is usual goes without saying. */
export function wallTitle(view: Pick<WallView, "order" | "preset" | "page" | "pages">): string {
	const { order, preset, page, pages } = view;
	const parts = [
		...(preset ? [PRESET_LABELS[preset]] : []),
		...(order === "score" ? [] : [WALL_ORDER_WORDS[order]]),
		...(page === 1 ? [] : [`page ${page} of ${pages}`]),
	];
	return parts.length === 0 ? "Wall of briefs" : `Wall of briefs: ${parts.join(", ")}`;
}

/** Page numbers to link to, the first, the last and the neighbours; `gap` where some are left out. */
export function pageNumbers(page: number, pages: number): readonly (number | "gap")[] {
	const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
		(each) => each === 1 || each === pages || Math.abs(each - page) <= 1,
	);
	return shown.flatMap((each, index) => {
		const before = shown[index - 1] ?? 0;
		if (each - before === 1) return [each];
		// A gap of one page is as wide as its number.
		return each - before === 2 ? [each - 1, each] : ["gap" as const, each];
	});
}
