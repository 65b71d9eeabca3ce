/** What a viewport meta element lets a person do. */
export interface ViewportZoom {
	/** False where zooming is turned off; true also where nothing is said. */
	readonly userScalable: boolean;
	/** Largest factor, 0.1 to 10; null where nothing, or a negative number, is said. */
	readonly maximumScale: number | null;
}

/**
 * Reads `content` of a viewport meta element as browsers do (CSS Device Adaptation, section 10): names and values part
 * at `=`, pairs at white space, commas and semicolons; the last of two counts; words that mean nothing count as zero.
 */
export function readViewport(content: string): ViewportZoom {
	const pairs = content
		.toLowerCase()
		.replace(/\s*=\s*/g, "=")
		.split(/[\s,;]+/);
	const values = new Map(pairs.map((pair) => cutAt(pair, "=")));
	const scalable = values.get("user-scalable");
	const maximum = values.get("maximum-scale");
	return {
		userScalable: scalable === undefined || isScalable(scalable),
		maximumScale: maximum === undefined ? null : scaleOf(maximum),
	};
}

function cutAt(pair: string, mark: string): readonly [string, string | undefined] {
	const at = pair.indexOf(mark);
	return at < 0 ? [pair, undefined] : [pair.slice(0, at), pair.slice(at + 1)];
}

/** Numbers between -1 and 1, and words that mean nothing, turn zooming off. */
function isScalable(value: string): boolean {
	if (value === "yes" || value === "device-width" || value === "device-height") return true;
	return Math.abs(numberOf(value)) >= 1;
}

function scaleOf(value: string): number | null {
	if (value === "yes") return 1;
	if (value === "device-width" || value === "device-height") return 10;
	const scale = numberOf(value);
	return scale < 0 ? null : Math.min(10, Math.max(0.1, scale));
}

/** The number that a value begins with, else 0. */
function numberOf(value: string): number {
	const number = Number.parseFloat(value);
	return Number.isFinite(number) ? number : 0;
}
