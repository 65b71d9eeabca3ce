/** Results of the last minute, so that the next who asks gets the same object. */
export interface FreshResults<T> {
	/** @returns undefined for what is not there, or too old */
	get(key: string, now: number): { readonly value: T; readonly ageMs: number } | undefined;
	/** @param endedMs when it was made, milliseconds since 1970 */
	put(key: string, value: T, endedMs: number): void;
	/** Puts another in the place of a value, made when that was; undefined for none. Nothing where the value is gone since. */
	replace(key: string, value: T, by: T | undefined): void;
}

/**
 * @param freshMs how long a result is good
 * @param most as many results as are kept; the one that was asked for longest ago goes first
 */
export function createFreshResults<T>({ freshMs, most }: { freshMs: number; most: number }): FreshResults<T> {
	const results = new Map<string, { readonly value: T; readonly endedMs: number }>();
	return {
		get(key, now) {
			const found = results.get(key);
			if (!found) return undefined;
			results.delete(key);
			// A clock that was set back would keep old results for as long.
			if (now - found.endedMs < -freshMs) return undefined;
			// Another machine's clock may run a little ahead of ours.
			const ageMs = Math.max(0, now - found.endedMs);
			if (ageMs >= freshMs) return undefined;
			results.set(key, found);
			return { value: found.value, ageMs };
		},
		put(key, value, endedMs) {
			results.delete(key);
			results.set(key, { value, endedMs });
			for (const oldest of results.keys()) {
				if (results.size <= most) return;
				results.delete(oldest);
			}
		},
		replace(key, value, by) {
			const found = results.get(key);
			if (found?.value !== value) return;
			if (by === undefined) results.delete(key);
			else results.set(key, { value: by, endedMs: found.endedMs });
		},
	};
}
