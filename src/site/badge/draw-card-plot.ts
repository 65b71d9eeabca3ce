import {
	BAND_CONTOURS,
	BAND_LABELS,
	PLOT,
	type PlotPoint,
	placePoint,
	TICKS,
	xOf,
	yOf,
} from "../brief/dual-axis-plot.ts";
import { circle, line, round, type Shape, text } from "./shape.ts";
import { FINE_GRID, outlineText } from "./text-outline.ts";

/** Where the plane of the two axes stands on the card: its drawing is enlarged by `scale`. */
export interface PlotPlace {
	readonly x: number;
	readonly y: number;
	readonly scale: number;
}

const LABEL = 22;

/** The plane of the two axes with one site on it, as on the brief. */
export async function drawCardPlot(point: PlotPoint, place: PlotPlace): Promise<Shape[]> {
	return [...plane(place), ...(await names(point, place)), ...mark(point, place)];
}

function plane(place: PlotPlace): Shape[] {
	const right = PLOT.left + PLOT.side;
	const bottom = PLOT.top + PLOT.side;
	const grid = TICKS.map((tick) => `M${xOf(tick)} ${PLOT.top}V${bottom}M${PLOT.left} ${yOf(tick)}H${right}`).join("");
	const contours = BAND_CONTOURS.map(({ path }) => path).join("");
	const exits = BAND_CONTOURS.map(({ exitY }) => `M${right} ${exitY}h7`).join("");
	return [
		{ ...line("rule", grid, 1.25), place },
		{ ...line("quiet", contours, 1.5, "2 4"), place },
		{ ...line("quiet", exits, 1.5), place },
	];
}

async function names({ structure, accessibility }: PlotPoint, place: PlotPlace): Promise<Shape[]> {
	const at = (x: number, y: number) => ({ x: round(place.x + x * place.scale), y: round(place.y + y * place.scale) });
	const bands = BAND_LABELS.map(async ({ words, y }) => {
		const start = at(PLOT.left + PLOT.side + 12, y);
		return text("quiet", await outlineText(words, 400, FINE_GRID), { x: start.x, y: start.y + 7, size: LABEL });
	});
	const below = at(PLOT.left, PLOT.top + PLOT.side);
	const above = at(PLOT.left, PLOT.top);
	const across = await outlineText(`Structure ${structure}`, 600, FINE_GRID);
	const up = await outlineText(`Accessibility ${accessibility}`, 600, FINE_GRID);
	return [
		...(await Promise.all(bands)),
		text("ink", up, { x: above.x, y: above.y - 14, size: LABEL }),
		text("ink", across, {
			x: round(place.x + (PLOT.left + PLOT.side) * place.scale),
			y: below.y + 30,
			size: LABEL,
			end: true,
		}),
	];
}

function mark(point: PlotPoint, place: PlotPlace): Shape[] {
	const { x, y } = placePoint(point);
	const bottom = PLOT.top + PLOT.side;
	return [
		{ ...line("ink", `M${x} ${bottom}V${y}H${PLOT.left}`, 1.5), place },
		{ ink: "paper", path: circle(x, y, 12), place },
		{ ink: "ink", path: circle(x, y, 9), place },
	];
}
