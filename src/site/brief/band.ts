/** An ink that says how something stands; `data-tone` gives it to what is drawn in `--tone` on `--tone-soft`. */
export type Tone = "green" | "amber" | "red";

/** A range of the overall score, in words: nobody should have to read a colour. */
export interface Band {
	/** How many of the four bars of its mark are full. */
	readonly level: 1 | 2 | 3 | 4;
	/** The ink of its mark. */
	readonly tone: Tone;
	/** Lowest and highest score of the band. */
	readonly from: number;
	readonly to: number;
	readonly words: string;
	/** What that means for the site's owner. */
	readonly means: string;
}

/** Highest first. */
export const BANDS = [
	{
		level: 4,
		tone: "green",
		from: 90,
		to: 100,
		words: "Ready",
		means:
			"Search engines and AI agents can find, read and use the site; what is still wrong, if anything, costs ten points or less.",
	},
	{
		level: 3,
		tone: "green",
		from: 70,
		to: 89,
		words: "Mostly ready",
		means: "Search engines and AI agents can find and read the site; faults still hold it back.",
	},
	{
		level: 2,
		tone: "amber",
		from: 50,
		to: 69,
		words: "Partly ready",
		means: "Part of what search engines and AI agents need from the site is there; much is missing or broken.",
	},
	{
		level: 1,
		tone: "red",
		from: 0,
		to: 49,
		words: "Not ready",
		means: "Much of what search engines and AI agents need from the site is missing or broken.",
	},
] as const satisfies readonly Band[];

const LOWEST = BANDS[BANDS.length - 1] as Band;

/** `score` is the overall score, 0 to 100. */
export function bandOf(score: number): Band {
	return BANDS.find((band) => score >= band.from) ?? LOWEST;
}

/** The band of an overall score, or what stands in its place where an audit gave none. */
export function scoreWords(score: number | undefined): string {
	return score === undefined ? "Could not be audited" : bandOf(score).words;
}
