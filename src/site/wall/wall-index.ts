import { PRESETS } from "#core/preset.ts";
import type { PublicSite } from "../publication/public-site.ts";
import { notesOf, type WallNote } from "./wall.ts";

/**
 * What a reader's browser searches: the wall in columns, one entry a site in each, ordered by name. Columns of like
 * values compress to a fraction of what rows would.
 */
export interface WallIndex {
	/** ASCII hosts, ascending. */
	readonly domains: readonly string[];
	/** Row → international form, where it differs. */
	readonly names: Readonly<Record<string, string>>;
	/** Overall score, or null where the site could not be audited; so in the next two. */
	readonly scores: readonly (number | null)[];
	readonly structure: readonly (number | null)[];
	readonly accessibility: readonly (number | null)[];
	/** Index in PRESETS. */
	readonly presets: readonly number[];
	/** Seconds since 1970. */
	readonly audited: readonly number[];
	/** The sentences of all rows, each once. */
	readonly notes: readonly WallNote[];
	/** Row → indices in `notes`, where it has any. */
	readonly noted: Readonly<Record<string, readonly number[]>>;
}

/** Path of the index under the site's prefix. */
export const INDEX_FILE = "wall/index.json";

export function buildWallIndex(sites: readonly PublicSite[]): WallIndex {
	const rows = sites.toSorted((a, b) => (a.domain < b.domain ? -1 : 1));
	const newest = rows.map(({ history }) => history[0]);
	const names = rows.flatMap(({ domain, displayDomain }, row) => {
		return domain === displayDomain ? [] : [[row, displayDomain] as const];
	});
	return {
		domains: rows.map(({ domain }) => domain),
		names: Object.fromEntries(names),
		scores: newest.map(({ scores }) => scores?.overall ?? null),
		structure: newest.map(({ scores }) => scores?.axes.structure ?? null),
		accessibility: newest.map(({ scores }) => scores?.axes.accessibility ?? null),
		presets: newest.map(({ preset }) => PRESETS.indexOf(preset)),
		audited: newest.map(({ auditedAt }) => Math.floor(Date.parse(auditedAt) / 1000)),
		...collectNotes(rows),
	};
}

function collectNotes(rows: readonly PublicSite[]): Pick<WallIndex, "notes" | "noted"> {
	const known = new Map<string, number>();
	const notes: WallNote[] = [];
	const noted: Record<string, number[]> = {};
	for (const [row, site] of rows.entries()) {
		const own = notesOf(site).map((note) => {
			const index = known.get(note.says) ?? notes.push(note) - 1;
			known.set(note.says, index);
			return index;
		});
		if (own.length > 0) noted[row] = own;
	}
	return { notes, noted };
}
