/** The word that was probably meant; undefined where none is near. */
export function closest(mistyped: string, words: readonly string[]): string | undefined {
	// Two letters of four are half of another word.
	const near = mistyped.length < 5 ? Math.min(1, Math.floor(mistyped.length / 2)) : 2;
	const [best] = words
		.map((word) => ({ word, distance: editDistance(mistyped, word) }))
		.toSorted((a, b) => a.distance - b.distance);
	return best && best.distance <= near ? best.word : undefined;
}

/** Letters to insert, delete or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (const [line, letter] of [...from].entries()) {
		const next = [line + 1];
		for (const [column, other] of [...to].entries()) {
			const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
			next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
