import { bandOf } from "./band.ts";
import type { PublicSite } from "./public-site.ts";
import { FOLDER_NOTICE } from "./verdict-words.ts";

export const WALL_ORDERS = ["score", "newest", "name"] as const;
export type WallOrder = (typeof WALL_ORDERS)[number];

export const WALL_ORDER_WORDS: Readonly<Record<WallOrder, string>> = {
	score: "by score",
	newest: "newest first",
	name: "by name",
};

/** One line of the wall. */
export interface WallRow {
	readonly slug: string;
	readonly displayDomain: string;
	/** Absent where the site could not be audited. */
	readonly overallScore?: number;
	/** Band of the score, or why there is none. */
	readonly words: string;
	readonly axes?: { readonly structure: number; readonly accessibility: number };
	readonly auditedAt: string;
	/** Sentences that must not be missed: closed gates, a folder audit. */
	readonly notes: readonly WallNote[];
}

interface WallNote {
	readonly kind: "folder" | "gate";
	readonly says: string;
}

type Compare = (a: WallRow, b: WallRow) => number;

const byName: Compare = (a, b) => (a.slug < b.slug ? -1 : 1);

const COMPARE: Readonly<Record<WallOrder, Compare>> = {
	score: (a, b) => (b.overallScore ?? -1) - (a.overallScore ?? -1) || byName(a, b),
	newest: (a, b) => (a.auditedAt === b.auditedAt ? byName(a, b) : a.auditedAt < b.auditedAt ? 1 : -1),
	name: byName,
};

/** The newest result of each domain. Sites without a score stand last in the order by score. */
export function buildWall(sites: readonly PublicSite[], order: WallOrder): readonly WallRow[] {
	return sites.map(toRow).sort(COMPARE[order]);
}

function toRow({ domain: slug, displayDomain, history: [newest] }: PublicSite): WallRow {
	const { auditedAt, source, scores, gates } = newest;
	const folder: WallNote[] = source === "folder" ? [{ kind: "folder", says: FOLDER_NOTICE }] : [];
	if (!scores) return { slug, displayDomain, auditedAt, words: "Could not be audited", notes: folder };
	const capped = gates.map(({ cap, says }): WallNote => ({ kind: "gate", says: `Capped at ${cap}: ${says}` }));
	return {
		slug,
		displayDomain,
		auditedAt,
		overallScore: scores.overall,
		words: bandOf(scores.overall).words,
		axes: scores.axes,
		notes: [...folder, ...capped],
	};
}

/** `aria-sort` of a column by which the wall can be ordered; undefined for the others. */
export function ariaSort(order: WallOrder, column: WallOrder): "ascending" | "descending" | undefined {
	if (order !== column) return undefined;
	return order === "name" ? "ascending" : "descending";
}
