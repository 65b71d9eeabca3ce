import { PRODUCT } from "#core/brand.ts";
import { badgeAlternative, badgeDescription, sealAddress, sealLines } from "./badge-texts.ts";
import { SEAL_SIZE } from "./embed.ts";
import { asciiHost, frozen, type PictureFacts, type PictureStatus, pictureStatus } from "./picture-facts.ts";
import {
	box,
	brandMark,
	circle,
	disc,
	discs,
	line,
	round,
	type Shape,
	svgDocument,
	text,
	textWidth,
} from "./svg-document.ts";
import { drawableHost, fitHost, fitText, outlineText } from "./text-outline.ts";

/** The text ends where the path begins. */
const MARGIN = 16;
const LINES = { x: 126, width: 188 } as const;
const FOOT_WIDTH = SEAL_SIZE.width - 2 * MARGIN;

/** `baseUrl` has no trailing slash. */
export async function drawSeal(facts: PictureFacts, baseUrl: string): Promise<string> {
	const status = pictureStatus(frozen(facts));
	return svgDocument({
		...SEAL_SIZE,
		title: badgeAlternative(frozen(facts)),
		description: badgeDescription(frozen(facts)),
		shapes: [
			...(await head(status)),
			...(await scorePart(status, facts)),
			...(await linesPart(facts)),
			...proofPart(facts),
			...(await footPart(facts, baseUrl)),
		],
	});
}

async function head({ state }: PictureStatus): Promise<Shape[]> {
	const { width, height } = SEAL_SIZE;
	const name = await outlineText(PRODUCT, 600);
	const sealed = state === "scored" || state === "unaudited";
	const kind = await outlineText(sealed ? "sealed receipt" : "receipt");
	const frame = `M.5 .5h${width - 1}v${height - 1}h${1 - width}z`;
	return [
		box("paper", 0, 0, width, height),
		sealed ? line("rule", frame) : line("quiet", frame, 1, "3 2"),
		box(sealed ? "strong" : "quiet", 0, 0, width, 3),
		...brandMark("ink", MARGIN, 12, 16),
		text("ink", name, { x: MARGIN + 21, y: 25, size: 14 }),
		text("quiet", kind, { x: width - MARGIN, y: 25, size: 12, end: true }),
		line("rule", `M${MARGIN} 35.5H${width - MARGIN}`),
	];
}

async function scorePart(status: PictureStatus, { source }: PictureFacts): Promise<Shape[]> {
	if (status.state !== "scored") {
		const words = { unaudited: "Not audited", unsealed: "Not yet sealed", withdrawn: "Withdrawn" }[status.state];
		return [text("quiet", await outlineText(words, 600), { x: MARGIN, y: 58, size: 14 })];
	}
	const [ink, tone] = source === "folder" ? (["quiet", "quiet"] as const) : (["ink", status.band.tone] as const);
	return [
		text(ink, await outlineText(String(status.score), 600), { x: MARGIN - 2, y: 83, size: 52 }),
		text(ink, await outlineText(status.band.words, 600), { x: MARGIN, y: 102, size: 14 }),
		box("track", MARGIN, 110, 92, 4),
		box(tone, MARGIN, 110, (92 * status.score) / 100, 4),
	];
}

async function linesPart(facts: PictureFacts): Promise<Shape[]> {
	const { x, width } = LINES;
	const small = async (lines: readonly string[], top: number) =>
		(await Promise.all(lines.map((words) => fitText(words, { width, size: 12, least: 9 })))).map(
			({ outline, size }, at) => text("quiet", outline, { x, y: top + at * 15, size }),
		);
	if (facts.slug === "") return small(sealLines(facts), 58);
	const shown = await drawableHost(facts);
	const host = await fitHost(shown, { width, size: 17, least: 13, weight: 600 });
	// Homographs: letters of several scripts look alike, so also show the ASCII form.
	const ascii = shown === asciiHost(facts) ? [] : [await fitHost(asciiHost(facts), { width, size: 12, least: 11 })];
	return [
		text("ink", host.outline, { x, y: 58, size: host.size }),
		...ascii.map(({ outline, size }) => text("quiet", outline, { x, y: 75, size })),
		...(await small(sealLines(facts), 75 + ascii.length * 15)),
	];
}

function proofPart({ slug, logIndex, treeSize, withdrawn }: PictureFacts): Shape[] {
	if ((withdrawn && slug !== "") || logIndex === undefined || treeSize === undefined) return [];
	return drawAuditPath(logIndex, treeSize);
}

async function footPart(facts: PictureFacts, baseUrl: string): Promise<Shape[]> {
	const size = 12;
	const { before, id } = sealAddress(facts, baseUrl);
	// In 2 pieces, because the first is the same on every seal and cached.
	const last = await outlineText(id);
	const first = await fitText(before, { width: FOOT_WIDTH - textWidth(last, size), size, least: size });
	const at = { x: MARGIN, y: 144, size };
	return [
		line("rule", `M${MARGIN} 128.5H${MARGIN + FOOT_WIDTH}`),
		text("ink", first.outline, at),
		text("ink", last, { ...at, x: MARGIN + textWidth(first.outline, size) }),
	];
}

const FRAME = { x: 326, y: 46, width: 40, height: 68 } as const;
/** Maximum distance between steps, so that the path of a small tree stays compact. */
const MOST_RISE = 18;
const MOST_SWAY = 11;
const LEAST_RISE = 6;

/** Path from the leaf to the root, which is unique per leaf. */
function drawAuditPath(index: number, size: number): Shape[] {
	const sides = siblingSides(index, size);
	const rise = Math.min(MOST_RISE, FRAME.height / Math.max(sides.length, 1));
	const ways = placeSteps(sides);
	const [least, most] = [Math.min(...ways, ...siblings(ways, sides)), Math.max(...ways, ...siblings(ways, sides))];
	const sway = Math.min(MOST_SWAY, FRAME.width / Math.max(most - least, 1));
	const left = FRAME.x + (FRAME.width - (most - least) * sway) / 2;
	const top = FRAME.y + (FRAME.height - sides.length * rise) / 2;
	const x = (way: number) => round(left + (way - least) * sway);
	const y = (step: number) => round(top + (sides.length - step) * rise);
	const [leaf, root] = [
		[x(ways[0] ?? 0), y(0)],
		[x(ways.at(-1) ?? 0), y(sides.length)],
	] as const;
	const given = siblings(ways, sides).map((way, step) => [x(way), y(step)] as const);
	const twigs = given.map(([fromX, fromY], step) => `M${fromX} ${fromY}L${x(ways[step + 1] ?? 0)} ${y(step + 1)}`);
	// A long path has no room for rings at the ends of the twigs.
	const rings = rise < LEAST_RISE ? [] : given;
	const trail = ways.map((way, step) => `${x(way)} ${y(step)}`).join("L");
	return [
		line("quiet", twigs.join("")),
		discs("quiet", rings, 3),
		discs("paper", rings, 2),
		line("ink", sides.length > 0 ? `M${trail}` : "", 1.75),
		disc("ink", ...leaf, 3),
		disc("paper", ...root, 4.5),
		line("ink", circle(...root, 4.5), 1.75),
		disc("ink", ...root, 1.5),
	];
}

/** Offsets to the right in half sibling distances, leaf first. */
function placeSteps(sides: readonly ("left" | "right")[]): number[] {
	const ways = [0];
	for (const side of sides) ways.push((ways.at(-1) ?? 0) + (side === "left" ? -1 : 1));
	return ways;
}

function siblings(ways: readonly number[], sides: readonly ("left" | "right")[]): number[] {
	return sides.map((side, step) => (ways[step] ?? 0) + (side === "left" ? -2 : 2));
}

/** From the leaf to the root: the shape of its inclusion proof. RFC 9162 section 2.1.3.1. */
export function siblingSides(index: number, size: number): ("left" | "right")[] {
	const sides: ("left" | "right")[] = [];
	let [node, last] = [index, size - 1];
	while (last > 0) {
		const isRight = node % 2 === 1 || node === last;
		sides.push(isRight ? "left" : "right");
		// A last node without a sibling moves up until it has one.
		if (isRight) while (node % 2 === 0 && node !== 0) [node, last] = up(node, last);
		[node, last] = up(node, last);
	}
	return sides;
}

function up(node: number, last: number): [number, number] {
	return [Math.floor(node / 2), Math.floor(last / 2)];
}
