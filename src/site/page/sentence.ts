/** Where a marked part of a sentence leads, or the element that it becomes, with its attributes. */
export type SentenceSlot =
	| string
	| { readonly tag: string; readonly [attribute: string]: string | boolean | undefined };

export interface SentenceFillings {
	/** What stands for each `{name}`. */
	readonly values?: Readonly<Record<string, string | number>>;
	/** What each `[words](name)` becomes. */
	readonly slots?: Readonly<Record<string, SentenceSlot>>;
}

/** Words of one element, or of none where they have no `tag`. */
export interface SentencePart {
	readonly text: string;
	readonly tag?: string;
	readonly attributes?: Readonly<Record<string, string | boolean | undefined>>;
}

/** Marks that need no slot, since they are elements without attributes. */
const BARE: ReadonlySet<string> = new Set(["b", "bdi", "q", "strong"]);

/**
 * The parts of a catalog's sentence, so that a translator can move its links, code and values with its words.
 * In it, `{name}` stands for a value, `[words](name)` for a link or another element, and backticks mark code. Marks are read
 * before values are put in: what a value holds is never read as one.
 * @throws {Error} where the sentence names a value or a slot that is not given
 */
export function sentenceParts(text: string, { values = {}, slots = {} }: SentenceFillings): readonly SentencePart[] {
	const filled = (words: string) => words.replace(/\{(\w+)\}/g, (_, name: string) => String(given(values, name, text)));
	return text.split(/(`[^`]*`|\[[^\]]*\]\(\w+\))/).flatMap((part): SentencePart[] => {
		if (part === "") return [];
		if (part.startsWith("`")) return [{ tag: "code", text: filled(part.slice(1, -1)) }];
		const [, words, name = ""] = /^\[([^\]]*)\]\((\w+)\)$/.exec(part) ?? [];
		if (words === undefined) return [{ text: filled(part) }];
		if (BARE.has(name)) return [{ tag: name, text: filled(words) }];
		const slot = given(slots, name, text);
		const { tag, ...attributes } = typeof slot === "string" ? { tag: "a", href: slot } : slot;
		return [{ tag, attributes, text: filled(words) }];
	});
}

function given<T>(all: Readonly<Record<string, T>>, name: string, text: string): T {
	const one = Object.hasOwn(all, name) ? all[name] : undefined;
	if (one === undefined) throw new Error(`Nothing is given for “${name}” in the sentence “${text}”.`);
	return one;
}
