/** Whether a figure grows with time, or only goes up and down. */

export interface Reading {
	/** Minutes since the beginning. */
	readonly minute: number;
	readonly value: number;
}

export interface Trend {
	/** What it grows in an hour, by the median of the slopes between all pairs (Theil-Sen): a few odd readings change nothing. */
	readonly perHour: number;
	readonly first: number;
	readonly last: number;
	readonly isFlat: boolean;
}

/**
 * @param slack growth over the whole time that counts as none: caches fill, and allocators keep what they may need again
 */
export function trendOf(readings: readonly Reading[], slack: number): Trend {
	const slopes = readings.flatMap((one, at) =>
		readings.slice(at + 1).map((other) => (other.value - one.value) / (other.minute - one.minute)),
	);
	const perMinute = slopes.length === 0 ? 0 : median(slopes);
	const [begun, ended] = [readings.at(0), readings.at(-1)];
	const grown = perMinute * ((ended?.minute ?? 0) - (begun?.minute ?? 0));
	return { perHour: perMinute * 60, first: begun?.value ?? 0, last: ended?.value ?? 0, isFlat: grown <= slack };
}

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
