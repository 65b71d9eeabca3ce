import { BAND_TEXTS } from "./texts.ts";

/** Value of `data-tone`, which sets `--tone` and `--tone-soft`. */
export type Tone = "green" | "amber" | "red";

/** In words too, so that colour is not needed. */
export interface Band {
	readonly key: Exclude<keyof typeof BAND_TEXTS, "unscored">;
	/** Full bars of its mark, out of 4. */
	readonly level: 1 | 2 | 3 | 4;
	readonly tone: Tone;
	readonly from: number;
	readonly to: number;
	readonly words: string;
	readonly means: string;
}

/** Highest first. */
export const BANDS = [
	{
		key: "ready",
		level: 4,
		tone: "green",
		from: 90,
		to: 100,
		words: BAND_TEXTS.ready.name,
		means: BAND_TEXTS.ready.means,
	},
	{
		key: "mostlyReady",
		level: 3,
		tone: "green",
		from: 70,
		to: 89,
		words: BAND_TEXTS.mostlyReady.name,
		means: BAND_TEXTS.mostlyReady.means,
	},
	{
		key: "partlyReady",
		level: 2,
		tone: "amber",
		from: 50,
		to: 69,
		words: BAND_TEXTS.partlyReady.name,
		means: BAND_TEXTS.partlyReady.means,
	},
	{
		key: "notReady",
		level: 1,
		tone: "red",
		from: 0,
		to: 49,
		words: BAND_TEXTS.notReady.name,
		means: BAND_TEXTS.notReady.means,
	},
] as const satisfies readonly Band[];

const LOWEST = BANDS[BANDS.length - 1] as Band;

export function bandOf(score: number): Band {
	return BANDS.find((band) => score >= band.from) ?? LOWEST;
}

export function scoreWords(score: number | undefined): string {
	return score === undefined ? BAND_TEXTS.unscored : bandOf(score).words;
}

export const BAND_MARK = { size: 16, bar: 3, gap: 1 } as const;

/** Without a score, no bar is full. Other bars are outlines. */
export function bandBars(level: number) {
	const { size, bar, gap } = BAND_MARK;
	return BANDS.map((_, index) => {
		const height = (size * (index + 1)) / BANDS.length;
		return { x: index * (bar + gap) + gap / 2, y: size - height, width: bar, height, full: index < level };
	});
}
