export interface WordOverlap {
	readonly precision: number;
	readonly recall: number;
}

/** Word-level precision and recall of multisets, as the benchmark's `evaluate.py` counts them. */
export function wordOverlap(predicted: string, reference: string): WordOverlap {
	const ours = wordsOf(predicted);
	const theirs = wordsOf(reference);
	if (theirs.length === 0) return ours.length === 0 ? { precision: 1, recall: 1 } : { precision: 0, recall: 0 };
	if (ours.length === 0) return { precision: 0, recall: 0 };
	const left = new Map<string, number>();
	for (const word of theirs) left.set(word, (left.get(word) ?? 0) + 1);
	let common = 0;
	for (const word of ours) {
		const times = left.get(word) ?? 0;
		if (times === 0) continue;
		left.set(word, times - 1);
		common++;
	}
	return { precision: common / ours.length, recall: common / theirs.length };
}

/** Share of snippets that a text holds, 1 where there are none. */
export function snippetShare(text: string, snippets: readonly string[]): number {
	if (snippets.length === 0) return 1;
	const lower = text.toLowerCase();
	return snippets.filter((snippet) => lower.includes(snippet.toLowerCase())).length / snippets.length;
}

/** Python's `\w+`: letters, digits and underscore. */
function wordsOf(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
