import { type Ink, PALETTE } from "./palette.ts";
import { escapeMarkup } from "./plain-text.ts";
import { round, type Shape } from "./shape.ts";

export interface Picture {
	/** In pixels. */
	readonly width: number;
	readonly height: number;
	/** What the picture says. */
	readonly title: string;
	/** Where that comes from. */
	readonly description: string;
	/** From back to front. */
	readonly shapes: readonly Shape[];
}

/**
 * A picture as a standalone SVG. Its colours are attributes, so that it shows where style sheets are refused or not
 * known; the style sheet only turns them over where the reader has chosen a dark scheme.
 */
export function svgDocument({ width, height, title, description, shapes }: Picture): string {
	const drawn = shapes.filter(({ path }) => path !== "");
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
		` role="img" aria-labelledby="sightline-title sightline-desc">`,
		`<title id="sightline-title">${escapeMarkup(title)}</title>`,
		`<desc id="sightline-desc">${escapeMarkup(description)}</desc>`,
		`<style>@media(prefers-color-scheme:dark){${darkRules(drawn)}}</style>`,
		...drawn.map(pathElement),
		"</svg>\n",
	].join("");
}

function pathElement({ ink, path, line, dashes, place }: Shape): string {
	const colour = PALETTE[ink].light;
	const paint =
		line === undefined
			? `fill="${colour}"`
			: `fill="none" stroke="${colour}" stroke-width="${line}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}`;
	const transform = place
		? ` transform="translate(${round(place.x)} ${round(place.y)})scale(${Math.round(place.scale * 1e5) / 1e5})"`
		: "";
	return `<path class="${className(ink, line)}" ${paint}${transform} d="${path}"/>`;
}

function darkRules(shapes: readonly Shape[]): string {
	const rules = shapes.map(
		({ ink, line }) => `.${className(ink, line)}{${line === undefined ? "fill" : "stroke"}:${PALETTE[ink].dark}}`,
	);
	return [...new Set(rules)].sort().join("");
}

/** Named so that nothing clashes where somebody puts the picture's text into a page. */
function className(ink: Ink, line: number | undefined): string {
	return `sightline-${ink}${line === undefined ? "" : "-line"}`;
}
