import { counted } from "#core/wording.ts";

/** Where the scores of several sites lie. */
export interface Spread {
	/** How many scores, at least 1. */
	readonly count: number;
	/** 0 to 100, to one decimal. */
	readonly lowerQuartile: number;
	readonly median: number;
	readonly upperQuartile: number;
}

/** Fewer than this, and one site more can move the median by whole bands. */
const FEW = 10;

/** Undefined for no values. */
export function spreadOf(values: readonly number[]): Spread | undefined {
	if (values.length === 0) return undefined;
	const sorted = values.toSorted((a, b) => a - b);
	return {
		count: values.length,
		lowerQuartile: quantile(sorted, 0.25),
		median: quantile(sorted, 0.5),
		upperQuartile: quantile(sorted, 0.75),
	};
}

/**
 * Interpolates linearly between neighbours: definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages",
 * 1996, which is also what spreadsheets call inclusive. To one decimal.
 */
function quantile(sorted: readonly number[], share: number): number {
	const position = (sorted.length - 1) * share;
	const below = sorted[Math.floor(position)] ?? Number.NaN;
	const above = sorted[Math.ceil(position)] ?? Number.NaN;
	return Math.round((below + (above - below) * (position % 1)) * 10) / 10;
}

/** `3 sites: too few to mean much`; undefined where there are enough. */
export function fewWords(count: number): string | undefined {
	if (count >= FEW) return undefined;
	return `${sitesWords(count)}: too few to mean much`;
}

export function sitesWords(count: number): string {
	return counted(count, "site");
}
