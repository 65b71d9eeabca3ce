/** Following words: spaces, and punctuation in names: `พ.ย.`, `Dhuʻl-Hijjah`. */
const NEXT_WORD = /[\s.,’'׳״་-]{0,3}([\p{L}\p{M}\p{Sc}\u200c\u200d]+)/uy;
const WORD = /[\p{L}\p{M}\p{Sc}\u200c\u200d]+/gu;
/** Scripts without spaces between words: Thai to Tibetan, Khmer, and East Asian ones. */
const UNSPACED = /[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7ff]/;
const LONGEST = 12;

/** Finds names of one or several words in linear time. */
export class Phrases<Value> {
	readonly #byFirst = new Map<string, { readonly rest: readonly string[]; value: Value }[]>();

	/** @param merge combines the values of duplicate phrases */
	constructor(phrases: Iterable<readonly [phrase: string, Value]>, merge: (one: Value, other: Value) => Value) {
		for (const [phrase, value] of phrases) {
			const [first = "", ...rest] = phrase.match(WORD) ?? [];
			const known = this.#byFirst.get(first) ?? [];
			const same = known.find((each) => each.rest.join(" ") === rest.join(" "));
			if (same) same.value = merge(same.value, value);
			else known.push({ rest, value });
			this.#byFirst.set(first, known);
		}
		for (const known of this.#byFirst.values()) known.sort((a, b) => b.rest.length - a.rest.length);
	}

	/** The longest phrase that starts with this word, and its end. */
	at(text: string, word: string, end: number): { readonly value: Value; readonly end: number } | undefined {
		for (const { rest, value } of this.#byFirst.get(word) ?? []) {
			const reached = rest.reduce((from, each) => (from < 0 ? from : behind(text, each, from)), end);
			if (reached >= 0) return { value, end: reached };
		}
		return undefined;
	}

	/** A one-word phrase at the edge of a word, for scripts without spaces. */
	atEdge(word: string, edge: "start" | "end"): Value | undefined {
		if (!UNSPACED.test(word)) return undefined;
		for (let length = Math.min(LONGEST, word.length); length > 0; length--) {
			const part = edge === "start" ? word.slice(0, length) : word.slice(-length);
			const found = this.#byFirst.get(part)?.find(({ rest }) => rest.length === 0);
			if (found) return found.value;
		}
		return undefined;
	}
}

function behind(text: string, word: string, from: number): number {
	NEXT_WORD.lastIndex = from;
	return NEXT_WORD.exec(text)?.[1] === word ? NEXT_WORD.lastIndex : -1;
}
