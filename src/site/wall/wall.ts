import { PRESETS, type Preset } from "#core/preset.ts";
import { scoreWords } from "../brief/band.ts";
import { GATE_SENTENCES, SOURCES } from "../brief/texts.ts";
import { type Sparkline, sparkline } from "../history/sparkline.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { compareRows, type WallOrder } from "./wall-order.ts";

/** One line of the wall. */
export interface WallRow {
	readonly slug: string;
	readonly displayDomain: string;
	readonly preset: Preset;
	/** Absent where the site could not be audited. */
	readonly overallScore?: number;
	/** Band of the score, or why there is none. */
	readonly words: string;
	readonly axes?: { readonly structure: number; readonly accessibility: number };
	/** Undefined for a site that never had a score. */
	readonly history: Sparkline | undefined;
	readonly auditedAt: string;
	/** Id of the receipt. */
	readonly receipt: string;
	/** Where its proof starts: `leaf 17`, or `pending` until it is sealed. */
	readonly proof: string;
	/** Sentences that must not be missed: closed gates, a folder audit, a deep one. */
	readonly notes: readonly WallNote[];
}

export interface WallNote {
	readonly kind: "folder" | "mode" | "gate";
	readonly says: string;
}

/** The newest result of each domain. Sites without a score stand last in the order by score. */
export function buildWall(sites: readonly PublicSite[], order: WallOrder): readonly WallRow[] {
	return sites.map(toRow).sort(compareRows(order));
}

function toRow(site: PublicSite): WallRow {
	const { domain: slug, displayDomain, history } = site;
	const { id: receipt, preset, auditedAt, scores, logIndex } = history[0];
	return {
		slug,
		displayDomain,
		preset,
		auditedAt,
		...(scores ? { overallScore: scores.overall, axes: scores.axes } : {}),
		words: scoreWords(scores?.overall),
		history: sparkline(site),
		receipt,
		proof: logIndex === undefined ? "pending" : `leaf ${logIndex}`,
		notes: notesOf(site),
	};
}

/** Its score rests on more than those of others. */
const DEEP_NOTICE = "A deep audit: it read further pages, too.";

/** Without a score there is nothing that a gate could cap. */
function notesOf({ history: [{ source, mode, scores, gates }] }: Pick<PublicSite, "history">): readonly WallNote[] {
	const how: WallNote[] = [
		...(source === "folder" ? [{ kind: "folder" as const, says: SOURCES.folderNotice }] : []),
		...(mode === "deep" ? [{ kind: "mode" as const, says: DEEP_NOTICE }] : []),
	];
	if (!scores) return how;
	return [...how, ...gates.map(({ id }): WallNote => ({ kind: "gate", says: GATE_SENTENCES[id] }))];
}

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
