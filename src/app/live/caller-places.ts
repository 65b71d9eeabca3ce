/** Audits that one caller may have under way or waiting. */
const PLACES = 4;

/** Counts the unfinished audits of each caller, so that no one caller takes all places. */
export class CallerPlaces {
	readonly #taken = new Map<string, number>();

	hasRoom(key: string): boolean {
		return (this.#taken.get(key) ?? 0) < PLACES;
	}

	/** @returns gives the place back; to be called once */
	take(key: string): () => void {
		this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
		return () => {
			const left = (this.#taken.get(key) ?? 0) - 1;
			if (left > 0) this.#taken.set(key, left);
			else this.#taken.delete(key);
		};
	}
}
