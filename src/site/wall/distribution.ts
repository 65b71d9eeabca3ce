import { scaleBand, scaleLinear } from "d3-scale";
import { digitGroups, percent } from "#core/wording.ts";
import { BANDS, type Band, bandOf } from "../brief/band.ts";

/** How many sites have which overall score. */
export interface Distribution {
	/** Sites with a score. */
	readonly count: number;
	/** Lowest scores first. */
	readonly bins: readonly Bin[];
	/** Highest band first. */
	readonly bands: readonly BandShare[];
	/** What the chart says, for those who do not see it. */
	readonly label: string;
}

export interface Bin {
	/** Lowest and highest score of the bin. */
	readonly from: number;
	readonly to: number;
	readonly count: number;
}

export interface BandShare {
	readonly band: Band;
	readonly count: number;
	/** 0 to 1. */
	readonly share: number;
}

/** Scores of one bin; the edges of the bands are edges of bins. The last bin holds 100 too. */
const BIN_WIDTH = 10;

/** `scores` are overall scores, 0 to 100. */
export function distribute(scores: readonly number[]): Distribution {
	const bins = Array.from({ length: 100 / BIN_WIDTH }, (_, index) => {
		const from = index * BIN_WIDTH;
		const to = from + BIN_WIDTH === 100 ? 100 : from + BIN_WIDTH - 1;
		return { from, to, count: scores.filter((score) => score >= from && score <= to).length };
	});
	const bands = BANDS.map((band) => {
		const count = scores.filter((score) => bandOf(score) === band).length;
		return { band, count, share: scores.length === 0 ? 0 : count / scores.length };
	});
	return { count: scores.length, bins, bands, label: describe(scores.length, bands) };
}

function describe(count: number, bands: readonly BandShare[]): string {
	const shares = bands.map(({ band, count, share }) => {
		return `${band.words} (${band.from} to ${band.to}) ${digitGroups(count)}, ${percent(share)}`;
	});
	return `Overall scores of ${count === 1 ? "one site" : `${digitGroups(count)} sites`}: ${shares.join("; ")}.`;
}

/** Size of the drawing and of the field with the bars, in SVG units. */
export const HISTOGRAM = { width: 420, height: 200, left: 2, right: 10, top: 20, bottom: 52 } as const;

const BASE = HISTOGRAM.height - HISTOGRAM.bottom;
const INNER = [HISTOGRAM.left, HISTOGRAM.width - HISTOGRAM.right] as const;

export interface Bar extends Bin {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** A bar for each bin. A bin with any site at all can be seen. */
export function histogramBars(bins: readonly Bin[]): readonly Bar[] {
	const x = scaleBand(
		bins.map(({ from }) => String(from)),
		INNER,
	)
		.paddingInner(0.16)
		.paddingOuter(0.08);
	const y = scaleLinear([0, Math.max(1, ...bins.map(({ count }) => count))], [0, BASE - HISTOGRAM.top]);
	return bins.map((bin) => {
		const height = bin.count === 0 ? 0 : round(Math.max(1.5, y(bin.count)));
		return {
			...bin,
			x: round(x(String(bin.from)) ?? 0),
			y: round(BASE - height),
			width: round(x.bandwidth()),
			height,
		};
	});
}

export interface BandRange {
	/** One or two words, one a line. */
	readonly lines: readonly string[];
	/** Lowest score of the band, and where it stands. */
	readonly from: number;
	readonly x: number;
	/** Middle of the band. */
	readonly middle: number;
}

/** Where each band lies under the bars; highest first. */
export const BAND_RANGES: readonly BandRange[] = BANDS.map(({ from, to, words }) => {
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
