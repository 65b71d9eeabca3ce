import type { Scores } from "#core/report.ts";
import { round } from "../badge/svg-document.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { BANDS } from "./band.ts";

/** One audited site on the plane of the two axes; both 0 to 100. */
export type PlotPoint = Readonly<Scores["axes"]>;

/** Size of the drawing and of the square in it, in SVG units. */
export const PLOT = { width: 476, height: 412, left: 44, top: 12, side: 340 } as const;

export const TICKS = [0, 25, 50, 75, 100] as const;

/** Structure to the right, accessibility upwards. */
export function xOf(score: number): number {
	return round(PLOT.left + (score / 100) * PLOT.side);
}

export function yOf(score: number): number {
	return round(PLOT.top + (1 - score / 100) * PLOT.side);
}

export function placePoint({ structure, accessibility }: PlotPoint) {
	const x = xOf(structure);
	const y = yOf(accessibility);
	// Its label stays inside the frame.
	const [side, anchor] = structure > 70 ? ([-10, "end"] as const) : ([10, "start"] as const);
	return { x, y, label: { x: x + side, y: y + (accessibility > 90 ? 20 : -10), anchor } };
}

/**
 * All points with one overall score: their geometric mean is that score, so the line is a hyperbola. It shows why a site
 * cannot buy one axis with the other. `score` is above 0.
 */
export function contourOf(score: number) {
	const least = (score * score) / 100;
	const steps = 32;
	const points = Array.from({ length: steps + 1 }, (_, step) => {
		// equal ratios between neighbours keep the curve smooth where it is steep
		const structure = least * (100 / least) ** (step / steps);
		return `${xOf(structure)} ${yOf((score * score) / structure)}`;
	});
	// `exitY`: where the line leaves the frame on the right.
	return { score, path: `M${points.join("L")}`, exitY: yOf(least) };
}

/** The lines between the bands. */
export const BAND_CONTOURS = BANDS.filter((band) => band.from > 0).map(({ from }) => contourOf(from));

/** A name beside the right edge for the range between two lines. */
export const BAND_LABELS = BANDS.map((band, index) => {
	const above = BANDS[index - 1];
	const top = above ? (above.from * above.from) / 100 : 100;
	return { words: band.words, y: yOf((top + (band.from * band.from) / 100) / 2) };
});

/** The plane of the two axes with every listed site that has a score; `label` is for those who do not see it. */
export function homePlot(sites: readonly PublicSite[]) {
	const points = sites.flatMap(({ history: [{ scores }] }) => (scores ? [scores.axes] : []));
	const plane =
		"A plane with structure to the right and accessibility upwards, divided by curves of equal overall score.";
	const reading = "Each curve joins equal overall scores: both axes must rise.";
	if (points.length === 0) return { points, label: plane, caption: reading };
	const many = points.length === 1 ? "one audited site" : `${points.length} audited sites`;
	return {
		points,
		label: `${plane} It shows ${many}.`,
		caption: `Each mark is ${points.length === 1 ? "the one site" : "one of the sites"} on the wall. ${reading}`,
	};
}
