/**
 * A run file that two machines have written: the lines of theirs that ours has not taken out, then those that ours has
 * added. Lines differ by their whole text.
 * @param base the file as both began with it
 */
export function mergeRunLines(base: string, ours: string, theirs: string): string {
	const [before, mine, published] = [linesOf(base), linesOf(ours), linesOf(theirs)];
	const still = new Set(mine);
	const taken = new Set(before.filter((line) => !still.has(line)));
	const kept = published.filter((line) => !taken.has(line));
	const known = new Set([...before, ...kept]);
	const added = mine.filter((line) => !known.has(line));
	return [...kept, ...added].map((line) => `${line}\n`).join("");
}

function linesOf(text: string): string[] {
	return text.split("\n").filter((line) => line !== "");
}
