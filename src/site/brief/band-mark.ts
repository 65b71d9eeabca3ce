import { BANDS } from "./band.ts";

/** Edge of the square that the bars of a mark stand in, and their shape. */
export const BAND_MARK = { size: 16, bar: 3, gap: 1 } as const;

export interface BandBar {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	/** Whether the band reaches this bar; the others are outlines. */
	readonly full: boolean;
}

/** Four rising bars, as many of them full as the band is good; none is full without a score. */
export function bandBars(level: number): BandBar[] {
	const { size, bar, gap } = BAND_MARK;
	return BANDS.map((_, index) => {
		const height = (size * (index + 1)) / BANDS.length;
		return { x: index * (bar + gap) + gap / 2, y: size - height, width: bar, height, full: index < level };
	});
}
