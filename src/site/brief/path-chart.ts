import { scaleBand, scaleLinear } from "d3-scale";
import { round } from "../badge/svg-document.ts";
import { BANDS } from "./band.ts";
import { type FixPath, risingSteps } from "./fix-path.ts";

/** Size of the drawing and of the field with the bars, in SVG units. */
export const WATERFALL = { width: 440, height: 232, left: 4, right: 112, top: 22, bottom: 30 } as const;

const BASE = WATERFALL.height - WATERFALL.bottom;
/** A step that gains less than a line's width is drawn as a line. */
const LEAST_HEIGHT = 1.5;

const y = scaleLinear([0, 100], [BASE, WATERFALL.top]);

/** Where the names of the bands stand. */
export const BAND_LINES = BANDS.map(({ words, from }) => ({ words, from, y: round(y(from)) }));

/** One column of the waterfall: a whole score stands on the ground, a step hangs between two scores. */
export interface PathColumn {
	readonly kind: "score" | "step";
	/** What stands under it. */
	readonly name: string;
	/** What stands over it. */
	readonly value: string;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	/** Where the line to the next column runs, at the height of the score that was reached. */
	readonly reach: { readonly y: number; readonly from: number; readonly to: number };
}

/** @param names of the first and the last column */
export function pathColumns(
	path: FixPath,
	names: { readonly today: string; readonly reachable: string },
): PathColumn[] {
	const whole = (name: string, score: number) => ({ kind: "score" as const, name, low: 0, high: score, by: score });
	const columns = [
		whole(names.today, path.from),
		...risingSteps(path).map(({ from, to, number, takesIn = 0 }) => ({
			kind: "step" as const,
			name: takesIn === 0 ? String(number) : `${number}–${number + takesIn}`,
			low: from,
			high: to,
			by: to - from,
		})),
		whole(names.reachable, path.reachable),
	];
	const x = scaleBand(
		columns.map((_, index) => index),
		[WATERFALL.left, WATERFALL.width - WATERFALL.right],
	).padding(0.22);
	return columns.map(({ kind, name, low, high, by }, index) => {
		const height = Math.max(LEAST_HEIGHT, y(low) - y(high));
		const left = x(index) ?? 0;
		return {
			kind,
			name,
			value: kind === "score" ? String(Math.round(by)) : `+${tenth(by)}`,
			x: round(left),
			y: round(Math.min(y(high), BASE - height)),
			width: round(x.bandwidth()),
			height: round(height),
			reach: { y: round(y(high)), from: round(left + x.bandwidth()), to: round(left + x.step()) },
		};
	});
}

/** Ten points and more without a fraction: a wider number would touch its neighbour. */
function tenth(points: number): string {
	return points >= 10 ? String(Math.round(points)) : String(Math.round(points * 10) / 10);
}
