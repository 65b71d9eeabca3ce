import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { round } from "../badge/svg-document.ts";
import { BANDS } from "./band.ts";

/** Size of the drawing, of the line that sites stand on, and the distance of two that stand on each other, in SVG units. */
export const STRIP = { width: 420, height: 96, margin: 10, base: 62, step: 7 } as const;

const x = scaleLinear([0, 100], [STRIP.margin, STRIP.width - STRIP.margin]);
const upright = line().digits(1);

/** Sites within so many points stand on each other. */
const COLUMN = 2;
const ROOM = STRIP.base - 22;
const TALLEST = Math.floor(ROOM / STRIP.step);

/** The edges of the bands under the line. */
export const STRIP_EDGES = [0, ...BANDS.map(({ from }) => from).filter(Boolean), 100]
	.toSorted((a, b) => a - b)
	.map((score) => ({ score, x: round(x(score)) }));

/**
 * Sites on one line from 0 to 100, as columns: a dot for each of them, or where a column would be too tall a bar in their
 * place, so that the drawing is no larger for a thousand of them.
 * @param scores of all sites, the one that is marked among them
 */
export function peerColumns(scores: readonly number[], mark: number) {
	const counts = new Map<number, number>();
	for (const score of scores) counts.set(columnOf(score), (counts.get(columnOf(score)) ?? 0) + 1);
	counts.set(columnOf(mark), (counts.get(columnOf(mark)) ?? 1) - 1);
	const tallest = Math.max(1, ...counts.values());
	const dotted = tallest <= TALLEST;
	// A line without any length has no dot.
	const height = (count: number) => (dotted ? (count - 1) * STRIP.step + 0.1 : (count / tallest) * ROOM);
	const filled = [...counts].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
	const path = filled.map(([column, count]) => {
		const place = x(Math.min(100, column * COLUMN + COLUMN / 2));
		const ground = STRIP.base - 6;
		return upright([
			[place, ground],
			[place, ground - height(count)],
		]);
	});
	const anchor = mark > 85 ? ("end" as const) : mark < 15 ? ("start" as const) : ("middle" as const);
	return { path: path.join(""), dotted, mark: { x: round(x(mark)), anchor } };
}

function columnOf(score: number): number {
	return Math.floor(score / COLUMN);
}
