import { PRESETS, type Preset } from "#core/preset.ts";
import type { WallIndex, WallNote } from "./wall.ts";
import { compareRows, type Orderable, type WallOrder } from "./wall-order.ts";

/** What a reader asks for. */
export interface WallQuery {
	/** As it was typed. */
	readonly text: string;
	/** Undefined for every kind of site. */
	readonly preset: Preset | undefined;
	readonly order: WallOrder;
}

export interface WallHit extends Orderable {
	readonly preset: Preset;
	readonly axes?: { readonly structure: number; readonly accessibility: number };
	readonly notes: readonly WallNote[];
}

export interface WallAnswer {
	/** Sites that match. */
	readonly count: number;
	/** The first of them, in the order asked for. */
	readonly hits: readonly WallHit[];
}

export const MOST_HITS = 50;

/** Finds sites in the index. Orders are worked out when they are first asked for, so that each key press only scans. */
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
	/** Both forms of the name; a line break, which no term holds, keeps a match from running from one into the other. */
	readonly haystack: string;
}

/** Words that must all occur. An address is read for its host, since that is what people have at hand. */
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
