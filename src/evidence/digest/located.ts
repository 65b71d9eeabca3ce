/** A place in the source and the bytes that stand there. */
export interface Located {
	/** `line 12, column 3`, 1-based, in the decoded source. */
	readonly at: string;
	/** The tag or text as written, at most EXCERPT_LENGTH characters. */
	readonly excerpt: string;
}
