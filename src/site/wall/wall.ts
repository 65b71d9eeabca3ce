import { scaleLinear } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { PRESET_LABELS, PRESETS, type Preset } from "#core/preset.ts";
import { spokenDate, spokenSpan } from "#core/wording.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { scoreWords } from "../brief/band.ts";
import { bandMark } from "../brief/brief-charts.ts";
import { GATE_SENTENCES, SOURCES } from "../brief/texts.ts";
import { round } from "../history/history-chart.ts";
import { comparableAudits } from "../history/receipt-difference.ts";
import { html, type Markup } from "../page/page-text.ts";
import type { SiteLinks } from "../page/site-links.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { compareRows, WALL_ORDER_WORDS, WALL_ORDERS, type WallOrder } from "./wall-search.ts";

export interface WallRow {
	readonly slug: string;
	readonly displayDomain: string;
	readonly preset: Preset;
	readonly overallScore?: number;
	/** Band of the score, or why there is no score. */
	readonly words: string;
	readonly axes?: { readonly structure: number; readonly accessibility: number };
	readonly history: Sparkline | undefined;
	readonly auditedAt: string;
	readonly receipt: string;
	/** `leaf 17`, or `pending` until it is sealed. */
	readonly proof: string;
	/** Notes on closed gates, folder audits and deep audits. */
	readonly notes: readonly WallNote[];
}

export interface WallNote {
	readonly kind: "folder" | "mode" | "gate";
	readonly says: string;
}

/** In the order by score, sites without one come last. */
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

/** Shown because its score covers more pages than others'. */
const DEEP_NOTICE = "A deep audit: it read further pages, too.";

/** Gates only matter with a score. */
function notesOf({ history: [{ source, mode, scores, gates }] }: Pick<PublicSite, "history">): readonly WallNote[] {
	const how: WallNote[] = [
		...(source === "folder" ? [{ kind: "folder" as const, says: SOURCES.folderNotice }] : []),
		...(mode === "deep" ? [{ kind: "mode" as const, says: DEEP_NOTICE }] : []),
	];
	if (!scores) return how;
	return [...how, ...gates.map(({ id }): WallNote => ({ kind: "gate", says: GATE_SENTENCES[id] }))];
}

/** Moves notes that all rows share above them. A single row keeps its notes, and each row its faults. */
export function saidOnce(rows: readonly WallRow[]): {
	readonly notes: readonly WallNote[];
	readonly rows: readonly WallRow[];
} {
	const [first, ...others] = rows;
	const isIn = (row: WallRow, note: WallNote) => row.notes.some(({ says }) => says === note.says);
	const isShared = (note: WallNote) => note.kind !== "gate" && others.every((row) => isIn(row, note));
	const notes = others.length === 0 ? [] : (first?.notes ?? []).filter(isShared);
	const own = (row: WallRow) => row.notes.filter(({ says }) => !notes.some((note) => note.says === says));
	return { notes, rows: notes.length === 0 ? rows : rows.map((row) => ({ ...row, notes: own(row) })) };
}

/** One entry per site in each column, sorted by name. Columns compress much better than rows. */
export interface WallIndex {
	/** ASCII hosts, ascending. */
	readonly domains: readonly string[];
	/** Row → international form, if it differs. */
	readonly names: Readonly<Record<string, string>>;
	/** Null if the site could not be audited; the same for the next 2. */
	readonly scores: readonly (number | null)[];
	readonly structure: readonly (number | null)[];
	readonly accessibility: readonly (number | null)[];
	/** Index in PRESETS. */
	readonly presets: readonly number[];
	/** Seconds since 1970. */
	readonly audited: readonly number[];
	/** Distinct notes. */
	readonly notes: readonly WallNote[];
	/** Row → indices in `notes`, if it has any. */
	readonly noted: Readonly<Record<string, readonly number[]>>;
}

/** Below the site's prefix. */
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

/** The number of views is linear in the sites: each site is on 6 of them. */
export interface WallView {
	readonly order: WallOrder;
	/** Undefined for all. */
	readonly preset: Preset | undefined;
	/** From 1. */
	readonly page: number;
	/** At least 1. */
	readonly pages: number;
	/** Sites on all pages. */
	readonly count: number;
	readonly scores: readonly number[];
	readonly rows: readonly WallRow[];
}

/** Large, because one audit moves rows on many pages, which must all be published again. */
const PAGE_SIZE = 200;

/** An empty wall has one page per order. */
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

export function kindsOnWall(rows: readonly Pick<WallRow, "preset">[]): readonly KindOnWall[] {
	const counts = new Map<Preset, number>();
	for (const { preset } of rows) counts.set(preset, (counts.get(preset) ?? 0) + 1);
	return PRESETS.flatMap((preset) => {
		const count = counts.get(preset);
		return count === undefined ? [] : [{ preset, count }];
	});
}

export function wallTitle(view: Pick<WallView, "order" | "preset" | "page" | "pages">): string {
	const { order, preset, page, pages } = view;
	const parts = [
		...(preset ? [PRESET_LABELS[preset]] : []),
		...(order === "score" ? [] : [WALL_ORDER_WORDS[order]]),
		...(page === 1 ? [] : [`page ${page} of ${pages}`]),
	];
	return parts.length === 0 ? "Wall of briefs" : `Wall of briefs: ${parts.join(", ")}`;
}

/** The first, the last and the neighbours; `gap` for omitted pages. */
export function pageNumbers(page: number, pages: number): readonly (number | "gap")[] {
	const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
		(each) => each === 1 || each === pages || Math.abs(each - page) <= 1,
	);
	return shown.flatMap((each, index) => {
		const before = shown[index - 1] ?? 0;
		if (each - before === 1) return [each];
		// A page number takes no more room than a gap of one page.
		return each - before === 2 ? [each - 1, each] : ["gap" as const, each];
	});
}

/** Up to 200 per page, on several hundred pages if the wall is long. */
export function wallRows(rows: readonly WallRow[], links: Pick<SiteLinks, "brief" | "receipt">): Markup {
	return html`${rows.map((row) => wallRow(row, links))}`;
}

function wallRow(row: WallRow, links: Pick<SiteLinks, "brief" | "receipt">): Markup {
	const { slug, displayDomain, words, axes, auditedAt } = row;
	const [score, date] = [row.overallScore, spokenDate(auditedAt)];
	const ascii = displayDomain !== slug && html`<span class="ascii">${slug}</span> `;
	const proof = html`<a href="${links.receipt(row.receipt)}">${row.proof}</a>`;
	const notes = row.notes.map(({ kind, says }) => html` <span class="note" data-kind="${kind}">${says}</span>`);
	const name = html`<a href="${links.brief(slug)}">${displayDomain}</a> ${ascii}<span class="narrow">${words}, ${date}, ${proof}</span>${notes}`;
	const band = html`<span class="band">${bandMark(score)} <span class="number">${score ?? "–"}</span></span>`;
	return html`<tr><th scope="row">${name}</th><td class="numeric score">${band} ${spark(row.history)}</td><td class="wide">${words}</td><td class="numeric wide">${axes?.structure ?? "–"}</td><td class="numeric wide">${axes?.accessibility ?? "–"}</td><td class="numeric wide"><time datetime="${auditedAt}">${date}</time></td><td class="numeric wide">${proof}</td></tr>
`;
}

function spark(history: Sparkline | undefined): Markup {
	if (!history) return html`<span class="spark"></span>`;
	const { line, area, end, label } = history;
	return html`<svg class="spark" viewBox="0 0 ${SPARK.width} ${SPARK.height}" role="img" aria-label="${label}">${area !== "" && html`<path class="spark-area" d="${area}"/>`}<path class="spark-line" d="${line}"/>${end && html`<circle cx="${end.x}" cy="${end.y}" r="2.5"/>`}</svg>`;
}

interface Sparkline {
	readonly line: string;
	/** Area down to 0. */
	readonly area: string;
	readonly end?: { readonly x: number; readonly y: number };
	readonly label: string;
}

/** In SVG units. The y axis is always 0 to 100, so that rows are comparable. */
export const SPARK = { width: 72, height: 36, margin: 3 } as const;

/** More would be below a pixel each. */
const NEWEST = 24;

type Point = { readonly x: number; readonly y: number };
type Audit = ReceiptSummary;
type Scored = Audit & Required<Pick<Audit, "scores">>;

const isScored = (audit: Audit): audit is Scored => audit.scores !== undefined;

const y = scaleLinear([0, 100], [SPARK.height - SPARK.margin, SPARK.margin]);

// Draws steps. A run of one audit is a zero-length subpath, whose round cap is a dot.
const draw = line<Point>(
	(point) => point.x,
	(point) => point.y,
)
	.curve(curveStepAfter)
	.digits(1);

/** Undefined before the second audit, and for a site that never had a score. */
export function sparkline({ history }: Pick<PublicSite, "history">): Sparkline | undefined {
	const audits = history.slice(0, NEWEST).reverse();
	if (audits.length < 2 || !audits.some(isScored)) return undefined;
	const times = audits.map(({ auditedAt }) => Date.parse(auditedAt));
	const x = scaleLinear([Math.min(...times), Math.max(...times)], [SPARK.margin, SPARK.width - SPARK.margin]);
	const place = ({ auditedAt, scores }: Scored): Point => ({
		x: round(x(Date.parse(auditedAt))),
		y: round(y(scores.overall)),
	});
	const placed = runs(audits).map((run) => run.map(place));
	const newest = audits.at(-1);
	return {
		line: placed.map(lineOf).join(""),
		area: placed.map(areaOf).join(""),
		...(newest && isScored(newest) ? { end: place(newest) } : {}),
		label: spokenHistory(audits),
	};
}

function lineOf(run: readonly Point[]): string {
	return draw([...run]) ?? "";
}

/** A single audit has no area. */
function areaOf(run: readonly Point[]): string {
	const [first, second] = run;
	return first && second ? `${lineOf(run)}V${SPARK.height - SPARK.margin}H${first.x}Z` : "";
}

/** Oldest first. A failed or incomparable audit ends a run. */
function runs(audits: readonly Audit[]): Scored[][] {
	const found: Scored[][] = [];
	for (const [index, audit] of audits.entries()) {
		if (!isScored(audit)) continue;
		const before = audits[index - 1];
		const run = found.at(-1);
		if (run && before && isScored(before) && comparableAudits(before, audit)) run.push(audit);
		else found.push([audit]);
	}
	return found;
}

function spokenHistory(audits: readonly Audit[]): string {
	const scored = audits.filter(isScored);
	const [first] = scored;
	const last = scored.at(-1);
	if (!first || !last) return "No score yet";
	const values = scored.map(({ scores }) => scores.overall);
	const parts = [
		`${audits.length} audits ${spokenSpan(audits[0]?.auditedAt ?? "", audits.at(-1)?.auditedAt ?? "")}`,
		`first ${first.scores.overall}, last ${last.scores.overall}, lowest ${Math.min(...values)}, highest ${Math.max(...values)}`,
		...countWords(audits.length - scored.length, "1 audit gave no score", "audits gave no score"),
		...countWords(breaks(scored), "not comparable before and after one change", "changes that end comparison"),
	];
	return parts.join("; ");
}

function breaks(scored: readonly Scored[]): number {
	return scored.slice(1).filter((audit, index) => !comparableAudits(scored[index] ?? audit, audit)).length;
}

function countWords(count: number, one: string, many: string): string[] {
	return count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
}
