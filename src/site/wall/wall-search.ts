import { PRESET_LABELS, PRESETS, type Preset } from "#core/preset.ts";
import { counted, digitGroups, plural } from "#core/wording.ts";
import type { WallIndex, WallNote } from "./wall.ts";

export const WALL_ORDERS = ["score", "newest", "name"] as const;
export type WallOrder = (typeof WALL_ORDERS)[number];

export const WALL_ORDER_WORDS: Readonly<Record<WallOrder, string>> = {
	score: "by score",
	newest: "newest first",
	name: "by name",
};

export interface Orderable {
	/** ASCII host. */
	readonly slug: string;
	readonly displayDomain: string;
	readonly overallScore?: number;
	/** ISO 8601, UTC, in constant precision. */
	readonly auditedAt: string;
}

type Compare = (a: Orderable, b: Orderable) => number;

/** By display name; otherwise all international names would sort under x. */
const byName: Compare = (a, b) => {
	if (a.displayDomain === b.displayDomain) return a.slug < b.slug ? -1 : 1;
	return a.displayDomain < b.displayDomain ? -1 : 1;
};

const COMPARE: Readonly<Record<WallOrder, Compare>> = {
	score: (a, b) => (b.overallScore ?? -1) - (a.overallScore ?? -1) || byName(a, b),
	newest: (a, b) => (a.auditedAt === b.auditedAt ? byName(a, b) : a.auditedAt < b.auditedAt ? 1 : -1),
	name: byName,
};

/** A total order, because slugs are unique. */
export function compareRows(order: WallOrder): Compare {
	return COMPARE[order];
}

/** Undefined for the other columns. */
export function ariaSort(order: WallOrder, column: WallOrder): "ascending" | "descending" | undefined {
	if (order !== column) return undefined;
	return order === "name" ? "ascending" : "descending";
}

export interface WallQuery {
	readonly text: string;
	/** Undefined for every kind. */
	readonly preset: Preset | undefined;
	readonly order: WallOrder;
}

export interface WallHit extends Orderable {
	readonly preset: Preset;
	readonly axes?: { readonly structure: number; readonly accessibility: number };
	readonly notes: readonly WallNote[];
}

export interface WallAnswer {
	readonly count: number;
	/** The first hits in the requested order. */
	readonly hits: readonly WallHit[];
}

export const MOST_HITS = 50;

/** Sorts lazily once per order, so that each key press only scans. */
export function createWallSearch(index: WallIndex): (query: WallQuery) => WallAnswer {
	const rows = index.domains.map((_, row) => toHit(index, row));
	const orders = new Map<WallOrder, readonly Searchable[]>();
	function ordered(order: WallOrder): readonly Searchable[] {
		const known = orders.get(order);
		if (known) return known;
		const fresh = rows.toSorted(compareRows(order));
		orders.set(order, fresh);
		return fresh;
	}
	return ({ text, preset, order }) => {
		const terms = searchTerms(text);
		const found = ordered(order).filter((row) => {
			return (preset === undefined || row.preset === preset) && terms.every((term) => row.haystack.includes(term));
		});
		return { count: found.length, hits: found.slice(0, MOST_HITS) };
	};
}

interface Searchable extends WallHit {
	/** Both forms of the name, separated by a newline, which no term contains, so that matches cannot span them. */
	readonly haystack: string;
}

/** All terms must occur. Reduces a pasted address to its host. */
export function searchTerms(text: string): readonly string[] {
	return fold(text)
		.split(/\s+/)
		.map((term) => term.replace(/^[a-z][a-z0-9+.-]*:\/\//, "").replace(/[/?#].*$/, ""))
		.filter((term) => term !== "");
}

function fold(text: string): string {
	return text.normalize("NFC").toLowerCase();
}

function toHit(index: WallIndex, row: number): Searchable {
	const slug = index.domains[row] ?? "";
	const displayDomain = index.names[row] ?? slug;
	const [overallScore, structure, accessibility] = [index.scores[row], index.structure[row], index.accessibility[row]];
	return {
		slug,
		displayDomain,
		haystack: displayDomain === slug ? slug : `${slug}\n${fold(displayDomain)}`,
		preset: PRESETS[index.presets[row] ?? 0] ?? "general",
		auditedAt: new Date((index.audited[row] ?? 0) * 1000).toISOString(),
		...(typeof overallScore === "number" ? { overallScore } : {}),
		...(typeof structure === "number" && typeof accessibility === "number"
			? { axes: { structure, accessibility } }
			: {}),
		notes: (index.noted[row] ?? []).flatMap((note) => index.notes[note] ?? []),
	};
}

/** Shown if a search names a site that is not on the wall. */
export const WALL_OFFER = "It is not watched here, and can be audited now:";

export function answerWords({ count }: Pick<WallAnswer, "count">, { text, preset }: WallQuery): string {
	const kind = preset ? ` of the kind “${PRESET_LABELS[preset]}”` : "";
	if (count === 0) {
		const more = preset ? "Fewer letters, or all kinds, may find more." : "Fewer letters may find more.";
		return `No site${kind || " on the wall"} matches “${text}”. ${more}`;
	}
	const found =
		text === ""
			? `${counted(count, "site")}${kind}`
			: `${counted(count, "site")}${kind} ${plural(count, "matches", "match")} “${text}”`;
	return count > MOST_HITS ? `${found}; the first ${digitGroups(MOST_HITS)} are shown.` : `${found}.`;
}
