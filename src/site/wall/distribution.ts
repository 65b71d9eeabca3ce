import { scaleBand, scaleLinear } from "d3-scale";
import { digitGroups, percent } from "#core/wording.ts";
import { BANDS, bandOf } from "../brief/band.ts";

/** How many sites have which overall score: by bins, lowest first, and by bands, highest first. */
export type Distribution = ReturnType<typeof distribute>;
type Bin = Distribution["bins"][number];

/** Scores of one bin; the edges of the bands are edges of bins. The last bin holds 100 too. */
const BIN_WIDTH = 10;

/** `scores` are overall scores, 0 to 100. */
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

/** Size of the drawing and of the field with the bars, in SVG units. */
export const HISTOGRAM = { width: 420, height: 200, left: 2, right: 10, top: 20, bottom: 52 } as const;

const BASE = HISTOGRAM.height - HISTOGRAM.bottom;
const INNER = [HISTOGRAM.left, HISTOGRAM.width - HISTOGRAM.right] as const;

/** A bar for each bin. A bin with any site at all can be seen. */
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

/** Where each band lies under the bars, with its words a line each; highest first. */
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
