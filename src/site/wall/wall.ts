import type { Preset } from "#core/preset.ts";
import { FOLDER_NOTICE } from "../brief/verdict-words.ts";
import { type Sparkline, sparkline } from "../history/sparkline.ts";
import { shownText } from "../page/shown-text.ts";
import type { PublicSite } from "../publication/public-site.ts";
import { compareRows, type WallOrder } from "./wall-order.ts";
import { scoreWords } from "./wall-words.ts";

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
	/** Sentences that must not be missed: closed gates, a folder audit. */
	readonly notes: readonly WallNote[];
}

export interface WallNote {
	readonly kind: "folder" | "gate";
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

/** Without a score there is nothing that a gate could cap. */
export function notesOf({ history: [{ source, scores, gates }] }: Pick<PublicSite, "history">): readonly WallNote[] {
	const folder: WallNote[] = source === "folder" ? [{ kind: "folder", says: FOLDER_NOTICE }] : [];
	if (!scores) return folder;
	return [
		...folder,
		...gates.map(({ cap, says }): WallNote => ({ kind: "gate", says: `Capped at ${cap}: ${shownText(says)}` })),
	];
}
