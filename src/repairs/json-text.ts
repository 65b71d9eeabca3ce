import { findJsonFault } from "#core/json-faults.ts";
import type { TextEdit } from "./source-text.ts";

interface Token {
	readonly kind: "string" | "word" | "mark" | "comment" | "space";
	readonly from: number;
	readonly to: number;
	readonly text: string;
	/** Corrections inside the token. */
	readonly edits: readonly TextEdit[];
}

/** Python and JavaScript literals that JSON spells differently or lacks. */
const WORDS: Readonly<Record<string, string>> = {
	True: "true",
	TRUE: "true",
	False: "false",
	FALSE: "false",
	None: "null",
	undefined: "null",
	NaN: "null",
};
const VALUE = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?)$/i;
const NAME = /^[\p{L}_$@][\p{L}\p{N}_$@-]*$/u;
const COMMENT = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|<!--|-->|<!\[CDATA\[|\]\]>/y;
/** JSON allows 4 white space characters; others look the same. */
const SPACE = /[^\S \t\r\n]|[\u200b\ufeff]/y;
const WORD = /[^\s\u200b"'{}[\],:;\u201c\u201d]+/y;
/** Closing quotation mark by opening one. */
const QUOTES: Readonly<Record<string, RegExp>> = {
	'"': /"/y,
	"'": /'/y,
	"\u201c": /[\u201c\u201d]/y,
	"\u201d": /\u201d/y,
	"\u201e": /[\u201c\u201d]/y,
	"&quot;": /&quot;/y,
	"&#34;": /&#34;/y,
};
const OPENER = /&quot;|&#34;|["'\u201c\u201d\u201e]/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-f]{4})/iy;
/** What may follow a string: otherwise, the quotation mark before it belongs to the text. */
const BEHIND =
	/[\s\u200b\ufeff]*(?:$|[,:}\];]|-->|\]\]>)|\s*(?:\/\/[^"'\n\r]*[\n\r]|\/\*[^"']*?\*\/)\s*[,}\]"']|\s+(?:&quot;|["'\u201c\u201d\u201e])|\s*[\r\n]\s*[{["'\w]/y;

/**
 * Edits that turn the text into JSON: extra or missing commas, comments, missing brackets at the end, other quotation
 * marks, unquoted names, and line breaks in strings. Loses nothing that is written.
 * @returns undefined if the meaning is uncertain
 */
export function correctJson(text: string): readonly TextEdit[] | undefined {
	const tokens = tokensOf(text);
	if (!tokens) return undefined;
	const edits = [...tokens.flatMap((token) => token.edits), ...structure(tokens.filter(isWritten), text.length)];
	edits.sort((a, b) => a.from - b.from || a.to - b.to);
	return findJsonFault(withEdits(text, edits)) === null ? joined(edits) : undefined;
}

/** Merges insertions at the same offset. */
function joined(edits: readonly TextEdit[]): readonly TextEdit[] {
	return [...Map.groupBy(edits, ({ from, to }) => `${from} ${to}`).values()].flatMap(([first, ...others]) =>
		first ? [{ ...first, text: [first, ...others].map(({ text }) => text).join("") }] : [],
	);
}

function isWritten({ kind }: Token): boolean {
	return kind !== "comment" && kind !== "space";
}

function withEdits(text: string, edits: readonly TextEdit[]): string {
	return edits.toReversed().reduce((now, { from, to, text: put }) => now.slice(0, from) + put + now.slice(to), text);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0];
}

function tokensOf(text: string): readonly Token[] | undefined {
	const tokens: Token[] = [];
	for (let at = 0; at < text.length; ) {
		const token = tokenAt(text, at);
		if (token === undefined) return undefined;
		if (token !== null) tokens.push(token);
		at = token?.to ?? at + 1;
	}
	return tokens;
}

/** Null for white space, undefined for an unterminated string. */
function tokenAt(text: string, from: number): Token | null | undefined {
	const plain = (kind: Token["kind"], written: string, put?: string): Token => {
		const to = from + written.length;
		return { kind, from, to, text: written, edits: put === undefined ? [] : [{ from, to, text: put }] };
	};
	const space = matchAt(SPACE, text, from);
	if (space) return plain("space", space, " ");
	if (/\s/.test(text.charAt(from))) return null;
	const comment = matchAt(COMMENT, text, from);
	if (comment) return plain("comment", comment, "");
	const opener = matchAt(OPENER, text, from);
	if (opener) return stringAt(text, from, opener);
	const word = matchAt(WORD, text, from);
	if (!word) return plain("mark", text.charAt(from));
	return plain("word", word, WORDS[word]);
}

function stringAt(text: string, from: number, opener: string): Token | undefined {
	const closer = QUOTES[opener] ?? /"/y;
	const isPlain = opener === '"';
	const edits: TextEdit[] = isPlain ? [] : [{ from, to: from + opener.length, text: '"' }];
	for (let at = from + opener.length; at < text.length; ) {
		const end = matchAt(closer, text, at);
		const to = at + (end?.length ?? 0);
		if (end && matchAt(BEHIND, text, to) !== undefined) {
			if (!isPlain) edits.push({ from: at, to, text: '"' });
			return { kind: "string", from, to, text: text.slice(from, to), edits };
		}
		const found = characterAt(text, at);
		if (!found) return undefined;
		if (found.edit) edits.push(found.edit);
		at = found.to;
	}
	return undefined;
}

/** One character of a string and its JSON escape; undefined for an ambiguous escape. */
function characterAt(text: string, at: number): { readonly to: number; readonly edit?: TextEdit } | undefined {
	const char = text.charAt(at);
	if (char === "\\") {
		const known = matchAt(ESCAPE, text, at);
		if (known) return { to: at + known.length };
		// In JavaScript, an escaped apostrophe is an apostrophe.
		return text.charAt(at + 1) === "'" ? { to: at + 2, edit: { from: at, to: at + 1, text: "" } } : undefined;
	}
	if (char !== '"' && char >= " ") return { to: at + 1 };
	return { to: at + 1, edit: { from: at, to: at + 1, text: JSON.stringify(char).slice(1, -1) } };
}

const CLOSES: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Corrects commas, colons and brackets between tokens; none if a word is not a value. */
function structure(tokens: readonly Token[], length: number): readonly TextEdit[] {
	if (tokens.some((token, index) => token.kind === "word" && !isKnown(token, tokens[index + 1]))) return [];
	const outline = new Outline();
	for (const [index, token] of tokens.entries()) outline.add(token, tokens[index + 1]);
	return outline.end(tokens[0]?.from ?? 0, length);
}

function isKnown({ text }: Token, next: Token | undefined): boolean {
	return VALUE.test(text) || WORDS[text] !== undefined || (isMark(next, ":") && NAME.test(text));
}

class Outline {
	readonly #edits: TextEdit[] = [];
	/** Closing brackets still expected, innermost last. */
	readonly #open: string[] = [];
	#last: Token | undefined;
	/** At the top level. */
	#values = 0;

	add(token: Token, next: Token | undefined): void {
		const { text } = token;
		if (token.kind === "mark" && (text === "," || text === ";")) this.#addComma(token, next);
		else if (isMark(token, ":") && isMark(this.#last, ":")) this.#drop(token);
		else if (token.kind === "mark" && (text === "}" || text === "]")) this.#addEnd(token);
		else this.#addPart(token, next);
	}

	/** A comma separates values; it is redundant before the first and after the last. */
	#addComma(token: Token, next: Token | undefined): void {
		const isNeeded = token.text === "," && endsValue(this.#last) && next && beginsValue(next);
		if (isNeeded) this.#last = token;
		else this.#drop(token);
	}

	#addEnd(token: Token): void {
		if (!this.#open.includes(token.text)) {
			this.#drop(token);
			return;
		}
		for (let closer = this.#open.pop(); closer !== token.text; closer = this.#open.pop())
			this.#put(token.from, closer ?? "");
		this.#last = token;
	}

	#addPart(token: Token, next: Token | undefined): void {
		const { from, to, text, kind } = token;
		if (this.#last && endsValue(this.#last) && !isMark(token, ":")) this.#put(this.#last.to, ",");
		if (beginsValue(token) && this.#open.length === 0) this.#values++;
		if (kind === "word" && isMark(next, ":") && !VALUE.test(text)) this.#edits.push({ from, to, text: `"${text}"` });
		const closer = kind === "mark" ? CLOSES[text] : undefined;
		if (closer) this.#open.push(closer);
		this.#last = token;
	}

	/** Closes open brackets after the last token; two values become a list. */
	end(from: number, length: number): readonly TextEdit[] {
		const to = this.#last?.to ?? length;
		for (const closer of this.#open.toReversed()) this.#put(to, closer);
		if (this.#values < 2) return this.#edits;
		this.#put(to, "]");
		return [{ from, to: from, text: "[" }, ...this.#edits];
	}

	#put(at: number, text: string): void {
		this.#edits.push({ from: at, to: at, text });
	}

	#drop({ from, to }: Token): void {
		this.#edits.push({ from, to, text: "" });
	}
}

function isMark(token: Token | undefined, mark: string): boolean {
	return token?.kind === "mark" && token.text === mark;
}

function endsValue(token: Token | undefined): boolean {
	return token !== undefined && (token.kind !== "mark" || token.text === "}" || token.text === "]");
}

function beginsValue({ kind, text }: Token): boolean {
	return kind !== "mark" || text === "{" || text === "[";
}
