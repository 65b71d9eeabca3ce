import { PRODUCT } from "#core/brand.ts";
import { asciiHost, type BadgeFacts, frozen } from "./badge-facts.ts";
import { type BadgeStatus, badgeStatus } from "./badge-status.ts";
import { badgeAlternative, badgeDescription } from "./badge-words.ts";
import { drawAuditPath } from "./draw-audit-path.ts";
import { fitText } from "./fit-text.ts";
import { drawableHost, fitHost } from "./host-text.ts";
import { sealAddress, sealLines } from "./seal-words.ts";
import { box, brandMark, line, type Shape, text, textWidth } from "./shape.ts";
import { svgDocument } from "./svg-document.ts";
import { FINE_GRID, outlineText } from "./text-outline.ts";

/** In pixels. */
export const SEAL_SIZE = { width: 384, height: 152 } as const;

/** Left edges of the score and of the lines beside it; the lines end where the path begins. */
const MARGIN = 16;
const LINES = { x: 126, width: 188 } as const;
const FOOT_WIDTH = SEAL_SIZE.width - 2 * MARGIN;

/**
 * The seal of one receipt: what was found, when, and where in the log anybody can check it.
 * `baseUrl` is where the site lives, without a trailing slash.
 */
export async function drawSeal(facts: BadgeFacts, baseUrl: string): Promise<string> {
	const status = badgeStatus(frozen(facts));
	return svgDocument({
		...SEAL_SIZE,
		title: badgeAlternative(frozen(facts)),
		description: badgeDescription(facts),
		shapes: [
			...(await head(status)),
			...(await scorePart(status, facts)),
			...(await linesPart(facts)),
			...proofPart(facts),
			...(await footPart(facts, baseUrl)),
		],
	});
}

async function head({ state }: BadgeStatus): Promise<Shape[]> {
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

async function scorePart(status: BadgeStatus, { source }: BadgeFacts): Promise<Shape[]> {
	if (status.state !== "scored") {
		const words = { unaudited: "Not audited", unsealed: "Not yet sealed", withdrawn: "Withdrawn" }[status.state];
		return [text("quiet", await outlineText(words, 600), { x: MARGIN, y: 58, size: 14 })];
	}
	const ink = source === "folder" ? "quiet" : "ink";
	return [
		text(ink, await outlineText(String(status.score), 600, FINE_GRID), { x: MARGIN - 2, y: 83, size: 52 }),
		text(ink, await outlineText(status.band.words, 600), { x: MARGIN, y: 102, size: 14 }),
		box("track", MARGIN, 110, 92, 4),
		box(ink, MARGIN, 110, (92 * status.score) / 100, 4),
	];
}

async function linesPart(facts: BadgeFacts): Promise<Shape[]> {
	const { x, width } = LINES;
	const small = async (lines: readonly string[], top: number) =>
		(await Promise.all(lines.map((words) => fitText(words, { width, size: 12, least: 9 })))).map(
			({ outline, size }, at) => text("quiet", outline, { x, y: top + at * 15, size }),
		);
	if (facts.slug === "") return small(sealLines(facts), 58);
	const shown = await drawableHost(facts);
	const host = await fitHost(shown, { width, size: 17, least: 13, weight: 600 });
	// Letters of several scripts look alike: the ASCII form tells them apart.
	const ascii = shown === asciiHost(facts) ? [] : [await fitHost(asciiHost(facts), { width, size: 12, least: 11 })];
	return [
		text("ink", host.outline, { x, y: 58, size: host.size }),
		...ascii.map(({ outline, size }) => text("quiet", outline, { x, y: 75, size })),
		...(await small(sealLines(facts), 75 + ascii.length * 15)),
	];
}

function proofPart({ slug, logIndex, treeSize, withdrawn }: BadgeFacts): Shape[] {
	if ((withdrawn && slug !== "") || logIndex === undefined || treeSize === undefined) return [];
	return drawAuditPath(logIndex, treeSize, { x: 326, y: 46, width: 40, height: 68 });
}

async function footPart(facts: BadgeFacts, baseUrl: string): Promise<Shape[]> {
	const size = 12;
	const { before, id } = sealAddress(facts, baseUrl);
	// two pieces, since the first is the same on every seal of the site
	const last = await outlineText(id);
	const first = await fitText(before, { width: FOOT_WIDTH - textWidth(last, size), size, least: size });
	const at = { x: MARGIN, y: 144, size };
	return [
		line("rule", `M${MARGIN} 128.5H${MARGIN + FOOT_WIDTH}`),
		text("ink", first.outline, at),
		text("ink", last, { ...at, x: MARGIN + textWidth(first.outline, size) }),
	];
}
