/** A kind of problem as the page about the API explains it. */
export interface ApiProblemFacts {
	/** What the problem document carries as `code`. */
	readonly code: string;
	readonly status: number;
	readonly title: string;
	readonly meaning: string;
	readonly todo: string;
}

/** Anchor that the `type` of a problem document leads to. */
export function problemAnchor(code: string): string {
	return `problem-${code}`;
}
