/** An address, or an element with its attributes. */
export type SentenceSlot =
	| string
	| { readonly tag: string; readonly [attribute: string]: string | boolean | undefined };

export interface SentenceFillings {
	/** What stands for each `{name}`. */
	readonly values?: Readonly<Record<string, string | number>>;
	/** What each `[words](name)` becomes. */
	readonly slots?: Readonly<Record<string, SentenceSlot>>;
}

export interface SentencePart {
	readonly text: string;
	readonly tag?: string;
	readonly attributes?: Readonly<Record<string, string | boolean | undefined>>;
}

/** Elements without attributes need no slot. */
const BARE: ReadonlySet<string> = new Set(["b", "bdi", "q", "strong"]);

/**
 * `{name}` stands for a value, `[words](name)` for a link or element, backticks for code; never within a value.
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
