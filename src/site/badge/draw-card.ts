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
import { badgeAlternative, cardHeadline, cardLines } from "./badge-texts.ts";
import { drawableHost, fitHost, fitText, type TextPlace } from "./fit-text.ts";
import { asciiHost, type PictureFacts, pictureStatus } from "./picture-facts.ts";
import {
	bandMark,
	box,
	brandMark,
	circle,
	line,
	round,
	type Shape,
	svgDocument,
	text,
	textWidth,
} from "./svg-document.ts";
import { FINE_GRID, outlineText } from "./text-outline.ts";

/** In pixels: what social networks ask for. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

const MARGIN = 72;
const RIGHT = CARD_SIZE.width - MARGIN;
/** Where the plane of the two axes stands: its drawing is enlarged by `scale`. */
const place = { x: 706, y: 278, scale: 0.74 };

/** The picture that stands for a brief where its address is shared, as an SVG; networks want it as a PNG. */
export async function drawCard(facts: PictureFacts): Promise<string> {
	return svgDocument({
		...CARD_SIZE,
		title: badgeAlternative(facts),
		// Nothing of the tree: it grows with every seal, and a card would be drawn anew although it shows the same.
		description: cardLines(facts).join(". "),
		shapes: [...(await head(facts)), ...(await hostPart(facts)), ...(await verdictPart(facts)), ...(await foot(facts))],
	});
}

async function head(facts: PictureFacts): Promise<Shape[]> {
	const { agencyName, withdrawn } = facts;
	const { width, height } = CARD_SIZE;
	const preparedBy = agencyName === "" || withdrawn ? "" : `Prepared by ${agencyName}`;
	const name = await outlineText(PRODUCT, 600, FINE_GRID);
	const agency = await fitted(preparedBy, { width: 700, size: 30, least: 22 });
	return [
		box("paper", 0, 0, width, height),
		box(toneOf(facts) ?? "strong", 0, 0, width, 14),
		...brandMark("ink", MARGIN, 62, 44),
		text("ink", name, { x: MARGIN + 58, y: 97, size: 38 }),
		// An agency whose name the typeface lacks letters of is named in the description alone.
		...(agency.outline.incomplete
			? []
			: [text("quiet", agency.outline, { x: RIGHT, y: 96, size: agency.size, end: true })]),
	];
}

async function hostPart(facts: PictureFacts): Promise<Shape[]> {
	const width = RIGHT - MARGIN;
	const shown = await drawableHost(facts);
	const host = await fitHost(shown, { width, size: 72, least: 40, weight: 600, grid: FINE_GRID });
	const shapes = [text("ink", host.outline, { x: MARGIN - 3, y: 204, size: host.size })];
	if (shown === asciiHost(facts)) return shapes;
	// Letters of several scripts look alike: the ASCII form tells them apart.
	const ascii = await fitHost(asciiHost(facts), { width, size: 28, least: 20, grid: FINE_GRID });
	return [...shapes, text("quiet", ascii.outline, { x: MARGIN, y: 244, size: ascii.size })];
}

async function verdictPart(facts: PictureFacts): Promise<Shape[]> {
	const { overallScore, axes } = facts;
	const headline = cardHeadline(facts);
	if (overallScore === undefined || facts.withdrawn) {
		return [text("quiet", await outlineText(headline, 600, FINE_GRID), { x: MARGIN, y: 400, size: 64 })];
	}
	const tone = toneOf(facts);
	const ink = tone ? "ink" : "quiet";
	const score = await outlineText(String(overallScore), 600, FINE_GRID);
	const range = await outlineText("of 100", 400, FINE_GRID);
	return [
		text(ink, score, { x: MARGIN - 8, y: 440, size: 230 }),
		text("quiet", range, { x: MARGIN + textWidth(score, 230) + 10, y: 440, size: 40 }),
		...bandMark(tone ?? "quiet", bandOf(overallScore), MARGIN, 464, 40),
		text(ink, await outlineText(headline, 600, FINE_GRID), { x: MARGIN + 56, y: 504, size: 48 }),
		...(axes ? await drawCardPlot(axes) : []),
	];
}

async function foot(facts: PictureFacts): Promise<Shape[]> {
	const lines = cardLines(facts).map((words) => fitted(words, { width: 610, size: 28, least: 22 }));
	const drawn = await Promise.all(lines);
	const first = 590 - (drawn.length - 1) * 36;
	return drawn.map(({ outline, size }, at) => text("quiet", outline, { x: MARGIN, y: first + at * 36, size }));
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

/** The plane of the two axes with one site on it, as on the brief. */
async function drawCardPlot(point: PlotPoint): Promise<Shape[]> {
	return [...plane(), ...(await names(point)), ...mark(point)];
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

async function names(point: PlotPoint): Promise<Shape[]> {
	const at = (x: number, y: number) => ({ x: round(place.x + x * place.scale), y: round(place.y + y * place.scale) });
	const { structure, accessibility } = point;
	const bands = bandLabels(point).map(async ({ words, x, y }) => {
		const start = at(x, y - 4);
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

function mark(point: PlotPoint): Shape[] {
	const { x, y } = placePoint(point);
	const bottom = PLOT.top + PLOT.side;
	return [
		{ ...line("ink", `M${x} ${bottom}V${y}H${PLOT.left}`, 1.5), place },
		{ ink: "paper", path: circle(x, y, 12), place },
		{ ink: "ink", path: circle(x, y, 9), place },
	];
}
