/** Counts the unfinished audits of each caller, so that no one caller takes all places. */
export class CallerPlaces {
	readonly #taken = new Map<string, number>();
	readonly #places: number;

	/** @param places audits that one caller may have under way or waiting */
	constructor(places: number) {
		this.#places = places;
	}

	hasRoom(key: string): boolean {
		return (this.#taken.get(key) ?? 0) < this.#places;
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
