import { PRODUCT, REFUSAL } from "#core/brand.ts";
import { PRODUCT_CARD_TEXT, PRODUCT_HEADLINE, PRODUCT_LEAD } from "./badge-texts.ts";
import { CARD_SIZE, plane } from "./draw-card.ts";
import { fitText } from "./fit-text.ts";
import { box, brandMark, type Shape, svgDocument, text } from "./svg-document.ts";
import { FINE_GRID, outlineText } from "./text-outline.ts";

const MARGIN = 72;

/** The picture that stands for pages about the product where their address is shared, as an SVG; networks want it as a PNG. */
export async function drawProductCard(): Promise<string> {
	const { width, height } = CARD_SIZE;
	const name = await outlineText(PRODUCT, 600, FINE_GRID);
	const foot = await fitText(REFUSAL, { width: width - 2 * MARGIN, size: 26, least: 20, grid: FINE_GRID });
	return svgDocument({
		...CARD_SIZE,
		title: PRODUCT_CARD_TEXT,
		description: REFUSAL,
		shapes: [
			box("paper", 0, 0, width, height),
			box("strong", 0, 0, width, 14),
			...brandMark("ink", MARGIN, 62, 44),
			text("ink", name, { x: MARGIN + 58, y: 97, size: 38 }),
			...(await headline()),
			...plane({ x: 737, y: 150, scale: 1 }),
			text("quiet", foot.outline, { x: MARGIN, y: 590, size: foot.size }),
		],
	});
}

async function headline(): Promise<Shape[]> {
	const lines = PRODUCT_HEADLINE.map(async (words, at) =>
		text("ink", await outlineText(words, 600, FINE_GRID), { x: MARGIN - 3, y: 238 + at * 78, size: 66 }),
	);
	const lead = await outlineText(PRODUCT_LEAD, 400, FINE_GRID);
	return [...(await Promise.all(lines)), text("quiet", lead, { x: MARGIN, y: 466, size: 32 })];
}

/** The product's mark alone, in a square: what search engines show beside its name. */
export function drawLogo(): string {
	const side = LOGO_SIDE;
	return svgDocument({
		width: side,
		height: side,
		title: PRODUCT,
		description: REFUSAL,
		shapes: [box("paper", 0, 0, side, side), ...brandMark("ink", side / 8, side / 8, (side * 3) / 4)],
	});
}

/** In pixels; Google asks for 112 or more. */
const LOGO_SIDE = 512;
