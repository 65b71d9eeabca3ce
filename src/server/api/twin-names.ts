type Path = readonly (string | number)[];

/** An object or a list that is open at some place of a JSON text. */
interface Level {
	/** Names so far; undefined in a list. */
	readonly names: Set<string> | undefined;
	/** Name or index of the value that comes. */
	place: string | number;
	/** Whether the next text is a name. */
	atName: boolean;
}

/** Texts and punctuation; white space, colons, numbers and words need no look. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/**
 * Where in a text that is known to be JSON a name stands for the second time in one object: JSON.parse reads the last of
 * them without a word.
 * @returns path of the second one; `too-deep` where more levels are open than `depth`; undefined where all is well
 */
export function findTwinName(text: string, depth: number): Path | "too-deep" | undefined {
	const levels: Level[] = [];
	for (const [token] of text.matchAll(TOKEN)) {
		if (token === "{" || token === "[") {
			if (levels.length === depth) return "too-deep";
			const isObject = token === "{";
			levels.push({ names: isObject ? new Set() : undefined, place: 0, atName: isObject });
		} else if (token === "}" || token === "]") levels.pop();
		else if (isTwin(levels.at(-1), token)) return levels.map(({ place }) => place);
	}
	return undefined;
}

/** Moves a level on by a comma or a text. */
function isTwin(level: Level | undefined, token: string): boolean {
	if (level === undefined) return false;
	if (token === ",") {
		level.atName = level.names !== undefined;
		if (typeof level.place === "number") level.place += 1;
		return false;
	}
	if (!level.names || !level.atName) return false;
	const name = String(JSON.parse(token));
	const isTwice = level.names.has(name);
	level.names.add(name);
	level.place = name;
	level.atName = false;
	return isTwice;
}
