import MiniSearch from "minisearch";

/** A question that the page answers. */
export interface Question {
	/** The terms that are asked for. */
	readonly asks: string;
	/** The two rarest terms of the same sentence: whoever finds the sentence has them. */
	readonly answer: readonly string[];
}

const QUESTIONS = 10;
/** Fewer do not represent a page. */
const FEWEST = 3;
const WORDS = { least: 8, most: 60 };
/** Terms on more than this share of pages are too common. */
const COMMON = 0.3;
/** Words of a passage; the next one begins in its middle. */
const PASSAGE = 60;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** Makes questions of reviewed texts by one rule, so that nobody chooses them. */
export class Questioner {
	/** Number of pages with a term. */
	readonly #pages = new Map<string, number>();
	readonly #all: number;

	constructor(texts: readonly string[]) {
		this.#all = texts.length;
		for (const text of texts)
			for (const term of new Set(termsOf(text))) this.#pages.set(term, (this.#pages.get(term) ?? 0) + 1);
	}

	/**
	 * The ten sentences whose two rarest terms stand on the fewest pages, the first of equals; the question is what else
	 * the sentence has to say. None for a page with fewer than three such sentences.
	 */
	questionsOf(text: string): readonly Question[] {
		const asked = [...sentences.segment(text)].flatMap(({ segment }) => this.#questionOf(segment));
		const rarest = asked.toSorted((a, b) => a.rarity - b.rarity).slice(0, QUESTIONS);
		return rarest.length < FEWEST ? [] : rarest;
	}

	#questionOf(sentence: string): (Question & { readonly rarity: number })[] {
		const written = termsOf(sentence);
		if (written.length < WORDS.least || written.length > WORDS.most) return [];
		const terms = [...new Set(written)].filter((term) => this.#share(term) <= COMMON && term.length > 2);
		const [first, second, ...rest] = terms.toSorted((a, b) => this.#share(a) - this.#share(b));
		if (first === undefined || second === undefined || rest.length < 3) return [];
		const asks = terms.filter((term) => term !== first && term !== second).join(" ");
		return [{ asks, answer: [first, second], rarity: this.#share(first) + this.#share(second) }];
	}

	#share(term: string): number {
		return (this.#pages.get(term) ?? 0) / this.#all;
	}
}

/** How many questions a lexical retriever (BM25) answers by the first passage that it finds in a text. */
export function answersFound(text: string, questions: readonly Question[]): number {
	const words = text.match(/\S+/g) ?? [];
	const starts = Array.from({ length: Math.ceil(words.length / (PASSAGE / 2)) }, (_, index) => (index * PASSAGE) / 2);
	const passages = starts.map((start) => words.slice(start, start + PASSAGE).join(" "));
	const index = new MiniSearch({ fields: ["text"] });
	index.addAll(passages.map((passage, id) => ({ id, text: passage })));
	return questions.filter(({ asks, answer }) => {
		const [best] = index.search(asks);
		const found = new Set(termsOf(passages[best?.id] ?? ""));
		return answer.every((term) => found.has(term));
	}).length;
}

function termsOf(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
