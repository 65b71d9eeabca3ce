import { PRODUCT, REFUSAL } from "#core/brand.ts";
import { PRODUCT_HEADLINE, PRODUCT_LEAD } from "./badge-texts.ts";
import { CARD_SIZE, plane } from "./draw-card.ts";
import { fitText } from "./fit-text.ts";
import type { Sheet } from "./sheet.ts";
import { box, brandMark, type Shape, text } from "./svg-document.ts";
import { FINE_GRID, outlineText } from "./text-outline.ts";

const MARGIN = 72;

/** The picture that stands for pages about the product where their address is shared. */
export async function drawProductCard(): Promise<Sheet> {
	const { width, height } = CARD_SIZE;
	const name = await outlineText(PRODUCT, 600, FINE_GRID);
	const foot = await fitText(REFUSAL, { width: width - 2 * MARGIN, size: 26, least: 20, grid: FINE_GRID });
	const shapes = [
		box("strong", 0, 0, width, 14),
		...brandMark("ink", MARGIN, 62, 44),
		text("ink", name, { x: MARGIN + 58, y: 97, size: 38 }),
		...(await headline()),
		...plane({ x: 737, y: 150, scale: 1 }),
		text("quiet", foot.outline, { x: MARGIN, y: 590, size: foot.size }),
	];
	return { width, height, parts: [{ x: 0, y: 0, width, height, shapes }] };
}

async function headline(): Promise<Shape[]> {
	const lines = PRODUCT_HEADLINE.map(async (words, at) =>
		text("ink", await outlineText(words, 600, FINE_GRID), { x: MARGIN - 3, y: 238 + at * 78, size: 66 }),
	);
	const lead = await outlineText(PRODUCT_LEAD, 400, FINE_GRID);
	return [...(await Promise.all(lines)), text("quiet", lead, { x: MARGIN, y: 466, size: 32 })];
}

/** The product's mark alone, in a square: what search engines show beside its name. */
export function drawLogo(): Sheet {
	const size = { width: LOGO_SIDE, height: LOGO_SIDE };
	const shapes = brandMark("ink", LOGO_SIDE / 8, LOGO_SIDE / 8, (LOGO_SIDE * 3) / 4);
	return { ...size, parts: [{ x: 0, y: 0, ...size, shapes }] };
}

/** In pixels; Google asks for 112 or more. */
const LOGO_SIDE = 512;
