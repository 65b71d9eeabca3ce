import { scaleBand, scaleLinear } from "d3-scale";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { AXES, PILLARS, type PillarKey } from "#core/pillar.ts";
import { PRESET_LABELS, PRESETS } from "#core/preset.ts";
import { counted, digitGroups, percent, plural, spokenDate } from "#core/wording.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { BANDS, bandOf } from "../brief/band.ts";
import { AXIS_WORDS } from "../brief/texts.ts";
import type { PublicSite } from "../publication/published-sites.ts";

export type Stats = ReturnType<typeof buildStats>;
/** `spread` is undefined if no site has such a score. */
export type SpreadRow = { readonly label: string; readonly spread: ReturnType<typeof spreadOf> };
export type Tally = { readonly label: string; readonly sites: number };

type Scored = ReceiptSummary & Required<Pick<ReceiptSummary, "scores">>;

export function buildStats(sites: readonly PublicSite[]) {
	const newest = sites.map(({ history }) => history[0]);
	const scored = newest.filter((audit): audit is Scored => audit.scores !== undefined);
	const times = newest.map(({ auditedAt }) => auditedAt).sort();
	const [from, to] = [times[0], times.at(-1)];
	const overall = (audits: readonly Scored[]) => spreadOf(audits.map(({ scores }) => scores.overall));
	return {
		sites: newest.length,
		unscored: newest.length - scored.length,
		folders: newest.filter(({ source }) => source === "folder").length,
		deep: newest.filter(({ mode }) => mode === "deep").length,
		...(from !== undefined && to !== undefined ? { audited: { from, to } } : {}),
		methodologies: tally(scored.map(({ methodology }) => methodology)),
		distribution: distribute(scored.map(({ scores }) => scores.overall)),
		overall: { label: "All sites", spread: overall(scored) },
		kinds: PRESETS.map((preset) => ({
			label: PRESET_LABELS[preset],
			spread: overall(scored.filter((audit) => audit.preset === preset)),
		})),
		axes: AXES.map((axis) => ({
			label: AXIS_WORDS[axis].name,
			spread: spreadOf(scored.map(({ scores }) => scores.axes[axis])),
		})),
		pillars: (Object.keys(PILLARS) as PillarKey[]).map((key) => ({
			label: PILLARS[key].label,
			spread: spreadOf(scored.flatMap(({ scores }) => scores.pillars[key] ?? [])),
		})),
		gated: scored.filter(({ gates }) => gates.length > 0).length,
		gates: gateTallies(scored),
	};
}

/** All current gates, and older ones that are still closed. */
function gateTallies(scored: readonly Scored[]): Tally[] {
	const words = new Map<string, string>(CURRENT_METHODOLOGY.gates.map(({ id, says }) => [id, says]));
	for (const { id, says } of scored.flatMap(({ gates }) => gates)) if (!words.has(id)) words.set(id, says);
	return [...words].map(([id, says]) => ({
		// The other sentences are about causes.
		label: says.split(/(?<=\.) /u)[0] ?? says,
		sites: scored.filter(({ gates }) => gates.some((gate) => gate.id === id)).length,
	}));
}

/** The most frequent first. */
function tally(values: readonly string[]): Tally[] {
	const groups = [...Map.groupBy(values, (value) => value)];
	return groups
		.map(([label, { length: sites }]) => ({ label, sites }))
		.sort((a, b) => b.sites - a.sites || (a.label < b.label ? -1 : 1));
}

export function spreadOf(values: readonly number[]) {
	if (values.length === 0) return undefined;
	const sorted = values.toSorted((a, b) => a - b);
	const [lowerQuartile, median, upperQuartile] = [
		quantile(sorted, 0.25),
		quantile(sorted, 0.5),
		quantile(sorted, 0.75),
	];
	const [lowest = 0, highest = 0] = [sorted[0], sorted.at(-1)];
	return { count: values.length, lowest, lowerQuartile, median, upperQuartile, highest };
}

/** Definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996. To one decimal. */
function quantile(sorted: readonly number[], share: number): number {
	const position = (sorted.length - 1) * share;
	const below = sorted[Math.floor(position)] ?? Number.NaN;
	const above = sorted[Math.ceil(position)] ?? Number.NaN;
	return Math.round((below + (above - below) * (position % 1)) * 10) / 10;
}

/** Bins are lowest first, bands highest first. */
export type Distribution = ReturnType<typeof distribute>;
type Bin = Distribution["bins"][number];

/** Band edges are bin edges; the last bin includes 100. */
const BIN_WIDTH = 10;

/** `scores`: 0 to 100. */
export function distribute(scores: readonly number[]) {
	const bins = Array.from({ length: 100 / BIN_WIDTH }, (_, index) => {
		const from = index * BIN_WIDTH;
		const to = from + BIN_WIDTH === 100 ? 100 : from + BIN_WIDTH - 1;
		return { from, to, count: scores.filter((score) => score >= from && score <= to).length };
	});
	const bands = BANDS.map((band) => {
		const count = scores.filter((score) => bandOf(score) === band).length;
		return { band, count, share: scores.length === 0 ? 0 : count / scores.length };
	});
	const shares = bands.map(({ band, count, share }) => {
		return `${band.words} (${band.from} to ${band.to}) ${digitGroups(count)}, ${percent(share)}`;
	});
	const sites = scores.length === 1 ? "one site" : `${digitGroups(scores.length)} sites`;
	return { count: scores.length, bins, bands, label: `Overall scores of ${sites}: ${shares.join("; ")}.` };
}

/** In SVG units. */
export const HISTOGRAM = { width: 420, height: 200, left: 2, right: 10, top: 20, bottom: 52 } as const;

const BASE = HISTOGRAM.height - HISTOGRAM.bottom;
const INNER = [HISTOGRAM.left, HISTOGRAM.width - HISTOGRAM.right] as const;

/** A bin with at least one site is always visible. */
export function histogramBars(bins: readonly Bin[]) {
	const x = scaleBand(
		bins.map(({ from }) => String(from)),
		INNER,
	)
		.paddingInner(0.16)
		.paddingOuter(0.08);
	const y = scaleLinear([0, Math.max(1, ...bins.map(({ count }) => count))], [0, BASE - HISTOGRAM.top]);
	return bins.map((bin) => {
		const height = bin.count === 0 ? 0 : round(Math.max(1.5, y(bin.count)));
		const place = { x: round(x(String(bin.from)) ?? 0), y: round(BASE - height), width: round(x.bandwidth()) };
		return { ...bin, ...place, height };
	});
}

/** One line each; highest first. */
export const BAND_RANGES = BANDS.map(({ from, to, words }) => {
	const end = to === 100 ? 100 : to + 1;
	return { lines: words.split(" "), from, x: xOfEdge(from), middle: xOfEdge((from + end) / 2) };
});

export const HISTOGRAM_BASE = BASE;

function xOfEdge(score: number): number {
	return round(scaleLinear([0, 100], INNER)(score));
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

export function statsLead({ sites, audited }: Stats): string {
	const which =
		sites === 1 ? "The newest audit of the one site on the wall" : `The newest audits of ${counted(sites, "site")}`;
	if (!audited) return "No site has been audited yet.";
	const [from, to] = [spokenDate(audited.from), spokenDate(audited.to)];
	return from === to ? `${which}, of ${to}.` : `${which}, from ${from} to ${to}.`;
}

export function statsCaveats({ unscored, folders, deep, methodologies }: Stats): readonly string[] {
	const judged = methodologies.map(({ label, sites: count }) => `${label}, ${counted(count, "site")}`).join("; ");
	return [
		...(unscored === 0
			? []
			: [`${counted(unscored, "site")} could not be audited and ${plural(unscored, "has", "have")} no score.`]),
		...(folders === 0
			? []
			: [`${counted(folders, "site")} ${plural(folders, "was", "were")} audited from a folder before publication.`]),
		...(deep === 0
			? []
			: [
					`${counted(deep, "site")} ${plural(deep, "is", "are")} watched by deep audits, which find faults that light ones do not look for.`,
				]),
		...(methodologies.length < 2
			? []
			: [`Judged by more than one methodology, whose scores do not compare: ${judged}.`]),
	];
}

export function gatesLead({ gated }: Stats): string {
	if (gated === 0) return "No site's score is capped.";
	return `A grave fault caps the score of ${counted(gated, "site")}.`;
}

/** With fewer, one more site can move the median by a whole band. */
export const ENOUGH_SITES = 10;

/** Replaces the statistics of too few sites; undefined if there are enough. */
export function fewSites({ overall: { spread } }: Stats): string | undefined {
	if (!spread || spread.count >= ENOUGH_SITES) return undefined;
	const { count, lowest, median, highest } = spread;
	const scores = lowest === highest ? `${median} of 100` : `from ${lowest} to ${highest} of 100, median ${median}`;
	return `${counted(count, "site")} on the wall ${plural(count, "scores", "score")} ${scores}; statistics begin at ${ENOUGH_SITES} sites.`;
}

/** Rows with enough sites for a spread, and a note about the rest. */
export function comparedRows(rows: readonly SpreadRow[]) {
	const isEnough = ({ spread }: SpreadRow) => spread !== undefined && spread.count >= ENOUGH_SITES;
	const few = rows.flatMap(({ label, spread }) =>
		spread && spread.count < ENOUGH_SITES ? [`${label} ${spread.count}`] : [],
	);
	return {
		rows: rows.filter(isEnough),
		...(few.length === 0 ? {} : { left: `Fewer than ${ENOUGH_SITES} sites, so not compared: ${few.join(", ")}.` }),
	};
}
