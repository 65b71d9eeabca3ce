import type { Scores } from "#core/report.ts";
import { round } from "../badge/svg-document.ts";
import { BANDS } from "./band.ts";

/** Both 0 to 100. */
export type PlotPoint = Readonly<Scores["axes"]>;

export const PLOT = { width: 476, height: 412, left: 44, top: 12, side: 340 } as const;

export const TICKS = [0, 25, 50, 75, 100] as const;

/** x is structure, y is accessibility. */
export function xOf(score: number): number {
	return round(PLOT.left + (score * PLOT.side) / 100);
}

export function yOf(score: number): number {
	return round(PLOT.top + ((100 - score) * PLOT.side) / 100);
}

export function placePoint({ structure, accessibility }: PlotPoint) {
	const x = xOf(structure);
	const y = yOf(accessibility);
	// Keep the label inside the frame.
	const [side, anchor] = structure > 70 ? ([-10, "end"] as const) : ([10, "start"] as const);
	return { x, y, label: { x: x + side, y: y + (accessibility > 90 ? 20 : -10), anchor } };
}

/** Scales both axes to the capped score; undefined if the score is not below their mean. */
export function cappedPoint(point: PlotPoint, overallScore: number): PlotPoint | undefined {
	const mean = (point.structure + point.accessibility) / 2;
	if (overallScore >= Math.floor(mean)) return undefined;
	const share = overallScore / mean;
	return { structure: point.structure * share, accessibility: point.accessibility * share };
}

/** The straight line of all points with this mean. */
export function contourOf(score: number) {
	const [least, most] = [Math.max(0, 2 * score - 100), Math.min(100, 2 * score)];
	return {
		score,
		path: `M${xOf(least)} ${yOf(most)}L${xOf(most)} ${yOf(least)}`,
		/** Where the line meets the right edge, or the bottom edge for a score below 50. */
		exitY: yOf(least),
		/** Beside its lower part, where there are hardly any sites. */
		label: { x: round(xOf(least + 0.8 * (most - least)) + 8), y: round(yOf(least + 0.2 * (most - least)) - 6) },
	};
}

export const BAND_CONTOURS = BANDS.filter((band) => band.from > 0).map(({ from }) => contourOf(from));

/** At the right edge between 2 lines; the lowest band's in the corner, clear of the line below the point. */
export function bandLabels(point?: PlotPoint) {
	return BANDS.map(({ key, words, from }, index) => {
		const above = BANDS[index - 1]?.from ?? 100;
		if (from < 50) return { key, words, x: xOf(point && point.structure < 50 ? 52 : 3), y: yOf(4) };
		return { key, words, x: PLOT.left + PLOT.side + 11, y: yOf(from - 50 + above - 50) + 4 };
	});
}
