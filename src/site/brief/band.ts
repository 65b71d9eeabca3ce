/** A range of the overall score, in words: nobody should have to read a colour. */
export interface Band {
	/** Lowest and highest score of the band. */
	readonly from: number;
	readonly to: number;
	readonly words: string;
	/** What that means for the site's owner. */
	readonly means: string;
}

/** Highest first. */
export const BANDS = [
	{ from: 90, to: 100, words: "Ready", means: "Machines can reach, read and operate the site; little is left to do." },
	{ from: 70, to: 89, words: "Mostly ready", means: "The site can be found and read; named faults still cost it." },
	{
		from: 50,
		to: 69,
		words: "Partly ready",
		means: "The basics are there; much of what helps machines find, understand and use the site is missing.",
	},
	{
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
