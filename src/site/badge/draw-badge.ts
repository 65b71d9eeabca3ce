import { PRODUCT } from "#core/brand.ts";
import { type BadgeTexts, badgeAlternative, badgeDescription, badgeTexts } from "./badge-texts.ts";
import { BADGE_SIZE } from "./embed.ts";
import { isCurrent, type PictureFacts, type PictureStatus, pictureStatus } from "./picture-facts.ts";
import { box, brandMark, line, type Shape, svgDocument, text, textWidth } from "./svg-document.ts";
import { outlineText } from "./text-outline.ts";

/** Right edge of the product's part. */
const LEFT = 78;
const PAD = 8;
const BASELINE = 14;
const TYPE = 12;
/** Between the score and its words. */
const GAP = 5;
/** Padding beside a score on its band's colour. */
const INSET = 5;

/** In font sizes. */
export const WORDS_ROOM = (BADGE_SIZE.width - LEFT - 2 * INSET - GAP - PAD) / TYPE;

export async function drawBadge(facts: PictureFacts): Promise<string> {
	const status = pictureStatus(facts);
	const words = badgeTexts(facts, status);
	const current = isCurrent(status, facts);
	return svgDocument({
		...BADGE_SIZE,
		title: badgeAlternative(facts),
		description: badgeDescription(facts),
		shapes: [
			...ground(current),
			...(await productPart()),
			...scoreBar(status, current),
			...(await claimPart(words, status, current)),
		],
	});
}

function ground(current: boolean): Shape[] {
	const { width, height } = BADGE_SIZE;
	const frame = `M.5 .5h${width - 1}v${height - 1}h${1 - width}z`;
	return [box("sunk", 0, 0, width, height), current ? line("rule", frame) : line("quiet", frame, 1, "3 2")];
}

async function productPart(): Promise<Shape[]> {
	const name = await outlineText(PRODUCT.toLowerCase(), 600);
	return [
		box("ink", 0, 0, LEFT, BADGE_SIZE.height),
		...brandMark("paper", 6, 4, 12),
		text("paper", name, { x: 22, y: BASELINE, size: TYPE }),
	];
}

async function claimPart(
	{ score, claim, when }: BadgeTexts,
	status: PictureStatus,
	current: boolean,
): Promise<Shape[]> {
	const [number, words, date] = await Promise.all([outlineText(score, 600), outlineText(claim), outlineText(when)]);
	const ink = current ? "ink" : "quiet";
	const start = LEFT + (current ? INSET : PAD);
	const end = start + textWidth(number, TYPE);
	// A score on its band's colour has padding; otherwise it is next to its words.
	const claimStart = score === "" ? start : end + GAP + (current ? INSET : 0);
	return [
		...(current && status.state === "scored"
			? [box(status.band.tone, LEFT, 0, end + INSET - LEFT, BADGE_SIZE.height)]
			: []),
		text(current ? "paper" : ink, number, { x: start, y: BASELINE, size: TYPE }),
		text(ink, words, { x: claimStart, y: BASELINE, size: TYPE }),
		text("quiet", date, { x: BADGE_SIZE.width - PAD, y: BASELINE, size: TYPE, end: true }),
	];
}

function scoreBar(status: PictureStatus, current: boolean): Shape[] {
	if (status.state !== "scored" || !current) return [];
	const [width, top] = [BADGE_SIZE.width - LEFT, BADGE_SIZE.height - 2];
	return [box("track", LEFT, top, width, 2), box(status.band.tone, LEFT, top, (width * status.score) / 100, 2)];
}
