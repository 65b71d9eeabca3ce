import { scaleLinear } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { round } from "../badge/svg-document.ts";

/** One audit of the history, oldest first; without a score where the site could not be audited. */
export interface PastScore {
	/** ISO 8601. */
	readonly at: string;
	readonly score?: number | undefined;
}

/** Size of the drawing in SVG units; its scale is always 0 to 100. */
export const SINCE = { width: 240, height: 56, margin: 5 } as const;

type Place = { readonly x: number; readonly y: number };

const draw = line<Place>(
	(place) => place.x,
	(place) => place.y,
)
	.curve(curveStepAfter)
	.digits(1);

/** The scores over time as a line that breaks where there was none; undefined below two scores. */
export function sinceLine(points: readonly PastScore[]) {
	const scored = points.filter(({ score }) => score !== undefined);
	if (scored.length < 2) return undefined;
	const times = points.map(({ at }) => Date.parse(at));
	const x = scaleLinear([Math.min(...times), Math.max(...times)], [SINCE.margin, SINCE.width - SINCE.margin]);
	const y = scaleLinear([0, 100], [SINCE.height - SINCE.margin, SINCE.margin]);
	const runs: Place[][] = [[]];
	for (const { at, score } of points) {
		if (score === undefined) runs.push([]);
		else runs.at(-1)?.push({ x: round(x(Date.parse(at))), y: round(y(score)) });
	}
	const filled = runs.filter(({ length }) => length > 0);
	const end = filled.at(-1)?.at(-1);
	return { path: filled.map((run) => draw(run) ?? "").join(""), ground: round(y(0)), top: round(y(100)), end };
}
