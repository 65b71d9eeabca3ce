/** A colour of the screen: red, green and blue, each 0 to 255. */
type Rgb = readonly [number, number, number];

/** @param hex `#rrggbb` */
function rgbOf(hex: string): Rgb {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour: Rgb): number {
	const [red, green, blue] = colour.map((part) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of ordinary text that everybody can read (WCAG 2.2, success criterion 1.4.3). */
export const TEXT_CONTRAST = 4.5;

/**
 * Contrast ratio of two colours, 1 to 21 (WCAG 2.2).
 * @param one `#rrggbb`
 * @param other `#rrggbb`
 */
export function contrastRatio(one: string, other: string): number {
	const [a, b] = [luminance(rgbOf(one)), luminance(rgbOf(other))];
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
