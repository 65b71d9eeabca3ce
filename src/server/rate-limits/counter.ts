/** What a counter says of one key. */
export interface Count {
	/** Units taken in this window, refused ones too. */
	readonly used: number;
	/** Milliseconds until the window ends. */
	readonly restMs: number;
}

/**
 * Counts the units of one quota by key. A window begins with the first unit that is taken from it; neither further units
 * nor refused ones prolong it.
 */
export interface Counter {
	/**
	 * Adds units, also beyond the quota: what does not fit empties the counter until its window ends. Never rejects.
	 * @param key digest of whom is counted
	 */
	take(key: string, units: number): Promise<Count>;
	/** Whether this process knows, without asking anybody, that the key has no unit left. */
	isSpent(key: string): boolean;
}
