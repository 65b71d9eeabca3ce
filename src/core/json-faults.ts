import { createScanner } from "jsonc-parser";

/** The scanner's kinds of token that matter here: the library declares them as a const enum, which has no values at run time. */
const Token = {
	OpenBrace: 1,
	CloseBrace: 2,
	OpenBracket: 3,
	CloseBracket: 4,
	Comma: 5,
	Colon: 6,
	String: 10,
	LineBreak: 14,
	Space: 15,
	End: 17,
} as const;
const NO_ERROR = 0;

/** A position in JSON text: both from 1, columns in UTF-16 code units. */
export interface JsonPosition {
	readonly line: number;
	readonly column: number;
}

/** Where JSON text is broken. JSON.parse reports that it is, but a position only sometimes. */
export interface JsonFault extends JsonPosition {
	readonly says: string;
}

/** Line and column of an offset; CR LF, LF and CR each end one line. */
export function jsonPosition(text: string, offset: number): JsonPosition {
	let line = 1;
	let lineStart = 0;
	for (const { 0: end, index } of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
		line++;
		lineStart = index + end.length;
	}
	return { line, column: offset - lineStart + 1 };
}

/** The first fault of JSON text by RFC 8259; null when JSON.parse takes it. Linear, and deep nesting costs no stack. */
export function findJsonFault(text: string): JsonFault | null {
	try {
		new StrictReader(text).document();
		return null;
	} catch (error) {
		if (error instanceof Fault) return { says: error.message, ...jsonPosition(text, error.offset) };
		throw error;
	}
}

class Fault extends Error {
	readonly offset: number;
	constructor(offset: number, says: string) {
		super(says);
		this.offset = offset;
	}
}

const LITERALS = ["true", "false", "null"];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What makes a string invalid: a control character, or a backslash without one of JSON's escapes. */
const IN_STRING = /[^ -\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})?/g;

const MISTAKES: readonly (readonly [text: string, says: string])[] = [
	["<!--", "An HTML comment stands here; JSON has no comments"],
	["<![CDATA[", "A CDATA mark stands here; in HTML it is part of the script's text, and JSON has none"],
	["<", "Markup stands here; JSON has none"],
	["//", "A comment stands here; JSON has none"],
	["/*", "A comment stands here; JSON has none"],
	["\ufeff", "A byte order mark stands here"],
	["'", "A string stands in single quotes; JSON wants double quotes"],
];

/** Deeper nesting is refused, as RFC 8259 section 9 lets a parser do: no document has it, and every level is remembered. */
const DEPTH_MAX = 10_000;

type Close = typeof Token.CloseBrace | typeof Token.CloseBracket;

/** Reads the tokens of a scanner, which knows comments too, by the grammar of RFC 8259. */
class StrictReader {
	readonly #text: string;
	readonly #scanner;
	#token: number = Token.End;
	/** Closing brackets that are awaited, innermost last. */
	readonly #awaited: Close[] = [];

	constructor(text: string) {
		this.#text = text;
		this.#scanner = createScanner(text);
		this.#next();
	}

	document(): void {
		if (this.#is(Token.End)) throw this.#fault("The block is empty.");
		do {
			this.#value();
			this.#closings();
		} while (this.#awaited.length > 0);
		if (!this.#is(Token.End)) throw this.#fault("Something follows the end of the JSON value");
	}

	#value(): void {
		for (;;) {
			const isObject = this.#is(Token.OpenBrace);
			if (!isObject && !this.#is(Token.OpenBracket)) break;
			const close = isObject ? Token.CloseBrace : Token.CloseBracket;
			if (this.#awaited.push(close) > DEPTH_MAX) throw this.#fault("It is nested more than 10,000 levels deep.");
			this.#next();
			if (this.#is(close)) return;
			if (isObject) this.#key();
		}
		this.#scalar();
	}

	#closings(): void {
		for (let close = this.#awaited.at(-1); close; close = this.#awaited.at(-1)) {
			const bracket = close === Token.CloseBrace ? "}" : "]";
			if (this.#is(close)) {
				this.#awaited.pop();
				this.#next();
				continue;
			}
			if (!this.#is(Token.Comma)) throw this.#mistake(`Expected a comma or "${bracket}"`);
			const comma = this.#offset;
			this.#next();
			if (this.#is(close)) throw new Fault(comma, `A comma stands before the closing "${bracket}"`);
			if (close === Token.CloseBrace) this.#key();
			return;
		}
	}

	#key(): void {
		if (!this.#is(Token.String)) throw this.#mistake("Expected a property name in double quotes");
		this.#string();
		if (!this.#is(Token.Colon)) throw this.#fault("Expected a colon after the property name");
		this.#next();
	}

	#scalar(): void {
		if (this.#is(Token.String)) {
			this.#string();
			return;
		}
		// The scanner takes `nullx` for one word and `1.` for one number: what is valid of them is a value.
		const literal = LITERALS.find((word) => this.#text.startsWith(word, this.#offset));
		NUMBER.lastIndex = this.#offset;
		const length = literal?.length ?? NUMBER.exec(this.#text)?.[0].length;
		if (length === undefined) throw this.#mistake("Expected a value");
		this.#scanner.setPosition(this.#offset + length);
		this.#next();
	}

	#string(): void {
		const error: number = this.#scanner.getTokenError();
		if (error !== NO_ERROR) throw this.#stringFault();
		this.#next();
	}

	#stringFault(): Fault {
		const begin = this.#offset;
		IN_STRING.lastIndex = begin + 1;
		for (let found = IN_STRING.exec(this.#text); found; found = IN_STRING.exec(this.#text)) {
			const [char] = found;
			if (char === "\\") return new Fault(found.index, "A backslash begins no escape that JSON knows");
			if (char.length > 1) continue;
			return new Fault(found.index, `A string holds ${controlName(char)}, which must be written as an escape`);
		}
		return new Fault(begin, "A string that begins here has no end");
	}

	#is(token: number): boolean {
		return this.#token === token;
	}

	get #offset(): number {
		return this.#scanner.getTokenOffset();
	}

	/** Comments are no white space here. */
	#next(): void {
		do this.#token = this.#scanner.scan();
		while (this.#is(Token.Space) || this.#is(Token.LineBreak));
	}

	#mistake(expected: string): Fault {
		const [, says = expected] = MISTAKES.find(([text]) => this.#text.startsWith(text, this.#offset)) ?? [];
		return this.#fault(says);
	}

	#fault(says: string): Fault {
		const isInside = this.#offset < this.#text.length || says.endsWith(".");
		return new Fault(this.#offset, isInside ? says : `${says}, but the text ends`);
	}
}

function controlName(char: string): string {
	if (char === "\n" || char === "\r") return "a line break";
	if (char === "\t") return "a tab";
	return `the control character U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

export interface RepeatedJsonName {
	readonly name: string;
	/** Offset of its second string. */
	readonly offset: number;
	readonly path: readonly (string | number)[];
}

interface Level {
	/** Names so far; undefined in a list. */
	readonly names: Set<string> | undefined;
	place: string | number;
	atName: boolean;
}

/** JSON.parse silently keeps the last value. Names should be unique (RFC 8259, section 4), in JSON-LD must (1.4). */
export function findRepeatedNames(text: string, max: number): RepeatedJsonName[] {
	const repeated: RepeatedJsonName[] = [];
	const levels: Level[] = [];
	const scanner = createScanner(text, true);
	for (let token: number = scanner.scan(); token !== Token.End; token = scanner.scan()) {
		follow(token, levels);
		const level = levels.at(-1);
		if (token !== Token.String || !level?.names || !level.atName) continue;
		const name = scanner.getTokenValue();
		level.place = name;
		level.atName = false;
		if (level.names.has(name)) {
			const path = levels.map(({ place }) => place);
			if (repeated.push({ name, offset: scanner.getTokenOffset(), path }) >= max) break;
		}
		level.names.add(name);
	}
	return repeated;
}

/** In text that JSON.parse has taken; of the nearest member around the path where there is no such member. */
export function jsonNameOffset(text: string, path: readonly (string | number)[]): number {
	const levels: Level[] = [];
	const scanner = createScanner(text, true);
	let [depth, offset] = [0, 0];
	for (let token: number = scanner.scan(); token !== Token.End; token = scanner.scan()) {
		follow(token, levels);
		const level = levels.at(-1);
		if (token !== Token.String || !level?.names || !level.atName) continue;
		level.place = scanner.getTokenValue();
		level.atName = false;
		// Of a name that stands twice, the last one counts.
		const isOnPath = levels.every(({ place }, index) => place === path[index]);
		if (isOnPath && levels.length >= depth) [depth, offset] = [levels.length, scanner.getTokenOffset()];
	}
	return offset;
}

function follow(token: number, levels: Level[]): void {
	const level = levels.at(-1);
	if (token === Token.OpenBrace) levels.push({ names: new Set(), place: 0, atName: true });
	else if (token === Token.OpenBracket) levels.push({ names: undefined, place: 0, atName: false });
	else if (token === Token.CloseBrace || token === Token.CloseBracket) levels.pop();
	else if (token === Token.Comma && level) {
		level.atName = level.names !== undefined;
		if (typeof level.place === "number") level.place++;
	}
}
