import { PRODUCT } from "#core/brand.ts";
import { bandOf, type Tone } from "../brief/band.ts";
import {
	BAND_CONTOURS,
	bandLabels,
	PLOT,
	type PlotPoint,
	placePoint,
	TICKS,
	xOf,
	yOf,
} from "../brief/dual-axis-plot.ts";
import { cardHeadline, cardLines } from "./badge-texts.ts";
import { drawableHost, fitHost, fitText, type TextPlace } from "./fit-text.ts";
import { asciiHost, type PictureFacts, pictureStatus } from "./picture-facts.ts";
import type { Sheet, SheetPart } from "./sheet.ts";
import { bandMark, box, brandMark, circle, line, round, type Shape, text, textWidth } from "./svg-document.ts";
import { FINE_GRID, outlineText } from "./text-outline.ts";

/** In pixels: what social networks ask for. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

const MARGIN = 72;
const RIGHT = CARD_SIZE.width - MARGIN;
/** Where the plane of the two axes stands: its drawing is enlarged by `scale`. */
const place = { x: 706, y: 278, scale: 0.74 };

/** The picture that stands for a brief where its address is shared. */
export async function drawCard(facts: PictureFacts): Promise<Sheet> {
	const { axes, overallScore, withdrawn } = facts;
	const plot = axes && overallScore !== undefined && !withdrawn ? await plotParts(axes) : [];
	const parts = [await head(facts), await hostPart(facts), await verdictPart(facts), ...plot, await foot(facts)];
	return { ...CARD_SIZE, parts };
}

async function head(facts: PictureFacts): Promise<SheetPart> {
	const { agencyName, withdrawn } = facts;
	const { width } = CARD_SIZE;
	const preparedBy = agencyName === "" || withdrawn ? "" : `Prepared by ${agencyName}`;
	const name = await outlineText(PRODUCT, 600, FINE_GRID);
	const agency = await fitted(preparedBy, { width: 700, size: 30, least: 22 });
	const shapes = [
		box(toneOf(facts) ?? "strong", 0, 0, width, 14),
		...brandMark("ink", MARGIN, 62, 44),
		text("ink", name, { x: MARGIN + 58, y: 97, size: 38 }),
		// An agency whose name the typeface lacks letters of is not named.
		...(agency.outline.incomplete
			? []
			: [text("quiet", agency.outline, { x: RIGHT, y: 96, size: agency.size, end: true })]),
	];
	return { x: 0, y: 0, width, height: 126, shapes, recurs: true };
}

async function hostPart(facts: PictureFacts): Promise<SheetPart> {
	const width = RIGHT - MARGIN;
	const shown = await drawableHost(facts);
	const host = await fitHost(shown, { width, size: 72, least: 40, weight: 600, grid: FINE_GRID });
	// Letters of several scripts look alike: the ASCII form tells them apart.
	const ascii =
		shown === asciiHost(facts)
			? undefined
			: await fitHost(asciiHost(facts), { width, size: 28, least: 20, grid: FINE_GRID });
	const longest = Math.max(textWidth(host.outline, host.size), ascii ? textWidth(ascii.outline, ascii.size) : 0);
	return {
		x: MARGIN - 12,
		width: 2 * Math.ceil(longest / 2) + 20,
		// alone, ASCII reaches neither as high nor as low
		...(ascii ? { y: 126, height: 128 } : { y: 148, height: 78 }),
		shapes: [
			text("ink", host.outline, { x: MARGIN - 3, y: 204, size: host.size }),
			...(ascii ? [text("quiet", ascii.outline, { x: MARGIN, y: 244, size: ascii.size })] : []),
		],
	};
}

/** There are no more of these than scores. */
async function verdictPart(facts: PictureFacts): Promise<SheetPart> {
	const part = { x: MARGIN - 12, y: 256, width: 650, height: 266, recurs: true };
	const { overallScore } = facts;
	const headline = await outlineText(cardHeadline(facts), 600, FINE_GRID);
	if (overallScore === undefined || facts.withdrawn) {
		return { ...part, shapes: [text("quiet", headline, { x: MARGIN, y: 400, size: 64 })] };
	}
	const tone = toneOf(facts);
	const ink = tone ? "ink" : "quiet";
	const score = await outlineText(String(overallScore), 600, FINE_GRID);
	const range = await outlineText("of 100", 400, FINE_GRID);
	const shapes = [
		text(ink, score, { x: MARGIN - 8, y: 440, size: 230 }),
		text("quiet", range, { x: MARGIN + textWidth(score, 230) + 10, y: 440, size: 40 }),
		...bandMark(tone ?? "quiet", bandOf(overallScore), MARGIN, 464, 40),
		text(ink, headline, { x: MARGIN + 56, y: 504, size: 48 }),
	];
	return { ...part, shapes };
}

async function foot(facts: PictureFacts): Promise<SheetPart> {
	const lines = cardLines(facts).map((words) => fitted(words, { width: 610, size: 28, least: 22 }));
	const drawn = await Promise.all(lines);
	const first = 590 - (drawn.length - 1) * 36;
	const shapes = drawn.map(({ outline, size }, at) => text("quiet", outline, { x: MARGIN, y: first + at * 36, size }));
	return { x: MARGIN - 12, y: 522, width: 640, height: 84, shapes, recurs: true };
}

function fitted(words: string, place: TextPlace) {
	return fitText(words, { ...place, grid: FINE_GRID });
}

/** The ink of the band, of a score that says something about the public site of today. */
function toneOf(facts: PictureFacts): Tone | undefined {
	const { overallScore, withdrawn, source } = facts;
	const status = pictureStatus(facts);
	const stale = "stale" in status && status.stale;
	if (overallScore === undefined || withdrawn || source === "folder" || stale) return undefined;
	return bandOf(overallScore).tone;
}

const LABEL = 22;

/** The plane of the two axes with one site on it, as on the brief; around it what other cards show as well. */
async function plotParts(point: PlotPoint): Promise<SheetPart[]> {
	const { structure, accessibility } = point;
	const [right, bottom] = [PLOT.left + PLOT.side, PLOT.top + PLOT.side];
	const bands = bandLabels(point);
	const within = await Promise.all(bands.filter(({ x }) => x < right).map(bandName));
	const ground = [...plane(), ...within];
	const beside = await Promise.all(bands.filter(({ x }) => x > right).map(bandName));
	const up = await outlineText(`Accessibility ${accessibility}`, 600, FINE_GRID);
	const across = await outlineText(`Structure ${structure}`, 600, FINE_GRID);
	const above = text("ink", up, { ...onSheet(PLOT.left, PLOT.top, -14), size: LABEL });
	const below = text("ink", across, { ...onSheet(right, bottom, 30), size: LABEL, end: true });
	return [
		{ x: 720, y: 254, width: 280, height: 25, shapes: [above], recurs: true },
		{ ...PLANE, shapes: ground, recurs: true },
		...markParts(point, [...ground, ...mark(point)]),
		{ x: 1000, y: 279, width: 140, height: 273, shapes: beside, recurs: true },
		{ x: 720, y: 552, width: 280, height: 30, shapes: [below], recurs: true },
	];
}

async function bandName({ words, x, y }: ReturnType<typeof bandLabels>[number]): Promise<Shape> {
	return text("quiet", await outlineText(words, 400, FINE_GRID), { ...onSheet(x, y - 4, 7), size: LABEL });
}

const PLANE = { x: 720, y: 279, width: 280, height: 273 };

/** What a point changes of the plane: two lines and a disc, with all that is there, over a plane that was kept. */
function markParts(point: PlotPoint, shapes: readonly Shape[]): SheetPart[] {
	const drawn = placePoint(point);
	const { x, y } = onSheet(drawn.x, drawn.y);
	const [column, row] = [2 * Math.floor(x / 2), Math.floor(y)];
	return [
		{ ...PLANE, y: row - 1, height: 3, shapes },
		{ ...PLANE, x: column - 2, width: 6, shapes },
		{ x: column - 10, y: row - 10, width: 22, height: 21, shapes },
	];
}

/** A place of the plane's drawing on the sheet, and so many pixels below it. */
function onSheet(x: number, y: number, below = 0) {
	return { x: round(place.x + x * place.scale), y: round(place.y + y * place.scale) + below };
}

/** The plane of the two axes, with its bands. @param at where its drawing stands, and how much it is enlarged */
export function plane(at = place): Shape[] {
	const right = PLOT.left + PLOT.side;
	const bottom = PLOT.top + PLOT.side;
	const grid = TICKS.map((tick) => `M${xOf(tick)} ${PLOT.top}V${bottom}M${PLOT.left} ${yOf(tick)}H${right}`).join("");
	const contours = BAND_CONTOURS.map(({ path }) => path).join("");
	const exits = BAND_CONTOURS.map(({ exitY }) => `M${right} ${exitY}h7`).join("");
	return [
		{ ...line("rule", grid, 1.25), place: at },
		{ ...line("quiet", contours, 1.5, "2 4"), place: at },
		{ ...line("quiet", exits, 1.5), place: at },
	];
}

function mark(point: PlotPoint): Shape[] {
	const { x, y } = placePoint(point);
	const bottom = PLOT.top + PLOT.side;
	return [
		{ ...line("ink", `M${x} ${bottom}V${y}H${PLOT.left}`, 1.5), place },
		{ ink: "paper", path: circle(x, y, 12), place },
		{ ink: "ink", path: circle(x, y, 9), place },
	];
}
