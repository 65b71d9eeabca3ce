import { crc32, deflateSync } from "node:zlib";
import { Resvg } from "@resvg/resvg-js";
import { PRODUCT, REFUSAL } from "#core/brand.ts";
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
import { cardHeadline, cardLines, PRODUCT_HEADLINE, PRODUCT_LEAD } from "./badge-texts.ts";
import { CARD_SIZE } from "./embed.ts";
import { asciiHost, type PictureFacts, pictureStatus } from "./picture-facts.ts";
import {
	bandMark,
	box,
	brandMark,
	circle,
	line,
	PALETTE,
	type Picture,
	round,
	type Shape,
	svgOf,
	text,
	textWidth,
} from "./svg-document.ts";
import { drawableHost, fitHost, fitText, outlineText, type TextPlace } from "./text-outline.ts";

const MARGIN = 72;
const RIGHT = CARD_SIZE.width - MARGIN;
/** Position and scale of the dual-axis plot. */
const place = { x: 706, y: 278, scale: 0.74 };

export async function drawCard(facts: PictureFacts): Promise<Sheet> {
	const { axes, overallScore, withdrawn } = facts;
	const plot = axes && overallScore !== undefined && !withdrawn ? await plotPart(axes) : [];
	const parts = [await head(facts), await hostPart(facts), await verdictPart(facts), plot, await foot(facts)];
	return { ...CARD_SIZE, shapes: parts.flat() };
}

/** In pixels, in light colours; rendered to PNG. */
export type Sheet = Pick<Picture, "width" | "height" | "shapes">;

/** Never loads fonts of the machine. */
export function rasterise(sheet: Sheet): Uint8Array<ArrayBuffer> {
	const options = { font: { loadSystemFonts: false }, background: PALETTE.paper.light, logLevel: "off" } as const;
	const { width, height, pixels } = new Resvg(svgOf(sheet), options).render();
	return indexedPng(width, height, pixels);
}

/** PNG palette, with shades between inks and paper for anti-aliasing. */
const COLOURS = [
	...(["paper", "ink", "quiet", "rule", "track", "red", "amber", "green"] as const).map((ink) => shadeOf(ink, 1)),
	...[0.28, 0.39, 0.5, 0.61, 0.86].map((part) => shadeOf("ink", part)),
	...(["red", "amber", "green"] as const).map((ink) => shadeOf(ink, 0.5)),
];

/** RGB of an ink with opacity `part` on paper. */
function shadeOf(ink: keyof typeof PALETTE, part: number): number[] {
	const [paper, full] = [PALETTE.paper.light, PALETTE[ink].light].map((hex) => [...Buffer.from(hex.slice(1), "hex")]);
	return (paper ?? []).map((value, at) => Math.round(value + part * ((full?.[at] ?? 0) - value)));
}

/** 18 kB instead of resvg's 60. PNG (third edition) 9.2, 11.2.1 to 11.2.4. @param pixels opaque RGBA */
function indexedPng(width: number, height: number, pixels: Buffer): Uint8Array<ArrayBuffer> {
	const nearest = new Map<number, number>();
	const numberOf = (at: number) => {
		const word = pixels.readUInt32LE(at);
		const known = nearest.get(word);
		if (known !== undefined) return known;
		const away = COLOURS.map((colour) =>
			colour.reduce((sum, value, of) => sum + (value - (pixels[at + of] ?? 0)) ** 2, 0),
		);
		const number = away.indexOf(Math.min(...away));
		nearest.set(word, number);
		return number;
	};
	// A row begins with its filter type, 0 for none; a byte holds 2 pixels.
	const rows = Buffer.alloc(height * (1 + width / 2));
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x += 2) {
			const at = 4 * (y * width + x);
			rows[y * (1 + width / 2) + 1 + x / 2] = (numberOf(at) << 4) | numberOf(at + 4);
		}
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	// Bit depth 4, colour type 3 (indexed).
	head.set([4, 3], 8);
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		chunk("IHDR", head),
		chunk("PLTE", Buffer.from(COLOURS.flat())),
		chunk("IDAT", deflateSync(rows)),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, sum]);
}

async function head(facts: PictureFacts): Promise<Shape[]> {
	const { agencyName, withdrawn } = facts;
	const { width } = CARD_SIZE;
	const preparedBy = agencyName === "" || withdrawn ? "" : `Prepared by ${agencyName}`;
	const name = await outlineText(PRODUCT, 600);
	const agency = await fitted(preparedBy, { width: 700, size: 30, least: 22 });
	return [
		box(toneOf(facts) ?? "strong", 0, 0, width, 14),
		...brandMark("ink", MARGIN, 62, 44),
		text("ink", name, { x: MARGIN + 58, y: 97, size: 38 }),
		// Omit the agency if the typeface lacks letters of its name.
		...(agency.outline.incomplete
			? []
			: [text("quiet", agency.outline, { x: RIGHT, y: 96, size: agency.size, end: true })]),
	];
}

async function hostPart(facts: PictureFacts): Promise<Shape[]> {
	const width = RIGHT - MARGIN;
	const shown = await drawableHost(facts);
	const host = await fitHost(shown, { width, size: 72, least: 40, weight: 600 });
	// Homographs: letters of several scripts look alike, so also show the ASCII form.
	const ascii =
		shown === asciiHost(facts) ? undefined : await fitHost(asciiHost(facts), { width, size: 28, least: 20 });
	return [
		text("ink", host.outline, { x: MARGIN - 3, y: 204, size: host.size }),
		...(ascii ? [text("quiet", ascii.outline, { x: MARGIN, y: 244, size: ascii.size })] : []),
	];
}

async function verdictPart(facts: PictureFacts): Promise<Shape[]> {
	const { overallScore } = facts;
	const headline = await outlineText(cardHeadline(facts), 600);
	if (overallScore === undefined || facts.withdrawn) return [text("quiet", headline, { x: MARGIN, y: 400, size: 64 })];
	const tone = toneOf(facts);
	const ink = tone ? "ink" : "quiet";
	const score = await outlineText(String(overallScore), 600);
	const range = await outlineText("of 100", 400);
	return [
		text(ink, score, { x: MARGIN - 8, y: 440, size: 230 }),
		text("quiet", range, { x: MARGIN + textWidth(score, 230) + 10, y: 440, size: 40 }),
		...bandMark(tone ?? "quiet", bandOf(overallScore), MARGIN, 464, 40),
		text(ink, headline, { x: MARGIN + 56, y: 504, size: 48 }),
	];
}

async function foot(facts: PictureFacts): Promise<Shape[]> {
	const lines = cardLines(facts).map((words) => fitted(words, { width: 610, size: 28, least: 22 }));
	const drawn = await Promise.all(lines);
	const first = 590 - (drawn.length - 1) * 36;
	return drawn.map(({ outline, size }, at) => text("quiet", outline, { x: MARGIN, y: first + at * 36, size }));
}

function fitted(words: string, place: TextPlace) {
	return fitText(words, { ...place });
}

/** Undefined for a score that does not describe the current public site. */
function toneOf(facts: PictureFacts): Tone | undefined {
	const { overallScore, withdrawn, source } = facts;
	const status = pictureStatus(facts);
	const stale = "stale" in status && status.stale;
	if (overallScore === undefined || withdrawn || source === "folder" || stale) return undefined;
	return bandOf(overallScore).tone;
}

const LABEL = 22;

async function plotPart(point: PlotPoint): Promise<Shape[]> {
	const [right, bottom] = [PLOT.left + PLOT.side, PLOT.top + PLOT.side];
	const names = await Promise.all(bandLabels(point).map(bandName));
	const up = await outlineText(`Accessibility ${point.accessibility}`, 600);
	const across = await outlineText(`Structure ${point.structure}`, 600);
	return [
		text("ink", up, { ...onSheet(PLOT.left, PLOT.top, -14), size: LABEL }),
		...plane(),
		...names,
		...mark(point),
		text("ink", across, { ...onSheet(right, bottom, 30), size: LABEL, end: true }),
	];
}

async function bandName({ words, x, y }: ReturnType<typeof bandLabels>[number]): Promise<Shape> {
	return text("quiet", await outlineText(words, 400), { ...onSheet(x, y - 4, 7), size: LABEL });
}

/** @param below extra pixels on the sheet */
function onSheet(x: number, y: number, below = 0) {
	return { x: round(place.x + x * place.scale), y: round(place.y + y * place.scale) + below };
}

function plane(at = place): Shape[] {
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

export async function drawProductCard(): Promise<Sheet> {
	const { width, height } = CARD_SIZE;
	const name = await outlineText(PRODUCT, 600);
	const foot = await fitText(REFUSAL, { width: width - 2 * MARGIN, size: 26, least: 20 });
	const shapes = [
		box("strong", 0, 0, width, 14),
		...brandMark("ink", MARGIN, 62, 44),
		text("ink", name, { x: MARGIN + 58, y: 97, size: 38 }),
		...(await headline()),
		...plane({ x: 737, y: 150, scale: 1 }),
		text("quiet", foot.outline, { x: MARGIN, y: 590, size: foot.size }),
	];
	return { width, height, shapes };
}

async function headline(): Promise<Shape[]> {
	const lines = PRODUCT_HEADLINE.map(async (words, at) =>
		text("ink", await outlineText(words, 600), { x: MARGIN - 3, y: 238 + at * 78, size: 66 }),
	);
	const lead = await outlineText(PRODUCT_LEAD, 400);
	return [...(await Promise.all(lines)), text("quiet", lead, { x: MARGIN, y: 466, size: 32 })];
}

export function drawLogo(): Sheet {
	const shapes = brandMark("ink", LOGO_SIDE / 8, LOGO_SIDE / 8, (LOGO_SIDE * 3) / 4);
	return { width: LOGO_SIDE, height: LOGO_SIDE, shapes };
}

/** In pixels; Google requires at least 112. */
const LOGO_SIDE = 512;
